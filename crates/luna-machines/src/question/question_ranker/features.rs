//! Features of a question from its text alone, each with a name, and from the sentence that it was
//! made of, if that is known.

mod collector;
mod derivation;
mod fluency;
mod form;
mod overlap;
mod pieces;
mod word_classes;

pub use self::collector::Feature;
use self::collector::{Features, Text};
use super::derivation::Derivation;
use super::token::tokens;

/// The features of a question's text, always the same ones in the same order.
pub fn text_features(question: &str, sentence: Option<&str>) -> Vec<Feature> {
    let mut all = Features::with_names();
    of_text(&Text::new(question), sentence, &mut all);
    all.into_list()
}

/// The features of what the generator tells, always the same ones in the same order.
pub fn derivation_features(
    question: &str,
    sentence: Option<&str>,
    derivation: &Derivation,
) -> Vec<Feature> {
    let mut all = Features::with_names();
    of_derivation(&Text::new(question), sentence, derivation, &mut all);
    all.into_list()
}

/// The values of the features of the text.
pub(super) fn text_values(question: &str, sentence: Option<&str>) -> Vec<f64> {
    let mut all = Features::default();
    of_text(&Text::new(question), sentence, &mut all);
    all.into_values()
}

/// The values of the features of the derivation.
pub(super) fn derivation_values(
    question: &str,
    sentence: Option<&str>,
    derivation: &Derivation,
) -> Vec<f64> {
    let mut all = Features::default();
    of_derivation(&Text::new(question), sentence, derivation, &mut all);
    all.into_values()
}

fn of_text(text: &Text<'_>, sentence: Option<&str>, all: &mut Features) {
    form::add(text, all);
    word_classes::add(text, all);
    fluency::add(text, all);
    overlap::add(text, sentence, all);
}

fn of_derivation(
    text: &Text<'_>,
    sentence: Option<&str>,
    derivation: &Derivation,
    all: &mut Features,
) {
    let sentence = tokens(sentence.unwrap_or_default());
    derivation::add(derivation, &sentence, all);
    pieces::add(&text.tokens, &sentence, derivation, all);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[track_caller]
    fn value(question: &str, sentence: Option<&str>, name: &str) -> f64 {
        let all = text_features(question, sentence);
        all.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no {name}")).value
    }

    #[track_caller]
    fn check(question: &str, expected: &[(&str, f64)]) {
        for &(name, expected) in expected {
            let found = value(question, None, name);
            assert!((found - expected).abs() < 1e-9, "{name} of {question}: {found}");
        }
    }

    #[test]
    fn there_are_enough_and_each_has_a_name_of_its_own() {
        let empty = text_features("", None);
        let names: HashSet<&str> = empty.iter().map(|it| &*it.name).collect();
        assert!(names.len() >= 250 && names.len() == empty.len(), "{}", names.len());
        let full = text_features("What did Rome give the 3 cities?", Some("Rome gave them law."));
        assert!(full.iter().zip(&empty).all(|(one, other)| one.name == other.name));
        for text in ["", "?", "\u{301}", "a", &"word ".repeat(3_000), "What\u{0} is\u{202e} it?"] {
            let all = text_features(text, Some(text));
            assert_eq!(all.len(), empty.len());
            assert!(all.iter().all(|it| it.value.is_finite()), "{text:?}");
        }
    }

    #[test]
    fn the_form_of_a_question_is_told() {
        check(
            "What was Verina's long-time favorite?",
            &[("words", 5.0), ("words>4", 1.0), ("words>6", 0.0), ("starts with what", 1.0)],
        );
        check(
            "In which city did the king live?",
            &[("wh after a preposition", 1.0), ("wh words", 1.0), ("starts with in", 1.0)],
        );
        check(
            "How many people died?",
            &[("how many", 1.0), ("the second word is an auxiliary", 0.0)],
        );
        check("Who was it for?", &[("ends with a preposition", 1.0), ("last word is “for”", 1.0)]);
        check("Is it, or is it not (so)?", &[("commas", 1.0), ("brackets", 2.0), ("is", 2.0)]);
        check("What did the the king do?", &[("words twice in a row", 1.0)]);
    }

    #[test]
    fn word_classes_are_counted_and_placed() {
        check(
            "What did Rome give the three cities?",
            &[
                ("name", 1.0),
                ("do>0", 1.0),
                ("word 2 is do", 1.0),
                ("last word is plural", 1.0),
                ("the determiner number", 1.0),
            ],
        );
    }

    #[test]
    fn the_sentence_is_compared_where_there_is_one() {
        let sentence = Some("Rome gave the cities laws and roads in 200 BC.");
        let of = |name| value("What did Rome give the cities?", sentence, name);
        assert!((of("has a sentence") - 1.0).abs() < 1e-9);
        assert!((of("share of content words in the sentence") - 2.0 / 3.0).abs() < 1e-9);
        assert!((value("What?", None, "has a sentence")).abs() < 1e-9);
    }
}
