//! How often somebody may play and write.

use crate::instance::rate_limit::{Limit, MINUTE};

/// Questions that one person begins in the reading room.
pub const PLAYS: Limit = Limit { what: "plays", burst: 600, window_ms: 60 * MINUTE };
/// Appeals of one person against the judgment of their answers.
pub const APPEALS: Limit = Limit { what: "appeals", burst: 30, window_ms: 60 * MINUTE };
/// Saves of one writer's questions; while somebody types, one every two seconds at most.
pub const SAVES: Limit = Limit { what: "quiz-saves", burst: 1_200, window_ms: 60 * MINUTE };
/// Questions that are submitted from one network.
pub const SUBMISSIONS_NETWORK: Limit =
    Limit { what: "quiz-submissions-network", burst: 60, window_ms: 60 * MINUTE };
