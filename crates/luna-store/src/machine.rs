//! Machines: players that somebody answers for. Each version of a machine is a
//! player of its own, with its own rating.

mod call_queries;
mod forfeits;
mod kill_switch;
mod list;
pub mod midnight;
mod owner;
mod quota;
mod record;
mod secret;
pub mod skill;
pub mod usage;

pub use call_queries::{latest, of_way, waiting_count};
pub use forfeits::answered;
pub(crate) use forfeits::lost;
pub(crate) use kill_switch::ALL_STOPPED;
pub use kill_switch::{all_stopped, leave_next, stop_all, stopped_with_all};
pub use list::{Line, Ranked, board, lines_of, newest, of_owner, ranked, versions};
pub use owner::hold_all_of;
pub(crate) use owner::is_answered_for;
pub use quota::{MOST_SANDBOX, QuotaExceeded, begin, begun_today};
pub use record::find;
pub use secret::{secret, set_secret};
pub use skill::Skills;

use luna_core::skill::Skill;

use crate::erase::leave_all;
use crate::game::Context;
use crate::table::{Class, Erasure, Table, reason};
use crate::{Error, Result, Tx, player};

pub(crate) const TABLE: Table = Table {
    name: "machine",
    key: &["player_id"],
    columns: &[
        (
            Class::Exported,
            &[
                "player_id",
                "owner_id",
                "version",
                "about",
                "model",
                "link",
                "contact",
                "way",
                "setup",
                "most_open",
                "most_daily",
                "skills",
                "created_at",
                "seen_at",
                "stopped_at",
                "killed_at",
                "killed_why",
                "replaced_at",
                "alarm_at",
                "alarm_why",
            ],
        ),
        (Class::Withheld(reason::SECRET), &["secret"]),
        (Class::NotPersonal, &["line", "day", "day_games", "practice_only"]),
    ],
    erasure: Erasure::ErasedAt(crate::erase::forget_machines),
};

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
            return Some("A later version of this machine plays instead.".to_owned());
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
    "This machine does not play the Luna Game, which takes the skills ask, answer and guess.";

/// In words for its owner: who has stopped it, by whether there is an alarm.
fn stopped_because(alarm: Option<&str>) -> String {
    match alarm {
        Some(why) => format!("Luna has stopped this machine: {why}"),
        None => "This machine has been stopped by its owner.".to_owned(),
    }
}

/// Returns how many machines have left a secret, which only the instance's own opens.
pub fn count_secrets(tx: &mut Tx<'_>) -> Result<i64> {
    let found: Option<(i64,)> = row!(tx, "SELECT count(*) FROM machine WHERE secret IS NOT NULL");
    Ok(found.map_or(0, |(count,)| count))
}

/// A new machine. [`Error::Conflict`] when the name is taken, and [`Error::NotFound`] when its
/// owner is banned or erased.
pub fn register(
    tx: &mut Tx<'_>,
    now: i64,
    id: &str,
    name: &str,
    owner_id: Option<&str>,
    declared: &MachineConfig,
) -> Result<()> {
    owner::answers(tx, owner_id)?;
    player::create(tx, id, true, name, now)?;
    insert(tx, now, id, owner_id, id, 1, declared)
}

/// Gives a house machine of an older Luna its place among the machines.
pub fn adopt(tx: &mut Tx<'_>, now: i64, id: &str, declared: &MachineConfig) -> Result<()> {
    insert(tx, now, id, None, id, 1, declared)
}

/// Sets the description of a house machine, and whether it plays practice games only.
pub fn describe(tx: &mut Tx<'_>, id: &str, about: &str, practice_only: bool) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET about = $2, practice_only = $3
         WHERE player_id = $1 AND (about <> $2 OR practice_only <> $3)",
        id,
        about,
        practice_only,
    );
    Ok(())
}

