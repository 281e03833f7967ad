//! Beyond the paper: other features and other models on the same splits as its experiment, with
//! everything that is chosen chosen on who is learned from.

mod across;
mod brought;
mod designs;
mod groups;
mod models;
mod report;
#[cfg(test)]
mod tests;
mod wide;

use std::num::NonZero;

use luna_learn::agreement::rmse;
use luna_learn::boost::{Settings, boost};
use luna_learn::conformal::{Interval, crossed};
use luna_learn::design::{Design, Refusal};
use luna_learn::folds::{Split, folds, splits};
use luna_learn::linear::{LeastSquares, cross_validated, ridge, strengths};
use luna_learn::stack::stack;
use luna_machines::predict::Answers;

pub use self::across::across;
pub use self::brought::groups;
use self::designs::Designs;
use self::groups::Groups;
pub use self::groups::{Group, Known};
pub use self::models::Model;
pub use self::report::{json, part, text};
use self::wide::Wide;
use super::neighbours::Ties;
use super::problem::Scale;
use super::trials::{NotRun, Prepared, together};
use crate::threads::each;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub trials: usize,
    /// On so many of them the elastic net is tried too, which takes its time; it takes far too much
    /// where there are fewer than [`CROWD`] people, and hundreds of columns for each.
    pub nets: usize,
    /// On so many of them each [`Group`] is added to what the machine learns from, and taken from
    /// all of them, which takes its time too.
    pub groups: usize,
    pub seed: u64,
    pub ties: Ties,
    pub threads: NonZero<usize>,
}

/// The least number of people for the elastic net.
pub const CROWD: usize = 100;

/// The nominal coverage of intervals.
pub const LEVELS: [f64; 2] = [0.95, 0.8];

/// The results of one model, split by split.
#[derive(Clone, Debug, PartialEq)]
pub struct Fared {
    pub model: Model,
    /// The root mean square errors.
    pub errors: Vec<f64>,
    /// For each of [`LEVELS`], the share of ratings within their intervals, and the mean width of
    /// these; none of the elastic net, of the constant guess and of questions left out.
    pub held: Vec<[(f64, f64); 2]>,
}

/// Ablation of a feature group, split by split: the error of the kernel with this group added, and
/// of the wide kernel without it.
#[derive(Clone, Debug, PartialEq)]
pub struct Brought {
    pub group: Group,
    pub errors: Vec<(f64, f64)>,
}

/// One data set.
#[derive(Clone, Debug)]
pub struct Tried {
    pub name: String,
    pub people: usize,
    pub questions: usize,
    pub scale: Scale,
    pub used: Vec<String>,
    /// The sizes of the training and test sets.
    pub split: (usize, usize),
    pub fared: Vec<Fared>,
    /// Nothing where no split was to say.
    pub brought: Vec<Brought>,
}

/// One model's share in a split.
struct One {
    model: Model,
    error: f64,
    held: Option<[(f64, f64); 2]>,
}

/// For each of [`Model::BASE`], what it foretells.
type Foretold = Vec<Vec<f64>>;

/// Results within a training set.
struct Inner {
    /// Predictions of each model for the held-out people, and their ratings.
    without: Foretold,
    left_out: Vec<f64>,
    /// For each fold, the number of people left out and the predictions for the test set without
    /// them.
    across: Vec<(usize, Foretold)>,
}

/// Within what is learned from, so many parts are left out in turn.
const INNER: usize = 3;

const STRENGTHS: [f64; 9] = [0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0];

/// The features of one data set, computed once for all splits.
struct Bench<'a> {
    prepared: &'a Prepared,
    squares: LeastSquares<'a>,
    ratings: Vec<f64>,
    answers: Answers,
    designs: Designs,
    groups: Groups,
    ties: Ties,
}

