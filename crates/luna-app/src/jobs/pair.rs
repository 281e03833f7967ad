//! The job `pair`.

use luna_store::job::Pair;
use luna_store::{self as store, Tx};

use crate::error::Error;
use crate::game::house_machines;
use crate::instance::Instance;
use crate::job::Transaction;

impl Transaction for Pair {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let seats = match store::game::pair(tx, &app.moment(), &self.game, self.people_only) {
            Err(store::Error::NotFound) => return Ok(()),
            seats => seats?,
        };
        for game in seats {
            house_machines::seat_machine(tx, app, &game)?;
        }
        Ok(())
    }
}
