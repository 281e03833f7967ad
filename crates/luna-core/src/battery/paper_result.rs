//! Numbers of the paper, to compare results with.

use super::item::Subtest;

/// A result of the paper in percent, as far as it gives it in words; the others are in its figure alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PaperResult {
    pub strict: Option<f64>,
    pub relaxed: Option<f64>,
}

impl PaperResult {
    /// The result in a subtest, or the mean.
    pub fn of(row: Option<Subtest>) -> PaperResult {
        let (strict, relaxed) = match row {
            Some(Subtest::Vocabulary) => (Some(50.0), None),
            // The highest and the lowest, and the order is the same with relaxed scoring.
            Some(Subtest::Similarities) => (Some(68.0), Some(86.0)),
            Some(Subtest::Comprehension) => (Some(42.0), Some(75.0)),
            Some(Subtest::Information | Subtest::WordReasoning) => (None, None),
            None => (Some(56.0), Some(79.0)),
        };
        PaperResult { strict, relaxed }
    }
}
