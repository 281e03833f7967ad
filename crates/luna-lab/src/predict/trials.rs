//! The experiment: random splits of the people, four of five to learn from, and
//! how far off each model is for the rest.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use luna_core::rng::Chance;
use luna_learn::design::{Design, Refusal};
use luna_learn::folds::{Split, random_splits};
use luna_learn::linear::{LeastSquares, Linear, lasso, ols};
use luna_learn::metrics::rmse;
use luna_text::wordnet::WordNet;

use super::dataset::{Problem, Scale};
use super::feature::Feature;
use super::features::Features;
use super::language::Sources;
use super::neighbours::Ties;
use super::read::ReadError;
use super::texts::Texts;
use crate::trials::threads::run_each;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub trials: usize,
    pub seed: u64,
    pub ties: Ties,
    /// The price of a weight in Lasso.
    pub alpha: f64,
    pub threads: NonZero<usize>,
}

/// A model that predicts ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Model {
    /// Any rating, each as likely.
    Results,
    /// The mean rating of the training set.
    Cbg,
    One(Feature),
    /// All twelve features together.
    Com,
}

impl Model {
    /// In the order of figure 5.3.
    pub fn all() -> impl Iterator<Item = Model> {
        [Model::Results, Model::Cbg]
            .into_iter()
            .chain(Feature::ALL.map(Model::One))
            .chain([Model::Com])
    }

    pub fn name(self) -> &'static str {
        match self {
            Model::Results => "RAN",
            Model::Cbg => "CBG",
            Model::One(feature) => feature.name(),
            Model::Com => "COM",
        }
    }
}

/// The results of one model: the root mean square error of each split.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    pub model: Model,
    pub ols: Vec<f64>,
    pub lasso: Vec<f64>,
}

/// One data set.
#[derive(Clone, Debug)]
pub struct Results {
    pub name: String,
    pub people: usize,
    pub questions: usize,
    pub scale: Scale,
    pub used: Vec<String>,
    /// The sizes of the training and test sets.
    pub split: (usize, usize),
    pub scores: Vec<Scores>,
}

/// Why there is no result.
#[derive(Clone, Debug)]
pub struct ExperimentError(String);

impl fmt::Display for ExperimentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<Refusal> for ExperimentError {
    fn from(refusal: Refusal) -> ExperimentError {
        ExperimentError(refusal.to_string())
    }
}

impl From<ReadError> for ExperimentError {
    fn from(unreadable: ReadError) -> ExperimentError {
        ExperimentError(unreadable.to_string())
    }
}

impl From<String> for ExperimentError {
    fn from(why: String) -> ExperimentError {
        ExperimentError(why)
    }
}

/// A problem with everything that is the same for all splits.
pub struct PreparedDataset {
    pub(super) problem: Problem,
    pub(super) scale: Scale,
    pub(super) features: Features,
    /// The fixed features side by side.
    pub(super) beside: Design,
    /// A sentence for each language resource that was used.
    pub used: Vec<String>,
}

impl PreparedDataset {
    /// To be split, which takes five people.
    pub fn new(
        problem: Problem,
        scale: Scale,
        sources: &Sources,
        net: (Option<Arc<WordNet>>, String),
    ) -> Result<PreparedDataset, ExperimentError> {
        problem.check(scale)?;
        PreparedDataset::to_compare(problem, scale, sources, net)
    }

    /// Prepares a data set of any size for a comparison of models.
    pub fn to_compare(
        problem: Problem,
        scale: Scale,
        sources: &Sources,
        net: (Option<Arc<WordNet>>, String),
    ) -> Result<PreparedDataset, ExperimentError> {
        problem.check_to_compare(scale)?;
        let texts = Texts::of(&problem);
        let language = sources.language(net, &texts)?;
        let features = Features::of(texts, &language)?;
        let beside = together(&features.fixed)?;
        let mut used = language.used.to_vec();
        let without: Vec<&str> = problem
            .questions
            .iter()
            .filter(|question| question.key.is_empty())
            .map(|question| question.id.as_str())
            .collect();
        if !without.is_empty() {
            used.push(format!(
                "The key has no answer to {}, nor to anything like it.",
                without.join(", ")
            ));
        }
        Ok(PreparedDataset { problem, scale, features, beside, used })
    }

