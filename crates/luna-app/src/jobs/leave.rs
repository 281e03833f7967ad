//! The job `leave`.

use luna_store::job::Leave;
use luna_store::{Tx, machine};

use super::worker::Transaction;
use crate::error::Error;
use crate::instance::Instance;

impl Transaction for Leave {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        Ok(machine::leave_next(tx, &app.moment(), &self.after)?)
    }
}
