//! The accuracy of predicted grades.

use crate::trials::Estimate;

/// The accuracy of predicted grades.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelScores {
    pub model: &'static str,
    /// True if features also use the other, ungraded responses to the same question.
    pub others: bool,
    /// Pearson's correlation and the root mean square error, of all responses together. Their
    /// standard errors are by the jackknife: how much they differ when an assignment is not
    /// counted.
    pub r: Estimate,
    pub error: Estimate,
    /// Those of each assignment by itself.
    pub each: Vec<(f64, f64)>,
}

impl ModelScores {
    /// The means over the assignments where there is such a number.
    pub fn means(&self) -> (f64, f64) {
        let mean = |of: fn(&(f64, f64)) -> f64| {
            let all: Vec<f64> = self.each.iter().map(of).filter(|it| it.is_finite()).collect();
            all.iter().sum::<f64>() / luna_learn::float(all.len())
        };
        (mean(|each| each.0), mean(|each| each.1))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct GradingResults {
    pub responses: usize,
    pub questions: usize,
    pub folds: usize,
    pub graded: Vec<ModelScores>,
}
