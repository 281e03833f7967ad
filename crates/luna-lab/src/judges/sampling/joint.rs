//! A joint normal model of all that judges write down. A guess is the machine's level, the judge's
//! offset, the mood of the sitting and noise, all of unknown variance; a mark is the same on a
//! scale of its own. Offsets and moods are integrated out and never known.

use luna_learn::float;

use super::world::{ANSWERS, Entry, MACHINES};

pub(super) type Square = [[f64; MACHINES]; MACHINES];
type Column = [f64; MACHINES];

/// Variances of a number around the machine's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variances {
    pub(super) noise: f64,
    pub(super) judge: f64,
    pub(super) sitting: f64,
}

/// Precision of the machines' numbers, and precision times numbers.
#[derive(Clone, Debug)]
struct Information {
    precision: Square,
    weighted: Column,
}

/// What is known about the levels.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    pub(super) means: Column,
    pub(super) covariance: Square,
    /// Variances of guesses.
    pub(super) variances: Variances,
}

/// All numbers, a list for each judge.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    guesses: Vec<Vec<Entry>>,
    marks: Vec<Vec<Entry>>,
    of_guesses: Variances,
    of_marks: Variances,
    prior: (f64, f64),
}

/// Variance of a mark that is 0, a half or 1 equally often: the noise of marks is not estimated.
const MARK: f64 = 1.0 / 6.0;
/// Deviation between what marks measure and the level that is expected beforehand, in points, and the
/// number of machines that this is worth: twenty alone say little about it.
const APART: f64 = 3.0;
const APART_WORTH: f64 = 20.0;

impl Joint {
    pub(super) fn new() -> Joint {
        let noise = MARK / f64::from(ANSWERS);
        Joint {
            guesses: Vec::new(),
            marks: Vec::new(),
            of_guesses: Variances { noise: 300.0, judge: 30.0, sitting: 20.0 },
            of_marks: Variances { noise, judge: 0.01, sitting: 0.0 },
            prior: (50.0, 200.0),
        }
    }

    pub(super) fn start_judge(&mut self) {
        self.guesses.push(Vec::new());
        self.marks.push(Vec::new());
    }

    /// Adds to what the last judge wrote down.
    pub(super) fn add(&mut self, guesses: &[Entry], marks: &[Entry]) {
        if let Some((of_guesses, of_marks)) = self.guesses.last_mut().zip(self.marks.last_mut()) {
            of_guesses.extend(guesses);
            of_marks.extend(marks);
        }
    }

    /// All guesses with the numbers of their judges.
    pub(super) fn guesses(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let numbered = self.guesses.iter().enumerate();
        numbered.flat_map(|(judge, own)| own.iter().map(move |entry| (judge, entry)))
    }

    /// What follows from all numbers. Each call improves the variances a little.
    pub(super) fn posterior(&mut self) -> Posterior {
        let Information { mut precision, mut weighted } =
            information(&self.guesses, self.of_guesses);
        let (middle, spread) = self.prior;
        for (at, row) in precision.iter_mut().enumerate() {
            row[at] += 1.0 / spread;
            weighted[at] += middle / spread;
        }
        let mut covariance = inverse(&precision);
        let mut means = times(&covariance, &weighted);
        // Levels are as far apart as the guesses say: marks are scaled by them.
        let count = float(MACHINES);
        let middle = means.iter().sum::<f64>() / count;
        let squares: f64 = means
            .iter()
            .enumerate()
            .map(|(at, mean)| (mean - middle).powi(2) + covariance[at][at])
            .sum();
        self.prior = (middle, squares / count);
        if self.marks.iter().any(|own| !own.is_empty()) {
            let (more, pull) = self.about_levels(&means, &covariance);
            for (row, more) in precision.iter_mut().zip(&more) {
                row.iter_mut().zip(more).for_each(|(cell, more)| *cell += more);
            }
            weighted.iter_mut().zip(pull).for_each(|(cell, pull)| *cell += pull);
            covariance = inverse(&precision);
            means = times(&covariance, &weighted);
        }
        self.of_guesses = nested(&self.guesses, &means, self.of_guesses);
        Posterior { means, covariance, variances: self.of_guesses }
    }

    /// What marks add to the information about levels: a mark is a line in the level, plus what it
    /// measures that is not the level. Line and deviation are those of the machines themselves.
    fn about_levels(&mut self, levels: &Column, covariance: &Square) -> (Square, Column) {
        let Information { precision, weighted } = information(&self.marks, self.of_marks);
        let mut flat = precision;
        (0..MACHINES).for_each(|at| flat[at][at] += 1e-6 / self.of_marks.noise);
        let errors = inverse(&flat);
        let own = times(&errors, &weighted);
        // The levels are posterior means, whose errors are not related to them: the line is
        // unbiased by least squares.
        let count = float(MACHINES);
        let mean = |of: &Column| of.iter().sum::<f64>() / count;
        let (x, y) = (mean(levels), mean(&own));
        let pairs = || levels.iter().zip(&own);
        let squares: f64 = levels.iter().map(|level| (level - x).powi(2)).sum();
        let products: f64 = pairs().map(|(level, own)| (level - x) * (own - y)).sum();
        let slope = (products / squares.max(1.0)).max(0.0);
        let line = |level: f64| y + slope * (level - x);
        let left: f64 = pairs().map(|(level, own)| (own - line(*level)).powi(2)).sum();
        let trace = |of: &Square| (0..MACHINES).map(|at| of[at][at]).sum::<f64>() / count;
        // A severity or a set of questions that all share moves no machine past another.
        let shared = errors.iter().flatten().sum::<f64>() / (count * count);
        let known = trace(&errors) - shared + slope * slope * trace(covariance);
        let seen = (left - (count - 2.0) * known).max(0.0);
        let expected = APART_WORTH * (slope * APART).powi(2);
        let apart = ((seen + expected) / (count - 2.0 + APART_WORTH)).max(1e-9);
        self.of_marks =
            Variances { judge: nested(&self.marks, &own, self.of_marks).judge, ..self.of_marks };
        let mut doubted = precision;
        (0..MACHINES).for_each(|at| doubted[at][at] += 1.0 / apart);
        let doubted = inverse(&doubted);
        // The information about a sum of two normal numbers, of which one has the variance `apart`.
        let mut about = precision;
        for (row, from) in about.iter_mut().zip(&precision) {
            let through = times(&doubted, from);
            let taken = times(&precision, &through);
            row.iter_mut().zip(taken).for_each(|(cell, taken)| *cell -= taken);
        }
        let taken = times(&precision, &times(&doubted, &weighted));
        let at_zero = line(0.0);
        let pull = std::array::from_fn(|at| {
            let expected = at_zero * about[at].iter().sum::<f64>();
            slope * (weighted[at] - taken[at] - expected)
        });
        about.iter_mut().flatten().for_each(|cell| *cell *= slope * slope);
        (about, pull)
    }
}

