//! Questions of the battery, answers to them, and the interface of all answerers.

use luna_core::battery::{Item, Subtest};
use luna_text::knowledge::{Assertion, Concept};

/// Answers to a question, at most.
pub const MOST_ANSWERS: usize = 5;

/// An item as it is put to an answerer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The meaning of a word.
    Vocabulary(String),
    /// A fact.
    Information(String),
    /// What two words have in common.
    Similarities([String; 2]),
    /// The thing that all clues describe.
    WordReasoning(Vec<String>),
    /// A reason.
    Comprehension(String),
}

impl Question {
    /// The question of an item.
    pub fn of(item: &Item) -> Question {
        let asked = || item.question.clone().unwrap_or_default();
        let word = |nth: usize| item.words.get(nth).cloned().unwrap_or_default();
        match item.subtest {
            Subtest::Vocabulary => Question::Vocabulary(word(0)),
            Subtest::Information => Question::Information(asked()),
            Subtest::Similarities => Question::Similarities([word(0), word(1)]),
            Subtest::WordReasoning => Question::WordReasoning(item.clues.clone()),
            Subtest::Comprehension => Question::Comprehension(asked()),
        }
    }

    /// The kind of a question that somebody asks in words.
    pub fn read(text: &str) -> Question {
        let text = text.trim();
        let lower = text.to_lowercase();
        match lower.split_whitespace().next() {
            Some("why") => Question::Comprehension(text.to_owned()),
            _ => Question::Information(text.to_owned()),
        }
    }

    /// The question in words.
    pub fn text(&self) -> String {
        match self {
            Question::Vocabulary(word) => format!("What is {word}?"),
            Question::Information(text) | Question::Comprehension(text) => text.clone(),
            Question::Similarities([one, other]) => {
                format!("Finish what I say. {one} and {other} are both ____.")
            }
            Question::WordReasoning(clues) => clues.join(" "),
        }
    }
}

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: String,
    /// The concept that the answer adds to the question; none of an answer without concepts.
    pub concept: Option<Concept>,
    pub score: f64,
    /// Assertions of the knowledge base behind the answer; none if it is inferred.
    pub assertions: Vec<Assertion>,
}

/// Answers to a question, and the concepts that it was understood as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    pub concepts: Vec<Concept>,
    /// The best first; none means "I don't know".
    pub answers: Vec<Answer>,
}

/// A program that answers questions of the battery.
pub trait Answerer {
    /// Gives up to [`MOST_ANSWERS`] answers about different concepts.
    fn answer(&self, question: &Question) -> Answers;
}

impl Answers {
    /// Adds an answer unless there are enough, or one names the same concept.
    pub(super) fn add(&mut self, answer: Answer) {
        let is_same = |it: &Answer| match (it.concept, answer.concept) {
            (Some(one), Some(other)) => one == other,
            _ => it.text == answer.text,
        };
        let is_known = self.answers.iter().any(is_same);
        if !is_known && !self.is_full() {
            self.answers.push(answer);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.answers.len() >= MOST_ANSWERS
    }
}
