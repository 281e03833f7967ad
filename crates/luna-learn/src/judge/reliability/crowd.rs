//! Statistics over all judges.

use super::peer_comparison::PeerComparison;

/// Comparison of all judges, at one moment.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    pub(super) judges: Vec<PeerComparison>,
    /// Upper quartile of the judges' correlations.
    pub usual: f64,
    /// Share of favours among guesses, outside groups of three or more.
    pub(super) favours: f64,
    /// Size of each judge's group of mutual favours, direct or through others.
    pub(super) groups: Vec<usize>,
}
