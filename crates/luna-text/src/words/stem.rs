//! English stems by Porter's second algorithm, so that *voting* and *votes* count as one word.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// Takes a word in lower case; a stem need not be a word.
pub fn stem(word: &str) -> Cow<'_, str> {
    Stemmer::create(Algorithm::English).stem(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Draw;

    #[test]
    fn endings_go() {
        for (word, expected) in [
            ("voting", "vote"),
            ("votes", "vote"),
            ("freedoms", "freedom"),
            ("happily", "happili"),
            ("constitutional", "constitut"),
            ("skies", "sky"),
            ("dying", "die"),
            ("is", "is"),
            ("", ""),
            ("日本語", "日本語"),
        ] {
            assert_eq!(stem(word), expected);
        }
    }

    #[test]
    fn any_text_has_a_stem() {
        let mut draw = Draw(2);
        let letters: Vec<char> = "aeiouysdgnlt'éßस本🎉\u{301}Y".chars().collect();
        for _ in 0..20_000 {
            let len = draw.below(14);
            let word: String = (0..len).map(|_| letters[draw.below(letters.len())]).collect();
            assert!(stem(&word).chars().count() <= len + 1, "{word}");
        }
    }
}
