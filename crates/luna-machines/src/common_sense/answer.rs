//! Questions of the battery, answers to them, and the interface of all answerers.

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

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: String,
    /// The concept that the answer adds to the question.
    pub concept: Concept,
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
        let is_known = self.answers.iter().any(|it| it.concept == answer.concept);
        if !is_known && !self.is_full() {
            self.answers.push(answer);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.answers.len() >= MOST_ANSWERS
    }
}
