//! The outcome of a contest, and the consent to the publication of its conversations.

use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::results::Results;
use luna_core::contest::rules::Rules;
use luna_store::contest::record;
use luna_store::contest::seat::{Kind, Seat};
use luna_store::{self as store, Tx};

use super::state::State;
use super::statistics::Statistics;
use crate::consent::may_publish_conversations;
use crate::error::Error;
use crate::release::{Row, agreed};

/// The published result.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub record: record::Contest,
    pub rules: Rules,
    pub results: Results,
    pub statistics: Statistics,
    /// The names of the entries, by number.
    pub entries: Vec<(usize, String)>,
}

impl Outcome {
    /// The number of an entry with its name, such as “E1 eliza”.
    pub fn entry_name(&self, entry: usize) -> String {
        let found = self.entries.iter().find(|(number, _)| *number == entry);
        found.map_or_else(|| format!("E{entry}"), |(_, label)| format!("E{entry} {label}"))
    }
}

/// The outcome of a contest that is over; none before.
pub fn outcome(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<Option<Outcome>, Error> {
    let state = State::read(tx, id)?;
    let Some(results) = Results::of(&state.contest, state.now(now)) else { return Ok(None) };
    let entry = |participant: &Participant| match participant {
        Participant::Entry(number) => Some(*number),
        Participant::Judge(_) | Participant::Confederate(_) => None,
    };
    let entries = state.seats.iter();
    let entries = entries.filter_map(|(who, seat)| Some((entry(who)?, seat.label.clone())));
    Ok(Some(Outcome {
        rules: state.contest.rules().clone(),
        statistics: Statistics::of(&results),
        results,
        entries: entries.collect(),
        record: state.record,
    }))
}

/// Returns true if all people in a conversation agreed to its publication when the contest was read. A
/// machine has no say, nor has an entry; a confederate who types in a program has not been asked.
pub fn is_public(state: &State, round: usize, judge: usize, side: Side) -> bool {
    seats_of(state, round, judge, side).is_some_and(|seats| {
        seats.iter().all(|seat| match seat.kind {
            Kind::Machine => true,
            Kind::Program => matches!(seat.participant, Participant::Entry(_)),
            Kind::Person => seat.is_public,
        })
    })
}

/// The same at this moment. Somebody may have been banned since.
pub(super) fn is_public_now(
    tx: &mut Tx<'_>,
    state: &State,
    (round, judge, side): (usize, usize, Side),
) -> Result<bool, Error> {
    let seats =
        seats_of(state, round, judge, side).filter(|_| is_public(state, round, judge, side));
    Ok(!agreed(tx, Vec::from_iter(seats))?.is_empty())
}

/// A conversation between two seats.
impl Row for [&Seat; 2] {
    fn authors(&self) -> Option<Vec<&str>> {
        let people = self.iter().filter(|seat| seat.kind == Kind::Person);
        people.map(|seat| seat.player_id.as_deref()).collect()
    }

    fn may_publish(&self, tx: &mut Tx<'_>, author: &str) -> store::Result<bool> {
        let [judge, _] = self;
        may_publish_conversations(tx, &judge.contest_id, author)
    }
}

/// The seats of the judge and of the party on a side; none if one of them is missing.
fn seats_of(state: &State, round: usize, judge: usize, side: Side) -> Option<[&Seat; 2]> {
    let judge = Participant::Judge(judge);
    let party = state.contest.schedule().pair(round, judge)?.party(side).participant();
    Some([state.seats.get(&judge)?, state.seats.get(&party)?])
}