/// The next version of a machine, a player of its own. The one before starts
/// no more rated games.
pub fn replace(
    tx: &mut Tx<'_>,
    at: &Context,
    before: &Machine,
    id: &str,
    name: &str,
    declared: &MachineConfig,
) -> Result<()> {
    let (owner, version) = (before.owner_id.as_deref(), before.version + 1);
    owner::answers(tx, owner)?;
    player::create(tx, id, true, name, at.now)?;
    insert(tx, at.now, id, owner, &before.line, version, declared)?;
    run!(
        tx,
        "UPDATE machine SET secret = (SELECT secret FROM machine WHERE player_id = $2)
         WHERE player_id = $1",
        id,
        before.player_id,
    );
    run!(tx, "UPDATE machine SET replaced_at = $2 WHERE player_id = $1", before.player_id, at.now);
    skill::inherit(tx, &before.player_id, id)?;
    stop_waiting(tx, at, &before.player_id)
}

fn insert(
    tx: &mut Tx<'_>,
    now: i64,
    id: &str,
    owner_id: Option<&str>,
    line: &str,
    version: i64,
    declared: &MachineConfig,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine (player_id, owner_id, line, version, about, model, link, contact, way,
                              setup, most_open, most_daily, skills, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        id,
        owner_id,
        line,
        version,
        declared.about,
        declared.model,
        declared.link,
        declared.contact,
        declared.way.name(),
        declared.setup,
        declared.most_open,
        declared.most_daily,
        declared.skills.to_text(),
        now,
    );
    Ok(())
}

/// Changes what may change without its being another machine.
pub fn amend(tx: &mut Tx<'_>, id: &str, declared: &MachineConfig) -> Result<()> {
    is_answered_for(tx, id)?;
    run!(
        tx,
        "UPDATE machine SET about = $2, link = $3, contact = $4, setup = $5, most_open = $6,
                most_daily = $7, skills = $8
         WHERE player_id = $1",
        id,
        declared.about,
        declared.link,
        declared.contact,
        declared.setup,
        declared.most_open,
        declared.most_daily,
        declared.skills.to_text(),
    );
    Ok(())
}

/// A machine that is asked for by name.
#[derive(Clone, Debug)]
pub struct Named {
    pub id: String,
    pub way: Transport,
    /// It takes every task of the Luna Game.
    pub plays: bool,
    /// The operator has stopped it.
    pub killed: bool,
    /// A later version plays instead.
    pub replaced: bool,
}

/// The machine of this name, if there is one.
pub fn named(tx: &mut Tx<'_>, name: &str) -> Result<Option<Named>> {
    let found: Option<(String, String, String, bool, bool)> = row!(
        tx,
        "SELECT m.player_id, m.way, m.skills, (m.killed_at IS NOT NULL), (m.replaced_at IS NOT NULL)
         FROM player p JOIN machine m ON m.player_id = p.id
         WHERE p.name_key = $1",
        name.to_lowercase(),
    );
    let Some((id, way, skills, killed, replaced)) = found else { return Ok(None) };
    let skills = Skills::from_text(&skills);
    let plays = Skill::GAME.iter().all(|&skill| skills.has(skill));
    let way = Transport::from_name(&way).ok_or_else(|| Error::corrupt("an unknown way in"))?;
    Ok(Some(Named { id, way, plays, killed, replaced }))
}

/// A machine of this owner; anyone else's does not exist for them.
pub fn owned(tx: &mut Tx<'_>, id: &str, owner_id: &str) -> Result<Machine> {
    let machine = find(tx, id)?;
    if machine.owner_id.as_deref() == Some(owner_id) { Ok(machine) } else { Err(Error::NotFound) }
}

/// Locks a machine: decisions that depend on its state, such as beginning a game or reserving
/// money, are made one after the other.
pub fn hold(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.hold("SELECT 1 FROM machine WHERE player_id = $1 FOR NO KEY UPDATE", id)
}

/// Servers that start at the same time see to what comes with Luna one after the other.
pub fn hold_all(tx: &mut Tx<'_>) -> Result<()> {
    tx.hold("SELECT pg_advisory_xact_lock(1956) FROM (SELECT $1::TEXT) AS machines", "all")
}

