//! Cross-validation: the error of a model for people it was not trained on.

use luna_learn::conformal::{Interval, Residuals};
use luna_learn::design::Refusal;
use luna_learn::float;
use luna_learn::folds::folds;
use luna_learn::metrics::rmse;
use luna_learn::paired_test::t_test;

use super::model::{Answers, Model};

/// Results of cross-validation: each person is left out once, alone or with a tenth of the others,
/// and everything is trained on the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossValidation {
    pub people: usize,
    /// The root mean square error.
    pub error: f64,
    /// That of the constant best guess: the mean of the ratings learned from.
    pub constant: f64,
    /// The share of ratings within the 95 % interval that the errors for all others make.
    pub coverage: f64,
    /// The probability of squared errors that differ at least as much from those of the constant guess,
    /// if neither is better in truth.
    pub p: f64,
}

/// The largest number of people at which each is left out alone.
const ALONE: usize = 30;
const FOLDS: usize = 10;
const LEVEL: f64 = 0.95;

/// An error up to this is rounding.
pub(super) const ROUNDING: f64 = 1e-9;

impl CrossValidation {
    /// The share of the variance that is predicted, at least 0.
    pub fn explained(&self) -> f64 {
        let left = (self.error / self.constant).powi(2);
        if self.constant > ROUNDING { (1.0 - left).max(0.0) } else { 0.0 }
    }
}

/// Trains one model for each fold; returns the models with their residuals for the people left out,
/// and the errors.
pub(super) fn cross_validate(
    answers: &Answers,
    ratings: &[f64],
) -> Result<(Vec<(Model, Vec<f64>)>, CrossValidation), Refusal> {
    let people = ratings.len();
    let count = if people <= ALONE { people } else { FOLDS };
    let (mut found, mut mean) = (vec![0.0; people], vec![0.0; people]);
    let mut models = Vec::new();
    let all = folds(people, count, 1)?;
    for split in &all {
        let model = answers.learn(&split.train, ratings)?;
        let constant = split.train.iter().map(|&person| ratings[person]).sum::<f64>()
            / float(split.train.len());
        for &person in &split.test {
            found[person] = answers.predict(&model, person).clamp(0.0, 1.0);
            mean[person] = constant;
        }
        let off = split.test.iter().map(|&person| ratings[person] - found[person]);
        models.push((model, off.collect::<Vec<f64>>()));
    }
    let square = |of: &[f64], person: usize| (of[person] - ratings[person]).powi(2);
    let gains: Vec<f64> =
        (0..people).map(|person| square(&mean, person) - square(&found, person)).collect();
    let errors = CrossValidation {
        people,
        error: rmse(&found, ratings).unwrap_or(1.0),
        constant: rmse(&mean, ratings).unwrap_or(1.0),
        coverage: coverage(&models),
        p: t_test(&gains).map_or(1.0, |test| test.p),
    };
    Ok((models, errors))
}

/// The share of people whose error is no larger than those of the other folds allow.
fn coverage(models: &[(Model, Vec<f64>)]) -> f64 {
    let (mut held, mut people) = (0, 0);
    for (nth, (_, own)) in models.iter().enumerate() {
        let others = models.iter().enumerate().filter(|(other, _)| *other != nth);
        let others: Vec<f64> = others.flat_map(|(_, (_, off))| off.iter().copied()).collect();
        let others = Residuals::new(&others);
        people += own.len();
        held += (own.iter())
            .filter(|off| match others.interval(0.0, LEVEL) {
                Interval::Within(low, high) => (low..=high).contains(*off),
                Interval::Unbounded => true,
            })
            .count();
    }
    float(held) / float(people.max(1))
}
