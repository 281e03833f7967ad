//! Questions that are near copies of each other.

/// Returns true if two texts have at least half of their different words in common: `one` and `other`
/// are the numbers of different words of each, `shared` that of both.
///
/// ```
/// # use luna_core::quiz::near_copy::is_near_copy;
/// assert!(is_near_copy(3, 3, 4));
/// assert!(!is_near_copy(2, 4, 4), "two of six");
/// ```
pub fn is_near_copy(shared: usize, one: usize, other: usize) -> bool {
    shared > 0 && 2 * shared >= (one + other).saturating_sub(shared)
}
