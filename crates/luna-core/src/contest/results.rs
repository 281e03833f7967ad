//! The results of a contest: the matrix, the column totals, the places and the medals.
//!
//! They are counts. Intervals and models of them belong to statistics, which take the cells.

use super::participant::{Cell, Party, Side};
use super::ranking::{self, MeanRank};
use super::rules::{LastTie, MissingRanking, Questioning, Rules, UnrankedEntry};
use super::schedule::{Pair, Schedule};
use super::verdict::{self, Verdict};
use super::{Contest, Stage};
use crate::rng::Chance;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// All cells, in the order in which the pairs sat down.
    pub cells: Vec<CellResult>,
    /// The columns of the matrix, one for each entry by number.
    pub columns: Vec<Column>,
    pub confederates: Vec<ConfederateResult>,
    pub identifications: Identifications,
    /// The entries in the first place, each with the medal that it gets, if any.
    pub winners: Vec<Winner>,
}

/// A cell of the matrix with the circumstances that statistics may adjust for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellResult {
    pub cell: Cell,
    pub round: usize,
    /// The number of this pair among those of its judge.
    pub nth_of_judge: usize,
    pub entry_side: Side,
    /// True if the judge talked with the entry first; none if both sides were open at once.
    pub entry_first: Option<bool>,
    /// The side that the judge took for the human.
    pub verdict: Option<Side>,
    /// The number in the entry's column: 1 if it was taken for the human.
    pub score: Option<usize>,
    /// The party that the judge took for a machine, and the rank that it got.
    pub machine: Option<Party>,
    pub rank: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub entry: usize,
    /// The number of times that the entry was taken for the human.
    pub total: usize,
    /// The mean rank by the judges who took it for a machine.
    pub mean_rank: MeanRank,
    /// Its place from 1. Entries that share a place have the same.
    pub place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfederateResult {
    pub confederate: usize,
    /// The verdicts on pairs with this confederate.
    pub verdicts: usize,
    /// Those that took them for the machine.
    pub taken_for_machine: usize,
}

/// Right identifications of the human, among the verdicts that were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identifications {
    pub right: usize,
    pub verdicts: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    pub entry: usize,
    pub medal: Option<String>,
}

impl Results {
    /// The results of a contest that is over; none before, so that nobody sees them.
    pub fn of(contest: &Contest, now: i64) -> Option<Results> {
        if contest.stage(now) != Stage::Final {
            return None;
        }
        let rules = contest.rules();
        let cells = cells(contest);
        let columns = columns(rules, contest.schedule(), &cells);
        let confederates = (1..=rules.confederates).map(|number| confederate(number, &cells));
        let first = columns.iter().filter(|column| column.place == 1);
        let winners =
            first.map(|column| Winner { entry: column.entry, medal: medal(rules, column, &cells) });
        Some(Results {
            winners: winners.collect(),
            confederates: confederates.collect(),
            identifications: identifications(&cells),
            columns,
            cells,
        })
    }
}

fn cells(contest: &Contest) -> Vec<CellResult> {
    let rules = contest.rules();
    let mut met = vec![0; rules.judges + 1];
    let pairs = contest.schedule().pairs();
    let cells = pairs.map(|(round, pair)| {
        let Pair { cell, entry_side } = *pair;
        let verdict = contest.verdict(round, cell.judge);
        let ranks = contest.ranking(cell.judge).unwrap_or(&[]);
        let rank = ranks.iter().find(|rank| rank.round == round);
        if let Some(met) = met.get_mut(cell.judge) {
            *met += 1;
        }
        CellResult {
            cell,
            round,
            nth_of_judge: met.get(cell.judge).copied().unwrap_or(0),
            entry_side,
            entry_first: match rules.questioning {
                Questioning::InTurn { .. } => Some(entry_side == Side::Left),
                Questioning::AtOnce { .. } => None,
            },
            verdict: verdict.map(|verdict| verdict.human),
            score: verdict::score(pair, verdict, rules.missing_verdict),
            machine: verdict.map(|verdict: Verdict| verdict.machine(pair)),
            rank: rank.map(|rank| rank.rank),
        }
    });
    cells.collect()
}

