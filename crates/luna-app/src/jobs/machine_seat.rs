//! The job `machine_seat`.

use luna_store::Tx;
use luna_store::job::MachineSeat;

use super::worker::Transaction;
use crate::error::Error;
use crate::house_machines;
use crate::instance::Instance;

impl Transaction for MachineSeat {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        Ok(house_machines::seat_machine(tx, app, &self.game)?)
    }
}
