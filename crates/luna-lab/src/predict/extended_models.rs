//! Extended models: other features and other models than the paper's, on the same splits.
//! Hyperparameters are selected on the training set only.

mod ablation;
mod across;
mod additive_kernel;
mod copied_features;
mod feature_groups;
mod models;
mod report;
mod results;
#[cfg(test)]
mod tests;

use luna_learn::conformal::{Interval, cv_plus};
use luna_learn::design::{Design, Refusal};
use luna_learn::folds::{Split, folds, random_splits};
use luna_learn::linear::{LeastSquares, ridge};
use luna_learn::metrics::rmse;
use luna_machines::predict::Answers;

pub use self::ablation::groups;
pub use self::across::across;
use self::additive_kernel::{AdditiveKernel, STRENGTHS};
use self::copied_features::copied_features;
use self::feature_groups::Groups;
pub use self::feature_groups::{Group, Resources};
pub use self::models::Model;
pub use self::report::{json, part, text};
pub use self::results::{Ablation, LEVELS, Plan, Results, Scores};
use super::neighbours::Ties;
use super::trials::{ExperimentError, PreparedDataset, together};
use crate::trials::threads::run_each;

/// The result of one model on one split.
struct ModelResult {
    model: Model,
    error: f64,
    held: Option<[(f64, f64); 2]>,
}

/// For each of [`Model::BASE`], its predictions.
type Predictions = Vec<Vec<f64>>;

/// Results within a training set.
struct InnerFolds {
    /// Predictions of each model for the held-out people, and their ratings.
    without: Predictions,
    left_out: Vec<f64>,
    /// For each fold, the number of people left out and the predictions for the test set without
    /// them.
    across: Vec<(usize, Predictions)>,
}

/// The folds within a training set, each left out in turn.
const INNER: usize = 3;

/// The features of one data set, computed once for all splits.
struct Experiment<'a> {
    prepared: &'a PreparedDataset,
    squares: LeastSquares<'a>,
    ratings: Vec<f64>,
    answers: Answers,
    copied: Design,
    groups: Groups,
    ties: Ties,
}

pub fn run(
    prepared: &PreparedDataset,
    known: Resources<'_>,
    plan: &Plan,
    progress: &(impl Fn(usize, usize) + Sync),
) -> Result<Results, ExperimentError> {
    let ratings = prepared.problem.ratings(prepared.scale);
    let all = random_splits(ratings.len(), plan.trials, plan.seed)?;
    let answers = prepared.problem.answers();
    let copied = copied_features(&answers)?;
    let groups = Groups::of(&prepared.problem, known);
    let squares = LeastSquares::new(&prepared.beside);
    let ties = plan.ties;
    let bench = Experiment { prepared, squares, ratings, answers, copied, groups, ties };
    let found = run_each(all.len(), plan.threads, progress, |nth| {
        let split = &all[nth];
        let found = bench.split(split, plan.seed)?;
        let ablations =
            if nth < plan.groups { bench.ablations(split, &found)? } else { Vec::new() };
        Ok::<_, ExperimentError>((found, ablations))
    })?;
    let (found, ablations): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let ablations = bench.groups.known().into_iter().enumerate().map(|(nth, group)| {
        let errors = ablations.iter().filter_map(|each| each.get(nth).copied()).collect();
        Ablation { group, errors }
    });
    let ablations = if plan.groups > 0 { ablations.collect() } else { Vec::new() };
    let of = |model: Model| {
        let own = || found.iter().flatten().filter(move |one| one.model == model);
        let errors = own().map(|one| one.error).collect();
        Scores { model, errors, held: own().filter_map(|one| one.held).collect() }
    };
    Ok(Results {
        name: prepared.problem.name.clone(),
        people: prepared.problem.people.len(),
        questions: prepared.problem.questions.len(),
        scale: prepared.scale,
        used: prepared.used.clone(),
        split: all.first().map_or((0, 0), |split| (split.train.len(), split.test.len())),
        scores: Model::ALL.map(of).into(),
        ablations,
    })
}

