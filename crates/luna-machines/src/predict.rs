//! Guessing a person's rating from the words of the answers: learned from people who answered
//! the same questions and were rated. Hyperparameters are selected on the training set only.

mod answer_features;
mod cross_validation;
mod crowd;
mod exchange;
mod model;

use std::fmt;
use std::ops::Range;

use luna_learn::conformal::{Interval, cv_plus};
use luna_text::words;

use self::answer_features::{Beside, Said};
pub use self::cross_validation::Tried;
pub use self::exchange::{Exchange, ExchangePredictor, Respondent, Trial};
pub use self::model::{Answers, Model, fit_kernels};
use crate::float;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
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

/// A trained model, and its error for people it was not trained on.
pub struct Predictor {
    said: Vec<Said>,
    model: Model,
    /// The models of cross-validation, each with its residuals for the people it left out.
    without: Vec<(Model, Vec<f64>)>,
    tried: Tried,
}

/// A predicted rating and its interval, all within 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
}

/// The effect of a word on a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    pub question: usize,
    /// The bytes of the response where it stands.
    pub at: Range<usize>,
    /// The rating, before it is kept within 0 to 1, less what it would be without the word.
    pub points: f64,
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

impl Predictor {
    pub fn train(questions: &[Asked], examples: &[Example]) -> Result<Predictor, Refusal> {
        check(questions, examples)?;
        let examples = newest(examples);
        let people: Vec<&[String]> = examples.iter().map(|one| one.responses.as_slice()).collect();
        let ratings: Vec<f64> = examples.iter().map(|one| one.rating).collect();
        let answers = Answers::new(questions, &people);
        let everybody: Vec<usize> = (0..people.len()).collect();
        let model = answers.learn(&everybody, &ratings)?;
        let (without, tried) = cross_validation::tried(&answers, &ratings)?;
        Ok(Predictor { said: answers.said, model, without, tried })
    }

    /// The predicted rating, from 0 to 1. A missing response counts as empty.
    pub fn rating(&self, responses: &[String]) -> f64 {
        self.model.of(self.beside(responses).iter()).clamp(0.0, 1.0)
    }

    /// The predicted rating and an interval with the given coverage, which takes several times as
    /// long.
    pub fn predict(&self, responses: &[String], level: f64) -> Prediction {
        let beside = self.beside(responses);
        let rating = self.model.of(beside.iter()).clamp(0.0, 1.0);
        let each: Vec<(f64, f64)> = (self.without.iter())
            .flat_map(|(model, off)| {
                let predicted = model.of(beside.iter()).clamp(0.0, 1.0);
                off.iter().map(move |&off| (predicted, off))
            })
            .collect();
        let (low, high) = match cv_plus(&each, level) {
            Interval::Within(low, high) => (low.clamp(0.0, rating), high.clamp(rating, 1.0)),
            Interval::Unbounded => (0.0, 1.0),
        };
        Prediction { rating, low, high }
    }

    /// The effect of each word, from the prediction without it. Stop words such as "the" have no
    /// effect and are omitted.
    pub fn explain(&self, responses: &[String]) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (question, (said, text)) in self.said.iter().zip(responses).enumerate() {
            let adds = |text: &str| self.model.adds(question, &said.beside(&said.read(text)));
            let whole = adds(text);
            for at in words::content_words_at(text).into_iter().map(|word| word.at) {
                let (Some(before), Some(after)) = (text.get(..at.start), text.get(at.end..)) else {
                    continue;
                };
                let points = whole - adds(&format!("{before} {after}"));
                effects.push(Effect { question, at, points });
            }
        }
        effects
    }

    /// The error for people it was not trained on, beside that of the best constant guess.
    pub fn tried(&self) -> &Tried {
        &self.tried
    }

    /// Returns true if it is significantly better than the mean of the ratings.
    pub fn beats_constant(&self) -> bool {
        self.tried.constant - self.tried.error > cross_validation::ROUNDING && self.tried.p < 0.05
    }

    /// The share of the variance of ratings that each question's responses alone predict, for people
    /// not trained on, at least 0; 0 where training is impossible.
    pub fn informativeness(questions: &[Asked], examples: &[Example]) -> Vec<f64> {
        let alone = |(nth, asked): (usize, &Asked)| {
            let own = |one: &Example| Example {
                responses: one.responses.get(nth).cloned().into_iter().collect(),
                rating: one.rating,
            };
            let examples: Vec<Example> = examples.iter().map(own).collect();
            let Ok(learned) = Predictor::train(std::slice::from_ref(asked), &examples) else {
                return 0.0;
            };
            learned.tried.explained()
        };
        questions.iter().enumerate().map(alone).collect()
    }

    fn beside(&self, responses: &[String]) -> Vec<Beside> {
        let text = |nth: usize| responses.get(nth).map_or("", String::as_str);
        let one = |(nth, said): (usize, &Said)| said.beside(&said.read(text(nth)));
        self.said.iter().enumerate().map(one).collect()
    }
}

fn newest(examples: &[Example]) -> &[Example] {
    examples.get(examples.len().saturating_sub(MOST)..).unwrap_or_default()
}

fn check(questions: &[Asked], examples: &[Example]) -> Result<(), Refusal> {
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
                "{people} rated {} answered; to learn from them there have to be {FEWEST}.",
                if *people == 1 { "person has" } else { "people have" }
            ),
            Refusal::Responses { person, found, questions } => write!(
                out,
                "Person {} has {found} responses to {questions} questions; a response may be empty, \
                 but each has its place.",
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

#[cfg(test)]
mod tests;