    pub fn name(&self) -> &str {
        &self.problem.name
    }

    /// A value of each feature that looks at the key, for each person and
    /// question, as it is before any regression.
    pub fn compared(&self) -> impl Iterator<Item = (&str, &str, [f64; 6])> {
        let texts = self.features.texts().iter().zip(&self.features.ideal);
        self.problem.questions.iter().zip(texts).flat_map(|(question, (texts, of))| {
            let values = |said: usize| std::array::from_fn(|nth| of[nth][said]);
            let people = self.problem.people.iter().zip(&texts.said);
            people.map(move |(person, &said)| {
                (person.id.as_str(), question.id.as_str(), values(said))
            })
        })
    }

    pub fn run(
        &self,
        plan: &Plan,
        progress: &(impl Fn(usize, usize) + Sync),
    ) -> Result<Results, ExperimentError> {
        let ratings = self.problem.ratings(self.scale);
        let all = random_splits(ratings.len(), plan.trials, plan.seed)?;
        let fixed: Vec<LeastSquares<'_>> =
            self.features.fixed.iter().map(LeastSquares::new).collect();
        let beside = LeastSquares::new(&self.beside);
        let fixed = (&fixed[..], &beside);
        let found = run_each(all.len(), plan.threads, progress, |nth| {
            self.one(nth, &all[nth], &ratings, fixed, plan)
        })?;
        let of = |(at, model): (usize, Model)| Scores {
            model,
            ols: found.iter().filter_map(|errors| Some(errors.get(at)?[0])).collect(),
            lasso: found.iter().filter_map(|errors| Some(errors.get(at)?[1])).collect(),
        };
        Ok(Results {
            name: self.problem.name.clone(),
            people: self.problem.people.len(),
            questions: self.problem.questions.len(),
            scale: self.scale,
            used: self.used.clone(),
            split: all.first().map_or((0, 0), |split| (split.train.len(), split.test.len())),
            scores: Model::all().enumerate().map(of).collect(),
        })
    }

    /// The errors of every model for one split, by least squares and by Lasso.
    fn one(
        &self,
        nth: usize,
        split: &Split,
        ratings: &[f64],
        (fixed, beside): (&[LeastSquares<'_>], &LeastSquares<'_>),
        plan: &Plan,
    ) -> Result<Vec<[f64; 2]>, ExperimentError> {
        let truth: Vec<f64> = split.test.iter().map(|&person| ratings[person]).collect();
        let error = |predicted: &[f64]| rmse(predicted, &truth).unwrap_or(f64::NAN);
        let mut chance =
            Chance::from_words(&["random rating", &plan.seed.to_string(), &nth.to_string()]);
        let random: Vec<f64> = truth.iter().map(|_| chance.unit()).collect();
        let mean = split.train.iter().map(|&person| ratings[person]).sum::<f64>()
            / luna_learn::float(split.train.len());
        let mut errors = vec![[error(&random); 2], [error(&vec![mean; truth.len()]); 2]];
        let mut both = |design: &Design, fitted: Linear| -> Result<(), ExperimentError> {
            let sparse = lasso(design, &split.train, ratings, plan.alpha)?;
            let of = |linear: &Linear| error(&linear.predict(design, &split.test));
            errors.push([of(&fitted), of(&sparse)]);
            Ok(())
        };
        for (design, squares) in self.features.fixed.iter().zip(fixed) {
            both(design, squares.fit(&split.train, ratings)?)?;
        }
        let near = self.features.near(&split.train, ratings, plan.ties)?;
        for design in &near {
            both(design, ols(design, &split.train, ratings)?)?;
        }
        let near = together(&near)?;
        let all = self.beside.hstack(&near)?;
        both(&all, beside.with_columns(&all, &near).fit(&split.train, ratings)?)?;
        Ok(errors)
    }
}

pub(super) fn together(designs: &[Design]) -> Result<Design, Refusal> {
    let mut all = designs.iter();
    let Some(first) = all.next() else { return Design::dense(&[]) };
    all.try_fold(first.clone(), |all, design| all.hstack(design))
}
