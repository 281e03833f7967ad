//! The rule by which an operator is asked to look at a rater.

/// Raters who are faster than this on average cannot have read the context.
pub const FAST_SECONDS: f64 = 10.0;

/// One rater's ratings in a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaterFigures {
    pub ratings: usize,
    pub mean: f64,
    /// The mean time of a rating.
    pub mean_seconds: f64,
    /// With the mean of the others who rated the same question; none if it is not defined.
    pub correlation: Option<f64>,
}

impl RaterFigures {
    /// Returns true if a rater disagrees with the others and is too fast, in a batch that is complete.
    /// One of the two alone says little: some people are quick, and some questions divide.
    pub fn is_flagged(&self, is_batch_complete: bool) -> bool {
        let disagrees = self.correlation.is_some_and(|it| it < 0.0);
        is_batch_complete && disagrees && self.mean_seconds < FAST_SECONDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fast_rater_who_disagrees_in_a_complete_batch_is_flagged() {
        for (correlation, mean_seconds, is_complete, expected) in [
            (Some(-0.2), 4.0, true, true),
            (Some(-0.2), 4.0, false, false),
            (Some(-0.2), 10.0, true, false),
            (Some(0.1), 4.0, true, false),
            // Constant ratings have no correlation.
            (None, 4.0, true, false),
        ] {
            let figures = RaterFigures { mean_seconds, correlation, ..RaterFigures::default() };
            assert_eq!(figures.is_flagged(is_complete), expected, "{figures:?} {is_complete}");
        }
    }
}
