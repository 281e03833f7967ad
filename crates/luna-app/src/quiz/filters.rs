//! The checks of a submission: its form, vulgarity, copies, and words misspelt on purpose.

use std::collections::HashSet;

use luna_core::quiz::answer_line::AnswerLine;
use luna_core::quiz::form::{self, Filter, Finding, plain};
use luna_core::quiz::question::State;
use luna_store::quiz::question::{self, Question};
use luna_store::{self as store, Tx};
use rustrict::{CensorStr as _, Type};

use super::library::{Guesser, unmarked};

/// Two questions that share this much of their words are copies of each other.
const COPY: f64 = 0.5;
/// Words that are known to be right, each one letter away from an unknown one, before somebody
/// asks whether that is on purpose.
const MISSPELT: usize = 2;
/// Occurrences from which a word is known to be spelt right.
const COMMON: u32 = 20;
const WAITING: i64 = 5_000;

/// Everything that the checks find about a question. `others` are the [`other_texts`].
pub fn check(question: &Question, guesser: Option<&Guesser>, others: &[String]) -> Vec<Finding> {
    let line = AnswerLine::parse(&question.answer_line);
    let mut found = form::check(&question.text, line.accepted());
    found.extend(vulgar(&question.text));
    found.extend(copied(&question.text, question.rewrites.as_deref(), guesser, others));
    found.extend(guesser.and_then(|guesser| misspelt(&question.text, guesser)));
    found
}

/// The texts of other questions that were submitted or published here.
pub fn other_texts(tx: &mut Tx<'_>, but: &str) -> store::Result<Vec<String>> {
    let mut texts = Vec::new();
    for state in [State::Submitted, State::Accepted, State::Published] {
        let all = question::in_state(tx, state, WAITING)?;
        texts.extend(all.into_iter().filter(|it| it.id != but).map(|it| it.text));
    }
    Ok(texts)
}

fn vulgar(text: &str) -> Option<Finding> {
    let worst = Type::PROFANE | Type::OFFENSIVE | Type::SEXUAL;
    let word = text.split_whitespace().find(|word| word.is(worst & Type::MODERATE_OR_HIGHER))?;
    let reason = format!("“{word}” may be vulgar.");
    Some(Finding::new(Filter::Vulgarity, reason))
}

fn copied(
    text: &str,
    rewrites: Option<&str>,
    guesser: Option<&Guesser>,
    others: &[String],
) -> Option<Finding> {
    let own = words(text);
    if others.iter().any(|other| share(&own, &words(other)) >= COPY) {
        let reason = "This is a near copy of another question that was submitted here.";
        return Some(Finding::new(Filter::Copy, reason));
    }
    let guesser = guesser?;
    let index = guesser.index();
    let mut reader = index.reader();
    let near = reader.guess(&unmarked(text), 5);
    let tossups = near.iter().flat_map(|it| it.evidence.iter().map(|evidence| evidence.tossup));
    let copy = tossups
        .filter_map(|nth| index.tossups().get(nth))
        .find(|tossup| share(&own, &words(&tossup.text)) >= COPY)?;
    let reason = if Some(copy.id.as_str()) == rewrites {
        "This is still a near copy of the question that it rewrites."
    } else {
        "This is a near copy of a question that the machines have learned from."
    };
    Some(Finding::new(Filter::Copy, reason))
}

/// Rare words that are one letter away from common ones. Names are left alone.
fn misspelt(text: &str, guesser: &Guesser) -> Option<Finding> {
    let mut suspects = Vec::new();
    for raw in text.split_whitespace() {
        let word = plain(raw);
        let is_name = raw.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
        if is_name || word.chars().count() < 5 || !word.chars().all(|c| c.is_ascii_lowercase()) {
            continue;
        }
        if guesser.occurrences(&word) == 0
            && let Some(right) =
                neighbours(&word).find(|other| guesser.occurrences(other) >= COMMON)
        {
            suspects.push(format!("“{word}” for “{right}”"));
        }
    }
    suspects.dedup();
    (suspects.len() >= MISSPELT).then(|| {
        let reason = format!("These words look misspelt on purpose: {}.", suspects.join(", "));
        Finding::new(Filter::Spelling, reason)
    })
}

/// The words one letter away: one more, one less, another, or two swapped.
fn neighbours(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let mut all = Vec::new();
    for at in 0..=letters.len() {
        let (before, after) = letters.split_at(at);
        let join = |middle: &[char], after: &[char]| -> String {
            before.iter().chain(middle).chain(after).collect()
        };
        if let [first, rest @ ..] = after {
            all.push(join(&[], rest));
            if let [second, rest @ ..] = rest {
                all.push(join(&[*second, *first], rest));
            }
        }
        for letter in 'a'..='z' {
            all.push(join(&[letter], after));
            if let [_, rest @ ..] = after {
                all.push(join(&[letter], rest));
            }
        }
    }
    all.into_iter()
}

fn words(text: &str) -> HashSet<String> {
    text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect()
}

/// The share of words that both texts have, of those that either has.
fn share(one: &HashSet<String>, other: &HashSet<String>) -> f64 {
    let both = one.intersection(other).count();
    let either = one.len() + other.len() - both;
    luna_learn::float(both) / luna_learn::float(either).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vulgar_word_is_found_and_an_honest_one_may_be_too() {
        for honest in ["The cock crowed at dawn.", "Dick Turpin rode to York."] {
            assert!(vulgar(honest).is_some(), "an editor sets it aside: {honest}");
        }
        assert!(vulgar("What the fuck is this river?").is_some());
        for fine in ["An assassin classified Essex.", "Name this raven."] {
            assert_eq!(vulgar(fine), None, "{fine}");
        }
    }

    #[test]
    fn a_copy_of_another_submission_is_found() {
        let text = "In one story this bird steals the sun and hides it in a box of cedar wood.";
        let others = [text.replace("wood", "timber")];
        assert!(copied(text, None, None, &others).is_some());
        assert_eq!(copied("It is a river in Asia.", None, None, &others), None);
    }

    #[test]
    fn neighbours_are_one_letter_away() {
        let all: HashSet<String> = neighbours("abc").collect();
        for word in ["bc", "ac", "ab", "bac", "acb", "xabc", "abxc", "abcx", "xbc", "axc", "abx"] {
            assert!(all.contains(word), "{word}");
        }
        assert!(!all.contains("cba") && !all.contains("a"));
    }
}