fn columns(rules: &Rules, schedule: &Schedule, cells: &[CellResult]) -> Vec<Column> {
    let column = |entry| {
        let of_entry = cells.iter().filter(move |cell| cell.cell.entry == entry);
        let mut mean_rank = MeanRank::default();
        for cell in of_entry.clone().filter(|cell| cell.machine == Some(Party::Entry(entry))) {
            if let Some(half_ranks) = half_ranks(rules, cells, cell) {
                mean_rank.add(half_ranks);
            }
        }
        let total = of_entry.filter_map(|cell| cell.score).sum();
        Column { entry, total, mean_rank, place: 0 }
    };
    let mut columns: Vec<Column> = (1..=rules.entries).map(column).collect();
    let lots = lots(rules, schedule);
    let merits: Vec<_> = columns.iter().map(|column| merit(rules, column, &lots)).collect();
    for (column, merit) in columns.iter_mut().zip(&merits) {
        column.place = 1 + merits.iter().filter(|other| *other > merit).count();
    }
    columns
}

/// The doubled rank of the party that a judge took for a machine.
fn half_ranks(rules: &Rules, cells: &[CellResult], cell: &CellResult) -> Option<usize> {
    if let Some(rank) = cell.rank {
        return Some(2 * rank);
    }
    match rules.missing_ranking {
        MissingRanking::LeftOut => None,
        MissingRanking::Middle => {
            let of_judge = cells.iter().filter(|other| other.cell.judge == cell.cell.judge);
            let parties = of_judge.filter(|other| other.machine.is_some()).count();
            let range = ranking::range(rules.entries, parties);
            Some(range.start() + range.end())
        }
    }
}

/// The merit of an entry, the more the better: its total, then its mean rank, then its lot.
fn merit(rules: &Rules, column: &Column, lots: &[u64]) -> (usize, bool, MeanRank, u64) {
    let unranked = column.mean_rank.judges() == 0;
    let first = match rules.unranked_entry {
        UnrankedEntry::First => unranked,
        UnrankedEntry::Last => !unranked,
    };
    let lot = column.entry.checked_sub(1).and_then(|nth| lots.get(nth)).copied().unwrap_or(0);
    (column.total, first, column.mean_rank, lot)
}

/// The lots of the entries, all equal where entries share a place. They are drawn from the seed of
/// the schedule and not with its sides, so that knowing some sides does not tell the lots.
fn lots(rules: &Rules, schedule: &Schedule) -> Vec<u64> {
    match rules.last_tie {
        LastTie::Shared => vec![0; rules.entries],
        LastTie::Lot => {
            let mut chance = Chance::from_words(&["lot", &schedule.seed.to_string()]);
            (0..rules.entries).map(|_| chance.bits()).collect()
        }
    }
}

fn confederate(number: usize, cells: &[CellResult]) -> ConfederateResult {
    let with = cells.iter().filter(|cell| cell.cell.confederate == number);
    let machines = with.filter_map(|cell| cell.machine);
    let taken = machines.clone().filter(|party| *party == Party::Confederate(number));
    ConfederateResult {
        confederate: number,
        verdicts: machines.clone().count(),
        taken_for_machine: taken.count(),
    }
}

fn identifications(cells: &[CellResult]) -> Identifications {
    let verdicts = cells.iter().filter_map(|cell| Some((cell.verdict?, cell.entry_side)));
    Identifications {
        right: verdicts.clone().filter(|(human, entry)| human != entry).count(),
        verdicts: verdicts.count(),
    }
}

/// The first medal whose conditions a winner meets.
fn medal(rules: &Rules, winner: &Column, cells: &[CellResult]) -> Option<String> {
    let won = cells.iter().filter(|cell| cell.cell.entry == winner.entry && cell.score == Some(1));
    let mut confederates: Vec<usize> = won.map(|cell| cell.cell.confederate).collect();
    confederates.sort_unstable();
    confederates.dedup();
    let reaches = |count: usize, all: usize, percent: u32| {
        let needed = u128::try_from(all).unwrap_or(u128::MAX).saturating_mul(percent.into());
        u128::try_from(count).unwrap_or(0).saturating_mul(100) >= needed
    };
    let medal = rules.medals.iter().find(|medal| {
        reaches(winner.total, rules.judges, medal.judges_percent)
            && reaches(confederates.len(), rules.confederates, medal.confederates_percent)
    });
    medal.map(|medal| medal.name.clone())
}

#[cfg(test)]
mod tests;
