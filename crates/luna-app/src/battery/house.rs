//! The answerers as machines of this instance.

use luna_machines::common_sense::HouseAnswerer;
use luna_store::{self as store, Tx};

use crate::answering_house::AnsweringHouse;
use crate::instance::Instance;

/// Registers those that are not there yet.
pub(crate) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    HouseAnswerer::ALL.into_iter().try_for_each(|it| {
        AnsweringHouse { id: it.id(), name: it.name(), about: it.about() }.prepare(tx, app)
    })
}
