//! Calibration: how often guesses are right that claim a probability.

use luna_learn::float;

use super::guesser::{ScoredQuestion, words_at};

const BINS: u32 = 10;

/// Guesses whose probability lies between two tenths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    pub low: f64,
    pub count: usize,
    /// The mean probability.
    pub claimed: f64,
    /// The share that is right.
    pub right: f64,
}

/// First guesses after each tenth of each question, by probability. Empty bins are left out.
pub fn bins(all: &[&ScoredQuestion]) -> Vec<Bin> {
    let mut guesses: Vec<(f64, bool)> = Vec::new();
    for scored in all {
        for tenth in 1..=10 {
            let step = scored.after(words_at(scored.words, 10 * tenth));
            guesses.extend(step.map(|step| (step.probability, step.rank == Some(0))));
        }
    }
    let width = 1.0 / f64::from(BINS);
    let bin = |nth: u32| {
        let low = f64::from(nth) * width;
        let is_last = nth + 1 == BINS;
        let own = |p: f64| p >= low && (is_last || p < f64::from(nth + 1) * width);
        let own: Vec<&(f64, bool)> = guesses.iter().filter(|guess| own(guess.0)).collect();
        let count = own.len();
        let claimed = own.iter().map(|guess| guess.0).sum::<f64>() / float(count);
        let right = float(own.iter().filter(|guess| guess.1).count()) / float(count);
        Bin { low, count, claimed, right }
    };
    (0..BINS).map(bin).filter(|bin| bin.count > 0).collect()
}

/// The expected calibration error: the mean distance of claim and truth over all guesses.
pub fn expected_error(bins: &[Bin]) -> f64 {
    let all: usize = bins.iter().map(|bin| bin.count).sum();
    let off = |bin: &Bin| float(bin.count) * (bin.claimed - bin.right).abs();
    bins.iter().map(off).sum::<f64>() / float(all)
}
