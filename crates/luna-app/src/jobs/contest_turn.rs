//! The job `contest_turn`.

use luna_store::Tx;

use super::worker::Transaction;
use crate::contest::machine_turn;
use crate::contest::turn_job::MachineTurn;
use crate::error::Error;
use crate::instance::Instance;

impl Transaction for MachineTurn {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        machine_turn::take(tx, app, self)
    }
}
