//! The outcome of a contest, and what its people let others read of it.

use luna_core::contest::Stage;
use luna_core::contest::conversation::Conversation;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::results::Results;
use luna_core::contest::rules::Rules;
use luna_store::Tx;
use luna_store::contest::keystroke::{self, Place};
use luna_store::contest::record;
use luna_store::contest::seat::Kind;

use super::state::State;
use super::statistics::Statistics;
use super::talk::Talk;
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

/// A conversation that may be read.
#[derive(Clone, Debug)]
pub struct Transcript {
    pub place: Place,
    pub conversation: Conversation,
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

/// A conversation of a contest that is over, if the people in it let others read it.
pub fn transcript(
    tx: &mut Tx<'_>,
    now: i64,
    id: &str,
    (round, judge, side): (usize, usize, Side),
) -> Result<Option<Transcript>, Error> {
    let state = State::read(tx, id)?;
    let now = state.now(now);
    if state.stage(now) != Stage::Final || !is_public(&state, round, judge, side) {
        return Ok(None);
    }
    let contest_id = id.to_owned();
    let place = Place { contest_id, round, attempt: state.attempts(round), judge, side };
    let mut talk = Talk::default();
    talk.extend(keystroke::since(tx, &place, [0, 0])?);
    let conversation = talk.conversation(&state, &place, now);
    Ok(Some(Transcript { place, conversation }))
}

/// Returns true if both sides of a conversation let others read it. A machine has no say.
pub fn is_public(state: &State, round: usize, judge: usize, side: Side) -> bool {
    let judge = Participant::Judge(judge);
    let Some(pair) = state.contest.schedule().pair(round, judge) else { return false };
    let party = pair.party(side).participant();
    [judge, party].into_iter().all(|participant| {
        let seat = state.seats.get(&participant);
        seat.is_some_and(|seat| seat.kind != Kind::Person || seat.is_public == Some(true))
    })
}
