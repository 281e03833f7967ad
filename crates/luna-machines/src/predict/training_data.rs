//! Rated people and the questions that they answered, to train on.

use std::fmt;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub text: String,
    /// The answers that count as right, often none.
    pub key: Vec<String>,
}

/// One person.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// One for each question.
    pub responses: Vec<String>,
    /// From 0 to 1.
    pub rating: f64,
}

/// The reason why training is impossible.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    NoQuestions,
    Few(usize),
    Responses { person: usize, found: usize, questions: usize },
    Rating { person: usize, rating: f64 },
    Learning(luna_learn::design::Refusal),
}

/// The smallest number of people to train on.
pub const FEWEST: usize = 5;

/// The largest number of people to train on, the latest: the time taken grows with its cube.
pub const MOST: usize = 1_000;

pub(super) fn newest(examples: &[Example]) -> &[Example] {
    examples.get(examples.len().saturating_sub(MOST)..).unwrap_or_default()
}

pub(super) fn check(questions: &[Question], examples: &[Example]) -> Result<(), Refusal> {
    if questions.is_empty() {
        return Err(Refusal::NoQuestions);
    }
    if examples.len() < FEWEST {
        return Err(Refusal::Few(examples.len()));
    }
    for (person, one) in examples.iter().enumerate() {
        let (found, questions) = (one.responses.len(), questions.len());
        if found != questions {
            return Err(Refusal::Responses { person, found, questions });
        }
        if !(0.0..=1.0).contains(&one.rating) {
            return Err(Refusal::Rating { person, rating: one.rating });
        }
    }
    Ok(())
}

impl From<luna_learn::design::Refusal> for Refusal {
    fn from(why: luna_learn::design::Refusal) -> Refusal {
        Refusal::Learning(why)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoQuestions => out.write_str("There are no questions to learn from."),
            Refusal::Few(people) => write!(
                out,
                "{people} rated {} answered; training needs {FEWEST}.",
                if *people == 1 { "person has" } else { "people have" }
            ),
            Refusal::Responses { person, found, questions } => write!(
                out,
                "Person {} has {found} responses to {questions} questions. A response may be empty, \
                 but none may be missing.",
                person + 1
            ),
            Refusal::Rating { person, rating } => {
                write!(out, "Person {} is rated {rating}, which is not from 0 to 1.", person + 1)
            }
            Refusal::Learning(why) => write!(out, "Nothing could be learned: {why}."),
        }
    }
}

impl std::error::Error for Refusal {}