pub fn run(
    prepared: &Prepared,
    known: Known<'_>,
    plan: &Plan,
    progress: &(impl Fn(usize, usize) + Sync),
) -> Result<Tried, NotRun> {
    let ratings = prepared.problem.ratings(prepared.scale);
    let all = splits(ratings.len(), plan.trials, plan.seed)?;
    let answers = prepared.problem.answers();
    let designs = Designs::of(prepared.features.texts(), &answers)?;
    let groups = Groups::of(&prepared.problem, known);
    let squares = LeastSquares::of(&prepared.beside);
    let nets = if ratings.len() < CROWD { 0 } else { plan.nets };
    let ties = plan.ties;
    let bench = Bench { prepared, squares, ratings, answers, designs, groups, ties };
    let found = each(all.len(), plan.threads, progress, |nth| {
        let split = &all[nth];
        let found = bench.split(split, nth < nets, plan.seed)?;
        let brought = if nth < plan.groups { bench.brought(split, &found)? } else { Vec::new() };
        Ok::<_, NotRun>((found, brought))
    })?;
    let (found, brought): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let brought = bench.groups.known().into_iter().enumerate().map(|(nth, group)| {
        let errors = brought.iter().filter_map(|each| each.get(nth).copied()).collect();
        Brought { group, errors }
    });
    let brought = if plan.groups > 0 { brought.collect() } else { Vec::new() };
    let of = |model: Model| {
        let own = || found.iter().flatten().filter(move |one| one.model == model);
        let errors = own().map(|one| one.error).collect();
        Fared { model, errors, held: own().filter_map(|one| one.held).collect() }
    };
    Ok(Tried {
        name: prepared.problem.name.clone(),
        people: prepared.problem.people.len(),
        questions: prepared.problem.questions.len(),
        scale: prepared.scale,
        used: prepared.used.clone(),
        split: all.first().map_or((0, 0), |split| (split.train.len(), split.test.len())),
        fared: Model::ALL.map(of).into(),
        brought,
    })
}

