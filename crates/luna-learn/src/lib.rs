//! Fitting and statistics: ratings from comparisons, ratings from guesses, and who
//! guesses in earnest. Pure functions of data and seed.

pub mod calibrated;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts are below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}
