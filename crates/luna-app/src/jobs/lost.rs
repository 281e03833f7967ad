//! The job `lost`.

use luna_store::Tx;
use luna_store::job::Lost;

use super::worker::Transaction;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine_calls;

impl Transaction for Lost {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        machine_calls::lost(tx, app, &self.machine, &self.why)
    }
}
