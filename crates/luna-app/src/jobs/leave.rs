//! The job `leave`.

use luna_store::job::Leave;
use luna_store::{Tx, machine};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;

impl Transaction for Leave {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        Ok(machine::leave_next(tx, &app.moment(), &self.after)?)
    }
}
