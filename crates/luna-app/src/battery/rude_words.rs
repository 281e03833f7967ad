//! Words that no answer may have.

use std::cell::RefCell;
use std::collections::HashMap;

use luna_machines::common_sense::is_vulgar;
use rustrict::{CensorStr as _, Type};

/// Words with a harmless meaning that the list knows as insults.
const HARMLESS: [&str; 4] = ["cracker", "crackers", "hoe", "hoes"];

/// Returns a function that tells if a text is vulgar, or if a word of it insults a group of people. Each
/// word is judged once, which takes most of the time.
pub fn rude_word_filter() -> impl Fn(&str) -> bool {
    let judged: RefCell<HashMap<String, bool>> = RefCell::default();
    move |text| {
        let is_insult = text.split([' ', '-']).any(|word| {
            let known = judged.borrow().get(word).copied();
            known.unwrap_or_else(|| {
                let slur = is_slur(word);
                judged.borrow_mut().insert(word.to_owned(), slur);
                slur
            })
        });
        is_insult || is_vulgar(text)
    }
}

fn is_slur(word: &str) -> bool {
    !HARMLESS.contains(&word) && word.is(Type::OFFENSIVE & Type::MODERATE_OR_HIGHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rude_words_are_found_within_phrases_and_plain_words_are_not() {
        let is_rude = rude_word_filter();
        assert!(is_rude("lazy retard") && is_rude("retard"));
        assert!(is_rude("kick ass") && is_rude("holy shit"));
        for plain in
            ["dog", "black cat", "gay man", "toilet", "naked body", "cotton", "cracker", "wild ass"]
        {
            assert!(!is_rude(plain), "{plain}");
        }
    }
}
