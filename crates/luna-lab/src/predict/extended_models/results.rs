//! The plan of an experiment and its results.

use luna_figures::{Bar, Bars};

use std::num::NonZero;

use super::feature_groups::Group;
use super::models::Model;
use crate::predict::dataset::Scale;
use crate::predict::neighbours::Ties;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    pub trials: usize,
    /// The trials of the ablation, in which each [`Group`] is added to the features of the machine,
    /// and taken from those of the wide kernel.
    pub groups: usize,
    pub seed: u64,
    pub ties: Ties,
    pub threads: NonZero<usize>,
}

/// The nominal coverage of intervals.
pub const LEVELS: [f64; 2] = [0.95, 0.8];

/// The results of one model, split by split.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    pub model: Model,
    /// The root mean square errors.
    pub errors: Vec<f64>,
    /// For each of [`LEVELS`], the share of ratings within their intervals, and the mean width of
    /// these; none of the constant guess and of questions left out.
    pub held: Vec<[(f64, f64); 2]>,
}

/// Ablation of a feature group, split by split: the error of the kernel with this group added, and
/// of the wide kernel without it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ablation {
    pub group: Group,
    pub errors: Vec<(f64, f64)>,
}

/// The results of one data set.
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
    /// Nothing where no split was to say.
    pub ablations: Vec<Ablation>,
}

/// The bars of each data set.
pub(super) fn each_bars<'a>(all: &'a [Results], each: &'a [Vec<Bar>]) -> Vec<Bars<'a>> {
    all.iter().zip(each).map(|(it, values)| Bars { name: &it.name, values }).collect()
}
