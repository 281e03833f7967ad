//! Search for the interpretation of the text that comes nearest to the paper's numbers, over all
//! combinations.

use std::num::NonZero;

use crate::claims::{Check, Counts, checks};
use crate::figures::{Scale, draw, paper};
use crate::format::csv_file::CsvFile;
use crate::format::plain;
use crate::world::interpretation::{Draw, Intelligence, Interpretation, Quantile, Turn, Unrated};

/// A reading and how it fares.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub reading: Interpretation,
    /// With the numbers of their figures.
    pub checks: Vec<(&'static str, Check)>,
}

impl Candidate {
    /// The mean distance over the checks, each relative to its far distance and at most four times
    /// that.
    pub fn distance(&self) -> f64 {
        let off: f64 =
            self.checks.iter().map(|(_, check)| (check.distance() / check.far).min(4.0)).sum();
        off / luna_learn::float(self.checks.len().max(1))
    }

    pub fn counts(&self) -> Counts {
        Counts::of(self.checks.iter().map(|(_, check)| check))
    }
}

/// Draws the figures of the paper under a reading.
pub fn attempt(reading: Interpretation, scale: &Scale, threads: NonZero<usize>) -> Candidate {
    let scale = Scale { reading, ..scale.clone() };
    let drawn = draw(&paper(), &scale, threads, &|_, _| ());
    let of = |drawn: &crate::figures::FigureData| {
        let number = drawn.figure.number;
        checks(drawn).into_iter().map(move |check| (number, check))
    };
    Candidate { reading, checks: drawn.iter().flat_map(of).collect() }
}

/// Returns a line for each reading, with the number that every check measured.
pub fn csv(all: &[Candidate]) -> String {
    let choices = Interpretation::literal().choices().map(|(choice, _)| choice.to_owned());
    let first = all.first().map_or(&[][..], |one| &one.checks);
    let columns = first.iter().enumerate().map(|(at, (number, _))| format!("{number} {}", at + 1));
    let head = ["distance", "consistent", "contradicted", "undecided"].map(str::to_owned);
    let mut file = CsvFile::new();
    file.record(head.into_iter().chain(choices).chain(columns));
    for one in all {
        let values = one.reading.choices().map(|(_, value)| value);
        let measured = one.checks.iter().map(|(_, check)| plain(check.measured.value));
        let Counts { consistent, contradicted, undecided } = one.counts();
        let counts = [consistent, contradicted, undecided].map(|count| count.to_string());
        let start = [plain(one.distance())].into_iter().chain(counts);
        file.record(start.chain(values).chain(measured));
    }
    file.text()
}

/// All combinations but for two choices that hardly matter, which are among the neighbours, and the
/// first point of a chart, which no claim depends on.
pub fn combinations() -> Vec<Interpretation> {
    let mut all = vec![Interpretation::literal()];
    vary(&mut all, &[f64::sqrt(5.0), 5.0], |reading, noise| reading.noise = noise);
    vary(&mut all, &[Draw::Pair, Draw::Guess], |reading, draw| reading.draw = draw);
    vary(&mut all, &[Turn::Together, Turn::InTurn], |reading, turn| reading.turn = turn);
    let unrated = [Unrated::LeftOut, Unrated::Zero, Unrated::Fifty];
    vary(&mut all, &unrated, |reading, unrated| reading.unrated = unrated);
    vary(&mut all, &[false, true], |reading, own| reading.own_includes_current = own);
    vary(&mut all, &Quantile::ALL, |reading, quantile| reading.quantile = quantile);
    vary(&mut all, &[false, true], |reading, slip| reading.fraction_as_percent = slip);
    vary(&mut all, &[false, true], |reading, clamped| reading.clamped = clamped);
    all
}

/// Every reading that differs from this one in one choice.
pub fn neighbours(of: Interpretation) -> Vec<Interpretation> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Interpretation)| {
        let mut other = of;
        change(&mut other);
        if other != of {
            all.push(other);
        }
    };
    for noise in [f64::sqrt(5.0), 5.0] {
        with(&|other| other.noise = noise);
    }
    for draw in [Draw::Pair, Draw::Guess] {
        with(&|other| other.draw = draw);
        with(&|other| other.random = draw);
    }
    for turn in [Turn::Together, Turn::InTurn] {
        with(&|other| other.turn = turn);
    }
    for unrated in [Unrated::LeftOut, Unrated::Zero, Unrated::Fifty] {
        with(&|other| other.unrated = unrated);
    }
    for quantile in Quantile::ALL {
        with(&|other| other.quantile = quantile);
    }
    for intelligence in [Intelligence::Value, Intelligence::Expected] {
        with(&|other| other.intelligence = intelligence);
    }
    with(&|other| other.own_includes_current = !of.own_includes_current);
    with(&|other| other.fraction_as_percent = !of.fraction_as_percent);
    with(&|other| other.clamped = !of.clamped);
    all
}

/// Each of them with each of these.
fn vary<T: Copy>(
    all: &mut Vec<Interpretation>,
    values: &[T],
    set: impl Fn(&mut Interpretation, T),
) {
    let with = |(reading, value): (&Interpretation, T)| {
        let mut reading = *reading;
        set(&mut reading, value);
        reading
    };
    *all = all
        .iter()
        .flat_map(|one| values.iter().map(move |&value| (one, value)))
        .map(with)
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_different() {
        let all = combinations();
        let mut words: Vec<String> = all.iter().map(Interpretation::words).collect();
        words.sort();
        words.dedup();
        assert_eq!((all.len(), words.len()), (1152, 1152));
        let figures = Interpretation { first_point: 1, ..Interpretation::figures() };
        assert!(all.contains(&Interpretation::literal()) && all.contains(&figures));
        assert_eq!(neighbours(Interpretation::literal()).len(), 15);
    }
}
