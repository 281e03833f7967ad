//! The screens of judges and of the others, as each may see them at a moment. No field tells which
//! side is which, nor anything that is not due.

use std::ops::RangeInclusive;

use luna_core::contest::Stage;
use luna_core::contest::clock::Phase;
use luna_core::contest::conversation::{Keystroke, Speaker};
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::{self, Rank};
use luna_core::contest::visibility::{Record, Viewer, may_see};
use luna_store::Tx;
use luna_store::contest::keystroke::ConversationPlace;

use super::attendance::Sitter;
use super::cache::cache;
use super::state::State;
use super::typing;
use crate::error::Error;
use crate::instance::Instance;

/// The screen of somebody in a seat.
#[derive(Clone, Debug)]
pub enum Screen {
    Judge(JudgeScreen),
    Party(PartyScreen),
}

/// The clock on every screen. It answers which round this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestClock {
    pub stage: Stage,
    pub phase: Phase,
    pub round: Option<usize>,
    pub rounds: usize,
    /// The number of times that the round has begun.
    pub attempt: usize,
    pub is_paused: bool,
    /// The time that the phase has left.
    pub left_ms: i64,
    /// The time at which it ends if nothing changes.
    pub ends_at: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct JudgeScreen {
    pub contest: String,
    pub clock: ContestClock,
    pub judge: usize,
    /// True in a round without a pair for this judge.
    pub is_excused: bool,
    /// The conversations of the current pair, left and right.
    pub talks: Vec<(Side, TalkView)>,
    /// The verdict on the current pair.
    pub verdict: Option<Side>,
    /// A verdict may be given now.
    pub may_judge: bool,
    /// The ranks to give, or given, at the end.
    pub ranking: Option<Ranking>,
}

/// The screen of a confederate, or of a program that is an entry.
#[derive(Clone, Debug)]
pub struct PartyScreen {
    pub contest: String,
    pub clock: ContestClock,
    pub participant: Participant,
    pub is_excused: bool,
    /// The conversation that is open now.
    pub talk: Option<TalkView>,
    /// The judge has spoken, so the other side may.
    pub may_type: bool,
}

/// A conversation on a screen.
#[derive(Clone, Debug)]
pub struct TalkView {
    pub round: usize,
    pub attempt: usize,
    /// The strokes of both.
    pub keys: Vec<Keystroke>,
    pub is_open: bool,
    /// The number of the reader's next stroke.
    pub next: usize,
    /// The number of strokes of the other side that are shown.
    pub shown: usize,
    /// The time of a stroke that is known to follow.
    pub due_at: Option<i64>,
    pub(super) place: ConversationPlace,
}

#[derive(Clone, Debug)]
pub struct Ranking {
    /// From the least human to the most.
    pub ranks: RangeInclusive<usize>,
    /// The party that the judge took for a machine in each round, by its conversation.
    pub parties: Vec<TalkView>,
    pub given: Option<Vec<Rank>>,
}

impl ContestClock {
    pub fn of(state: &State, now: i64) -> ContestClock {
        let now = state.now(now);
        let position = state.position(now);
        ContestClock {
            stage: state.stage(now),
            phase: position.phase,
            round: position.round,
            rounds: state.rounds(),
            attempt: position.attempt,
            is_paused: position.paused,
            left_ms: position.left_ms,
            ends_at: position.ends_at(now),
        }
    }
}

impl Screen {
    pub fn clock(&self) -> &ContestClock {
        match self {
            Screen::Judge(judge) => &judge.clock,
            Screen::Party(party) => &party.clock,
        }
    }

    /// Reads the screen of somebody in a seat.
    pub fn read(tx: &mut Tx<'_>, app: &Instance, sitter: &Sitter) -> Result<Screen, Error> {
        let state = cache(app).state(tx, &sitter.contest_id)?;
        typing::require_seat(&state, sitter)?;
        let now = app.now();
        match sitter.participant {
            Participant::Judge(judge) => judge_screen(tx, app, &state, sitter, judge, now),
            Participant::Entry(_) | Participant::Confederate(_) => {
                party_screen(tx, app, &state, sitter, now)
            }
        }
    }
}

