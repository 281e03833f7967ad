//! Machines that come with Luna, answer questions and play no games: how they become players.

use luna_core::answer::Answer;
use luna_core::skill::Skill;
use luna_machines::task::QuestionTask;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::player::Player;
use luna_store::{self as store, Tx, player};

use crate::error::Error;
use crate::instance::memory::Memory;

/// One of these machines.
pub struct AnsweringHouse {
    /// The id of its player, the same on every instance.
    pub id: &'static str,
    pub name: &'static str,
    /// Its description for people.
    pub about: &'static str,
    /// Refuses a question of somebody who may not ask it now.
    pub check: fn(&mut Tx<'_>, &Player) -> Result<(), Error>,
    /// Answers as the machine with this id.
    pub answer: fn(&Memory, &str, &QuestionTask) -> Result<Vec<Answer>, Error>,
}

impl AnsweringHouse {
    /// Registers the machine, if it is not there yet.
    pub(crate) fn prepare(&self, tx: &mut Tx<'_>, now: i64) -> store::Result<()> {
        let AnsweringHouse { id, name, about, .. } = *self;
        match player::find(tx, id) {
            Err(store::Error::NotFound) => {}
            other => return other.map(drop),
        }
        let declared = MachineConfig {
            about: about.to_owned(),
            model: name.to_owned(),
            organisation: String::new(),
            licence: String::new(),
            link: String::new(),
            contact: String::new(),
            way: Transport::House,
            setup: "{}".to_owned(),
            most_open: 0,
            most_daily: 0,
            skills: Skills::new([Skill::Answer]),
        };
        // It is named by its id if a person already has its name.
        match machine::register(tx, now, id, name, None, &declared) {
            Err(store::Error::Conflict) => {
                machine::register(tx, now, id, id, None, &declared)?;
            }
            other => other?,
        }
        machine::describe(tx, id, about, true)
    }
}
