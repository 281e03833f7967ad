//! An additive kernel: the machine's kernel plus those feature groups that help, selected on the
//! training set.

use std::borrow::Cow;

use luna_learn::design::Refusal;
use luna_learn::kernel_ridge::kernel_ridge;
use luna_machines::predict::{Answers, fit_kernels};

use super::feature_groups::{Group, Groups, Similarities};

/// Penalties, of which cross-validation selects one.
pub(super) const STRENGTHS: [f64; 9] = [0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0];

/// The mean of how alike a person is to itself, so that strengths mean the same everywhere.
const DIAGONAL: f64 = 10.0;

/// The people of the training set that select the groups: the time grows with the cube of their
/// number.
const SOME: usize = 150;

/// A group that brings the mean squared error to no less than so much of what it was is left out.
const HELPS: f64 = 0.95;

pub(super) struct AdditiveKernel<'a> {
    pub(super) answers: &'a Answers,
    pub(super) groups: &'a Groups,
    /// The ratings of everybody, of which only those of the training set are used.
    pub(super) ratings: &'a [f64],
}

impl AdditiveKernel<'_> {
    /// Those of them that help: in turn the one that helps most, until none does.
    pub(super) fn helpful_groups(
        &self,
        groups: &[Group],
        train: &[usize],
    ) -> Result<Vec<Group>, Refusal> {
        // In the form with the finer parts.
        let [_, mut alike] = self.answers.alike(train, self.ratings);
        let step = train.len().div_ceil(SOME);
        let some: Vec<usize> = (0..train.len()).step_by(step.max(1)).collect();
        let mut left: Vec<(Group, Cow<'_, Similarities>)> = (groups.iter())
            .map(|&group| (group, self.groups.similarities(group, train, self.ratings)))
            .collect();
        let mut helping = Vec::new();
        let mut least = self.left_out(&alike, None, train, &some)?;
        while !left.is_empty() {
            let mut errors = Vec::new();
            for (_, more) in &left {
                errors.push(self.left_out(&alike, Some(more), train, &some)?);
            }
            let best = errors.iter().enumerate().min_by(|one, other| one.1.total_cmp(other.1));
            let Some((nth, &error)) = best.filter(|best| *best.1 < HELPS * least) else { break };
            least = error;
            let (group, more) = left.remove(nth);
            add(&mut alike, &more, train);
            helping.push(group);
        }
        Ok(helping)
    }

    /// The leave-one-out mean squared error over some of the training set.
    fn left_out(
        &self,
        alike: &Similarities,
        more: Option<&Similarities>,
        train: &[usize],
        some: &[usize],
    ) -> Result<f64, Refusal> {
        let more = |one: usize, other: usize| more.map_or(0.0, |more| more[one][train[other]]);
        let row = |&at: &usize| {
            let one = train[at];
            some.iter().map(|&other| alike[one][other] + more(one, other)).collect()
        };
        let mut kernel: Similarities = some.iter().map(row).collect();
        let own: f64 = kernel.iter().enumerate().map(|(nth, row)| row[nth]).sum();
        let scale = if own > 0.0 { DIAGONAL * luna_learn::float(some.len()) / own } else { 1.0 };
        kernel.iter_mut().flatten().for_each(|alike| *alike *= scale);
        let wanted: Vec<f64> = some.iter().map(|&at| self.ratings[train[at]]).collect();
        let everybody: Vec<usize> = (0..some.len()).collect();
        let fitted = kernel_ridge(&kernel, &everybody, &wanted, &STRENGTHS)?;
        Ok(fitted.errors.iter().map(|(_, error)| *error).fold(f64::INFINITY, f64::min))
    }

    /// Predicts the ratings of some people with all of these groups.
    pub(super) fn predict(
        &self,
        groups: &[Group],
        train: &[usize],
        rows: &[usize],
    ) -> Result<Vec<f64>, Refusal> {
        let mut forms = self.answers.alike(train, self.ratings);
        for &group in groups {
            let more = self.groups.similarities(group, train, self.ratings);
            for alike in &mut forms {
                add(alike, &more, train);
            }
        }
        let kernel =
            |alike: &Similarities| train.iter().map(|&person| alike[person].clone()).collect();
        let wanted: Vec<f64> = train.iter().map(|&person| self.ratings[person]).collect();
        let fitted = fit_kernels(forms.iter().map(kernel).collect(), &wanted)?;
        let of = |&person: &usize| fitted.predict_one(forms.iter().map(|alike| &alike[person][..]));
        Ok(rows.iter().map(of).collect())
    }
}

/// Adds the similarities of everybody with the training set by another group.
fn add(alike: &mut Similarities, more: &Similarities, train: &[usize]) {
    for (row, more) in alike.iter_mut().zip(more) {
        row.iter_mut().zip(train).for_each(|(alike, &at)| *alike += more[at]);
    }
}
