//! The figures by which an operator looks at a rater.

/// One rater's ratings in a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaterFigures {
    pub ratings: usize,
    pub mean: f64,
    /// The mean time of a rating.
    pub mean_seconds: f64,
    /// With the mean of the others who rated the same question; none if it is not defined.
    pub correlation: Option<f64>,
}
