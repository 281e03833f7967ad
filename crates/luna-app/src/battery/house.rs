//! The answerers as machines of this instance: they answer questions, and play no games.

use luna_core::skill::Skill;
use luna_machines::common_sense::HouseAnswerer;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::{self as store, Tx, player};

use crate::instance::Instance;

/// Registers those that are not there yet.
pub(crate) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    HouseAnswerer::ALL.into_iter().try_for_each(|it| prepare_one(tx, app, it))
}

fn prepare_one(tx: &mut Tx<'_>, app: &Instance, answerer: HouseAnswerer) -> store::Result<()> {
    let (id, name, about) = (answerer.id(), answerer.name(), answerer.about());
    match player::find(tx, id) {
        Err(store::Error::NotFound) => {}
        other => return other.map(drop),
    }
    let declared = MachineConfig {
        about: about.to_owned(),
        model: name.to_owned(),
        link: String::new(),
        contact: String::new(),
        way: Transport::House,
        setup: "{}".to_owned(),
        most_open: 0,
        most_daily: 0,
        skills: Skills::new([Skill::Answer]),
    };
    // It is named by its id if a person already has its name.
    match machine::register(tx, app.now(), id, name, None, &declared) {
        Err(store::Error::Conflict) => machine::register(tx, app.now(), id, id, None, &declared)?,
        other => other?,
    }
    machine::describe(tx, id, about, true)
}
