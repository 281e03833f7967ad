//! Appeals against the judgment of an answer, and the rulings that decide them.

use luna_core::quiz::answer_line::plain;
use luna_core::quiz::script::Script;
use luna_store::Tx;
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::Player;
use luna_store::quiz::play::{self, Play};
use luna_store::quiz::ruling::{self, NewRuling};
use luna_store::quiz::tossup::{self, Tossup};

use super::open::OpenPlay;
use super::view::{Appeal, Stage, View};
use crate::error::Error;
use crate::instance::Instance;
use crate::quiz::limits;

/// The kind of the assignments of appeals to moderators. The item of a group is its first play.
pub const KIND: &str = "appeal";
/// The number of appeals that a page of groups is made from.
const LATEST: i64 = 1_000;

/// Says that the answer of a play was right. An appeal that is sent twice counts once.
pub fn make(tx: &mut Tx<'_>, app: &Instance, id: &str, player_id: &str) -> Result<(), Error> {
    let now = app.now();
    let mut open = OpenPlay::lock(tx, id, player_id)?;
    if !open.is_over(tx, now)? {
        return Err(Error::Refused("This question is not over yet.".to_owned()));
    }
    match View::read(tx, now, id, player_id)?.stage {
        Stage::Over(ending) => match ending.appeal {
            Appeal::Possible => {}
            Appeal::Waiting | Appeal::Decided { .. } => return Ok(()),
            Appeal::None => {
                return Err(Error::Refused(
                    "You gave no answer, so there is nothing to appeal.".to_owned(),
                ));
            }
        },
        Stage::Reading(_) | Stage::Answering(_) | Stage::ReadAgain => {
            return Err(Error::Refused("This question is not over yet.".to_owned()));
        }
    }
    app.limits.take(limits::APPEALS, player_id, now)?;
    open.play.appealed_at = Some(now);
    Ok(play::save(tx, &open.play)?)
}

/// All appeals about one answer to one tossup.
#[derive(Clone, Debug)]
pub struct Group {
    pub tossup: Tossup,
    pub script: Script,
    /// The answer as the first of them gave it.
    pub answer: String,
    pub plays: Vec<Play>,
}

/// The appeals that wait for a ruling, grouped by tossup and answer: the longest waiting first.
pub fn groups(tx: &mut Tx<'_>, limit: usize) -> Result<Vec<Group>, Error> {
    let groups = grouped(tx, limit)?;
    let group = |(tossup_id, _, plays): (String, String, Vec<Play>)| {
        let tossup = tossup::find(tx, &tossup_id)?;
        let script = Script::new(&tossup.text);
        let first = plays.first().and_then(Play::last_answer).unwrap_or_default();
        Ok(Group { script, answer: first.to_owned(), tossup, plays })
    };
    groups.into_iter().map(group).collect()
}

/// The items of the same groups that a moderator may decide: those without an answer of their own.
pub fn waiting(tx: &mut Tx<'_>, moderator: &Player, limit: usize) -> Result<Vec<String>, Error> {
    let mut groups = grouped(tx, limit)?;
    groups.retain(|(.., plays)| plays.iter().all(|it| it.player_id != moderator.id));
    Ok(groups.into_iter().filter_map(|(.., plays)| Some(plays.first()?.id.clone())).collect())
}

/// Appeals by tossup and answer.
fn grouped(tx: &mut Tx<'_>, limit: usize) -> Result<Vec<(String, String, Vec<Play>)>, Error> {
    let mut groups: Vec<(String, String, Vec<Play>)> = Vec::new();
    for play in play::appeals(tx, LATEST)? {
        let answer = plain(play.last_answer().unwrap_or_default());
        let is_full = groups.len() >= limit;
        let same = groups.iter_mut().find(|(id, of, _)| *id == play.tossup_id && *of == answer);
        match same {
            Some((.., plays)) => plays.push(play),
            None if is_full => {}
            None => groups.push((play.tossup_id.clone(), answer, vec![play])),
        }
    }
    Ok(groups)
}

/// A moderator's decision about the answer of a play.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    pub play_id: &'a str,
    pub is_right: bool,
    pub reason: &'a str,
    pub by: &'a str,
}

/// The item that the answer of a play belongs to; none if no appeal about it waits.
pub fn item_of(tx: &mut Tx<'_>, play_id: &str) -> Result<Option<String>, Error> {
    let play = play::find(tx, play_id)?;
    Ok(waiting_with(tx, &play)?.into_iter().next().map(|first| first.id))
}

/// The plays that wait for a ruling about the answer of a play, the longest waiting first.
fn waiting_with(tx: &mut Tx<'_>, play: &Play) -> Result<Vec<Play>, Error> {
    let Some(answer) = play.last_answer().map(plain) else { return Err(Error::NotFound) };
    let mut waiting = play::appeals(tx, LATEST)?;
    waiting.retain(|other| {
        other.tossup_id == play.tossup_id
            && other.last_answer().is_some_and(|last| plain(last) == answer)
    });
    Ok(waiting)
}

/// Decides all appeals about the answer of a play. Every play of the tossup with this answer is
/// scored by the ruling, before and after. Returns the number of plays whose outcome has changed.
pub fn decide(tx: &mut Tx<'_>, at: &Context, decision: &Decision<'_>) -> Result<i64, Error> {
    let play = play::find(tx, decision.play_id)?;
    let Some(answer) = play.last_answer() else { return Err(Error::NotFound) };
    let waiting = waiting_with(tx, &play)?;
    if waiting.is_empty() {
        return Err(Error::Refused(
            "Another moderator has already decided about this answer.".to_owned(),
        ));
    }
    if waiting.iter().any(|it| it.player_id == decision.by) {
        return Err(Error::Refused("You cannot decide about your own answer.".to_owned()));
    }
    let made = NewRuling {
        tossup_id: &play.tossup_id,
        answer,
        is_right: decision.is_right,
        reason: decision.reason,
        ruled_by: decision.by,
    };
    let changed = ruling::make(tx, at.now, &made, plain)?;
    play::settle_appeals(tx, &play.tossup_id, answer, plain)?;
    let verdict = if decision.is_right { "right" } else { "wrong" };
    let why = format!("{verdict}: {}", decision.reason);
    for it in &waiting {
        moderation_log::note(
            tx,
            at,
            Act { by: Some(decision.by), of: &it.player_id, why: &why },
            Action::Appeal,
        )?;
    }
    Ok(changed)
}
