//! Machines that somebody may ask or converse with outside games.

use luna_app::tasks::may_ask;
use luna_core::skill::Skill;
use luna_store::Tx;
use luna_store::machine::{self, Machine};
use luna_store::player::Player;

use crate::http::error::Error;
use crate::http::visitor::Visitor;

/// A machine for somebody who may ask it; for anyone else the page does not exist.
pub(super) fn find_askable(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    id: &str,
) -> Result<(Player, Machine), Error> {
    let me = visitor.logged_in(tx)?;
    let machine = machine::find(tx, id)?;
    if may_ask(&me, &machine) { Ok((me, machine)) } else { Err(Error::NotFound) }
}

/// Returns true if the form for a skill belongs on the machine's page.
pub(super) fn can_be_asked(machine: &Machine, reader: Option<&Player>, skill: Skill) -> bool {
    reader.is_some_and(|reader| may_ask(reader, machine))
        && machine.declared.skills.has(skill)
        && machine.standing.killed_at.is_none()
        && machine.standing.replaced_at.is_none()
}
