//! A machine and its settings, as they are read.

use luna_core::skill::Skill;

use super::skill::Skills;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// The transport between Luna and a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// In process: it comes with Luna.
    House,
    /// It comes to the API with a token.
    Pull,
    /// Luna posts to its URL.
    Push,
    /// Luna asks a language model.
    Openai,
}

impl Transport {
    pub fn name(self) -> &'static str {
        match self {
            Transport::House => "house",
            Transport::Pull => "pull",
            Transport::Push => "push",
            Transport::Openai => "openai",
        }
    }

    pub fn from_name(name: &str) -> Option<Transport> {
        [Transport::House, Transport::Pull, Transport::Push, Transport::Openai]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

/// An owner's settings of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineConfig {
    pub about: String,
    /// The model; another model or prompt is another version.
    pub model: String,
    /// Who made the model, and its licence; empty where the owner does not say.
    pub organisation: String,
    pub licence: String,
    pub link: String,
    pub contact: String,
    pub way: Transport,
    /// JSON: what its way in needs.
    pub setup: String,
    /// Games at once, and rated games a day.
    pub most_open: i64,
    pub most_daily: i64,
    /// The tasks it takes.
    pub skills: Skills,
}

#[derive(Clone, Debug)]
pub struct Machine {
    pub player_id: String,
    pub name: String,
    /// None for those that come with Luna.
    pub owner_id: Option<String>,
    /// The id of its first version.
    pub line: String,
    pub version: i64,
    pub declared: MachineConfig,
    pub standing: Lifecycle,
}

/// The lifecycle of a machine.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    pub created_at: i64,
    pub seen_at: i64,
    /// By its owner.
    pub stopped_at: Option<i64>,
    /// By the operator, and why.
    pub killed_at: Option<i64>,
    pub killed_why: Option<String>,
    /// A later version plays instead.
    pub replaced_at: Option<i64>,
    /// Too many of its replies could not be read.
    pub alarm_at: Option<i64>,
    pub alarm_why: Option<String>,
}

impl Machine {
    /// Nobody has entered it: it is there for ever, as an anchor of all ratings.
    pub fn comes_with_luna(&self) -> bool {
        self.owner_id.is_none()
    }

    /// Why it cannot start a game now, if it cannot.
    pub fn idle_because(&self) -> Option<String> {
        let standing = &self.standing;
        if let Some(why) = &standing.killed_why {
            return Some(format!("The operator has stopped this machine: {why}"));
        }
        if standing.stopped_at.is_some() {
            return Some(stopped_because(standing.alarm_why.as_deref()));
        }
        if standing.replaced_at.is_some() {
            return Some("A later version has replaced this machine.".to_owned());
        }
        (!self.plays()).then(|| NO_PLAYER.to_owned())
    }

    /// Returns true if it takes every task of the Luna Game.
    pub fn plays(&self) -> bool {
        Skill::GAME.iter().all(|&skill| self.declared.skills.has(skill))
    }
}

/// Why a machine that lacks a skill of the game begins none.
pub const NO_PLAYER: &str =
    "This machine does not play the Luna Game, which needs the skills ask, answer and guess.";

/// In words for its owner: who has stopped it, by whether there is an alarm.
fn stopped_because(alarm: Option<&str>) -> String {
    match alarm {
        Some(why) => format!("Luna has stopped this machine: {why}"),
        None => "This machine has been stopped by its owner.".to_owned(),
    }
}

record! {
    struct MachineRow {
        name: String,
        owner_id: Option<String>,
        line: String,
        version: i64,
        about: String,
        model: String,
        link: String,
        contact: String,
        way: String,
        setup: String,
        most_open: i64,
        most_daily: i64,
        skills: String,
        created_at: i64,
        seen_at: i64,
        stopped_at: Option<i64>,
        killed_at: Option<i64>,
        killed_why: Option<String>,
        replaced_at: Option<i64>,
        alarm_at: Option<i64>,
        alarm_why: Option<String>,
        organisation: String,
        licence: String,
    }
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Machine> {
    let row: Option<MachineRow> = row!(
        tx,
        "SELECT p.name, m.owner_id, m.line, m.version, m.about, m.model, m.link, m.contact, m.way,
                m.setup, m.most_open, m.most_daily, m.skills, m.created_at, m.seen_at, m.stopped_at,
                m.killed_at, m.killed_why, m.replaced_at, m.alarm_at, m.alarm_why, m.organisation,
                m.licence
         FROM machine m JOIN player p ON p.id = m.player_id WHERE m.player_id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_machine(id)
}

impl MachineRow {
    fn into_machine(self, id: &str) -> Result<Machine> {
        let way = Transport::from_name(&self.way);
        Ok(Machine {
            player_id: id.to_owned(),
            name: self.name,
            owner_id: self.owner_id,
            line: self.line,
            version: self.version,
            declared: MachineConfig {
                about: self.about,
                model: self.model,
                organisation: self.organisation,
                licence: self.licence,
                link: self.link,
                contact: self.contact,
                way: way.ok_or_else(|| Error::corrupt("an unknown way in"))?,
                setup: self.setup,
                most_open: self.most_open,
                most_daily: self.most_daily,
                skills: Skills::from_text(&self.skills),
            },
            standing: Lifecycle {
                created_at: self.created_at,
                seen_at: self.seen_at,
                stopped_at: self.stopped_at,
                killed_at: self.killed_at,
                killed_why: self.killed_why,
                replaced_at: self.replaced_at,
                alarm_at: self.alarm_at,
                alarm_why: self.alarm_why,
            },
        })
    }
}

/// A machine that is asked for by name.
#[derive(Clone, Debug)]
pub struct NamedMachine {
    pub id: String,
    pub way: Transport,
    /// It takes every task of the Luna Game.
    pub plays: bool,
    /// The operator has stopped it.
    pub killed: bool,
    /// A later version plays instead.
    pub replaced: bool,
}

record! {
    struct NamedRow {
        id: String,
        way: String,
        skills: String,
        killed: bool,
        replaced: bool,
    }
}

/// The machine of this name, if there is one.
pub fn named(tx: &mut Tx<'_>, name: &str) -> Result<Option<NamedMachine>> {
    let found: Option<NamedRow> = row!(
        tx,
        "SELECT m.player_id, m.way, m.skills, (m.killed_at IS NOT NULL), (m.replaced_at IS NOT NULL)
         FROM player p JOIN machine m ON m.player_id = p.id
         WHERE p.name_key = $1",
        name.to_lowercase(),
    );
    let Some(NamedRow { id, way, skills, killed, replaced }) = found else { return Ok(None) };
    let skills = Skills::from_text(&skills);
    let plays = Skill::GAME.iter().all(|&skill| skills.has(skill));
    let way = Transport::from_name(&way).ok_or_else(|| Error::corrupt("an unknown way in"))?;
    Ok(Some(NamedMachine { id, way, plays, killed, replaced }))
}

/// A machine of this owner; anyone else's does not exist for them.
pub fn owned(tx: &mut Tx<'_>, id: &str, owner_id: &str) -> Result<Machine> {
    let machine = find(tx, id)?;
    if machine.owner_id.as_deref() == Some(owner_id) { Ok(machine) } else { Err(Error::NotFound) }
}
