//! Numbers of the paper, to compare results with.

use super::item::Subtest;

/// A result of the paper in percent, as far as it gives it in words; the others are in its figure alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PaperResult {
    pub strict: Option<f64>,
    pub relaxed: Option<f64>,
}

/// The answers that the paper prints, and the part of them that its answerer gives at their rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedAnswers {
    all: usize,
    at_rank: usize,
}

impl PrintedAnswers {
    /// With `ConceptNet` 4, as a test finds them.
    pub const HERE: PrintedAnswers = PrintedAnswers { all: 17, at_rank: 8 };
    /// At their rank, at least, for a reading of the method to count as the paper's.
    const ENOUGH: usize = 10;

    /// All, and those at their rank.
    pub fn numbers(self) -> (usize, usize) {
        (self.all, self.at_rank)
    }

    /// Returns whether the answerer is close enough to the paper's to speak against its results.
    pub fn come_out(self) -> bool {
        self.at_rank >= PrintedAnswers::ENOUGH
    }
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
