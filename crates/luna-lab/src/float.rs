//! Counts as numbers to compute with.

/// Converts a count for arithmetic.
#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "counts stay below 2^53")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}
