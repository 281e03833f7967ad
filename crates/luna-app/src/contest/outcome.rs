//! The outcome of a contest, and the consent to the publication of its conversations.

use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::results::Results;
use luna_core::contest::rules::Rules;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::contest::seat::Kind;

use super::state::State;
use super::statistics::Statistics;
use crate::error::Error;

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

/// Returns true if both sides of a conversation let others read it. A machine has no say, nor has an
/// entry; a confederate who types in a program has not been asked.
pub fn is_public(state: &State, round: usize, judge: usize, side: Side) -> bool {
    let judge = Participant::Judge(judge);
    let Some(pair) = state.contest.schedule().pair(round, judge) else { return false };
    let party = pair.party(side).participant();
    [judge, party].into_iter().all(|participant| {
        let seat = state.seats.get(&participant);
        let is_entry = matches!(participant, Participant::Entry(_));
        seat.is_some_and(|seat| match seat.kind {
            Kind::Machine => true,
            Kind::Program => is_entry,
            Kind::Person => seat.is_public == Some(true),
        })
    })
}
