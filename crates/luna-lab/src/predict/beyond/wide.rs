//! The machine's model, where it looks at more: each group of features that helps is added to how
//! alike any two people are, and which help is found among those learned from.

use std::borrow::Cow;

use luna_learn::design::Refusal;
use luna_learn::kernel_ridge::{KernelRidge, kernel_ridge};
use luna_machines::predict::Answers;

use super::STRENGTHS;
use super::groups::{Alike, Group, Groups};

/// The mean of how alike a person is to itself, so that strengths mean the same everywhere.
const DIAGONAL: f64 = 10.0;

/// So many of those learned from say which groups help: the time taken grows with their cube.
const SOME: usize = 150;

/// A group that brings the mean squared error to no less than so much of what it was is left out.
const HELPS: f64 = 0.95;

pub(super) struct Wide<'a> {
    pub(super) answers: &'a Answers,
    pub(super) groups: &'a Groups,
    /// Of everybody; looked at are only those of people learned from.
    pub(super) ratings: &'a [f64],
}

impl Wide<'_> {
    /// Those of them that help: in turn the one that helps most, until none does.
    pub(super) fn helping(&self, groups: &[Group], train: &[usize]) -> Result<Vec<Group>, Refusal> {
        let mut alike = self.answers.alike(train);
        let step = train.len().div_ceil(SOME);
        let some: Vec<usize> = (0..train.len()).step_by(step.max(1)).collect();
        let mut left: Vec<(Group, Cow<'_, Alike>)> = (groups.iter())
            .map(|&group| (group, self.groups.alike(group, train, self.ratings)))
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

    /// The mean squared error when each of some of those learned from is left out in turn.
    fn left_out(
        &self,
        alike: &Alike,
        more: Option<&Alike>,
        train: &[usize],
        some: &[usize],
    ) -> Result<f64, Refusal> {
        let more = |one: usize, other: usize| more.map_or(0.0, |more| more[one][train[other]]);
        let row = |&at: &usize| {
            let one = train[at];
            some.iter().map(|&other| alike[one][other] + more(one, other)).collect()
        };
        let people: Vec<usize> = some.iter().map(|&at| train[at]).collect();
        let (fitted, _) = self.fit(some.iter().map(row).collect(), &people)?;
        Ok(fitted.errors.iter().map(|(_, error)| *error).fold(f64::INFINITY, f64::min))
    }

    /// What is said of some people with all of these groups.
    pub(super) fn foretell(
        &self,
        groups: &[Group],
        train: &[usize],
        rows: &[usize],
    ) -> Result<Vec<f64>, Refusal> {
        let mut alike = self.answers.alike(train);
        for &group in groups {
            add(&mut alike, &self.groups.alike(group, train, self.ratings), train);
        }
        let kernel = train.iter().map(|&person| alike[person].clone()).collect();
        let (fitted, scale) = self.fit(kernel, train)?;
        let of = |&person: &usize| fitted.of(alike[person].iter().map(|alike| alike * scale));
        Ok(rows.iter().map(of).collect())
    }

    /// With what the kernel was multiplied by.
    fn fit(&self, mut kernel: Alike, people: &[usize]) -> Result<(KernelRidge, f64), Refusal> {
        let own: f64 = kernel.iter().enumerate().map(|(nth, row)| row[nth]).sum();
        let scale = DIAGONAL * crate::float(people.len()) / own;
        kernel.iter_mut().flatten().for_each(|alike| *alike *= scale);
        let wanted: Vec<f64> = people.iter().map(|&person| self.ratings[person]).collect();
        let everybody: Vec<usize> = (0..people.len()).collect();
        Ok((kernel_ridge(&kernel, &everybody, &wanted, &STRENGTHS)?, scale))
    }
}

/// To how alike everybody is to those learned from, more of it.
fn add(alike: &mut Alike, more: &Alike, train: &[usize]) {
    for (row, more) in alike.iter_mut().zip(more) {
        row.iter_mut().zip(train).for_each(|(alike, &at)| *alike += more[at]);
    }
}
