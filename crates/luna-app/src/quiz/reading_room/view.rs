//! A play as its person may see it at a moment. No field holds a word that has not been read, nor
//! the answer before the play is over.

use luna_core::quiz::answer_line::plain;
use luna_core::quiz::play::Outcome;
use luna_store::Tx;
use luna_store::quiz::play::{self, Play};
use luna_store::quiz::tossup::Tossup;
use luna_store::quiz::{ruling, source};

use super::condition::Condition;
use super::judgment;
use super::open::OpenPlay;
use crate::error::Error;

/// A play as its person may see it at a moment.
#[derive(Clone, Debug)]
pub struct View {
    pub id: String,
    pub condition: Condition,
    /// The person could not know the question; any other play is practice.
    pub is_counted: bool,
    pub stage: Stage,
}

#[derive(Clone, Debug)]
pub enum Stage {
    Reading(ReadingProgress),
    Answering(PendingAnswer),
    Over(Box<Ending>),
    /// The same question is being read once more, and its end is not told before.
    ReadAgain,
}

/// The words so far.
#[derive(Clone, Debug)]
pub struct ReadingProgress {
    pub text: String,
    pub words: usize,
    pub is_timed: bool,
    /// All words are read.
    pub is_read: bool,
}

/// A buzz that waits for its answer.
#[derive(Clone, Debug)]
pub struct PendingAnswer {
    pub text: String,
    pub prompt: Option<Prompt>,
    /// The time that is left, if it is timed.
    pub left_ms: Option<i64>,
}

/// A request to be more specific.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub first: String,
    /// The words to prompt with, if the answer line has any.
    pub directed: Option<String>,
}

/// The end of a play, with the whole question.
#[derive(Clone, Debug)]
pub struct Ending {
    pub outcome: Outcome,
    /// The number of words heard at the buzz.
    pub position: Option<usize>,
    pub words: Vec<String>,
    pub power: Option<usize>,
    pub answer_line: String,
    pub answer: Option<String>,
    pub more: Option<String>,
    pub appeal: Appeal,
    pub tossup: Origin,
}

/// The origin of a question.
#[derive(Clone, Debug)]
pub struct Origin {
    pub id: String,
    pub page: Option<String>,
    pub category: String,
    pub subcategory: String,
    pub difficulty: String,
    pub packet: String,
    pub source: String,
    pub licence: String,
    pub is_withdrawn: bool,
}

/// The state of an appeal against the judgment of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appeal {
    /// There is nothing to appeal.
    None,
    Possible,
    /// A moderator has not decided yet.
    Waiting,
    Decided {
        is_right: bool,
        reason: String,
    },
}

impl View {
    /// Reads somebody's play. That of somebody else does not exist.
    pub fn read(tx: &mut Tx<'_>, now: i64, id: &str, player_id: &str) -> Result<View, Error> {
        let mut open = OpenPlay::read(tx, id, player_id)?;
        open.rules.lapse(&open.script, now);
        let stage = match (open.rules.outcome, open.rules.buzz) {
            (Some(_), _) if is_read_again(tx, &open, now)? => Stage::ReadAgain,
            (Some(outcome), _) => Stage::Over(Box::new(ending(tx, &open, outcome)?)),
            (None, Some(buzz)) => Stage::Answering(PendingAnswer {
                text: open.script.heard(buzz.position),
                prompt: prompt(&open),
                left_ms: open.rules.answer_by().map(|by| (by - now).max(0)),
            }),
            (None, None) => {
                let words = open.rules.shown(&open.script, now);
                Stage::Reading(ReadingProgress {
                    text: open.script.heard(words),
                    words,
                    is_timed: open.rules.pace.is_timed(),
                    is_read: words == open.script.len(),
                })
            }
        };
        let condition = Condition::read(&open.play.condition);
        Ok(View { id: open.play.id, condition, is_counted: open.play.is_counted, stage })
    }
}

/// Returns true if the person has the question of a play that is over before them again.
fn is_read_again(tx: &mut Tx<'_>, over: &OpenPlay, now: i64) -> Result<bool, Error> {
    let Some(other) = play::open_of(tx, &over.play.player_id)? else { return Ok(false) };
    let same = other.id != over.play.id && other.tossup_id == over.play.tossup_id;
    Ok(same && !other.rules()?.lapse(&over.script, now))
}

pub(super) fn prompt(open: &OpenPlay) -> Option<Prompt> {
    let first = open.play.answer.clone().filter(|_| open.rules.prompted_at.is_some())?;
    Some(Prompt { first, directed: judgment::prompt(open) })
}

pub(super) fn ending(tx: &mut Tx<'_>, open: &OpenPlay, outcome: Outcome) -> Result<Ending, Error> {
    Ok(Ending {
        outcome,
        position: open.rules.buzz.map(|buzz| buzz.position),
        words: open.script.words().to_vec(),
        power: open.script.power(),
        answer_line: open.tossup.answer_line.clone(),
        answer: open.play.answer.clone(),
        more: open.play.more.clone(),
        appeal: appeal(tx, open, outcome)?,
        tossup: origin(tx, &open.tossup)?,
    })
}

/// The state of an appeal; a play that is not stored has none.
fn appeal(tx: &mut Tx<'_>, open: &OpenPlay, outcome: Outcome) -> Result<Appeal, Error> {
    let stored = Some(&open.play).filter(|play| !play.id.is_empty());
    let Some(last) = stored.and_then(Play::last_answer) else { return Ok(Appeal::None) };
    if let Some(ruling) = ruling::find(tx, &open.tossup.id, &plain(last))? {
        return Ok(Appeal::Decided { is_right: ruling.is_right, reason: ruling.reason });
    }
    Ok(match open.play.appealed_at {
        Some(_) => Appeal::Waiting,
        None if outcome.is_right() || open.tossup.withdrawn_at.is_some() => Appeal::None,
        None => Appeal::Possible,
    })
}

fn origin(tx: &mut Tx<'_>, tossup: &Tossup) -> Result<Origin, Error> {
    let source = source::find(tx, &tossup.source_id)?;
    Ok(Origin {
        id: tossup.id.clone(),
        page: tossup.page.clone(),
        category: tossup.category.clone(),
        subcategory: tossup.subcategory.clone(),
        difficulty: tossup.difficulty.clone(),
        packet: tossup.packet.clone(),
        source: source.name,
        licence: source.licence,
        is_withdrawn: tossup.withdrawn_at.is_some(),
    })
}