impl Experiment<'_> {
    fn split(&self, split: &Split, seed: u64) -> Result<Vec<ModelResult>, ExperimentError> {
        let truth: Vec<f64> = split.test.iter().map(|&person| self.ratings[person]).collect();
        let inner = within(&split.train, seed)?;
        let whole = self.predict(&split.train, &split.test)?;
        let InnerFolds { without, left_out, across } = self.inner(&inner, &split.test)?;
        let one = |(nth, model): (usize, Model)| {
            let off: Vec<f64> =
                without[nth].iter().zip(&left_out).map(|(found, truth)| truth - found).collect();
            let parts: Vec<(usize, &[f64])> =
                across.iter().map(|(people, all)| (*people, &all[nth][..])).collect();
            let held = LEVELS.map(|level| coverage(&off, &parts, &truth, level));
            ModelResult {
                model,
                error: rmse(&whole[nth], &truth).unwrap_or(f64::NAN),
                held: Some(held),
            }
        };
        let mut found: Vec<ModelResult> = Model::BASE.into_iter().enumerate().map(one).collect();
        let mut more = |model: Model, predictions: &[f64], truth: &[f64]| {
            let error = rmse(predictions, truth).unwrap_or(f64::NAN);
            found.push(ModelResult { model, error, held: None });
        };
        let mean = split.train.iter().map(|&person| self.ratings[person]).sum::<f64>()
            / luna_learn::float(split.train.len());
        more(Model::Constant, &vec![mean; truth.len()], &truth);
        if self.answers.questions() > 1 {
            let twice = [&truth[..], &truth].concat();
            more(Model::Unseen, &self.unseen(split)?, &twice);
        }
        Ok(found)
    }

    /// Learned from every other question and guessed from the rest, both ways around.
    fn unseen(&self, split: &Split) -> Result<Vec<f64>, Refusal> {
        let (one, other): (Vec<usize>, Vec<usize>) =
            (0..self.answers.questions()).partition(|nth| nth % 2 == 0);
        let mut found = Vec::new();
        for (learned, asked) in [(&one, &other), (&other, &one)] {
            let (train, test) = ((&split.train[..], &learned[..]), (&split.test[..], &asked[..]));
            found.extend(self.answers.elsewhere(train, test, &self.ratings)?);
        }
        Ok(found.into_iter().map(within_bounds).collect())
    }

    /// Trains with each fold of the training set left out in turn.
    fn inner(&self, parts: &[Split], test: &[usize]) -> Result<InnerFolds, ExperimentError> {
        let mut all = InnerFolds {
            without: vec![Vec::new(); Model::BASE.len()],
            left_out: Vec::new(),
            across: Vec::new(),
        };
        for part in parts {
            let rows = [&part.test[..], test].concat();
            let mut tested = Predictions::new();
            for (own, mut found) in all.without.iter_mut().zip(self.predict(&part.train, &rows)?) {
                tested.push(found.split_off(part.test.len()));
                own.extend(found);
            }
            all.left_out.extend(part.test.iter().map(|&person| self.ratings[person]));
            all.across.push((part.test.len(), tested));
        }
        Ok(all)
    }

    /// Predicts ratings by each of [`Model::BASE`], trained on some people.
    fn predict(&self, train: &[usize], rows: &[usize]) -> Result<Predictions, ExperimentError> {
        let (all, near) = self.twelve(train)?;
        let com =
            self.squares.with_columns(&all, &near).fit(train, &self.ratings)?.predict(&all, rows);
        let kept = com.iter().copied().map(within_bounds).collect();
        let copied = ridge(&self.copied, train, &self.ratings, &STRENGTHS)?.model;
        let copied = copied.predict(&self.copied, rows).into_iter().map(within_bounds).collect();
        let kernel = self.kernel(train, rows)?;
        let helping = self.additive_kernel().helpful_groups(&self.groups.known(), train)?;
        let wide = self.wide(&helping, train, rows)?.unwrap_or_else(|| kernel.clone());
        Ok(vec![com, kept, copied, kernel, wide])
    }

    /// For each group, the error with it alone, and that without it, which is another only where
    /// it helped.
    fn ablations(
        &self,
        split: &Split,
        found: &[ModelResult],
    ) -> Result<Vec<(f64, f64)>, ExperimentError> {
        let Split { train, test } = split;
        let truth: Vec<f64> = test.iter().map(|&person| self.ratings[person]).collect();
        let all = self.groups.known();
        let helping = self.additive_kernel().helpful_groups(&all, train)?;
        let of = |model: Model| found.iter().find(|one| one.model == model).map(|one| one.error);
        let error = |groups: &[Group]| {
            let found = self.wide(groups, train, test)?;
            Ok::<_, ExperimentError>(found.and_then(|found| rmse(&found, &truth)))
        };
        let both = |&group: &Group| {
            let without = if helping.contains(&group) {
                let others: Vec<Group> = all.iter().copied().filter(|it| *it != group).collect();
                error(&self.additive_kernel().helpful_groups(&others, train)?)?
                    .or_else(|| of(Model::Kernel))
            } else {
                of(Model::Wide)
            };
            Ok((error(&[group])?.unwrap_or(f64::NAN), without.unwrap_or(f64::NAN)))
        };
        all.iter().map(both).collect()
    }

    fn kernel(&self, train: &[usize], rows: &[usize]) -> Result<Vec<f64>, Refusal> {
        let model = self.answers.learn(train, &self.ratings)?;
        let said = rows.iter().map(|&person| self.answers.predict(&model, person));
        Ok(said.map(within_bounds).collect())
    }

    /// With these groups; without any, the kernel says it all.
    fn wide(
        &self,
        groups: &[Group],
        train: &[usize],
        rows: &[usize],
    ) -> Result<Option<Vec<f64>>, Refusal> {
        if groups.is_empty() {
            return Ok(None);
        }
        let found = self.additive_kernel().predict(groups, train, rows)?;
        Ok(Some(found.into_iter().map(within_bounds).collect()))
    }

    fn additive_kernel(&self) -> AdditiveKernel<'_> {
        AdditiveKernel { answers: &self.answers, groups: &self.groups, ratings: &self.ratings }
    }

    /// Returns the twelve features side by side, and those of them that depend on the training set.
    fn twelve(&self, train: &[usize]) -> Result<(Design, Design), Refusal> {
        let near = self.prepared.features.near(train, &self.ratings, self.ties)?;
        let near = together(&near)?;
        Ok((self.prepared.beside.hstack(&near)?, near))
    }
}

