//! All judges beside each other.

use super::peer_comparison::Beside;

/// How all judges look beside each other, when it was last reckoned.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    pub(super) judges: Vec<Beside>,
    /// The correlation that a quarter of the judges exceed.
    pub usual: f64,
    /// How often somebody favours somebody, of those who are not in a group of three.
    pub(super) favours: f64,
    /// The number of those who favour each other, directly or through others.
    pub(super) groups: Vec<usize>,
}
