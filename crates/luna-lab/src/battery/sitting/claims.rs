//! The paper's claims about its answerer, each with the tolerance that `docs/battery.md` declares.

use luna_core::battery::{PrintedAnswers, Subtest};
use luna_learn::float;

use super::interval::{estimate as estimate_of, mean, resampled, spread};
use super::scores::{Reply, Scoring, Sitting};
use crate::claims::{Check, Measured, Target};
use crate::trials::Estimate;
use crate::trials::proportion::Proportion;

const NUMBERS: &str = "section 4; as wide as chance with 75 items";
const ORDER: &str = "section 4 and figure 1";
/// The tolerance of a mean and of a subtest, in points.
const OF_MEAN: f64 = 11.0;
const OF_SUBTEST: f64 = 20.0;
/// *Almost all*.
const ALMOST_ALL: f64 = 0.8;

/// The claims, beside what one sitting gives.
pub fn claims(sitting: &Sitting, seed: u64) -> Vec<Check> {
    let subtest = |subtest, scoring| estimate_of(&sitting.subtest(subtest, scoring, seed));
    let near = |claim: &str, measured, number: f64, tolerance: f64| {
        check(claim, as_read(measured), Target::Near(number, tolerance), NUMBERS)
    };
    let within = |claim: &str, scoring, low: f64, high: f64| {
        let all = Subtest::ALL.map(|it| as_read(subtest(it, scoring)));
        let wanted = Target::Between(low - OF_SUBTEST, high + OF_SUBTEST);
        Check::worst_of(claim, all, wanted).with_source(NUMBERS)
    };
    let mean_of = |scoring| estimate_of(&sitting.mean(scoring, seed));
    vec![
        near("the strict mean is 56", mean_of(Scoring::Strict), 56.0, OF_MEAN),
        near("the relaxed mean is 79", mean_of(Scoring::Relaxed), 79.0, OF_MEAN),
        within("each strict result is 42 to 68", Scoring::Strict, 42.0, 68.0),
        within("each relaxed result is 75 to 86", Scoring::Relaxed, 75.0, 86.0),
        near(
            "Similarities is 68, strict",
            subtest(Subtest::Similarities, Scoring::Strict),
            68.0,
            OF_SUBTEST,
        ),
        near(
            "Vocabulary is 50, strict",
            subtest(Subtest::Vocabulary, Scoring::Strict),
            50.0,
            OF_SUBTEST,
        ),
        lowest(sitting, seed),
        same_order(sitting, seed),
        better_ranks(sitting),
    ]
}

/// A result without an error as long as the answerer does not give the answers that the paper prints:
/// by how much another reading of the method would change it is unknown, and so decides nothing.
fn as_read(measured: Estimate) -> Estimate {
    let error = if PrintedAnswers::HERE.come_out() { measured.error } else { f64::NAN };
    Estimate { error, ..measured }
}

fn check(
    claim: &str,
    measured: impl Into<Measured>,
    wanted: Target,
    source: &'static str,
) -> Check {
    Check { claim: claim.to_owned(), measured: measured.into(), wanted, source, far: 1.0 }
}

/// The points by which the next subtest is above Comprehension.
fn lowest(sitting: &Sitting, seed: u64) -> Check {
    let above = |means: &[f64]| {
        let (comprehension, others) = means.split_last().unwrap_or((&f64::NAN, &[]));
        100.0 * (others.iter().copied().fold(f64::INFINITY, f64::min) - comprehension)
    };
    let shares = sitting.shares(|reply| reply.share(Scoring::Strict));
    let measured = estimate(&above, &shares, seed);
    check("Comprehension is lowest, by points", measured, Target::AtLeast(0.0), ORDER)
}

/// The pairs of subtests, of ten, that strict and relaxed scoring put into the same order.
fn same_order(sitting: &Sitting, seed: u64) -> Check {
    let both = Scoring::BOTH.map(|scoring| sitting.shares(|reply| reply.share(scoring)));
    let [strict, relaxed] =
        both.each_ref().map(|shares| shares.each_ref().map(|shares| mean(shares)));
    let value = float(agreeing(&strict, &relaxed));
    // The same seed draws the same items for both.
    let [strict, relaxed] = both.map(|shares| resampled(&shares, seed));
    let rounds: Vec<f64> = (strict.iter().zip(&relaxed))
        .map(|(strict, relaxed)| float(agreeing(strict, relaxed)))
        .collect();
    let measured = Estimate { value, error: spread(&rounds) };
    check("pairs of subtests in the same order, of 10", measured, Target::AtLeast(9.5), ORDER)
}

/// Ties agree with any order.
fn agreeing(one: &[f64], other: &[f64]) -> usize {
    let pairs = (0..one.len()).flat_map(|first| (0..first).map(move |second| (first, second)));
    let difference = |means: &[f64], (first, second): (usize, usize)| {
        means.get(first).zip(means.get(second)).map_or(0.0, |(first, second)| first - second)
    };
    pairs.filter(|&pair| difference(one, pair) * difference(other, pair) >= 0.0).count()
}

/// The share of better answers at rank two or three.
fn better_ranks(sitting: &Sitting) -> Check {
    let ranks: Vec<usize> = sitting.replies.iter().filter_map(Reply::better_rank).collect();
    let (early, all) = (ranks.iter().filter(|rank| **rank <= 3).count(), ranks.len());
    check(
        "share of better answers at rank two or three",
        Proportion::of(early, all),
        Target::AtLeast(ALMOST_ALL),
        ORDER,
    )
}

fn estimate(of: &dyn Fn(&[f64]) -> f64, shares: &[Vec<f64>; 5], seed: u64) -> Estimate {
    let means = shares.each_ref().map(|shares| mean(shares));
    let rounds: Vec<f64> = resampled(shares, seed).iter().map(|means| of(means)).collect();
    Estimate { value: of(&means), error: spread(&rounds) }
}
