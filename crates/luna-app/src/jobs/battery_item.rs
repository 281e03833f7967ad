//! The job `battery_item`.

use luna_store::Tx;

use super::worker::Transaction;
use crate::battery::attempt;
use crate::battery::item_reply::NextItem;
use crate::error::Error;
use crate::instance::Instance;

impl Transaction for NextItem {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        attempt::ask_next(tx, app, self)
    }
}