/// Parts of some people, by their numbers.
fn within(people: &[usize], seed: u64) -> Result<Vec<Split>, Refusal> {
    let named = |places: Vec<usize>| places.into_iter().map(|place| people[place]).collect();
    let all = folds(people.len(), INNER, seed)?;
    Ok(all.into_iter().map(|it| Split { train: named(it.train), test: named(it.test) }).collect())
}

fn within_bounds(rating: f64) -> f64 {
    rating.clamp(0.0, 1.0)
}

/// Returns the coverage of intervals on the test set and their mean width, from the residuals of
/// held-out people and, for each fold, the predictions without it.
fn coverage(off: &[f64], parts: &[(usize, &[f64])], truth: &[f64], level: f64) -> (f64, f64) {
    let (mut held, mut widths) = (0, 0.0);
    for (nth, rating) in truth.iter().enumerate() {
        let predictions = parts.iter().flat_map(|(many, all)| std::iter::repeat_n(all[nth], *many));
        let each: Vec<(f64, f64)> = predictions.zip(off.iter().copied()).collect();
        let (low, high) = match cv_plus(&each, level) {
            Interval::Within(low, high) => (within_bounds(low), within_bounds(high)),
            Interval::Unbounded => (0.0, 1.0),
        };
        held += usize::from((low..=high).contains(rating));
        widths += high - low;
    }
    let many = luna_learn::float(truth.len().max(1));
    (luna_learn::float(held) / many, widths / many)
}
