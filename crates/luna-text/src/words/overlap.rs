//! Overlap of word sets.

use std::collections::HashSet;

use crate::number::float;

/// Returns true if the lists share a word.
pub fn any<T: AsRef<str>>(one: &[T], other: &[T]) -> bool {
    let ours: HashSet<&str> = one.iter().map(AsRef::as_ref).collect();
    other.iter().any(|word| ours.contains(word.as_ref()))
}

/// Jaccard similarity; 0 for two empty lists.
pub fn jaccard<T: AsRef<str>>(one: &[T], other: &[T]) -> f64 {
    let ours: HashSet<&str> = one.iter().map(AsRef::as_ref).collect();
    let theirs: HashSet<&str> = other.iter().map(AsRef::as_ref).collect();
    let either = ours.union(&theirs).count();
    if either == 0 { 0.0 } else { float(ours.intersection(&theirs).count()) / float(either) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_once() {
        let (one, other) = (["red", "red", "blue"], ["red", "red", "green"]);
        assert!(any(&one, &other));
        assert_eq!(jaccard(&one, &other).to_bits(), (1.0_f64 / 3.0).to_bits());
    }

    #[test]
    fn nothing_is_shared_with_nothing() {
        assert!(!any::<&str>(&[], &[]) && !any(&["red"], &[]) && !any(&["red"], &["blue"]));
        assert_eq!(jaccard::<&str>(&[], &[]).to_bits(), 0);
        assert_eq!(jaccard(&["red"], &["blue"]).to_bits(), 0);
    }
}
