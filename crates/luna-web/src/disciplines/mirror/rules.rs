//! The rule: a word is spelled backwards, letter by letter.

/// The word of the test.
pub(super) const WORD: &str = "luna";

pub(super) fn backwards(word: &str) -> String {
    word.chars().rev().collect()
}

#[test]
fn a_word_that_is_turned_twice_is_itself() {
    assert_eq!(backwards("luna"), "anul");
    assert_eq!(backwards(&backwards("größe")), "größe");
}
