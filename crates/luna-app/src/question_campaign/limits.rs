//! How often somebody may join and rate.

use crate::instance::rate_limit::{Limit, MINUTE};

/// Ratings of questions that one rater sends: somebody who reads takes longer.
pub const RATINGS: Limit = Limit { what: "ratings", burst: 20, window_ms: MINUTE / 3 };
/// Raters who join campaigns from one network with ids of a platform, which the link may make up: more
/// than a classroom.
pub const RATERS_WITH_IDS: Limit = Limit { what: "raters-ids", burst: 60, window_ms: 60 * MINUTE };
/// Raters who join campaigns from one network with accounts.
pub const RATERS: Limit = Limit { what: "raters", burst: 40, window_ms: 60 * MINUTE };