/// The parts of a list that are of one sitting.
fn sittings(own: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    own.chunk_by(|one, other| one.sitting == other.sitting)
}

/// Information about the machines' numbers, with judges and sittings integrated out.
fn information(judges: &[Vec<Entry>], of: Variances) -> Information {
    let mut sum = Information { precision: [[0.0; MACHINES]; MACHINES], weighted: [0.0; MACHINES] };
    for own in judges {
        // The total weight of a number once its sitting is integrated out.
        let weight = |sitting: &[Entry]| 1.0 / (of.noise + float(sitting.len()) * of.sitting);
        let all: f64 = sittings(own).map(|sitting| float(sitting.len()) * weight(sitting)).sum();
        let judge = of.judge / (1.0 + of.judge * all);
        let total: f64 = sittings(own)
            .map(|sitting| weight(sitting) * sitting.iter().map(|one| one.value).sum::<f64>())
            .sum();
        for sitting in sittings(own) {
            let (here, value) = (weight(sitting), sitting.iter().map(|one| one.value).sum::<f64>());
            let within = of.sitting * here / of.noise;
            for one in sitting {
                let row = &mut sum.precision[one.machine];
                row[one.machine] += 1.0 / of.noise;
                for other in sitting {
                    row[other.machine] -= within;
                }
                for others in sittings(own) {
                    let both = judge * here * weight(others);
                    for other in others {
                        row[other.machine] -= both;
                    }
                }
                sum.weighted[one.machine] +=
                    one.value / of.noise - within * value - judge * here * total;
            }
        }
    }
    sum
}

/// Variances from a nested analysis of what is left of the numbers; the noise is at least a
/// hundredth of what it was.
fn nested(judges: &[Vec<Entry>], means: &Column, before: Variances) -> Variances {
    let left = |one: &Entry| one.value - means[one.machine];
    let mean = |of: &[Entry]| of.iter().map(left).sum::<f64>() / float(of.len());
    let (mut within, mut between, mut across) = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0));
    let (mut count, mut groups, mut people) = (0.0, 0.0, 0.0);
    for own in judges.iter().filter(|own| !own.is_empty()) {
        let own_mean = mean(own);
        for sitting in sittings(own) {
            let (size, middle) = (float(sitting.len()), mean(sitting));
            within.0 += sitting.iter().map(|one| (left(one) - middle).powi(2)).sum::<f64>();
            within.1 += size - 1.0;
            between.0 += size * (middle - own_mean).powi(2);
            between.1 += 1.0;
            groups += 1.0;
        }
        between.1 -= 1.0;
        across.0 += float(own.len()) * own_mean.powi(2);
        across.1 += 1.0;
        count += float(own.len());
        people += 1.0;
    }
    // The machines' own numbers have taken some of the freedom.
    let free = within.1 - float(MACHINES - 1);
    if free < 1.0 || people < 2.0 {
        return before;
    }
    let noise = (within.0 / free).max(before.noise / 100.0);
    let mood = if between.1 > 0.0 { between.0 / between.1 } else { noise };
    let sitting = ((mood - noise) * groups / count).max(0.0);
    let floor = if between.1 > 0.0 { noise + sitting * count / groups } else { noise };
    let judge = ((across.0 / across.1 - floor) * people / count).max(0.0);
    Variances { noise, judge, sitting }
}

fn times(matrix: &Square, column: &Column) -> Column {
    std::array::from_fn(|at| matrix[at].iter().zip(column).map(|(one, other)| one * other).sum())
}

/// Inverse of a positive definite matrix, by elimination without pivots.
fn inverse(matrix: &Square) -> Square {
    let (mut left, mut right) = (*matrix, [[0.0; MACHINES]; MACHINES]);
    (0..MACHINES).for_each(|at| right[at][at] = 1.0);
    for at in 0..MACHINES {
        let pivot = left[at][at];
        left[at].iter_mut().chain(&mut right[at]).for_each(|cell| *cell /= pivot);
        let (of_left, of_right) = (left[at], right[at]);
        for row in (0..MACHINES).filter(|&row| row != at) {
            let factor = left[row][at];
            left[row].iter_mut().zip(of_left).for_each(|(cell, by)| *cell -= factor * by);
            right[row].iter_mut().zip(of_right).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
    right
}
