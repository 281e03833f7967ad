//! The change of a phase: pages are told, and machines begin to speak, judge or rank.

use luna_core::contest::clock::{Phase, Position};
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::{self, Rank};
use luna_core::contest::{Author, Move, Stage};
use luna_core::rng::Chance;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::contest::seat::{self, Kind};
use luna_store::job::{self, JobSpec};
use serde::{Deserialize, Serialize};

use super::state::State;
use super::turn_job;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;

/// A phase of a contest begins, or goes on after a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseChange {
    pub contest: String,
}

impl JobSpec for PhaseChange {
    const KIND: &str = "contest_phase";

    fn lock(&self, tx: &mut Tx<'_>) -> luna_store::Result<()> {
        record::lock(tx, &self.contest)
    }
}

/// Schedules the next change of a contest's phase.
pub fn schedule(tx: &mut Tx<'_>, contest_id: &str, at: i64) -> Result<(), Error> {
    let change = PhaseChange { contest: contest_id.to_owned() };
    Ok(job::schedule(tx, &format!("contest-phase:{contest_id}"), &change, at)?)
}

impl Transaction for PhaseChange {
    /// Does what a new phase brings with it, and schedules the next one.
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let state = State::lock(tx, &self.contest)?;
        let now = state.now(app.now());
        let position = state.position(now);
        tx.touch(&record::topic(&self.contest));
        let moment = Moment { state: &state, position: &position, now };
        match position.phase {
            Phase::Left | Phase::Right | Phase::Both => moment.open_conversations(tx)?,
            Phase::Review => moment.give_verdicts(tx)?,
            Phase::Over => end(tx, state, now)?,
            Phase::Before | Phase::Break => {}
        }
        match position.ends_at(now) {
            Some(at) => schedule(tx, &self.contest, at),
            None => Ok(()),
        }
    }
}

/// A moment of a round.
struct Moment<'a> {
    state: &'a State,
    position: &'a Position,
    now: i64,
}

impl Moment<'_> {
    fn open_conversations(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let Moment { state, position, now } = *self;
        let round = position.round.unwrap_or(0);
        for pair in state.contest.schedule().round(round) {
            for side in Side::BOTH.into_iter().filter(|&side| position.is_open(side)) {
                if let Some(place) = state.place(now, pair.cell.judge, side) {
                    turn_job::open(tx, state, &place, now)?;
                }
            }
        }
        Ok(())
    }

    /// Machines that judge draw their verdict: what they hear tells them nothing.
    fn give_verdicts(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let Moment { position, now, .. } = *self;
        let round = position.round.unwrap_or(0);
        let mut state = self.state.clone();
        for judge in machine_judges(&state) {
            let is_due = state.contest.schedule().pair(round, Participant::Judge(judge)).is_some()
                && state.contest.verdict(round, judge).is_none();
            if !is_due || position.paused {
                continue;
            }
            let place = state.place(now, judge, Side::Left);
            let human = place.map_or(Side::Left, |place| {
                let mut chance = state.chance(&place, Speaker::Judge, "verdict", 0);
                if chance.below(2) == 0 { Side::Left } else { Side::Right }
            });
            let mv = Move::Verdict { round, human };
            state = state.play(tx, now, Author::Judge(judge), mv, None)?;
        }
        Ok(())
    }
}

/// Machines that judge rank in an order that is drawn; a rehearsal needs nobody to close it.
fn end(tx: &mut Tx<'_>, mut state: State, now: i64) -> Result<(), Error> {
    seat::forget_mails(tx, &state.record.id)?;
    for judge in machine_judges(&state) {
        let rounds = state.contest.rounds_to_rank(judge);
        let is_due = state.stage(now) == Stage::Ranking && state.contest.ranking(judge).is_none();
        if !is_due || rounds.is_empty() {
            continue;
        }
        let ranks = drawn_ranks(&state, judge, &rounds);
        state = state.play(tx, now, Author::Judge(judge), Move::Rank(ranks), None)?;
    }
    if state.record.is_rehearsal && state.stage(now) == Stage::Ranking {
        state.play(tx, now, Author::Organiser, Move::Close, None)?;
    }
    Ok(())
}

fn drawn_ranks(state: &State, judge: usize, rounds: &[usize]) -> Vec<Rank> {
    let seed = state.contest.schedule().seed.to_string();
    let mut chance = Chance::from_words(&[&seed, "ranks", &judge.to_string()]);
    let mut left: Vec<usize> =
        ranking::range(state.contest.rules().entries, rounds.len()).collect();
    let rank = |&round: &usize| {
        let drawn = chance.below(left.len());
        Rank { round, rank: left.swap_remove(drawn) }
    };
    rounds.iter().map(rank).collect()
}

fn machine_judges(state: &State) -> Vec<usize> {
    let seats = state.seats.values().filter(|seat| seat.kind == Kind::Machine);
    let judges = seats.filter_map(|seat| match seat.participant {
        Participant::Judge(number) => Some(number),
        Participant::Entry(_) | Participant::Confederate(_) => None,
    });
    judges.collect()
}
