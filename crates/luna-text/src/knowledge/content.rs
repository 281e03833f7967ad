//! The words of a text that concepts are made of.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Auxiliary verbs that are nouns after an article, as in "a tin can".
const MODALS: [&str; 5] = ["can", "may", "might", "must", "will"];
const DETERMINERS: [&str; 10] =
    ["a", "an", "the", "this", "that", "my", "your", "his", "her", "their"];
/// Endings after an apostrophe that stand for a pronoun's verb or a possessive.
const CLITICS: [&str; 6] = ["s", "re", "ve", "ll", "d", "m"];

/// The words of a text in lower case without stop words, or all words if all are stop words.
///
/// The file of `ConceptNet` 4 shows which words it dropped: in its 235,000 concepts of several words,
/// *of* comes 31 times and *over* 851 times. Prepositions of direction, quantities and *not*
/// belong to concepts; articles, pronouns and the verbs *be*, *do* and *have* do not.
pub(super) fn concept_words(text: &str) -> Vec<String> {
    let all = tokens(text);
    let kept: Vec<String> = (all.iter().enumerate())
        .filter(|(nth, word)| !is_stop(word) && !is_auxiliary(&all, *nth))
        .map(|(_, word)| word.clone())
        .collect();
    if kept.is_empty() { all } else { kept }
}

/// The name of a concept that is written like this.
pub(super) fn content_form(text: &str) -> String {
    concept_words(text).join(" ")
}

fn is_stop(word: &str) -> bool {
    static STOP: LazyLock<HashSet<&str>> =
        LazyLock::new(|| include_str!("stop.txt").lines().collect());
    STOP.contains(word)
}

/// Tells "dogs can bark" from "a can of beans" and "trash can".
fn is_auxiliary(words: &[String], nth: usize) -> bool {
    let before = nth.checked_sub(1).and_then(|before| words.get(before));
    words.get(nth).is_some_and(|word| MODALS.contains(&word.as_str()))
        && nth + 1 < words.len()
        && !before.is_some_and(|word| DETERMINERS.contains(&word.as_str()))
}

/// Words in lower case. Hyphens stay within words, and contractions are taken apart.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lower = text.to_lowercase().replace('’', "'");
    for token in lower.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\'')) {
        let token = token.trim_matches(['-', '\'']);
        match token {
            "" => {}
            "cannot" | "can't" => found.extend(["can".to_owned(), "not".to_owned()]),
            "won't" => found.extend(["will".to_owned(), "not".to_owned()]),
            "someone" | "somebody" | "anyone" | "anybody" => found.push("person".to_owned()),
            _ => match token.rsplit_once('\'') {
                Some((stem, "t")) if stem.ends_with('n') && stem.len() > 1 => {
                    found.push(stem.trim_end_matches('n').to_owned());
                    found.push("not".to_owned());
                }
                Some((stem, clitic)) if CLITICS.contains(&clitic) => found.push(stem.to_owned()),
                _ => found.push(token.replace('\'', "")),
            },
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(content_form(text), expected);
    }

    #[test]
    fn stop_words_go_and_the_rest_stays_in_order() {
        check("What color is the sky?", "color sky");
        check("Where does your food go when you swallow it?", "food go swallow");
        check("go to bed", "go bed");
        check("a T-shirt’s sleeve -", "t-shirt sleeve");
        check("out of the house", "out house");
    }

    #[test]
    fn negations_stay() {
        check("You can't fly.", "not fly");
        check("it isn't alive", "not alive");
        check("we won’t go", "not go");
        check("he cannot swim", "not swim");
    }

    #[test]
    fn auxiliaries_are_told_from_nouns() {
        check("What can a dog do?", "dog");
        check("open a can of beans", "open can beans");
        check("trash can", "trash can");
        check("will", "will");
    }

    #[test]
    fn stop_words_alone_are_kept() {
        check("thing", "thing");
        check("to be or to have", "to be or to have");
        check("… ' -", "");
    }

    #[test]
    fn stop_words_are_listed_once_in_order() {
        let list: Vec<&str> = include_str!("stop.txt").lines().collect();
        assert!(list.is_sorted_by(|one, next| one < next));
    }
}
