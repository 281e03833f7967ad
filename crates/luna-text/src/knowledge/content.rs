//! The words of a text that concepts are made of.

use std::collections::HashSet;
use std::sync::LazyLock;

/// What the tools of `ConceptNet` 4 put for a pronoun.
const PERSON: &str = "person";
/// The pronouns that become *person* in a text of stop words alone.
const PRONOUNS: [&str; 11] =
    ["he", "her", "him", "i", "me", "she", "somebody", "someone", "them", "they", "you"];
/// Endings after an apostrophe that stand for a pronoun's verb or a possessive.
const CLITICS: [&str; 6] = ["s", "re", "ve", "ll", "d", "m"];

/// The words of a text in lower case without stop words, or all words if all are stop words.
///
/// The stop words are the 134 of simplenlp 1.1.2, with which the concepts of `ConceptNet` 4 were
/// made. *Not*, directions and most quantities belong to concepts.
pub(super) fn concept_words(text: &str) -> Vec<String> {
    let all = tokens(text);
    let kept: Vec<String> = all.iter().filter(|word| !is_stop(word)).cloned().collect();
    if !kept.is_empty() {
        return kept;
    }
    let person = |word: String| match PRONOUNS.contains(&word.as_str()) {
        true => PERSON.to_owned(),
        false => word,
    };
    all.into_iter().map(person).collect()
}

/// The name of a concept that is written like this.
pub(super) fn content_form(text: &str) -> String {
    concept_words(text).join(" ")
}

/// A concept that comes from stop words alone: *something*, or *person*, which stands for pronouns.
pub(super) fn is_empty_form(name: &str) -> bool {
    name.split(' ').all(|word| word == PERSON || is_stop(word))
}

fn is_stop(word: &str) -> bool {
    static STOP: LazyLock<HashSet<&str>> =
        LazyLock::new(|| include_str!("stop.txt").lines().collect());
    STOP.contains(word)
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
        check("What can a dog do?", "dog");
        check("Does somebody help?", "help");
        check("one way or the other", "other");
    }

    #[test]
    fn negations_stay() {
        check("You can't fly.", "not fly");
        check("it isn't alive", "not alive");
        check("we won’t go", "not go");
        check("he cannot swim", "not swim");
    }

    #[test]
    fn stop_words_alone_are_kept() {
        check("thing", "thing");
        check("someone", "person");
        check("you", "person");
        check("to be or to have", "to be or to have");
        check("… ' -", "");
    }

    #[test]
    fn empty_forms_have_only_stop_words_and_persons() {
        for (name, is_empty) in
            [("something", true), ("person", true), ("old person", false), ("hand", false)]
        {
            assert_eq!(is_empty_form(name), is_empty, "{name}");
        }
    }

    #[test]
    fn stop_words_are_listed_once_in_order() {
        let list: Vec<&str> = include_str!("stop.txt").lines().collect();
        assert_eq!(list.len(), 134);
        assert!(list.is_sorted_by(|one, next| one < next));
    }
}
