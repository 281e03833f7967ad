//! The answerers as machines of this instance.

use luna_core::answer::Answer;
use luna_machines::common_sense::{HouseAnswerer, shipped_space};
use luna_machines::task::QuestionTask;

use crate::error::Error;
use crate::instance::answering_house::AnsweringHouse;
use crate::instance::memory::Memory;

const NO_KNOWLEDGE: &str = "The knowledge that comes with Luna cannot be read.";

pub(super) const HOUSES: [AnsweringHouse; 2] =
    [house(HouseAnswerer::Paper), house(HouseAnswerer::Improved)];

const fn house(it: HouseAnswerer) -> AnsweringHouse {
    let (id, name, about) = (it.id(), it.name(), it.about());
    AnsweringHouse { id, name, about, check: |_, _| Ok(()), answer }
}

fn answer(_: &Memory, id: &str, task: &QuestionTask) -> Result<Vec<Answer>, Error> {
    let refused = || Error::Refused(NO_KNOWLEDGE.to_owned());
    let (answerer, space) = HouseAnswerer::from_id(id).zip(shipped_space()).ok_or_else(refused)?;
    Ok(answerer.reply(space, task))
}
