//! Typing: strokes of a judge or a confederate go into their conversation, and those of the other
//! side come out of it.

use std::sync::Arc;

use luna_core::contest::conversation::{Conversation, Keystroke, Refusal, Speaker};
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::visibility::{Record, Viewer, may_see};
use luna_core::typing::stroke::Stroke;
use luna_store::contest::keystroke::{self, ConversationPlace, StrokeBatch};
use luna_store::contest::seat::{self, Kind};
use luna_store::{self as store, Tx};

use super::attendance::{self, Sitter};
use super::cache::cache;
use super::state::State;
use super::talk::Talk;
use super::turn_job;
use crate::error::Error;
use crate::instance::Instance;

/// Strokes as they were sent.
#[derive(Clone, Debug)]
pub struct Batch {
    pub round: usize,
    pub attempt: usize,
    /// The side that a judge types on; none for others, who have one conversation.
    pub side: Option<Side>,
    /// The number of the first stroke among those of the sender in this conversation, from 0.
    pub first: usize,
    /// A character for each stroke: a line feed is Return, U+0008 is Backspace.
    pub text: String,
}

/// The answer to a batch. A sender continues from `next`, whatever became of the batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the sender's next stroke.
    pub next: usize,
    /// The number of the other side's strokes before the first new one of the batch.
    pub heard: usize,
    /// The reason why nothing of the batch was taken.
    pub refusal: Option<Refusal>,
}

/// What the other side has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    pub round: usize,
    pub attempt: usize,
    /// The strokes of the other side after those that the reader has shown.
    pub keys: Vec<Keystroke>,
    /// The number of the reader's own strokes before each of them.
    pub after: Vec<usize>,
    /// The number of the other side's strokes, which the reader shows now.
    pub shown: usize,
    /// The number of the reader's next stroke.
    pub next: usize,
    /// The time of a stroke that is known to follow; the page looks again then.
    pub due_at: Option<i64>,
}

/// Times that a batch is tried when another one of the same sender came first.
const TRIES: usize = 3;

/// Takes strokes from somebody in a seat. All of them are taken or none; those that have arrived
/// before change nothing.
pub async fn receive(app: &Instance, sitter: &Sitter, batch: &Batch) -> Result<Receipt, Error> {
    for _ in 1..TRIES {
        match try_receive(app, sitter, batch).await {
            Err(Error::Store(store::Error::Conflict)) => {}
            other => return other,
        }
    }
    try_receive(app, sitter, batch).await
}

async fn try_receive(app: &Instance, sitter: &Sitter, batch: &Batch) -> Result<Receipt, Error> {
    let (doing, who, what) = (app.clone(), sitter.clone(), batch.clone());
    let (receipt, state, place, talk) =
        app.db.write(move |tx| receive_in(tx, &doing, &who, &what)).await?;
    cache(app).keep(state, Some((place, talk)));
    Ok(receipt)
}

type BatchResult = (Receipt, Arc<State>, ConversationPlace, Talk);

fn receive_in(
    tx: &mut Tx<'_>,
    app: &Instance,
    sitter: &Sitter,
    batch: &Batch,
) -> Result<BatchResult, Error> {
    let seat = (sitter.contest_id.as_str(), sitter.participant);
    let (version, hold) = seat::floor(tx, seat, sitter.player_id.as_deref())?;
    let state = cache(app).state_at(tx, &sitter.contest_id, version)?;
    let now = state.now(app.now());
    attendance::check(&state, &hold, app.now(), sitter)?;
    let (place, by) = place(&state, sitter, batch.round, batch.attempt, batch.side)?;
    let mut talk = cache(app).talk(tx, &state, &place)?;
    let mut conversation = talk.conversation(&state, &place, now);
    let next = conversation.next_number(by);
    let heard = conversation.next_number(by.other());
    let begins_line = conversation.open_line(by).is_empty();
    let taken = take(&state, &mut conversation, now, by, batch);
    let taken = match taken {
        Ok(taken) => taken,
        Err(refusal) => {
            let receipt = Receipt { next, heard, refusal: Some(refusal) };
            return Ok((receipt, state, place, talk));
        }
    };
    if !taken.is_empty() {
        let at = conversation.keystrokes().last().map_or(now, |key| key.at);
        let typed = StrokeBatch { by, number: next, at, strokes: taken, is_planned: false };
        keystroke::add(tx, &place, std::slice::from_ref(&typed), sitter.player_id.as_deref())?;
        turn_job::prompt(tx, &state, &place, &typed, begins_line)?;
        talk.extend(vec![typed]);
    }
    let receipt = Receipt { next: conversation.next_number(by), heard, refusal: None };
    Ok((receipt, state, place, talk))
}