/// [`may_begin`], and it stays so until this transaction ends. Returns false where somebody is just
/// about to change that: the caller holds a game, and would wait for a caller who wants it.
pub fn stays(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let held = tx.held(
        "SELECT 1 FROM machine
         WHERE player_id = $1 AND stopped_at IS NULL AND killed_at IS NULL AND replaced_at IS NULL
               AND alarm_at IS NULL
         FOR SHARE SKIP LOCKED",
        id,
    )?;
    Ok(held && may_begin(tx, id)?)
}

/// Returns true if nobody has stopped it, no alarm is on and no later version plays instead.
pub fn may_begin(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT version FROM machine
         WHERE player_id = $1 AND stopped_at IS NULL AND killed_at IS NULL AND replaced_at IS NULL
               AND alarm_at IS NULL",
        id,
    );
    Ok(found.is_some())
}

/// Notes that a machine is there, at most every half minute.
pub fn seen(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET seen_at = $2 WHERE player_id = $1 AND seen_at < $3",
        id,
        now,
        now - 30_000,
    );
    Ok(())
}

/// By its owner: it plays what it has begun with people, and starts no rated game.
pub fn stop(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    run!(tx, "UPDATE machine SET stopped_at = $2 WHERE player_id = $1", id, at.now);
    stop_waiting(tx, at, id)
}

/// Its owner lets it play again; the alarm, if there was one, is over.
pub fn resume(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET stopped_at = NULL, alarm_at = NULL, alarm_why = NULL
         WHERE player_id = $1",
        id,
    );
    tx.touch(&player::topic(id));
    Ok(())
}

/// By the operator: it leaves every game at once.
pub fn kill(tx: &mut Tx<'_>, at: &Context, id: &str, why: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET killed_at = $2, killed_why = $3 WHERE player_id = $1",
        id,
        at.now,
        why,
    );
    leave_all(tx, at, id)?;
    tx.touch(&player::topic(id));
    Ok(())
}

pub fn revive(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "UPDATE machine SET killed_at = NULL, killed_why = NULL WHERE player_id = $1", id,);
    tx.touch(&player::topic(id));
    Ok(())
}

/// Its owner is banned or has gone.
pub(crate) fn kill_all_of(tx: &mut Tx<'_>, at: &Context, owner_id: &str, why: &str) -> Result<()> {
    let ids: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE owner_id = $1 AND killed_at IS NULL ORDER BY player_id",
        owner_id,
    );
    ids.into_iter().try_for_each(|(id,)| kill(tx, at, &id, why))
}

/// Too many of its replies could not be read, or it cannot be called: it waits
/// for its owner. What comes with Luna has none and goes on with those it has met;
/// the operator is shown why. Says whether that is news.
pub fn alarm(tx: &mut Tx<'_>, at: &Context, id: &str, why: &str) -> Result<bool> {
    let first: Option<(Option<String>,)> = row!(
        tx,
        "UPDATE machine SET alarm_at = $2, alarm_why = $3
         WHERE player_id = $1 AND alarm_at IS NULL RETURNING owner_id",
        id,
        at.now,
        why,
    );
    match first {
        Some((Some(_),)) => stop(tx, at, id)?,
        Some((None,)) => stop_waiting(tx, at, id)?,
        None => {}
    }
    Ok(first.is_some())
}

/// Ends the alarm of a house machine that has made a move again.
pub fn calm(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE machine SET alarm_at = NULL, alarm_why = NULL
         WHERE player_id = $1 AND owner_id IS NULL",
        id,
    );
    Ok(())
}

/// Leaves the games in which nobody has come yet.
fn stop_waiting(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<()> {
    let waiting: Vec<(String,)> = rows!(
        tx,
        "SELECT s.id FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.phase = 'interview'
         ORDER BY s.game_id",
        id,
    );
    for (seat_id,) in waiting {
        crate::game::remove_alone(tx, at, &seat_id, id)?;
    }
    tx.touch(&player::topic(id));
    Ok(())
}
