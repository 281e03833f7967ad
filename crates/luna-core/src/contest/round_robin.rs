//! Round-robin: every judge meets every entry once, nobody is in two pairs of a round, and the
//! confederates take part as evenly as one.

use std::collections::{BTreeMap, BTreeSet};

use super::participant::{Cell, Participant};

/// The numbers of participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub judges: usize,
    pub entries: usize,
    pub confederates: usize,
}

/// A flaw of a schedule, in a sentence for the person who wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("Round {round} has no pair.")]
    EmptyRound { round: usize },
    #[error("Round {round} names {participant}, who is not in this contest.")]
    Stranger { round: usize, participant: Participant },
    #[error("{participant} is in two pairs of round {round}.")]
    Twice { round: usize, participant: Participant },
    #[error("J{judge} meets E{entry} {times} times; every judge meets every entry once.")]
    Meetings { judge: usize, entry: usize, times: usize },
    #[error(
        "C{most} is in {most_pairs} pairs and C{fewest} in {fewest_pairs}; the numbers may differ \
         by one."
    )]
    Uneven { most: usize, most_pairs: usize, fewest: usize, fewest_pairs: usize },
}

/// The number of rounds that a contest takes: as few as possible, since no round has more pairs
/// than the smallest of the three groups.
pub fn rounds_needed(sizes: Sizes) -> usize {
    let pairs = sizes.judges.saturating_mul(sizes.entries);
    pairs.div_ceil(round_size(sizes).max(1))
}

fn round_size(sizes: Sizes) -> usize {
    sizes.judges.min(sizes.entries).min(sizes.confederates)
}

/// Draws up the rounds. Within a round the confederates go to the judges and entries that have met
/// them least. In a contest of equal numbers, all odd or all a power of two above 2, everybody meets
/// everybody.
pub fn draw_up(sizes: Sizes) -> Vec<Vec<Cell>> {
    let size = round_size(sizes);
    if size == 0 {
        return Vec::new();
    }
    let mut met: BTreeMap<[Participant; 2], usize> = BTreeMap::new();
    let meetings = meetings(sizes);
    let rounds = meetings.chunks(size).enumerate().map(|(nth, chunk)| {
        let first = nth * size;
        let sum = Sum::of(sizes, chunk.len());
        let round = (0..chunk.len())
            // Steps of two are what lets everybody meet everybody.
            .map(|turn| assign(chunk, first, sum, sum.add(2 * nth % chunk.len(), turn), sizes))
            .min_by_key(|round| round.iter().map(|&cell| repeats(cell, &met)).sum::<usize>())
            .unwrap_or_default();
        for &cell in &round {
            for pair in pairs(cell) {
                *met.entry(pair).or_default() += 1;
            }
        }
        round
    });
    rounds.collect()
}

/// Addition among the first so many numbers from 0: with carries, or bit by bit. A table of the
/// former has no mate in which everybody meets everybody where the number is even; one of the
/// latter has.
#[derive(Clone, Copy)]
enum Sum {
    Modulo(usize),
    Bitwise,
}

impl Sum {
    fn of(sizes: Sizes, count: usize) -> Sum {
        let Sizes { judges, entries, confederates } = sizes;
        let equal = judges == entries && entries == confederates;
        if equal && judges.is_power_of_two() { Sum::Bitwise } else { Sum::Modulo(count) }
    }

    fn add(self, one: usize, other: usize) -> usize {
        match self {
            Sum::Modulo(count) => (one + other) % count,
            Sum::Bitwise => one ^ other,
        }
    }
}

/// All meetings of judges and entries, so ordered that any consecutive ones, as many as the smaller
/// group has members or fewer, name nobody twice when they are cut from the start: diagonal after
/// diagonal of the matrix.
fn meetings(sizes: Sizes) -> Vec<(usize, usize)> {
    let (short, long) = (sizes.judges.min(sizes.entries), sizes.judges.max(sizes.entries));
    let sum = Sum::of(sizes, long);
    let mut all = Vec::with_capacity(short * long);
    for diagonal in 0..long {
        for one in 0..short {
            let other = sum.add(one, diagonal);
            let (judge, entry) =
                if sizes.judges <= sizes.entries { (one, other) } else { (other, one) };
            all.push((judge + 1, entry + 1));
        }
    }
    all
}

/// Gives a round the confederates whose turn it is, each round where the last one stopped; `turn`
/// permutes them among the pairs of the round.
fn assign(
    chunk: &[(usize, usize)],
    first: usize,
    sum: Sum,
    turn: usize,
    sizes: Sizes,
) -> Vec<Cell> {
    let cell = |(nth, &(judge, entry)): (usize, &(usize, usize))| {
        let nth = first + sum.add(nth, turn);
        Cell { judge, entry, confederate: nth % sizes.confederates + 1 }
    };
    chunk.iter().enumerate().map(cell).collect()
}

/// The two meetings of a confederate in a cell.
fn pairs(cell: Cell) -> [[Participant; 2]; 2] {
    let [judge, entry, confederate] = cell.participants();
    [[judge, confederate], [entry, confederate]]
}

/// The number of times that the judge and the entry of a cell have met its confederate.
fn repeats(cell: Cell, met: &BTreeMap<[Participant; 2], usize>) -> usize {
    pairs(cell).iter().filter_map(|pair| met.get(pair)).sum()
}

/// Returns the flaws of a schedule.
pub fn check(sizes: Sizes, rounds: &[Vec<Cell>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (round, cells) in (1..).zip(rounds) {
        check_round(sizes, round, cells, &mut faults);
    }
    let mut meetings: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for cell in rounds.iter().flatten() {
        *meetings.entry((cell.judge, cell.entry)).or_default() += 1;
    }
    for judge in 1..=sizes.judges {
        for entry in 1..=sizes.entries {
            let times = meetings.get(&(judge, entry)).copied().unwrap_or(0);
            if times != 1 {
                faults.push(Fault::Meetings { judge, entry, times });
            }
        }
    }
    faults.extend(unevenness(sizes, rounds));
    faults
}

fn check_round(sizes: Sizes, round: usize, cells: &[Cell], faults: &mut Vec<Fault>) {
    if cells.is_empty() {
        faults.push(Fault::EmptyRound { round });
    }
    let mut present = BTreeSet::new();
    for participant in cells.iter().flat_map(|cell| cell.participants()) {
        let most = match participant {
            Participant::Judge(_) => sizes.judges,
            Participant::Entry(_) => sizes.entries,
            Participant::Confederate(_) => sizes.confederates,
        };
        if participant.number() > most {
            faults.push(Fault::Stranger { round, participant });
        } else if !present.insert(participant) {
            faults.push(Fault::Twice { round, participant });
        }
    }
}

fn unevenness(sizes: Sizes, rounds: &[Vec<Cell>]) -> Option<Fault> {
    let pairs = |confederate: usize| {
        rounds.iter().flatten().filter(|cell| cell.confederate == confederate).count()
    };
    let counts = (1..=sizes.confederates).map(|confederate| (pairs(confederate), confederate));
    let (fewest_pairs, fewest) = counts.clone().min()?;
    let (most_pairs, most) = counts.max()?;
    let uneven = most_pairs > fewest_pairs + 1;
    uneven.then_some(Fault::Uneven { most, most_pairs, fewest, fewest_pairs })
}

#[cfg(test)]
mod tests;
