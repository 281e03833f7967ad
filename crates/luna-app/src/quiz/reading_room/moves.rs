//! What a person does in a play: they start it, ask for words, buzz, answer or give up.

use luna_core::quiz::play::{Pace, Play as Rules, Refusal};
use luna_core::quiz::script::Script;
use luna_store::quiz::play::{self, Play};
use luna_store::quiz::{question, tossup};
use luna_store::{self as store, Tx, player};

use super::condition::Condition;
use super::judgment;
use super::open::OpenPlay;
use crate::error::Error;
use crate::instance::Instance;
use crate::quiz::limits;

/// The words that are shown at once where nothing is timed.
const WORDS_AT_ONCE: usize = 5;
/// The longest answer, in characters; the rest of a longer one is cut off.
pub const LONGEST_ANSWER: usize = 200;

/// Open plays that are looked at together.
const OPEN_AT_ONCE: i64 = 500;

/// The outcome of asking for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The id of the play: a new one, or the one that is still open.
    Play(String),
    /// The person has read all questions of this kind.
    NothingLeft,
}

/// Begins a play. While one is open, no other begins: a button that is pressed twice starts one.
pub fn start(
    tx: &mut Tx<'_>,
    app: &Instance,
    player_id: &str,
    condition: &Condition,
    is_timed: bool,
) -> Result<Start, Error> {
    let at = app.moment();
    play::hold_place(tx, player_id)?;
    if let Some(open) = play::open_of(tx, player_id)? {
        let mut open = OpenPlay::lock(tx, &open.id, player_id)?;
        if !open.lapse(tx, at.now)? {
            return Ok(Start::Play(open.play.id));
        }
    }
    let wanted = condition.wanted();
    let drawn = if condition.misses {
        tossup::draw_miss(tx, player_id, &wanted)?
    } else {
        tossup::draw(tx, player_id, &wanted, at.random.number())?
    };
    let Some(tossup) = drawn else { return Ok(Start::NothingLeft) };
    app.limits.take(limits::PLAYS, player_id, at.now)?;
    let script = Script::new(&tossup.text);
    let pace = if is_timed { Pace::timed(condition.word_ms) } else { Pace::by_hand() };
    let mut rules = Rules::start(pace, at.now);
    if !pace.is_timed() {
        rules.turn(&script, WORDS_AT_ONCE).map_err(refused)?;
    }
    let count = |n: usize| i64::try_from(n).map_err(store::Error::corrupt);
    let is_counted = !condition.misses && !knows(tx, player_id, &tossup.id)?;
    let id = at.random.id(at.now);
    let play = Play {
        id: id.clone(),
        player_id: player_id.to_owned(),
        tossup_id: tossup.id,
        started_at: at.now,
        word_ms: pace.word_ms,
        turned: count(rules.turned)?,
        condition: condition.stored(),
        words: count(script.len())?,
        is_counted,
        ..Play::default()
    };
    play::begin(tx, &play)?;
    Ok(Start::Play(id))
}

/// Returns true if a person may know a question before it is read to them: everybody can, or they
/// have written it, or they read submissions as an editor.
fn knows(tx: &mut Tx<'_>, player_id: &str, tossup_id: &str) -> Result<bool, Error> {
    if tossup::is_public(tx, tossup_id)? || player::find(tx, player_id)?.role.is_some() {
        return Ok(true);
    }
    match question::find(tx, tossup_id) {
        Ok(question) => Ok(question.writer_id == player_id),
        Err(store::Error::NotFound) => Ok(false),
        Err(other) => Err(other.into()),
    }
}

/// The id of a person's play that is open, unless its time is over.
pub fn open_of(tx: &mut Tx<'_>, now: i64, player_id: &str) -> Result<Option<String>, Error> {
    let Some(open) = play::open_of(tx, player_id)? else { return Ok(None) };
    let mut open = OpenPlay::of(tx, open, player_id)?;
    Ok((!open.rules.lapse(&open.script, now)).then_some(open.play.id))
}

/// A step of a person in a play of theirs.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub id: &'a str,
    pub player_id: &'a str,
    pub now: i64,
}

/// Shows more words of a question that is read by hand. `shown` is the number of words on the page:
/// a request that is sent twice turns once.
pub fn turn(tx: &mut Tx<'_>, step: Step<'_>, shown: Option<usize>) -> Result<(), Error> {
    let mut open = OpenPlay::lock(tx, step.id, step.player_id)?;
    if open.is_over(tx, step.now)? || open.rules.buzz.is_some() {
        return Ok(());
    }
    if shown.is_some_and(|shown| shown != open.rules.shown(&open.script, step.now)) {
        return Ok(());
    }
    open.rules.turn(&open.script, WORDS_AT_ONCE).map_err(refused)?;
    open.save(tx, step.now)
}

/// Stops the reading. `shown` is the number of words on the page.
pub fn buzz(tx: &mut Tx<'_>, step: Step<'_>, shown: Option<usize>) -> Result<(), Error> {
    let mut open = OpenPlay::lock(tx, step.id, step.player_id)?;
    if open.is_over(tx, step.now)? || open.rules.buzz.is_some() {
        return Ok(());
    }
    open.rules.buzz(&open.script, step.now, shown).map_err(refused)?;
    open.save(tx, step.now)
}

/// An answer as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct AnswerInput<'a> {
    pub text: &'a str,
    /// The form was that of a prompt.
    pub is_prompted: bool,
}

/// Judges an answer. One that is sent twice counts once, also where the first was prompted.
pub fn answer(tx: &mut Tx<'_>, step: Step<'_>, given: AnswerInput<'_>) -> Result<(), Error> {
    let mut open = OpenPlay::lock(tx, step.id, step.player_id)?;
    if open.is_over(tx, step.now)? || given.is_prompted != open.rules.prompted_at.is_some() {
        return Ok(());
    }
    let text = typed(given.text)?;
    let buzz = open.rules.buzz.ok_or(Refusal::NoBuzz).map_err(refused)?;
    let judgment = judgment::judge(tx, &open, buzz.position, &text)?;
    open.rules.answer(&open.script, step.now, &judgment).map_err(refused)?;
    if given.is_prompted {
        open.play.more = Some(text);
    } else {
        open.play.answer = Some(text);
    }
    open.save(tx, step.now)
}

/// An answer as it is judged.
pub(super) fn typed(answer: &str) -> Result<String, Error> {
    let text: String = answer.trim().chars().take(LONGEST_ANSWER).collect();
    if text.is_empty() {
        return Err(Error::Refused("Type an answer, or give up.".to_owned()));
    }
    Ok(text)
}

/// Ends a play without an answer.
pub fn give_up(tx: &mut Tx<'_>, step: Step<'_>) -> Result<(), Error> {
    let mut open = OpenPlay::lock(tx, step.id, step.player_id)?;
    if open.is_over(tx, step.now)? {
        return Ok(());
    }
    open.rules.give_up(&open.script).map_err(refused)?;
    open.save(tx, step.now)
}

/// Ends the plays whose time is over and that nobody came back to.
pub fn lapse_all(tx: &mut Tx<'_>, now: i64) -> Result<(), Error> {
    let mut after = String::new();
    loop {
        let all = play::all_open(tx, &after, OPEN_AT_ONCE)?;
        let Some(last) = all.last() else { return Ok(()) };
        after.clone_from(&last.player_id);
        for open in all.iter().filter(|open| open.word_ms > 0) {
            OpenPlay::lock(tx, &open.id, &open.player_id)?.lapse(tx, now)?;
        }
    }
}

pub(super) fn refused(refusal: Refusal) -> Error {
    Error::Refused(refusal.to_string())
}
