//! The Bradley-Terry model, where the chance to win depends on the difference of two strengths, and
//! the models of Davidson and of Rao and Kupper, which give ties a probability of their own.
//!
//! Strengths are log odds; those of all rated players have mean zero.

mod connectivity;
mod likelihood;
mod model;
mod newton;
mod sandwich;

use crate::comparison::match_log::{Cell, Log, aggregate};
use crate::distribution::multinomial::Multinomial;
use crate::interval::bootstrap;

pub use connectivity::Comparability;
use model::{Pair, pairs};
pub use model::{Settings, Ties};

#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One for each player of the log: infinite or NaN where its standing is not `Rated`.
    pub strengths: Vec<f64>,
    pub standings: Vec<Comparability>,
    /// Sandwich standard errors, which hold even if the model is misspecified, and cluster-robust
    /// where the log has clusters; NaN for players who are not rated, and for all if over 4,000
    /// are.
    pub errors: Vec<f64>,
    /// Standard errors from the curvature of the likelihood with its prior, which hold if the model
    /// does; NaN likewise. With a handful of comparisons, sandwich errors are far too small.
    pub curvature_errors: Vec<f64>,
    /// Davidson's parameter: the odds of a tie between equals against one of them winning. Rao and
    /// Kupper's: the threshold. Zero for `Halves`.
    pub ties: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitError {
    /// No two players have both taken something from the other, even through others.
    NoScale,
    /// Every comparison is a tie, to which the models with ties give infinite odds.
    OnlyTies,
}

/// Counts of a log, ready to be fitted and resampled.
pub struct AggregatedLog {
    players: usize,
    cells: Vec<Cell>,
    /// Number of clusters; 0 where every row is independent.
    clusters: usize,
}

impl AggregatedLog {
    pub fn new(log: &Log) -> AggregatedLog {
        AggregatedLog { players: log.names.len(), cells: aggregate(log), clusters: log.clusters() }
    }

    /// Maximum-likelihood strengths with sandwich errors.
    ///
    ///
    /// Where some players won (or lost) everything against the rest, the likelihood is maximal at
    /// infinity; the largest strongly connected group is rated, which is the limit.
    pub fn fit(&self, settings: Settings) -> Result<Fit, FitError> {
        let weight = |cell: &Cell| cell.weight * f64::from(cell.rows);
        let mut rated = pairs(self.cells.iter().map(|cell| (cell, weight(cell))));
        let standings = connectivity::standings(self.players, &rated, settings.prior);
        rated.retain(|pair| among_rated(pair, &standings));
        if rated.is_empty() {
            return Err(FitError::NoScale);
        }
        if settings.ties != Ties::Halves && rated.iter().all(|pair| pair.won + pair.lost == 0.0) {
            return Err(FitError::OnlyTies);
        }
        let start = vec![0.0; self.players];
        let solved = newton::solve(&rated, settings, start, 1.0, newton::TOLERANCE);
        let (errors, curvature_errors) =
            sandwich::errors(&self.cells, self.clusters > 0, &rated, settings, &solved, &standings);
        let mut strengths = solved.strengths;
        centre_rated(&mut strengths, &standings, |_| 0.0);
        Ok(Fit { strengths, standings, errors, curvature_errors, ties: solved.ties })
    }

    /// Bootstrap strengths, resampled by comparison or by cluster. Each round is shifted so that
    /// its rated players have the mean they have in `fit`. A round without two comparable players
    /// rates nobody.
    pub fn bootstrap(
        &self,
        fit: &Fit,
        settings: Settings,
        rounds: u64,
        seed: u64,
    ) -> Vec<Vec<f64>> {
        let urn = Multinomial::new(self.cells.iter().map(|cell| cell.rows));
        let start: Vec<f64> =
            fit.strengths.iter().map(|&s| if s.is_finite() { s } else { 0.0 }).collect();
        bootstrap::resample(rounds, seed, |rng| {
            let rows = match self.clusters {
                0 => urn.draw(rng),
                clusters => self.rows_by_cluster(&rng.resample_counts(clusters)),
            };
            let weights = self.cells.iter().zip(rows);
            let mut rated =
                pairs(weights.map(|(cell, rows)| (cell, cell.weight * f64::from(rows))));
            let standings = connectivity::standings(self.players, &rated, settings.prior);
            rated.retain(|pair| among_rated(pair, &standings));
            if rated.is_empty() {
                return vec![f64::NAN; self.players];
            }
            let only_ties = rated.iter().all(|pair| pair.won + pair.lost == 0.0);
            let mut strengths = if only_ties {
                vec![0.0; self.players]
            } else {
                let (start, tolerance) = (start.clone(), newton::RESAMPLE_TOLERANCE);
                newton::solve(&rated, settings, start, fit.ties, tolerance).strengths
            };
            centre_rated(&mut strengths, &standings, |player| {
                fit.strengths.get(player).copied().unwrap_or_default()
            });
            strengths
        })
    }

    /// Number of rows of each cell after resampling clusters.
    fn rows_by_cluster(&self, repeats: &[u32]) -> Vec<u32> {
        let times = |cell: &Cell| repeats.get(cell.cluster()).copied().unwrap_or_default();
        self.cells.iter().map(|cell| cell.rows * times(cell)).collect()
    }
}

fn among_rated(pair: &Pair, standings: &[Comparability]) -> bool {
    let rated = |player: usize| standings.get(player) == Some(&Comparability::Rated);
    rated(pair.left()) && rated(pair.right())
}

/// Shifts the rated players to the mean of `target` over those who have one, and sets the others to
/// the limits of their standing.
fn centre_rated(strengths: &mut [f64], standings: &[Comparability], target: impl Fn(usize) -> f64) {
    let (mut sum, mut count) = (0.0, 0.0);
    for (player, strength) in strengths.iter().enumerate() {
        let known =
            standings.get(player) == Some(&Comparability::Rated) && target(player).is_finite();
        if known {
            sum += target(player) - strength;
            count += 1.0;
        }
    }
    let move_by = if count > 0.0 { sum / count } else { 0.0 };
    for (strength, standing) in strengths.iter_mut().zip(standings) {
        *strength = match standing {
            Comparability::Rated => *strength + move_by,
            Comparability::Above => f64::INFINITY,
            Comparability::Below => f64::NEG_INFINITY,
            Comparability::Apart => f64::NAN,
        };
    }
}

#[cfg(test)]
mod tests;
