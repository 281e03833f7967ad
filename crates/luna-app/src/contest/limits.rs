//! How often somebody in a seat may send keys.

use crate::instance::rate_limit::{Limit, MINUTE};

/// Batches of keys from one seat of a contest: people press up to fifteen keys a second.
pub const KEY_BATCHES: Limit = Limit { what: "key-batches", burst: 1_800, window_ms: MINUTE };
/// The batches for which one counts that is refused: its sender has lost count, or floods.
pub const REFUSED_BATCH: u64 = 12;
