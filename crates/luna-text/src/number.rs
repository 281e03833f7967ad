//! Counts as numbers to calculate with.

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
pub(crate) fn float(n: usize) -> f64 {
    n as f64
}
