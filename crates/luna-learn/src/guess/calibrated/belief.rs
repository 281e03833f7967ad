//! Evidence about a player, and the belief that follows.

/// Estimated level of a player and its variance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Belief {
    pub(super) level: f64,
    pub(super) variance: f64,
    pub(super) judges: usize,
}

/// Evidence of all judges about a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Evidence {
    /// Sums of weights, weighted guesses, and squared weights times variances.
    pub(super) weight: f64,
    pub(super) points: f64,
    pub(super) spread: f64,
}
