//! A ranking: a judge's order of humanness of the parties that they took for machines, from the
//! number of entries, the most human, downwards.
//!
//! A judge names parties by the round in which they met. Anything else would tell the judge which
//! of them was a person.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The rank of the party that the judge took for a machine in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rank {
    pub round: usize,
    pub rank: usize,
}

/// The reason why ranks are no ranking, in a sentence for the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("You took nobody for a machine in round {0}.")]
    Stranger(usize),
    #[error("The party of round {0} has two ranks.")]
    TwoRanks(usize),
    #[error("The party of round {0} has no rank.")]
    NoRank(usize),
    #[error("Rank {0} is given twice.")]
    Shared(usize),
    #[error("Rank {rank} is not one of {lowest} to {highest}.")]
    Range { rank: usize, lowest: usize, highest: usize },
}

/// The ranks for so many parties: the highest is always the number of entries, also where a judge
/// has fewer parties to rank.
pub fn range(entries: usize, parties: usize) -> RangeInclusive<usize> {
    (entries + 1).saturating_sub(parties)..=entries
}

/// Checks that each of the rounds has a rank of its own.
pub fn check(entries: usize, rounds: &[usize], ranks: &[Rank]) -> Result<(), Problem> {
    let range = range(entries, rounds.len());
    let (lowest, highest) = (*range.start(), *range.end());
    for (nth, &Rank { round, rank }) in ranks.iter().enumerate() {
        let mut before = ranks.iter().take(nth);
        if !rounds.contains(&round) {
            return Err(Problem::Stranger(round));
        }
        if !range.contains(&rank) {
            return Err(Problem::Range { rank, lowest, highest });
        }
        if before.clone().any(|other| other.round == round) {
            return Err(Problem::TwoRanks(round));
        }
        if before.any(|other| other.rank == rank) {
            return Err(Problem::Shared(rank));
        }
    }
    let missing = rounds.iter().find(|&&round| ranks.iter().all(|rank| rank.round != round));
    missing.map_or(Ok(()), |&round| Err(Problem::NoRank(round)))
}

/// The mean of the ranks that judges gave, kept exactly: half ranks occur where a rule fills gaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanRank {
    half_ranks: usize,
    judges: usize,
}

impl MeanRank {
    /// Adds the rank of one more judge, doubled.
    pub fn add(&mut self, half_ranks: usize) {
        self.half_ranks += half_ranks;
        self.judges += 1;
    }

    /// The number of judges who ranked the party.
    pub fn judges(self) -> usize {
        self.judges
    }

    /// The mean; none without a judge.
    pub fn value(self) -> Option<f64> {
        let float = |n: usize| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from);
        (self.judges > 0).then(|| float(self.half_ranks) / 2.0 / float(self.judges))
    }
}

impl Ord for MeanRank {
    /// Compares by mean, without rounding. No rank is less than any.
    fn cmp(&self, other: &MeanRank) -> Ordering {
        match (self.judges, other.judges) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            (mine, theirs) => (self.half_ranks * theirs).cmp(&(other.half_ranks * mine)),
        }
    }
}

impl PartialOrd for MeanRank {
    fn partial_cmp(&self, other: &MeanRank) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for MeanRank {
    fn eq(&self, other: &MeanRank) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for MeanRank {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks ranks such as `1=4 3=2` of four entries, for the rounds 1, 3, 5 and 6 or the first of
    /// them.
    #[track_caller]
    fn case(parties: usize, ranks: &str, expected: &str) {
        let rank = |word: &str| {
            let (round, rank) = word.split_once('=').unwrap();
            Rank { round: round.parse().unwrap(), rank: rank.parse().unwrap() }
        };
        let ranks: Vec<Rank> = ranks.split_whitespace().map(rank).collect();
        let found = check(4, &[1, 3, 5, 6][..parties], &ranks);
        let found = found.err().map_or(String::new(), |problem| problem.to_string());
        assert_eq!(found, expected, "{ranks:?}");
    }

    #[test]
    fn each_party_has_a_rank_of_its_own() {
        case(4, "1=4 3=2 5=1 6=3", "");
        case(4, "6=1 5=2 3=3 1=4", "");
        case(4, "1=4 3=4 5=1 6=3", "Rank 4 is given twice.");
        case(4, "1=4 1=3 5=1 6=2", "The party of round 1 has two ranks.");
        case(4, "1=4 3=2 5=1", "The party of round 6 has no rank.");
        case(4, "1=4 2=3 5=1 6=2", "You took nobody for a machine in round 2.");
        case(4, "1=5 3=2 5=1 6=3", "Rank 5 is not one of 1 to 4.");
        case(4, "1=0 3=2 5=1 6=3", "Rank 0 is not one of 1 to 4.");
        case(4, "", "The party of round 1 has no rank.");
    }

    #[test]
    fn fewer_parties_are_ranked_from_the_top() {
        case(2, "1=3 3=4", "");
        case(2, "1=1 3=2", "Rank 1 is not one of 3 to 4.");
        case(0, "", "");
        case(0, "1=4", "You took nobody for a machine in round 1.");
    }

    #[test]
    fn every_ranking_of_four_is_an_order() {
        let mut accepted = 0;
        for code in 0..256_usize {
            let rank = |(nth, round)| Rank { round, rank: (code >> (2 * nth)) % 4 + 1 };
            let ranks: Vec<Rank> = [1, 3, 5, 6].into_iter().enumerate().map(rank).collect();
            let mut given: Vec<usize> = ranks.iter().map(|rank| rank.rank).collect();
            given.sort_unstable();
            let right = check(4, &[1, 3, 5, 6], &ranks).is_ok();
            assert_eq!(right, given == [1, 2, 3, 4]);
            accepted += usize::from(right);
        }
        assert_eq!(accepted, 24);
    }

    #[test]
    fn means_are_compared_exactly() {
        let mean = |half_ranks: &[usize]| {
            let mut mean = MeanRank::default();
            for &half in half_ranks {
                mean.add(half);
            }
            mean
        };
        assert_eq!(mean(&[8, 4]), mean(&[6, 6, 6, 6]));
        assert_eq!(mean(&[8, 4]).value(), Some(3.0));
        assert_eq!(mean(&[5]).value(), Some(2.5));
        assert!(mean(&[8, 8, 6]) > mean(&[8, 6]));
        assert!(mean(&[2]) > mean(&[]));
        assert_eq!(mean(&[]), MeanRank::default());
        assert_eq!(mean(&[]).value(), None);
    }
}
