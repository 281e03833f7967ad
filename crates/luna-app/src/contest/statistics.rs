//! Statistics of a result: shares with exact intervals, and a scale of humanness.

use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::results::{CellResult, Results};
use luna_learn::bradley_terry::{AggregatedLog, Settings, Ties};
use luna_learn::match_log::{Log, Outcome};
use luna_learn::{float, normal, proportion};

/// Turing's forecast: an average interrogator has a chance of no more than 70 % of the right
/// identification after five minutes.
pub const TURING: f64 = 0.7;
/// Virtual comparisons of each party with an average one. A contest has few verdicts, and without
/// them a party that was always taken for the human would be infinitely human.
const PRIOR: f64 = 1.0;
/// The standard errors on either side of an estimate in an interval of 95 %.
const ERRORS: f64 = 1.96;

/// A share of counts, with its exact interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub count: usize,
    pub of: usize,
    pub low: f64,
    pub high: f64,
}

/// A party on the scale of humanness: the log odds of being taken for the human beside an average
/// party, with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Humanness {
    pub party: Participant,
    pub level: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Right identifications among all verdicts; chance is half.
    pub right: Share,
    /// The sensitivity of the judges as two-alternative forced choice has it; none without a
    /// verdict. It is infinite if every verdict is right.
    pub d_prime: Option<f64>,
    /// Right identifications of each judge.
    pub judges: Vec<(usize, Share)>,
    /// The verdicts that took an entry for the human.
    pub entries: Vec<(usize, Share)>,
    /// The verdicts that took a confederate for the machine.
    pub confederates: Vec<(usize, Share)>,
    /// The verdicts that took the party on the left for the human.
    pub left: Share,
    /// From the most human to the least; empty without a verdict.
    pub humanness: Vec<Humanness>,
}

impl Share {
    pub fn new(count: usize, of: usize) -> Share {
        let (low, high) = proportion::exact_interval(count, of);
        Share { count, of, low, high }
    }

    /// The share; none of nothing.
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| float(self.count) / float(self.of))
    }
}

impl Statistics {
    pub fn of(results: &Results) -> Statistics {
        let verdicts: Vec<&CellResult> =
            results.cells.iter().filter(|cell| cell.verdict.is_some()).collect();
        let share = |of: &dyn Fn(&CellResult) -> bool, hit: &dyn Fn(&CellResult) -> bool| {
            let all = verdicts.iter().filter(|cell| of(cell));
            Share::new(all.clone().filter(|cell| hit(cell)).count(), all.count())
        };
        let right = share(&|_| true, &is_right);
        let numbers = |number: fn(&CellResult) -> usize| {
            let mut all: Vec<usize> = results.cells.iter().map(number).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let judges = numbers(|cell| cell.cell.judge).into_iter();
        let entries = numbers(|cell| cell.cell.entry).into_iter();
        let confederates = numbers(|cell| cell.cell.confederate).into_iter();
        Statistics {
            right,
            d_prime: right.value().map(|share| std::f64::consts::SQRT_2 * normal::quantile(share)),
            judges: judges
                .map(|number| (number, share(&|cell| cell.cell.judge == number, &is_right)))
                .collect(),
            entries: entries
                .map(|number| {
                    (number, share(&|cell| cell.cell.entry == number, &|cell| !is_right(cell)))
                })
                .collect(),
            confederates: confederates
                .map(|number| {
                    let of = |cell: &CellResult| cell.cell.confederate == number;
                    (number, share(&of, &|cell| !is_right(cell)))
                })
                .collect(),
            left: share(&|_| true, &|cell| cell.verdict == Some(Side::Left)),
            humanness: humanness(&verdicts),
        }
    }
}

fn is_right(cell: &CellResult) -> bool {
    cell.verdict.is_some_and(|human| human != cell.entry_side)
}

/// The scale of a Bradley-Terry model in which the party that is taken for the human wins.
fn humanness(verdicts: &[&CellResult]) -> Vec<Humanness> {
    let names: Vec<(String, String, Outcome)> = verdicts
        .iter()
        .map(|cell| {
            let won = if is_right(cell) { Outcome::Right } else { Outcome::Left };
            let entry = Participant::Entry(cell.cell.entry).to_string();
            (entry, Participant::Confederate(cell.cell.confederate).to_string(), won)
        })
        .collect();
    let games = names.iter().map(|(left, right, won)| (left.as_str(), right.as_str(), *won));
    let log = Log::from_games(games);
    let settings = Settings { ties: Ties::Halves, prior: PRIOR };
    let Ok(fit) = AggregatedLog::new(&log).fit(settings) else { return Vec::new() };
    let estimates = fit.strengths.iter().zip(&fit.curvature_errors);
    let mut all: Vec<Humanness> = log
        .names
        .iter()
        .zip(estimates)
        .filter_map(|(name, (&level, &error))| {
            let half = ERRORS * error;
            let party = name.parse().ok()?;
            Some(Humanness { party, level, low: level - half, high: level + half })
        })
        .collect();
    all.sort_by(|one, other| other.level.total_cmp(&one.level));
    all
}

#[cfg(test)]
mod tests {
    use luna_core::contest::participant::{Cell, Party};
    use luna_core::contest::results::Identifications;

