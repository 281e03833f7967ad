//! The schedule of one contest: its rounds, with the side of each party.
//!
//! Sides are drawn from a seed and stored. The seed gives them away, so it is as secret as they are
//! until the contest is over.

use serde::{Deserialize, Serialize};

use super::participant::{Cell, Participant, Party, Side};
use super::round_robin;
use super::rules::Rules;
use crate::rng::Chance;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    pub seed: u64,
    /// The pairs of each round. Round 1 is the first.
    pub rounds: Vec<Vec<Pair>>,
}

/// A judge, an entry and a confederate in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub cell: Cell,
    pub entry_side: Side,
}

impl Schedule {
    /// The rounds that the rules write out, or those drawn up for their sizes, with sides by seed.
    pub fn draw(rules: &Rules, seed: u64) -> Schedule {
        let mut chance = Chance::from_seed(seed);
        let mut pair = |cell| {
            let entry_side = if chance.below(2) == 0 { Side::Left } else { Side::Right };
            Pair { cell, entry_side }
        };
        let rounds = match &rules.rounds {
            Some(rounds) => rounds.clone(),
            None => round_robin::draw_up(rules.sizes()),
        };
        let rounds =
            rounds.into_iter().map(|round| round.into_iter().map(&mut pair).collect()).collect();
        Schedule { seed, rounds }
    }

    /// The pairs of a round; none of a round that there is not.
    pub fn round(&self, round: usize) -> &[Pair] {
        let round = round.checked_sub(1).and_then(|nth| self.rounds.get(nth));
        round.map_or(&[], Vec::as_slice)
    }

    /// The pair that somebody is in; none in a round from which they are excused.
    pub fn pair(&self, round: usize, participant: Participant) -> Option<&Pair> {
        self.round(round).iter().find(|pair| pair.cell.participants().contains(&participant))
    }

    /// All pairs with their rounds, in the order in which they sit down.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, &Pair)> {
        (1..)
            .zip(&self.rounds)
            .flat_map(|(round, pairs)| pairs.iter().map(move |pair| (round, pair)))
    }

    /// The judges and confederates who do not take part in a round. They are kept apart from each
    /// other and from the contest.
    pub fn excused(&self, rules: &Rules, round: usize) -> Vec<Participant> {
        let judges = (1..=rules.judges).map(Participant::Judge);
        let confederates = (1..=rules.confederates).map(Participant::Confederate);
        let absent = |participant: &Participant| self.pair(round, *participant).is_none();
        judges.chain(confederates).filter(absent).collect()
    }
}

impl Pair {
    pub fn party(&self, side: Side) -> Party {
        if side == self.entry_side {
            Party::Entry(self.cell.entry)
        } else {
            Party::Confederate(self.cell.confederate)
        }
    }

    /// The side of an entry or a confederate; none for the judge and those who are in other pairs.
    pub fn side(&self, participant: Participant) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.party(side).participant() == participant)
    }
}

#[cfg(test)]
mod tests;
