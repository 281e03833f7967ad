//! The job `lost`.

use luna_store::Tx;
use luna_store::job::MachineForfeit;

use super::worker::Transaction;
use crate::error::Error;
use crate::instance::Instance;
use crate::machine_calls;

impl Transaction for MachineForfeit {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        machine_calls::record_forfeit(tx, app, &self.machine, &self.why)
    }
}
