//! Classifiers that are to tell two kinds of rows apart.

use std::collections::BTreeMap;

/// How many of the second half a classifier trained on the first gets right.
pub(crate) fn right(
    rows: &[(Vec<f64>, bool)],
    train: fn(&[(Vec<f64>, bool)]) -> Rule,
) -> Vec<bool> {
    let (known, asked) = rows.split_at(rows.len() / 2);
    let rule = train(known);
    asked.iter().map(|(row, machine)| (rule(row) > 0.0) == *machine).collect()
}

pub(crate) type Rule = Box<dyn Fn(&[f64]) -> f64>;

/// Logistic regression by gradient descent, a little shrunk.
pub(crate) fn logistic(rows: &[(Vec<f64>, bool)]) -> Rule {
    let many = f64::from(u32::try_from(rows.len()).unwrap());
    let width = rows[0].0.len();
    let mean: Vec<f64> =
        (0..width).map(|at| rows.iter().map(|(row, _)| row[at]).sum::<f64>() / many).collect();
    let spread: Vec<f64> = (0..width)
        .map(|at| {
            let squares: f64 = rows.iter().map(|(row, _)| (row[at] - mean[at]).powi(2)).sum();
            (squares / many).sqrt().max(1e-9)
        })
        .collect();
    let scaled = move |row: &[f64]| -> Vec<f64> {
        row.iter().zip(&mean).zip(&spread).map(|((x, m), s)| (x - m) / s).collect()
    };
    let inputs: Vec<(Vec<f64>, f64)> =
        rows.iter().map(|(row, machine)| (scaled(row), f64::from(u8::from(*machine)))).collect();
    let (mut weights, mut bias) = (vec![0.0; width], 0.0);
    let sum =
        |weights: &[f64], row: &[f64]| -> f64 { weights.iter().zip(row).map(|(w, x)| w * x).sum() };
    for _ in 0..500 {
        let mut slope = vec![0.0; width];
        let mut tilt = 0.0;
        for (row, truth) in &inputs {
            let miss = 1.0 / (1.0 + (-(sum(&weights, row) + bias)).exp()) - truth;
            tilt += miss;
            slope.iter_mut().zip(row).for_each(|(s, x)| *s += miss * x);
        }
        bias -= 0.5 * tilt / many;
        let steps = slope.iter().map(|s| s / many);
        weights.iter_mut().zip(steps).for_each(|(w, s)| *w -= 0.5 * (s + 0.01 * *w));
    }
    Box::new(move |row| sum(&weights, &scaled(row)) + bias)
}

/// Forty yes-or-no questions about one feature each, chosen and weighed by
/// what those before get wrong (as `AdaBoost` does).
pub(crate) fn stumps(rows: &[(Vec<f64>, bool)]) -> Rule {
    let mut weights = vec![1.0; rows.len()];
    let mut chosen: Vec<(usize, f64, f64)> = Vec::new();
    for _ in 0..40 {
        let total: f64 = weights.iter().sum();
        let mut best = (0.5 * total, 0, 0.0, 0.0);
        for at in 0..rows[0].0.len() {
            let mut ends: Vec<f64> = rows.iter().map(|(row, _)| row[at]).collect();
            ends.sort_by(f64::total_cmp);
            for &end in ends.iter().step_by(25) {
                let wrong: f64 = rows
                    .iter()
                    .zip(&weights)
                    .filter(|((row, machine), _)| (row[at] > end) != *machine)
                    .map(|(_, weight)| weight)
                    .sum();
                for (wrong, sign) in [(wrong, 1.0), (total - wrong, -1.0)] {
                    if wrong < best.0 {
                        best = (wrong, at, end, sign);
                    }
                }
            }
        }
        let (wrong, at, end, sign) = best;
        let say = 0.5 * ((total - wrong + 1e-9) / (wrong + 1e-9)).ln();
        for ((row, machine), weight) in rows.iter().zip(&mut weights) {
            let right = ((row[at] > end) == (sign > 0.0)) == *machine;
            *weight *= if right { (-say).exp() } else { say.exp() };
        }
        chosen.push((at, end, sign * say));
    }
    Box::new(move |row| {
        chosen.iter().map(|&(at, end, say)| if row[at] > end { say } else { -say }).sum()
    })
}

/// How far the share of those that are so is from one half, in standard errors. Both
/// seats of one game see much the same, so what counts is games; so it is with the two sides of a pair.
pub(crate) fn off_half(all: &[(bool, &str)]) -> f64 {
    let number = |is: bool| f64::from(u8::from(is));
    let count = f64::from(u32::try_from(all.len()).unwrap());
    let share = all.iter().map(|(is, _)| number(*is)).sum::<f64>() / count;
    let mut games: BTreeMap<&str, f64> = BTreeMap::new();
    for (is, game) in all {
        *games.entry(game).or_default() += number(*is) - share;
    }
    let error = games.values().map(|off| off * off).sum::<f64>().sqrt() / count;
    (share - 0.5) / error.max(1e-9)
}

/// Eight looks, four in each of two worlds: by chance alone one of them is further off in
/// fewer than one of a hundred sets of draws, which any change elsewhere may shift.
pub(crate) const BY_CHANCE: f64 = 3.3;
