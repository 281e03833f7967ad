//! The list of words that no answer may have.

use std::cell::RefCell;
use std::collections::HashMap;

use rustrict::{CensorStr as _, Type};

/// Words with a harmless meaning that the list knows as insults.
const HARMLESS: [&str; 4] = ["cracker", "crackers", "hoe", "hoes"];

/// Returns a function that tells if a word of a text insults a group of people. Words that are only vulgar
/// stay: the body belongs to common sense. Each word is judged once, which takes most of the time.
pub fn slur_filter() -> impl Fn(&str) -> bool {
    let judged: RefCell<HashMap<String, bool>> = RefCell::default();
    move |text| {
        text.split([' ', '-']).any(|word| {
            let known = judged.borrow().get(word).copied();
            known.unwrap_or_else(|| {
                let slur = is_slur(word);
                judged.borrow_mut().insert(word.to_owned(), slur);
                slur
            })
        })
    }
}

fn is_slur(word: &str) -> bool {
    !HARMLESS.contains(&word) && word.is(Type::OFFENSIVE & Type::MODERATE_OR_HIGHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slurs_are_found_within_phrases_and_plain_words_are_not() {
        let is_slur = slur_filter();
        assert!(is_slur("lazy retard") && is_slur("retard"));
        for plain in ["dog", "black cat", "gay man", "toilet", "naked body", "cotton", "cracker"] {
            assert!(!is_slur(plain), "{plain}");
        }
    }
}
