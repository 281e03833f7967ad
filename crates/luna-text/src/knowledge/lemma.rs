//! Base forms of English words. Spelling alone does not decide between them; a knowledge base does,
//! by the concepts that it has.

use super::inflection::{irregular_nouns, irregular_verbs};

/// Endings with their replacements. A doubled consonant before a replacement of nothing may be
/// single, and *y* may have become *i*.
const ENDINGS: [(&str, &[&str]); 13] = [
    ("ies", &["y", "ie"]),
    ("ves", &["f", "fe"]),
    ("es", &["", "e"]),
    ("s", &[""]),
    ("ied", &["y"]),
    ("ed", &["", "e"]),
    ("ying", &["ie"]),
    ("ing", &["", "e"]),
    ("ier", &["y"]),
    ("iest", &["y"]),
    ("er", &["", "e"]),
    ("est", &["", "e"]),
    ("men", &["man"]),
];
/// Letters of a base form, at least.
const SHORTEST: usize = 2;

/// The word itself and all words that it may be a form of, each once.
pub(super) fn base_forms(word: &str) -> Vec<String> {
    let mut found = vec![word.to_owned()];
    let mut add = |base: String| {
        if base.chars().count() >= SHORTEST && !found.contains(&base) {
            found.push(base);
        }
    };
    for base in irregular_bases(word) {
        add(base.to_owned());
    }
    for (ending, replacements) in ENDINGS {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        for replacement in replacements {
            add(format!("{stem}{replacement}"));
            if replacement.is_empty()
                && let Some(single) = undoubled(stem)
            {
                add(single.to_owned());
            }
        }
    }
    found
}

/// The verbs and nouns of which a word is an irregular form.
pub(crate) fn irregular_bases(word: &str) -> impl Iterator<Item = &'static str> {
    let verbs =
        irregular_verbs().filter(move |[_, past, participle]| word == *past || word == *participle);
    let nouns = irregular_nouns().filter(move |[_, plural]| word == *plural);
    verbs.map(|[base, ..]| base).chain(nouns.map(|[singular, _]| singular))
}

/// A stem without the last of two equal consonants.
fn undoubled(stem: &str) -> Option<&str> {
    let mut letters = stem.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    let doubled = last == before && !"aeiou".contains(last);
    doubled.then(|| stem.strip_suffix(last)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, base: &str) {
        let found = base_forms(word);
        assert_eq!(found.first().map(String::as_str), Some(word));
        assert!(found.iter().any(|found| found == base), "{found:?}");
    }

    #[test]
    fn regular_and_irregular_forms_have_their_bases() {
        for (word, base) in [
            ("dogs", "dog"),
            ("boxes", "box"),
            ("cries", "cry"),
            ("ties", "tie"),
            ("wolves", "wolf"),
            ("knives", "knife"),
            ("firemen", "fireman"),
            ("running", "run"),
            ("making", "make"),
            ("lying", "lie"),
            ("tried", "try"),
            ("stopped", "stop"),
            ("bigger", "big"),
            ("happiest", "happy"),
            ("went", "go"),
            ("eaten", "eat"),
            ("children", "child"),
            ("people", "person"),
            ("clothes", "clothe"),
            ("dog", "dog"),
        ] {
            check(word, base);
        }
    }

    #[test]
    fn short_words_are_not_taken_apart() {
        assert_eq!(base_forms("is"), ["is"]);
        assert_eq!(base_forms(""), [""]);
    }
}