impl Bench<'_> {
    fn split(&self, split: &Split, net: bool, seed: u64) -> Result<Vec<One>, NotRun> {
        let truth: Vec<f64> = split.test.iter().map(|&person| self.ratings[person]).collect();
        let inner = within(&split.train, seed)?;
        let mut whole = self.foretell(&split.train, &split.test)?;
        let Inner { mut without, left_out, mut across } = self.inner(&inner, &split.test)?;
        let weights = stack(&without[Model::APART..], &left_out)?;
        let stacked = |all: &Foretold| mixed(&all[Model::APART..], &weights);
        whole.push(stacked(&whole));
        without.push(stacked(&without));
        for (_, all) in &mut across {
            all.push(stacked(all));
        }
        let models = Model::BASE.into_iter().chain([Model::Stack]).enumerate();
        let one = |(nth, model): (usize, Model)| {
            let off: Vec<f64> =
                without[nth].iter().zip(&left_out).map(|(found, truth)| truth - found).collect();
            let parts: Vec<(usize, &[f64])> =
                across.iter().map(|(people, all)| (*people, &all[nth][..])).collect();
            let held = LEVELS.map(|level| held(&off, &parts, &truth, level));
            One { model, error: rmse(&whole[nth], &truth).unwrap_or(f64::NAN), held: Some(held) }
        };
        let mut found: Vec<One> = models.map(one).collect();
        let mut more = |model: Model, foretold: &[f64], truth: &[f64]| {
            let error = rmse(foretold, truth).unwrap_or(f64::NAN);
            found.push(One { model, error, held: None });
        };
        if net {
            more(Model::Net, &self.net(split, &inner)?, &truth);
        }
        let mean = split.train.iter().map(|&person| self.ratings[person]).sum::<f64>()
            / crate::float(split.train.len());
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

    /// With each of the parts of those learned from left out in turn.
    fn inner(&self, parts: &[Split], test: &[usize]) -> Result<Inner, NotRun> {
        let mut all = Inner {
            without: vec![Vec::new(); Model::BASE.len()],
            left_out: Vec::new(),
            across: Vec::new(),
        };
        for part in parts {
            let rows = [&part.test[..], test].concat();
            let mut tested = Foretold::new();
            for (own, mut found) in all.without.iter_mut().zip(self.foretell(&part.train, &rows)?) {
                tested.push(found.split_off(part.test.len()));
                own.extend(found);
            }
            all.left_out.extend(part.test.iter().map(|&person| self.ratings[person]));
            all.across.push((part.test.len(), tested));
        }
        Ok(all)
    }

    /// Predicts ratings by each of [`Model::BASE`], trained on some people.
    fn foretell(&self, train: &[usize], rows: &[usize]) -> Result<Foretold, NotRun> {
        let (all, near) = self.twelve(train)?;
        let com = self.squares.beside(&all, &near).fit(train, &self.ratings)?.predict(&all, rows);
        let kept = com.iter().copied().map(within_bounds).collect();
        let mut found = vec![com, kept];
        for design in [&all, &self.designs.words] {
            found.push(self.ridge(design, train, rows)?);
        }
        found.push(self.trees(train, rows)?);
        found.push(self.ridge(&self.designs.copied, train, rows)?);
        let kernel = self.kernel(train, rows)?;
        let helping = self.widened().helping(&self.groups.known(), train)?;
        let wide = self.wide(&helping, train, rows)?.unwrap_or_else(|| kernel.clone());
        found.extend([kernel, wide]);
        Ok(found)
    }

    /// For each group, the error with it alone, and that without it, which is another only where
    /// it helped.
    fn brought(&self, split: &Split, found: &[One]) -> Result<Vec<(f64, f64)>, NotRun> {
        let Split { train, test } = split;
        let truth: Vec<f64> = test.iter().map(|&person| self.ratings[person]).collect();
        let all = self.groups.known();
        let helping = self.widened().helping(&all, train)?;
        let of = |model: Model| found.iter().find(|one| one.model == model).map(|one| one.error);
        let error = |groups: &[Group]| {
            let found = self.wide(groups, train, test)?;
            Ok::<_, NotRun>(found.and_then(|found| rmse(&found, &truth)))
        };
        let both = |&group: &Group| {
            let without = if helping.contains(&group) {
                let others: Vec<Group> = all.iter().copied().filter(|it| *it != group).collect();
                error(&self.widened().helping(&others, train)?)?.or_else(|| of(Model::Kernel))
            } else {
                of(Model::Wide)
            };
            Ok((error(&[group])?.unwrap_or(f64::NAN), without.unwrap_or(f64::NAN)))
        };
        all.iter().map(both).collect()
    }

    fn kernel(&self, train: &[usize], rows: &[usize]) -> Result<Vec<f64>, Refusal> {
        let model = self.answers.learn(train, &self.ratings)?;
        let said = rows.iter().map(|&person| self.answers.foretell(&model, person));
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
        let found = self.widened().foretell(groups, train, rows)?;
        Ok(Some(found.into_iter().map(within_bounds).collect()))
    }

    fn widened(&self) -> Wide<'_> {
        Wide { answers: &self.answers, groups: &self.groups, ratings: &self.ratings }
    }

    /// The twelve features side by side, and those of them that depend on who is learned from.
    fn twelve(&self, train: &[usize]) -> Result<(Design, Design), Refusal> {
        let near = self.prepared.features.near(train, &self.ratings, self.ties)?;
        let near = together(&near)?;
        Ok((self.prepared.beside.beside(&near)?, near))
    }

    fn ridge(&self, design: &Design, train: &[usize], rows: &[usize]) -> Result<Vec<f64>, Refusal> {
        let fitted = ridge(design, train, &self.ratings, &STRENGTHS)?;
        Ok(fitted.model.predict(design, rows).into_iter().map(within_bounds).collect())
    }

    /// A fifth of those learned from says when there are enough trees.
    fn trees(&self, train: &[usize], rows: &[usize]) -> Result<Vec<f64>, Refusal> {
        let (grown, held): (Vec<_>, Vec<_>) =
            train.iter().enumerate().partition(|(nth, _)| nth % 5 != 4);
        let people = |some: Vec<(usize, &usize)>| -> Vec<usize> {
            some.into_iter().map(|(_, &person)| person).collect()
        };
        let settings = Settings { trees: 300, ..Settings::default() };
        let design = &self.designs.trees;
        let model = boost(design, &people(grown), &people(held), &self.ratings, &settings)?;
        Ok(model.predict(design, rows).into_iter().map(within_bounds).collect())
    }

    fn net(&self, split: &Split, inner: &[Split]) -> Result<Vec<f64>, Refusal> {
        let (all, _) = self.twelve(&split.train)?;
        let mut steps = strengths(&all, &split.train, &self.ratings, 0.5, 12)?;
        steps.truncate(7);
        let path = cross_validated(&all, &split.train, &self.ratings, 0.5, &steps, inner)?;
        let found = path.model.predict(&all, &split.test);
        Ok(found.into_iter().map(within_bounds).collect())
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

/// Returns the weighted sum of predictions.
fn mixed(models: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let rows = models.first().map_or(0, Vec::len);
    let row = |row: usize| models.iter().zip(weights).map(|(of, weight)| of[row] * weight).sum();
    (0..rows).map(row).map(within_bounds).collect()
}

/// The share of the ratings tested on that their intervals hold, and the mean width of these; from
/// how far off each of those learned from was when left out, and for each part of them, how many
/// they are, and what is foretold without them.
fn held(off: &[f64], parts: &[(usize, &[f64])], truth: &[f64], level: f64) -> (f64, f64) {
    let (mut held, mut widths) = (0, 0.0);
    for (nth, rating) in truth.iter().enumerate() {
        let foretold = parts.iter().flat_map(|(many, all)| std::iter::repeat_n(all[nth], *many));
        let each: Vec<(f64, f64)> = foretold.zip(off.iter().copied()).collect();
        let (low, high) = match crossed(&each, level) {
            Interval::Within(low, high) => (within_bounds(low), within_bounds(high)),
            Interval::Anywhere => (0.0, 1.0),
        };
        held += usize::from((low..=high).contains(rating));
        widths += high - low;
    }
    let many = crate::float(truth.len().max(1));
    (crate::float(held) / many, widths / many)
}