fn judge_screen(
    tx: &mut Tx<'_>,
    app: &Instance,
    state: &State,
    sitter: &Sitter,
    judge: usize,
    now: i64,
) -> Result<Screen, Error> {
    let clock = ContestClock::of(state, now);
    let now = state.now(now);
    let mut talks = Vec::new();
    for side in Side::BOTH {
        if let Some((place, by)) = typing::current(state, now, sitter, Some(side))? {
            talks.push((side, talk_view(tx, app, state, &place, by, now)?));
        }
    }
    let verdict = clock.round.and_then(|round| state.contest.verdict(round, judge));
    let is_review = clock.phase == Phase::Review && !clock.is_paused;
    Ok(Screen::Judge(JudgeScreen {
        contest: state.record.name.clone(),
        clock,
        judge,
        is_excused: is_excused(state, &clock, sitter.participant),
        may_judge: is_review && verdict.is_none() && !talks.is_empty(),
        talks,
        verdict: verdict.map(|verdict| verdict.human),
        ranking: ranking(tx, app, state, judge, now)?,
    }))
}

fn party_screen(
    tx: &mut Tx<'_>,
    app: &Instance,
    state: &State,
    sitter: &Sitter,
    now: i64,
) -> Result<Screen, Error> {
    let clock = ContestClock::of(state, now);
    let now = state.now(now);
    let current = typing::current(state, now, sitter, None)?;
    let talk = match &current {
        Some((place, by)) => Some(talk_view(tx, app, state, place, *by, now)?),
        None => None,
    };
    let spoken = talk.as_ref().is_some_and(|talk| {
        talk.is_open && current.as_ref().is_some_and(|(place, _)| opened(state, place, talk))
    });
    Ok(Screen::Party(PartyScreen {
        contest: state.record.name.clone(),
        clock,
        participant: sitter.participant,
        is_excused: is_excused(state, &clock, sitter.participant),
        may_type: spoken,
        talk,
    }))
}

fn opened(state: &State, place: &ConversationPlace, talk: &TalkView) -> bool {
    let rules = state.contest.rules();
    let ConversationPlace { round, attempt, side, .. } = *place;
    let conversation =
        luna_core::contest::conversation::Conversation::new(rules, round, attempt, side);
    conversation.restore(talk.keys.iter().copied()).is_opened()
}

fn is_excused(state: &State, clock: &ContestClock, participant: Participant) -> bool {
    clock.round.is_some_and(|round| state.contest.schedule().pair(round, participant).is_none())
}

fn talk_view(
    tx: &mut Tx<'_>,
    app: &Instance,
    state: &State,
    place: &ConversationPlace,
    by: Speaker,
    now: i64,
) -> Result<TalkView, Error> {
    let talk = cache(app).talk(tx, state, place)?;
    let conversation = talk.conversation(state, place, now);
    let is_open = place.is_open(&state.position(now));
    Ok(TalkView {
        round: place.round,
        attempt: place.attempt,
        keys: conversation.keystrokes().to_vec(),
        is_open,
        next: conversation.next_number(by),
        shown: conversation.next_number(by.other()),
        due_at: talk.next_due(now).filter(|_| is_open),
        place: place.clone(),
    })
}

fn ranking(
    tx: &mut Tx<'_>,
    app: &Instance,
    state: &State,
    judge: usize,
    now: i64,
) -> Result<Option<Ranking>, Error> {
    let rounds = state.contest.rounds_to_rank(judge);
    let record = Record::Ranking { judge };
    let viewer = Viewer::Participant(Participant::Judge(judge));
    let is_due = state.stage(now) >= Stage::Ranking;
    if rounds.is_empty() || !is_due || !may_see(&state.contest, now, viewer, record) {
        return Ok(None);
    }
    let mut parties = Vec::new();
    for &round in &rounds {
        let Some(verdict) = state.contest.verdict(round, judge) else { continue };
        let place = state.last_place(round, judge, verdict.human.other());
        parties.push(talk_view(tx, app, state, &place, Speaker::Judge, now)?);
    }
    Ok(Some(Ranking {
        ranks: ranking::range(state.contest.rules().entries, rounds.len()),
        parties,
        given: state.contest.ranking(judge).map(<[Rank]>::to_vec),
    }))
}
