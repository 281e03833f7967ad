//! What is particular to players, given their differences by theme.
//!
//! Noise is known. Lines of themes are as likely anywhere; the deviation of what is particular has a
//! probability on a grid, and so its uncertainty is part of the intervals.

use ndarray::Array2;

use super::contrast::PlayerContrasts;
use super::mark::Particular;
use super::theme_line::ThemeLines;
use crate::matrix::{Cholesky, combine, dot};
use crate::number::float;

const Z_975: f64 = 1.959_963_985;
/// The deviations that are thought possible are 1 to 15 steps, each as likely as the others.
const STEPS: u8 = 15;
const STEP: f64 = 2.0;
/// A deviation less likely than this is left out.
const UNLIKELY: f64 = 1e-4;

pub(super) struct Belief<'a> {
    lines: &'a ThemeLines,
    noise: f64,
    /// With the probability of each.
    assumptions: Vec<(Assumption, f64)>,
}

/// A deviation of what is particular, with what follows from it.
struct Assumption {
    deviation: f64,
    /// The variance of the noise over that of what is particular.
    ratio: f64,
    /// The lines of the themes, and their covariance.
    found: Vec<f64>,
    covariance: Array2<f64>,
    log_likelihood: f64,
}

impl Belief<'_> {
    pub(super) fn of<'a>(
        players: &[PlayerContrasts],
        lines: &'a ThemeLines,
        noise: f64,
    ) -> Belief<'a> {
        let all: Vec<Assumption> = (1..=STEPS)
            .map(|step| Assumption::of(STEP * f64::from(step), players, lines, noise))
            .collect();
        let most = all.iter().map(|it| it.log_likelihood).fold(f64::NEG_INFINITY, f64::max);
        let weight = |it: &Assumption| (it.log_likelihood - most).exp();
        let sum: f64 = all.iter().map(weight).sum();
        let weighted = all.into_iter().map(|it| (weight(&it) / sum, it));
        let assumptions = weighted.filter(|it| it.0 > UNLIKELY).map(|it| (it.1, it.0)).collect();
        Belief { lines, noise, assumptions }
    }

    /// The mean deviation.
    pub(super) fn deviation(&self) -> f64 {
        self.assumptions.iter().map(|(it, weight)| weight * it.deviation).sum()
    }

    /// Each theme's points above the mean of the player's marks.
    pub(super) fn particular(&self, player: &PlayerContrasts) -> Vec<((u32, u32), Particular)> {
        let size = player.themes.len();
        let (mut means, mut squares) = (vec![0.0; size], vec![0.0; size]);
        for (assumption, weight) in &self.assumptions {
            let posterior = assumption.posterior(player, self.lines, self.noise);
            for (at, (mean, variance)) in posterior.into_iter().enumerate() {
                means[at] += weight * mean;
                squares[at] += weight * (variance + mean * mean);
            }
        }
        let one = |(at, &theme): (usize, &u32)| {
            let variance = (squares[at] - means[at].powi(2)).max(0.0);
            let (half, marks) = (Z_975 * variance.sqrt(), player.marks[at]);
            ((player.player, theme), Particular { points: means[at], half, marks })
        };
        player.themes.iter().enumerate().map(one).collect()
    }
}

impl Assumption {
    fn of(
        deviation: f64,
        players: &[PlayerContrasts],
        lines: &ThemeLines,
        noise: f64,
    ) -> Assumption {
        let variance = deviation * deviation;
        let ratio = noise / variance;
        let mut log_likelihood = 0.0;
        let mut solved = Vec::with_capacity(players.len());
        let mut shrunk = Vec::with_capacity(players.len());
        for player in players {
            let factor = factor(player, ratio);
            let mut right = player.total();
            factor.solve(&mut right);
            let volume: f64 = factor.diagonal().map(|root| (root * root / ratio).ln()).sum();
            log_likelihood += 0.5 * (dot(&player.total(), &right) / noise - volume);
            // I - ratio (A + ratio I)^-1 is A (A + ratio I)^-1.
            let mut matrix = -ratio * factor.inverse();
            matrix.diag_mut().mapv_inplace(|x| 1.0 + x);
            shrunk.push(matrix / variance);
            solved.push(right.iter().map(|x| x / variance).collect());
        }
        let equations = lines.equations(players, &shrunk);
        let right = lines.right(players, &solved);
        let mut found = right.clone();
        equations.solve(&mut found);
        let volume: f64 = equations.diagonal().map(f64::ln).sum();
        log_likelihood += 0.5 * dot(&right, &found) - volume;
        Assumption { deviation, ratio, found, covariance: equations.inverse(), log_likelihood }
    }

    /// The mean of each theme's points above the mean of the player's marks, and its variance.
    fn posterior(
        &self,
        player: &PlayerContrasts,
        lines: &ThemeLines,
        noise: f64,
    ) -> Vec<(f64, f64)> {
        let inverse = factor(player, self.ratio).inverse();
        let all: usize = player.marks.iter().sum();
        let share: Vec<f64> = player.marks.iter().map(|&it| float(it) / float(all)).collect();
        let above_mean = |rows: &Array2<f64>| -> Vec<Vec<f64>> {
            let rows: Vec<Vec<f64>> = rows.rows().into_iter().map(|row| row.to_vec()).collect();
            let mean = combine(&rows, &share);
            let less = |row: Vec<f64>| row.iter().zip(&mean).map(|(x, mean)| x - mean).collect();
            rows.into_iter().map(less).collect()
        };
        let own = above_mean(&inverse);
        let mut shrunk = -self.ratio * &inverse;
        shrunk.diag_mut().mapv_inplace(|x| 1.0 + x);
        let by_lines = above_mean(&shrunk);
        let line = lines.points(player, &self.found);
        let spread = lines.covariance(player, &self.covariance);
        let total = player.total();
        let one = |(at, (own, by_lines)): (usize, (&Vec<f64>, &Vec<f64>))| {
            let mean = dot(own, &total) - dot(by_lines, &line);
            let of_lines: f64 =
                spread.iter().zip(by_lines).map(|(row, x)| x * dot(row, by_lines)).sum();
            (mean, of_lines + noise * (own[at] - dot(own, &share)).max(0.0))
        };
        own.iter().zip(&by_lines).enumerate().map(one).collect()
    }
}

fn factor(player: &PlayerContrasts, ratio: f64) -> Cholesky {
    let mut matrix = player.information.clone();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.truncate(at + 1);
        row[at] += ratio;
    }
    Cholesky::clamped(matrix)
}
