//! Shares that the paper prints.

/// The paper's numbers, in percent: N = 0, and N = 650.
pub(super) const UNRANKED: f64 = 23.0;
pub(super) const RANKED: (usize, f64) = (650, 49.0);
