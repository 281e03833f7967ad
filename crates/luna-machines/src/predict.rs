//! Guessing a person's rating from the words of the answers: learned from people who answered
//! the same questions and were rated. Hyperparameters are selected on the training set only.

mod answer_features;
mod cross_validation;
mod crowd;
mod exchange;
mod model;
mod training_data;

use std::ops::Range;

use luna_learn::conformal::{Interval, cv_plus};
use luna_text::words;

use self::answer_features::{AnswerSet, Comparison};
pub use self::cross_validation::CrossValidation;
pub use self::exchange::{Exchange, ExchangePredictor, Respondent, Trial};
pub use self::model::{Answers, Model, fit_kernels};
pub use self::training_data::{Example, FEWEST, MOST, Question, Refusal};
use self::training_data::{check, newest};

/// A trained model, and its error for people it was not trained on.
pub struct Predictor {
    answer_sets: Vec<AnswerSet>,
    model: Model,
    /// The models of cross-validation, each with its residuals for the people it left out.
    without: Vec<(Model, Vec<f64>)>,
    cross_validation: CrossValidation,
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

impl Predictor {
    pub fn train(questions: &[Question], examples: &[Example]) -> Result<Predictor, Refusal> {
        check(questions, examples)?;
        let examples = newest(examples);
        let people: Vec<&[String]> = examples.iter().map(|one| one.responses.as_slice()).collect();
        let ratings: Vec<f64> = examples.iter().map(|one| one.rating).collect();
        let answers = Answers::new(questions, &people);
        let everybody: Vec<usize> = (0..people.len()).collect();
        let model = answers.learn(&everybody, &ratings)?;
        let (without, cross_validation) = cross_validation::cross_validate(&answers, &ratings)?;
        Ok(Predictor { answer_sets: answers.answer_sets, model, without, cross_validation })
    }

    /// The predicted rating, from 0 to 1. A missing response counts as empty.
    pub fn rating(&self, responses: &[String]) -> f64 {
        self.model.of(self.compare(responses).iter()).clamp(0.0, 1.0)
    }

    /// The predicted rating and an interval with the given coverage, which takes several times as
    /// long.
    pub fn predict(&self, responses: &[String], level: f64) -> Prediction {
        let comparisons = self.compare(responses);
        let rating = self.model.of(comparisons.iter()).clamp(0.0, 1.0);
        let each: Vec<(f64, f64)> = (self.without.iter())
            .flat_map(|(model, off)| {
                let predicted = model.of(comparisons.iter()).clamp(0.0, 1.0);
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
        for (question, (set, text)) in self.answer_sets.iter().zip(responses).enumerate() {
            let adds = |text: &str| self.model.adds(question, &set.compare(&set.read(text)));
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
    pub fn cross_validation(&self) -> &CrossValidation {
        &self.cross_validation
    }

    /// Returns true if it is significantly better than the mean of the ratings.
    pub fn beats_constant(&self) -> bool {
        self.cross_validation.constant - self.cross_validation.error > cross_validation::ROUNDING
            && self.cross_validation.p < 0.05
    }

    /// The share of the variance of ratings that each question's responses alone predict, for people
    /// not trained on, at least 0; 0 where training is impossible.
    pub fn informativeness(questions: &[Question], examples: &[Example]) -> Vec<f64> {
        let alone = |(nth, question): (usize, &Question)| {
            let own = |one: &Example| Example {
                responses: one.responses.get(nth).cloned().into_iter().collect(),
                rating: one.rating,
            };
            let examples: Vec<Example> = examples.iter().map(own).collect();
            let Ok(learned) = Predictor::train(std::slice::from_ref(question), &examples) else {
                return 0.0;
            };
            learned.cross_validation.explained()
        };
        questions.iter().enumerate().map(alone).collect()
    }

    fn compare(&self, responses: &[String]) -> Vec<Comparison> {
        let text = |nth: usize| responses.get(nth).map_or("", String::as_str);
        let one = |(nth, set): (usize, &AnswerSet)| set.compare(&set.read(text(nth)));
        self.answer_sets.iter().enumerate().map(one).collect()
    }
}

#[cfg(test)]
mod tests;
