//! Settings of the experiment.

use std::num::NonZero;

use luna_learn::design::Refusal;

use super::material::Material;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of test questions; by article, the least.
    pub test: usize,
    /// The step between two numbers of training questions.
    pub step: usize,
    /// Draws of each number of training questions.
    pub draws: usize,
    /// Splits by article, and other test sets by question.
    pub splits: usize,
    pub seed: u64,
    pub threads: NonZero<usize>,
}

impl Settings {
    /// As the paper has it, and 100 splits.
    pub fn new(seed: u64, threads: NonZero<usize>) -> Settings {
        Settings { test: 200, step: 50, draws: 10, splits: 100, seed, threads }
    }

    /// Says why there are too few questions for an experiment.
    pub(super) fn check(&self, material: &Material) -> Result<(), Refusal> {
        let short = [
            (self.test < 10, "a test takes at least 10 questions"),
            (self.step < 20, "rankers learn from at least 20 questions; please take a larger step"),
            (
                self.draws < 2 || self.splits < 2,
                "an interval takes at least two draws and two splits",
            ),
            (
                material.questions() < self.test + self.step,
                "there are fewer questions than those of the test and of one step; please test on fewer",
            ),
            (
                material.article_count < 8,
                "a split by article takes questions about at least 8 articles",
            ),
            (
                material.is_good.iter().all(|is_good| *is_good)
                    || !material.is_good.iter().any(|is_good| *is_good),
                "either every question is acceptable or none is, so there is nothing to rank",
            ),
        ];
        match short.into_iter().find(|(is_short, _)| *is_short) {
            Some((_, why)) => Err(Refusal::Setting(why)),
            None => Ok(()),
        }
    }
}
