//! The job `deadline`.

use luna_store::job::Deadline;
use luna_store::{Tx, game};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;

impl Transaction for Deadline {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let at = app.moment();
        let seen = |player_id: &str| app.presence.seen(&app.open_streams, player_id, at.now);
        Ok(game::overdue(tx, &at, &self.seat, self.reminded, &seen).map(drop)?)
    }
}
