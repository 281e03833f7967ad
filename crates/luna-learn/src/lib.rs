//! Fitting and statistics: ratings from comparisons, ratings from guesses, and who
//! guesses in earnest. Pure functions of data and seed.

pub mod bootstrap;
pub mod bradley_terry;
pub mod calibrated;
pub mod compare;
pub mod comparison;
mod draws;
pub mod elo;
mod gamma;
pub mod glicko;
mod hash;
pub mod mark;
pub mod normal;
pub mod quantile;
pub mod reliability;
pub mod trueskill;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts are below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}
