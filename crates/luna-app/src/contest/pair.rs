//! The two conversations of a judge in a round, for visitors who say which partner is the person. Who it was
//! is told after that.

use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::results::{Identifications, Results};
use luna_core::contest::schedule::Pair;
use luna_core::rng::Chance;
use luna_machines::HouseMachine;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::contest::seat::Kind;

use super::archive::{Reader, may_read, transcript};
pub use super::own_pairs::Line;
use super::own_pairs::{self, OwnPair};
use super::state::State;
use crate::error::Error;

/// Contests that are looked at, the latest first.
const CONTESTS: i64 = 10;
/// Pairs that are read before one is found that may be shown.
const TRIES: usize = 16;
/// Lines of a conversation that are shown.
const MOST_LINES: usize = 60;

/// A pair as it is shown before a choice. It has no field for who is who.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    pub id: String,
    /// The conversations on the left and on the right.
    pub sides: [Vec<Line>; 2],
}

/// A pair as it is shown after a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revealed {
    pub glimpse: Glimpse,
    pub human: Side,
    pub source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Contest(Box<Decision>),
    /// It comes with Luna: one side is by its makers, the other one by this machine.
    Own(HouseMachine),
}

/// A pair of a contest, and what its judge decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub contest_id: String,
    pub contest: String,
    pub round: usize,
    pub judge: usize,
    /// The name of the program.
    pub entry: String,
    /// The side that the judge took for the human.
    pub verdict: Option<Side>,
    /// Those of all judges of the contest.
    pub identifications: Identifications,
}

/// A pair for a visitor, but not the one with that id. The same words draw the same one, as long as no other
/// contest is published.
pub fn draw(tx: &mut Tx<'_>, now: i64, words: &[&str], other_than: &str) -> Result<Glimpse, Error> {
    let mut chance = Chance::from_words(words);
    let mut all = Vec::new();
    for contest in record::latest(tx, (i64::MAX, ""), CONTESTS)? {
        if contest.is_rehearsal {
            continue;
        }
        let state = State::read(tx, &contest.id)?;
        let pairs = state.contest.schedule().pairs();
        let open = pairs.filter(|(round, pair)| is_open(&state, now, *round, pair));
        let open: Vec<(usize, usize)> =
            open.map(|(round, pair)| (round, pair.cell.judge)).collect();
        if !open.is_empty() {
            all.push((state, open));
        }
    }
    let count = all.iter().map(|(_, open)| open.len()).sum();
    let places = all.iter().flat_map(|(state, open)| open.iter().map(move |place| (state, *place)));
    for (state, place) in places.cycle().skip(chance.below(count)).take(TRIES.min(count)) {
        if id(state, place) != other_than
            && let Some(sides) = sides(tx, state, now, place)?
        {
            return Ok(Glimpse { id: id(state, place), sides });
        }
    }
    let own: Vec<&OwnPair> = own_pairs::ALL.iter().filter(|it| it.id != other_than).collect();
    chance.pick(&own).map(|it| it.glimpse()).ok_or(Error::NotFound)
}

/// The pair with an id. [`Error::NotFound`] if it may not be shown.
pub fn find(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<Revealed, Error> {
    if let Some(own) = own_pairs::ALL.iter().find(|it| it.id == id) {
        let (glimpse, human) = (own.glimpse(), own.human);
        return Ok(Revealed { glimpse, human, source: Source::Own(own.house) });
    }
    let (contest_id, round, judge) = parse(id).ok_or(Error::NotFound)?;
    let state = State::read(tx, contest_id)?;
    let pair = state.contest.schedule().pair(round, Participant::Judge(judge));
    let pair = *pair.filter(|pair| is_open(&state, now, round, pair)).ok_or(Error::NotFound)?;
    let sides = sides(tx, &state, now, (round, judge))?.ok_or(Error::NotFound)?;
    let results = Results::of(&state.contest, state.now(now)).ok_or(Error::NotFound)?;
    let entry = state.seats.get(&Participant::Entry(pair.cell.entry));
    let decision = Decision {
        contest_id: state.record.id.clone(),
        contest: state.record.name.clone(),
        round,
        judge,
        entry: entry.map(|seat| seat.label.clone()).unwrap_or_default(),
        verdict: state.contest.verdict(round, judge).map(|verdict| verdict.human),
        identifications: results.identifications,
    };
    Ok(Revealed {
        glimpse: Glimpse { id: id.to_owned(), sides },
        human: pair.entry_side.other(),
        source: Source::Contest(Box::new(decision)),
    })
}

impl OwnPair {
    fn glimpse(&self) -> Glimpse {
        let (makers, machine) = (self.makers.clone(), self.machine.clone());
        let sides = match self.human {
            Side::Left => [makers, machine],
            Side::Right => [machine, makers],
        };
        Glimpse { id: self.id.clone(), sides }
    }
}

fn id(state: &State, (round, judge): (usize, usize)) -> String {
    format!("{}-{round}-{judge}", state.record.id)
}

fn parse(id: &str) -> Option<(&str, usize, usize)> {
    let (rest, judge) = id.rsplit_once('-')?;
    let (contest_id, round) = rest.rsplit_once('-')?;
    Some((contest_id, round.parse().ok()?, judge.parse().ok()?))
}

/// Returns true if everybody may read both conversations, one with a person and one with a program. In a
/// rehearsal both are machines.
fn is_open(state: &State, now: i64, round: usize, pair: &Pair) -> bool {
    let kind = |who| state.seats.get(&who).map(|seat| seat.kind);
    let both = Side::BOTH
        .iter()
        .all(|&side| may_read(state, now, Reader::Public, (round, pair.cell.judge, side)));
    both && kind(Participant::Confederate(pair.cell.confederate)) == Some(Kind::Person)
        && matches!(kind(Participant::Entry(pair.cell.entry)), Some(Kind::Machine | Kind::Program))
}

/// Both conversations, if both partners have said something and everybody may read them at this moment.
fn sides(
    tx: &mut Tx<'_>,
    state: &State,
    now: i64,
    (round, judge): (usize, usize),
) -> Result<Option<[Vec<Line>; 2]>, Error> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, lines) in Side::BOTH.into_iter().zip(&mut sides) {
        let found = transcript(tx, state, now, Reader::Public, (round, judge, side))?;
        let Some(found) = found else { return Ok(None) };
        let all = found.conversation.lines().into_iter().take(MOST_LINES);
        lines.extend(all.map(|line| Line { by: line.by, text: line.text }));
        if !lines.iter().any(|line| line.by == Speaker::Party) {
            return Ok(None);
        }
    }
    Ok(Some(sides))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_a_contest_has_a_round_and_a_judge() {
        assert_eq!(parse("01hx-2-13"), Some(("01hx", 2, 13)));
        for other in ["", "01hx", "01hx-2", "01hx-two-1", "01hx-1--1"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
