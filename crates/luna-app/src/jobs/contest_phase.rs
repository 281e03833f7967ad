//! The job `contest_phase`.

use luna_store::Tx;

use super::worker::Transaction;
use crate::contest::phase_change::{self, PhaseChange};
use crate::error::Error;
use crate::instance::Instance;

impl Transaction for PhaseChange {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        phase_change::begin(tx, app, self)
    }
}
