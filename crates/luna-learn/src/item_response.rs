//! Item response theory: the difficulty and discrimination of questions from the marks of answers.
//!
//! The two-parameter logistic model. The quality of an answer is
//! `discrimination × (ability − difficulty) − severity`, plus the effects of covariates and logistic
//! noise, where abilities of people have mean 0 and deviation 1. A mark shows the quality itself or only the side of the middle
//! ([`Reading`]), and both readings have the same parameters.
//!
//! With a few answers each, questions and abilities are about as uncertain as they differ, and the
//! best fit overstates discriminations. Nothing is fitted, therefore: a Markov chain draws everything
//! that is not known, and intervals come from the draws.

mod answer;
mod chain;
mod covariates;
mod likeness;
mod marginal;
mod mark;
mod state;
mod walk;

pub use self::answer::{MarkedAnswer, Marks, Reading};
use self::chain::Chain;
pub use self::marginal::maximum_likelihood;
use crate::distribution::normal;
use crate::number::float;

/// What the marks tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// `None` for questions without a mark.
    pub questions: Vec<Option<QuestionFit>>,
    /// How much better an answer to the same question by the same person is for one unit of each
    /// covariate, in logits.
    pub effects: Vec<Estimate>,
}

/// What the marks tell about a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionFit {
    pub answers: usize,
    /// The ability with an even chance of a mark above the middle.
    pub difficulty: Estimate,
    /// The slope there, in logits per unit of ability.
    pub discrimination: Estimate,
    /// Whether machines find it harder than people of the same ability; `None` with too few marks.
    pub machines: Option<MachineTest>,
}

/// A median with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Differential item functioning: whether machines get better or worse marks for a question than
/// people of the same ability. A score test on the likelihood in which all else is integrated out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MachineTest {
    /// How much easier the question is for machines, in logits; harder if negative.
    pub shift: f64,
    pub p: f64,
}

/// The fewest marks of people and of machines for a test.
const FEWEST: usize = 5;
/// Sweeps of the chain before its draws count, and the number that do; one in [`EACH`] is kept.
const BEFORE: usize = 500;
const COUNTED: usize = 2_000;
const EACH: usize = 4;

/// Draws from the chain. The same marks give the same numbers.
pub fn fit(marks: Marks<'_>, reading: Reading) -> Fit {
    let mut chain = Chain::new(marks, reading);
    let mut draws = vec![Draws::default(); chain.state.difficulties.len()];
    let mut effects = vec![Vec::new(); marks.covariates.len()];
    for sweep in 0..BEFORE + COUNTED {
        chain.sweep(sweep < BEFORE);
        if sweep >= BEFORE && sweep % EACH == 0 {
            let state = &chain.state;
            for (at, draws) in draws.iter_mut().enumerate() {
                draws.log_discriminations.push(state.log_discriminations[at]);
                draws.difficulties.push(state.difficulties[at]);
                draws.scores.push(state.machine_score(at));
            }
            for (draws, effect) in effects.iter_mut().zip(&state.effects) {
                draws.push(*effect);
            }
        }
    }
    let summary = |(at, draws): (usize, Draws)| draws.summary(chain.state.marks(at));
    Fit {
        questions: draws.into_iter().enumerate().map(summary).collect(),
        effects: effects.into_iter().map(estimate).collect(),
    }
}

/// The draws of a question.
#[derive(Clone, Debug, Default)]
struct Draws {
    log_discriminations: Vec<f64>,
    difficulties: Vec<f64>,
    /// The derivative of the log-likelihood by a shift for machines, and its information.
    scores: Vec<(f64, f64)>,
}

impl Draws {
    /// With the numbers of marks of people and of machines.
    fn summary(self, marks: [usize; 2]) -> Option<QuestionFit> {
        let answers = marks.iter().sum();
        let Estimate { value, low, high } = estimate(self.log_discriminations);
        let discrimination = Estimate { value: value.exp(), low: low.exp(), high: high.exp() };
        (answers > 0).then(|| QuestionFit {
            answers,
            difficulty: estimate(self.difficulties),
            discrimination,
            machines: (marks.iter().all(|&count| count >= FEWEST))
                .then(|| machine_test(&self.scores))
                .flatten(),
        })
    }
}

fn estimate(mut draws: Vec<f64>) -> Estimate {
    draws.sort_by(f64::total_cmp);
    let at =
        |share| crate::interval::quantile::quantile_of_sorted(&draws, share).unwrap_or(f64::NAN);
    Estimate { value: at(0.5), low: at(0.025), high: at(0.975) }
}

/// By Louis's identity, the information that is left is the mean of the information less the variance
/// of the score.
fn machine_test(scores: &[(f64, f64)]) -> Option<MachineTest> {
    let count = float(scores.len());
    let score = scores.iter().map(|it| it.0).sum::<f64>() / count;
    let variance = scores.iter().map(|it| (it.0 - score).powi(2)).sum::<f64>() / count;
    let information = scores.iter().map(|it| it.1).sum::<f64>() / count - variance;
    (information > 0.0).then(|| MachineTest {
        shift: score / information,
        p: 2.0 * normal::cdf(-score.abs() / information.sqrt()),
    })
}

#[cfg(test)]
mod tests;