    use super::*;

    /// Cells such as `J1E2C3 right`, `J1E2C3 wrong` or `J1E2C3 none`, the entry on the left.
    fn results(script: &str) -> Results {
        let cell = |line: &str| {
            let (cell, verdict) = line.trim().split_once(' ').unwrap();
            let cell: Cell = cell.parse().unwrap();
            let verdict = match verdict {
                "right" => Some(Side::Right),
                "wrong" => Some(Side::Left),
                _ => None,
            };
            CellResult {
                cell,
                round: 1,
                nth_of_judge: 1,
                entry_side: Side::Left,
                entry_first: None,
                verdict,
                score: None,
                machine: verdict.map(|_| Party::Entry(cell.entry)),
                rank: None,
            }
        };
        Results {
            cells: script.split(',').map(cell).collect(),
            columns: Vec::new(),
            confederates: Vec::new(),
            identifications: Identifications::default(),
            winners: Vec::new(),
        }
    }

    #[test]
    fn shares_are_counts_of_verdicts_with_exact_intervals() {
        let found = Statistics::of(&results(
            "J1E1C1 right, J1E2C2 right, J2E1C2 wrong, J2E2C1 right, J3E1C1 none",
        ));
        assert_eq!((found.right.count, found.right.of), (3, 4));
        // By Clopper and Pearson, three of four.
        assert!((found.right.low - 0.194).abs() < 0.001, "{found:?}");
        assert!((found.right.high - 0.994).abs() < 0.001, "{found:?}");
        // The square root of two times 0.674.
        assert!((found.d_prime.unwrap() - 0.954).abs() < 0.001, "{found:?}");
        let counts = |shares: &[(usize, Share)]| -> Vec<(usize, usize, usize)> {
            shares.iter().map(|(number, share)| (*number, share.count, share.of)).collect()
        };
        assert_eq!(counts(&found.judges), [(1, 2, 2), (2, 1, 2), (3, 0, 0)]);
        assert_eq!(counts(&found.entries), [(1, 1, 2), (2, 0, 2)]);
        assert_eq!(counts(&found.confederates), [(1, 0, 2), (2, 1, 2)]);
        assert_eq!((found.left.count, found.left.of), (1, 4));
    }

    #[test]
    fn those_who_are_taken_for_the_human_are_more_human() {
        let found = Statistics::of(&results(
            "J1E1C1 right, J1E2C2 right, J2E1C2 wrong, J2E2C1 right, J3E2C1 right",
        ));
        let order: Vec<String> = found.humanness.iter().map(|it| it.party.to_string()).collect();
        assert_eq!((order[0].as_str(), order[3].as_str()), ("C1", "E2"));
        for it in &found.humanness {
            assert!(it.low < it.level && it.level < it.high && it.level.is_finite(), "{it:?}");
        }
    }

    #[test]
    fn a_single_verdict_tells_nobody_apart() {
        let found = Statistics::of(&results("J1E1C1 right"));
        for it in &found.humanness {
            assert!(it.low < 0.0 && it.high > 0.0, "{it:?}");
        }
    }

    #[test]
    fn without_a_verdict_nothing_is_estimated() {
        let found = Statistics::of(&results("J1E1C1 none"));
        assert_eq!((found.right.of, found.d_prime, found.right.value()), (0, None, None));
        assert!(found.humanness.is_empty());
        let found = Statistics::of(&results("J1E1C1 right"));
        assert_eq!(found.d_prime, Some(f64::INFINITY));
    }
}
