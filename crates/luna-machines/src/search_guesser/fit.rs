//! Fitting the ranker by cross-validation: each tossup is asked of an index without it.

use luna_core::rng::Chance;
use luna_learn::conditional_logit::{Choice, fit};
use luna_learn::design::Refusal;
use luna_learn::float;
use luna_learn::folds::folds;

use super::index::Index;
use super::ranker::Ranker;
use super::tossup::Tossup;

/// How a ranker is fitted.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    pub folds: usize,
    /// Tossups asked about, at most.
    pub asked: usize,
    /// Prefixes of each tossup.
    pub prefixes: usize,
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings { folds: 5, asked: 10_000, prefixes: 3, seed: 1 }
    }
}

const RIDGE: f64 = 1e-5;

impl Ranker {
    /// Fits a ranker to tossups.
    pub fn fit(tossups: &[Tossup], settings: &FitSettings) -> Result<Ranker, Refusal> {
        let mut choices = Vec::new();
        let mut chance = Chance::from_seed(settings.seed);
        let share = float(settings.asked) / float(tossups.len().max(1));
        for split in folds(tossups.len(), settings.folds, settings.seed)? {
            let train: Vec<Tossup> = split.train.iter().map(|row| tossups[*row].clone()).collect();
            let index = Index::build(train);
            for &row in &split.test {
                if chance.unit() < share {
                    choices.extend(asked(&index, &tossups[row], settings.prefixes, &mut chance));
                }
            }
        }
        let weights = fit(&choices, RIDGE)?;
        Ranker::from_weights(weights).ok_or(Refusal::TooLarge)
    }
}

/// A tossup's prefixes of random lengths, and whole, each with its candidates. Probabilities are to
/// hold for answers that have been learned, so a tossup with another answer is not asked about.
fn asked(index: &Index, tossup: &Tossup, prefixes: usize, chance: &mut Chance) -> Vec<Choice> {
    let spaces: Vec<usize> = tossup.text.match_indices(' ').map(|(at, _)| at).collect();
    let mut ends = vec![tossup.text.len()];
    ends.extend((1..prefixes).filter_map(|_| chance.pick(&spaces).copied()));
    ends.sort_unstable();
    let Some(gold) = index.answer(&tossup.label()) else { return Vec::new() };
    let mut reader = index.reader();
    let choice = |end: usize| {
        let found = reader.candidates(tossup.text.get(..end)?);
        let right = found.answers.binary_search(&gold).ok();
        Some(Choice { chosen: right.unwrap_or(found.answers.len()), alternatives: found.features })
    };
    ends.into_iter().filter_map(choice).collect()
}
