//! Fitting and statistics: ratings from comparisons, ratings from guesses, and who
//! guesses in earnest. Pure functions of data and seed.

pub mod calibrated;
mod gamma;
pub mod mark;
pub mod reliability;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts are below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}
