//! The last midnight UTC, up to which everybody may know how guesses went.

const DAY_MS: i64 = 86_400_000;

/// The last midnight UTC.
pub fn midnight(now: i64) -> i64 {
    now - now.rem_euclid(DAY_MS)
}
