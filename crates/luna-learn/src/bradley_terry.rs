//! Bradley and Terry's model, where the chance to win depends on the difference
//! of two strengths, and Davidson's and Rao and Kupper's, which give ties a
//! chance of their own.
//!
//! Strengths are natural logarithms of odds, and those of all rated players
//! have mean zero.

mod connectivity;
mod likelihood;
mod model;
mod newton;
mod sandwich;

use crate::bootstrap;
use crate::draws::Urn;
use crate::match_log::{Cell, Log, cells};

pub use connectivity::Standing;
use model::{Pair, pairs};
pub use model::{Settings, Ties};

#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One for each player of the log: infinite or NaN where its standing is
    /// not `Rated`.
    pub strengths: Vec<f64>,
    pub standings: Vec<Standing>,
    /// Standard errors that hold whether or not the model is true, and where the
    /// log has clusters, whether or not what is in one hangs together; NaN where
    /// the player is not rated, and for all if over 4,000 are.
    pub errors: Vec<f64>,
    /// Davidson's parameter: how much likelier a tie between equals is than
    /// that the one wins. Rao and Kupper's: how far one must be ahead to win
    /// as often as not. Zero for `Halves`.
    pub ties: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Nobody has lost to, or tied with, somebody whom they have beaten, not
    /// even through others.
    NoScale,
    /// Every comparison is a tie, which the models with ties of their own make
    /// infinitely likely.
    OnlyTies,
}

/// A log, counted, so that it can be fitted and drawn anew.
pub struct Counted {
    players: usize,
    cells: Vec<Cell>,
    /// How many clusters the rows are in; 0 where each stands for itself.
    clusters: usize,
}

impl Counted {
    pub fn new(log: &Log) -> Counted {
        Counted { players: log.names.len(), cells: cells(log), clusters: log.clusters() }
    }

    /// The strengths of greatest likelihood, and their sandwich errors.
    ///
    /// Where some players won (or lost) everything against the rest, the
    /// greatest likelihood puts them infinitely far away; the largest group
    /// that has no such split is rated, which is what the likelihood tends to.
    pub fn fit(&self, settings: Settings) -> Result<Fit, Unfit> {
        let weight = |cell: &Cell| cell.weight * f64::from(cell.rows);
        let mut rated = pairs(self.cells.iter().map(|cell| (cell, weight(cell))));
        let standings = connectivity::standings(self.players, &rated, settings.prior);
        rated.retain(|pair| among_rated(pair, &standings));
        if rated.is_empty() {
            return Err(Unfit::NoScale);
        }
        if settings.ties != Ties::Halves && rated.iter().all(|pair| pair.won + pair.lost == 0.0) {
            return Err(Unfit::OnlyTies);
        }
        let start = vec![0.0; self.players];
        let solved = newton::solve(&rated, settings, start, 1.0, newton::STILL);
        let errors =
            sandwich::errors(&self.cells, self.clusters > 0, &rated, settings, &solved, &standings);
        let mut strengths = solved.strengths;
        place(&mut strengths, &standings, |_| 0.0);
        Ok(Fit { strengths, standings, errors, ties: solved.ties })
    }

    /// Strengths of as many logs drawn anew from this one with replacement:
    /// comparison by comparison, or cluster by cluster. Each is moved so that
    /// the players rated in it have the mean they have in `fit`. One in which no two can
    /// be put on one scale says nothing of anybody.
    pub fn bootstrap(
        &self,
        fit: &Fit,
        settings: Settings,
        rounds: u64,
        seed: u64,
    ) -> Vec<Vec<f64>> {
        let urn = Urn::new(self.cells.iter().map(|cell| cell.rows));
        let start: Vec<f64> =
            fit.strengths.iter().map(|&s| if s.is_finite() { s } else { 0.0 }).collect();
        bootstrap::rounds(rounds, seed, |draws| {
            let rows = match self.clusters {
                0 => urn.draw(draws),
                clusters => self.of_clusters(&draws.repeats(clusters)),
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
                let (start, still) = (start.clone(), newton::ALMOST_STILL);
                newton::solve(&rated, settings, start, fit.ties, still).strengths
            };
            place(&mut strengths, &standings, |player| {
                fit.strengths.get(player).copied().unwrap_or_default()
            });
            strengths
        })
    }

    /// How many rows of each cell there are, with its cluster so many times.
    fn of_clusters(&self, repeats: &[u32]) -> Vec<u32> {
        let times = |cell: &Cell| repeats.get(cell.cluster).copied().unwrap_or_default();
        self.cells.iter().map(|cell| cell.rows * times(cell)).collect()
    }
}

fn among_rated(pair: &Pair, standings: &[Standing]) -> bool {
    let rated = |player: usize| standings.get(player) == Some(&Standing::Rated);
    rated(pair.left) && rated(pair.right)
}

/// Moves the rated so that their mean is that of `target` over those of them
/// who have one, and puts the others where they stand.
fn place(strengths: &mut [f64], standings: &[Standing], target: impl Fn(usize) -> f64) {
    let (mut sum, mut count) = (0.0, 0.0);
    for (player, strength) in strengths.iter().enumerate() {
        let known = standings.get(player) == Some(&Standing::Rated) && target(player).is_finite();
        if known {
            sum += target(player) - strength;
            count += 1.0;
        }
    }
    let move_by = if count > 0.0 { sum / count } else { 0.0 };
    for (strength, standing) in strengths.iter_mut().zip(standings) {
        *strength = match standing {
            Standing::Rated => *strength + move_by,
            Standing::Above => f64::INFINITY,
            Standing::Below => f64::NEG_INFINITY,
            Standing::Apart => f64::NAN,
        };
    }
}

#[cfg(test)]
mod tests;
