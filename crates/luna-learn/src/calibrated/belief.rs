//! What the guesses say of a player, and what is believed.

/// What is believed of a player: the level, and the variance of that belief.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Belief {
    pub(super) level: f64,
    pub(super) variance: f64,
    pub(super) judges: usize,
}

/// What all judges together say of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// Sum of weights, of weighted guesses, and of what the guesses vary by, weighted twice.
    pub(super) weight: f64,
    pub(super) points: f64,
    pub(super) spread: f64,
}
