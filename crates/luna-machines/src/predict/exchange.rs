//! Guessing a person's rating from the answers to any questions: what holds for every answer
//! (its words, its length, how it stands to its question) and, where others have answered the
//! same question, what holds for that question alone.

mod model;
mod reader;
mod respondent;

use luna_learn::float;
use luna_learn::folds::folds;
use luna_learn::metrics::rmse;
use luna_learn::paired_test::t_test;

use self::model::{Crowd, Model};
use self::reader::Reader;
pub use self::respondent::{Exchange, Respondent};
use super::cross_validation;
use super::training_data::{FEWEST, MOST, Refusal};

/// Errors for people who were not trained on: each is left out once, alone or with a tenth of the
/// others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    pub people: usize,
    /// The root mean square error.
    pub error: f64,
    /// That of the constant best guess: the mean of the ratings learned from.
    pub constant: f64,
    /// The probability of squared errors that differ at least as much from those of the constant
    /// guess, if neither is better in truth.
    pub p: f64,
}

/// A model of ratings, and its error for people it was not trained on.
pub struct ExchangePredictor {
    reader: Reader,
    crowd: Crowd,
    model: Model,
    trial: Trial,
}

/// The largest number of people at which each is left out alone.
const ALONE: usize = 30;
const FOLDS: usize = 10;

impl ExchangePredictor {
    /// Trains on the last [`MOST`] people. People without a game are ignored.
    pub fn train(people: &[Respondent]) -> Result<ExchangePredictor, Refusal> {
        let people: Vec<&Respondent> = people.iter().filter(|one| !one.games.is_empty()).collect();
        let people = people.get(people.len().saturating_sub(MOST)..).unwrap_or_default();
        if people.len() < FEWEST {
            return Err(Refusal::Few(people.len()));
        }
        for (person, one) in people.iter().enumerate() {
            if !(0.0..=1.0).contains(&one.rating) {
                return Err(Refusal::Rating { person, rating: one.rating });
            }
        }
        let ratings: Vec<f64> = people.iter().map(|one| one.rating).collect();
        let mut reader = Reader::default();
        let mut crowd = Crowd::new(&mut reader, people);
        let everybody: Vec<usize> = (0..people.len()).collect();
        let model = crowd.learn(&reader, &everybody, &ratings)?;
        let trial = trial(&reader, &crowd, &ratings)?;
        crowd.forget_training();
        Ok(ExchangePredictor { reader, crowd, model, trial })
    }

    /// From 0 to 1, for one game.
    pub fn rating(&self, game: &[Exchange]) -> f64 {
        let answers: Vec<_> = game.iter().map(|one| self.reader.read(one)).collect();
        let own = self.crowd.likeness(&answers);
        self.model.of(&answers, &own).clamp(0.0, 1.0)
    }

    /// Returns true if somebody it has learned from has answered this question.
    pub fn has_heard(&self, question: &str) -> bool {
        self.reader.knows(question)
    }

    pub fn trial(&self) -> &Trial {
        &self.trial
    }

    /// Returns true if it is significantly better than the mean of the ratings.
    pub fn beats_constant(&self) -> bool {
        self.trial.constant - self.trial.error > cross_validation::ROUNDING && self.trial.p < 0.05
    }
}

fn trial(reader: &Reader, crowd: &Crowd, ratings: &[f64]) -> Result<Trial, Refusal> {
    let people = ratings.len();
    let count = if people <= ALONE { people } else { FOLDS };
    let (mut found, mut constant) = (vec![0.0; people], vec![0.0; people]);
    for split in folds(people, count, 1)? {
        let model = crowd.learn(reader, &split.train, ratings)?;
        let sum: f64 = split.train.iter().map(|&person| ratings[person]).sum();
        for &person in &split.test {
            found[person] = crowd.predict(&model, person).clamp(0.0, 1.0);
            constant[person] = sum / float(split.train.len());
        }
    }
    let square = |of: &[f64], person: usize| (of[person] - ratings[person]).powi(2);
    let gains: Vec<f64> =
        (0..people).map(|person| square(&constant, person) - square(&found, person)).collect();
    Ok(Trial {
        people,
        error: rmse(&found, ratings).unwrap_or(1.0),
        constant: rmse(&constant, ratings).unwrap_or(1.0),
        p: t_test(&gains).map_or(1.0, |test| test.p),
    })
}

#[cfg(test)]
mod tests;