/// The strokes of a batch that are new and may be typed.
fn take(
    state: &State,
    conversation: &mut Conversation,
    now: i64,
    by: Speaker,
    batch: &Batch,
) -> Result<Vec<Stroke>, Refusal> {
    let strokes = conversation.strokes(&batch.text)?;
    let position = state.position(now);
    let new = conversation.receive(&position, now, by, batch.first, &strokes)?;
    Ok(strokes.get(strokes.len() - new..).unwrap_or_default().to_vec())
}

/// Returns what the other side has typed after the first `shown` of its strokes in the current
/// conversation; none while somebody has no conversation that they may see.
pub async fn after(
    app: &Instance,
    sitter: &Sitter,
    side: Option<Side>,
    shown: usize,
) -> Result<Option<News>, Error> {
    let (doing, who) = (app.clone(), sitter.clone());
    let read = move |tx: &mut Tx<'_>| {
        let state = cache(&doing).state(tx, &who.contest_id)?;
        require_seat(&state, &who)?;
        let now = state.now(doing.now());
        let Some((place, by)) = current(&state, now, &who, side)? else {
            return Ok::<_, Error>((state, None));
        };
        let talk = cache(&doing).talk(tx, &state, &place)?;
        Ok((state, Some((place, by, talk))))
    };
    let (state, current) = app.db.read(read).await?;
    let Some((place, by, talk)) = current else {
        cache(app).keep(state, None);
        return Ok(None);
    };
    let now = state.now(app.now());
    let conversation = talk.conversation(&state, &place, now);
    let mut own = 0;
    let (mut keys, mut after) = (Vec::new(), Vec::new());
    for (nth, key) in conversation.keystrokes().iter().enumerate() {
        if key.by == by {
            own += 1;
        } else if nth - own >= shown {
            keys.push(*key);
            after.push(own);
        }
    }
    let news = News {
        round: place.round,
        attempt: place.attempt,
        shown: shown.max(conversation.next_number(by.other())),
        keys,
        after,
        next: conversation.next_number(by),
        due_at: talk.next_due(now),
    };
    cache(app).keep(state, Some((place, talk)));
    Ok(Some(news))
}

/// Refuses somebody who is not in their seat (any more).
pub(super) fn require_seat(state: &State, sitter: &Sitter) -> Result<(), Error> {
    let seat = state.seat(sitter.participant)?;
    let is_theirs = match seat.kind {
        Kind::Person => sitter.player_id.is_some() && seat.player_id == sitter.player_id,
        Kind::Program => sitter.player_id.is_none(),
        Kind::Machine => false,
    };
    if is_theirs { Ok(()) } else { Err(Error::NotFound) }
}

/// The conversation that somebody may see now: a judge's one on a side, or the only one of others.
pub(super) fn current(
    state: &State,
    now: i64,
    sitter: &Sitter,
    side: Option<Side>,
) -> Result<Option<(ConversationPlace, Speaker)>, Error> {
    let position = state.position(now);
    let Some(round) = position.round else { return Ok(None) };
    if state.pair(now, sitter.participant).is_none() {
        return Ok(None);
    }
    let (place, by) = place(state, sitter, round, position.attempt, side)?;
    let record = Record::Transcript { round, judge: place.judge, side: place.side };
    let visible = may_see(&state.contest, now, Viewer::Participant(sitter.participant), record);
    Ok(visible.then_some((place, by)))
}

fn place(
    state: &State,
    sitter: &Sitter,
    round: usize,
    attempt: usize,
    side: Option<Side>,
) -> Result<(ConversationPlace, Speaker), Error> {
    let pair = state
        .contest
        .schedule()
        .pair(round, sitter.participant)
        .ok_or_else(|| Error::Refused(format!("You have no conversation in round {round}.")))?;
    let (side, by) = match sitter.participant {
        Participant::Judge(_) => {
            let side = side.ok_or_else(|| {
                Error::Refused("A judge types on the left or on the right.".to_owned())
            })?;
            (Some(side), Speaker::Judge)
        }
        party => (pair.side(party), Speaker::Party),
    };
    let place = ConversationPlace {
        contest_id: state.record.id.clone(),
        round,
        attempt,
        judge: pair.cell.judge,
        side: side.ok_or(Error::NotFound)?,
    };
    Ok((place, by))
}
