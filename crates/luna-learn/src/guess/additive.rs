//! Two-way additive model: points are the sum of a subject's level and a judge's offset.
//!
//! The least-squares solution, by alternating exact updates. Offsets have mean 0 over all rows, so
//! levels stay on the judges' scale. Where judges and subjects fall into groups without a row
//! between them, offsets cannot be told apart from levels across groups; each group keeps its own
//! mean then.

use crate::guess::calibrated::Guess;
use crate::number::float;

/// Levels and offsets; `None` without a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Additive {
    pub subjects: Vec<Option<f64>>,
    pub judges: Vec<Option<f64>>,
}

const ROUNDS: usize = 10_000;
const TOLERANCE: f64 = 1e-10;

/// Fits the model. The time of a round is linear in the number of rows.
pub fn fit(rows: &[Guess]) -> Additive {
    let size = |of: fn(&Guess) -> u32| rows.iter().map(|row| index(of(row)) + 1).max().unwrap_or(0);
    let mut offsets = vec![0.0; size(|row| row.judge)];
    let mut levels = vec![0.0; size(|row| row.player)];
    let judged = counts(rows, offsets.len(), |row| row.judge);
    let rated = counts(rows, levels.len(), |row| row.player);
    for _ in 0..ROUNDS {
        let moved = update(&mut levels, &rated, rows, |row| {
            (index(row.player), row.points - offsets[index(row.judge)])
        });
        let shifted = update(&mut offsets, &judged, rows, |row| {
            (index(row.judge), row.points - levels[index(row.player)])
        });
        if moved.max(shifted) < TOLERANCE {
            break;
        }
    }
    let all = float(rows.len().max(1));
    let shift = rows.iter().map(|row| offsets[index(row.judge)]).sum::<f64>() / all;
    let known = |values: Vec<f64>, counts: &[f64], shift: f64| {
        let one = |(value, &count): (f64, &f64)| (count > 0.0).then_some(value + shift);
        values.into_iter().zip(counts).map(one).collect()
    };
    Additive { subjects: known(levels, &rated, shift), judges: known(offsets, &judged, -shift) }
}

fn index(id: u32) -> usize {
    usize::try_from(id).unwrap_or(usize::MAX)
}

fn counts(rows: &[Guess], size: usize, of: fn(&Guess) -> u32) -> Vec<f64> {
    let mut counts = vec![0.0; size];
    for row in rows {
        counts[index(of(row))] += 1.0;
    }
    counts
}

/// Sets each value to the mean of its residuals; returns the largest change.
fn update(
    values: &mut [f64],
    counts: &[f64],
    rows: &[Guess],
    residual: impl Fn(&Guess) -> (usize, f64),
) -> f64 {
    let mut sums = vec![0.0; values.len()];
    for row in rows {
        let (at, residual) = residual(row);
        sums[at] += residual;
    }
    let mut moved: f64 = 0.0;
    for ((value, sum), &count) in values.iter_mut().zip(sums).zip(counts) {
        if count > 0.0 {
            let next = sum / count;
            moved = moved.max((next - *value).abs());
            *value = next;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(judge: u32, player: u32, points: f64) -> Guess {
        Guess { judge, player, points }
    }

    #[test]
    fn exact_sums_are_recovered() {
        let (levels, offsets) = ([20.0, 50.0, 80.0], [-10.0, 0.0, 10.0]);
        let rows: Vec<Guess> = (0..3)
            .flat_map(|judge| (0..3).map(move |player| (judge, player)))
            .filter(|pair| *pair != (2, 0))
            .map(|(judge, player)| {
                guess(judge, player, levels[index(player)] + offsets[index(judge)])
            })
            .collect();
        let fitted = fit(&rows);
        let difference =
            |values: &[Option<f64>], a: usize, b: usize| values[a].unwrap() - values[b].unwrap();
        for (a, b) in [(0, 1), (1, 2)] {
            assert!((difference(&fitted.subjects, b, a) - 30.0).abs() < 1e-8);
            assert!((difference(&fitted.judges, b, a) - 10.0).abs() < 1e-8);
        }
        let mean: f64 = rows.iter().map(|row| fitted.judges[index(row.judge)].unwrap()).sum();
        assert!(mean.abs() < 1e-8);
    }

    #[test]
    fn a_least_squares_solution_leaves_residuals_without_a_mean() {
        let points = [61.0, 12.5, 88.0, 40.0, 55.0, 23.0, 71.0, 9.0];
        let rows: Vec<Guess> = points
            .iter()
            .zip([(0, 0), (0, 1), (1, 0), (1, 2), (2, 1), (2, 2), (3, 0), (3, 2)])
            .map(|(&points, (judge, player))| guess(judge, player, points))
            .collect();
        let fitted = fit(&rows);
        let residual = |row: &Guess| {
            row.points
                - fitted.subjects[index(row.player)].unwrap()
                - fitted.judges[index(row.judge)].unwrap()
        };
        for judge in 0..4 {
            let sum: f64 = rows.iter().filter(|row| row.judge == judge).map(residual).sum();
            assert!(sum.abs() < 1e-8, "judge {judge}");
        }
        for player in 0..3 {
            let sum: f64 = rows.iter().filter(|row| row.player == player).map(residual).sum();
            assert!(sum.abs() < 1e-8, "subject {player}");
        }
    }

    #[test]
    fn numbers_without_a_row_have_no_value() {
        let fitted = fit(&[guess(2, 1, 30.0)]);
        assert_eq!(fitted.subjects, [None, Some(30.0)]);
        assert_eq!(fitted.judges, [None, None, Some(0.0)]);
        assert_eq!(fit(&[]), Additive { subjects: Vec::new(), judges: Vec::new() });
    }
}
