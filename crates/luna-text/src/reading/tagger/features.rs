//! The features of a word for the tagger.

use super::super::classifier::Class;
use super::super::hash::feature;
use super::super::word::{CAPITAL, FIRST, UPPER, Word};

/// Before the first word and after the last.
pub(super) const NO_TAG: Class = Class::MAX;

/// Puts the features of a word into `found`; `tags` are those of the words before.
pub(super) fn features(words: &[Word], nth: usize, tags: &[Class], found: &mut Vec<u32>) {
    let none = Word::default();
    let at = |offset: usize, back: usize| {
        (nth + offset).checked_sub(back).and_then(|at| words.get(at)).unwrap_or(&none)
    };
    let tag = |back: usize| {
        u32::from(nth.checked_sub(back).and_then(|at| tags.get(at)).copied().unwrap_or(NO_TAG))
    };
    let (word, before, after) = (at(0, 0), at(0, 1), at(1, 0));
    let (before2, after2) = (at(0, 2), at(2, 0));
    let (t1, t2) = (tag(1), tag(2));
    let [_, s2, s3, ..] = word.suffixes;
    let [p1, ..] = word.prefixes;
    let ends = u32::from(nth + 1 == words.len());
    found.clear();
    found.extend([
        feature(1, []),
        feature(2, [word.lower]),
        feature(3, [word.exact, word.marks & FIRST]),
        feature(4, [word.shape]),
        feature(5, [word.marks, u32::from(word.class > 0)]),
        feature(6, [word.class]),
        feature(7, [t1]),
        feature(8, [t1, t2]),
        feature(9, [t1, word.lower]),
        feature(10, [before.lower]),
        feature(11, [before2.lower]),
        feature(12, [after.lower]),
        feature(13, [after2.lower]),
        feature(14, [before.lower, word.lower]),
        feature(15, [word.lower, after.lower]),
        feature(16, [after.class, after.marks & CAPITAL]),
        feature(17, [word.class, after.class]),
        feature(18, [t1, word.class]),
        feature(19, [t1, word.class, after.class]),
        feature(20, [t1, after.class]),
        feature(21, [after.class, after2.class]),
        feature(22, [s3, t1]),
        feature(23, [s2, t1, word.marks]),
        feature(24, [s3, after.class]),
        feature(25, [t1, t2, word.class]),
        feature(
            26,
            [before.marks & (CAPITAL | UPPER), word.marks, after.marks & (CAPITAL | UPPER)],
        ),
        feature(27, [before.lower, after.lower]),
        feature(28, [after.suffixes[2]]),
        feature(29, [before.suffixes[2], s2]),
        feature(30, [p1, s2]),
        feature(31, [before2.lower, t1]),
        feature(32, [word.lower, ends]),
        feature(33, [word.lower, t1, t2]),
        feature(34, [after.lower, t1]),
    ]);
    found.extend((40..).zip(word.suffixes).map(|(template, part)| feature(template, [part])));
    found.extend((50..).zip(word.prefixes).map(|(template, part)| feature(template, [part])));
}

/// Adds what the tags of the round before tell.
pub(super) fn refined(
    words: &[Word],
    nth: usize,
    tags: &[Class],
    before: &[Class],
    found: &mut Vec<u32>,
) {
    let at = |place: Option<usize>| {
        u32::from(place.and_then(|place| before.get(place)).copied().unwrap_or(NO_TAG))
    };
    let (own, next, next2) = (at(Some(nth)), at(nth.checked_add(1)), at(nth.checked_add(2)));
    let previous = nth.checked_sub(1).and_then(|at| tags.get(at)).copied().unwrap_or(NO_TAG);
    let t1 = u32::from(previous);
    let Some(word) = words.get(nth) else { return };
    found.extend([
        feature(60, [own]),
        feature(61, [next]),
        feature(62, [next, next2]),
        feature(63, [t1, next]),
        feature(64, [word.lower, next]),
        feature(65, [word.class, next]),
        feature(66, [t1, word.class, next]),
        feature(67, [word.suffixes[2], next]),
        feature(68, [own, t1, next]),
        feature(69, [word.class, next, next2]),
        feature(70, [word.lower, t1, next]),
        feature(71, [at(nth.checked_sub(1)), own, next]),
    ]);
}
