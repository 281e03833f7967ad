//! Doubts about the paper: two shares that cannot be of the same questions, and intervals that
//! leave out the sampling of the test questions.

use luna_learn::design::Refusal;
use luna_learn::float;
use luna_machines::question_ranker::RankerKind;

use super::candidate::Candidate;
use super::curve::{CurvePoint, LearningCurve, split};
use super::material::Material;
use super::paper_shares::RANKED;
use super::resampling::{mean, spread};
use super::settings::Settings;
use super::top::RankOrder;
use crate::trials::threads::run_each;

/// Printed numbers: 12.9 % of 1,195 questions are acceptable, and 23 % of 200 of them.
const ALL: usize = 1_195;
const ALL_ACCEPTABLE: usize = 154;
const DRAWN: usize = 200;
const DRAWN_ACCEPTABLE: usize = 46;

#[derive(Clone, Debug, PartialEq)]
pub struct Doubts {
    /// The chance that so many of the paper's 200 questions are acceptable, or more.
    pub chance: f64,
    /// Half of the paper's kind of interval, its mean over all sizes with draws.
    pub drawn_half: f64,
    /// Other test sets of the same size, drawn by question: the mean and the standard deviation of
    /// the share in the top fifth, and of the unranked share.
    pub shares: [f64; 2],
    pub unranked: [f64; 2],
    pub test_sets: usize,
}

pub(super) fn doubts(
    material: &Material,
    settings: &Settings,
    printed: &LearningCurve,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<Doubts, Refusal> {
    let ridge = Candidate { kind: RankerKind::Ridge, set: material.first_set() };
    let found = run_each(settings.splits, settings.threads, tell, |nth| {
        // The first test set is the paper's.
        let (train, test) = split(material.questions(), settings, nth + 1);
        let is_good = material.good(&test);
        let good = is_good.iter().filter(|is_good| **is_good).count();
        let ordered = RankOrder::new(ridge.scores(material, &train, &test)?);
        Ok::<_, Refusal>((ordered.share(&is_good), float(good) / float(test.len())))
    })?;
    let (shares, unranked): (Vec<f64>, Vec<f64>) = found.into_iter().unzip();
    let points = printed.curves.first().map_or(&[][..], |curve| &curve.points);
    let drawn = points.iter().map(CurvePoint::share).filter(|it| it.error.is_finite());
    let halves: Vec<f64> = drawn.map(|it| (it.high - it.low) / 2.0).collect();
    Ok(Doubts {
        chance: chance_of_the_test_share(),
        drawn_half: mean(&halves),
        shares: [mean(&shares), spread(&shares)],
        unranked: [mean(&unranked), spread(&unranked)],
        test_sets: settings.splits,
    })
}

/// The chance that so many of the paper's 200 test questions are acceptable, or more, if 12.9 % of all are.
pub(super) fn chance_of_the_test_share() -> f64 {
    at_least_so_many(DRAWN_ACCEPTABLE, DRAWN, ALL_ACCEPTABLE, ALL)
}

/// Half of the interval of the paper's share in the top fifth that the sampling of its questions makes, in
/// points.
pub(super) fn half_interval_of_the_top_fifth() -> f64 {
    let (share, questions) = (RANKED.1 / 100.0, float(DRAWN) / 5.0);
    196.0 * (share * (1.0 - share) / questions).sqrt()
}

/// The chance that of `drawn` things at least `hits` are among the `good` ones of `all`: the upper
/// tail of the hypergeometric distribution.
pub fn at_least_so_many(hits: usize, drawn: usize, good: usize, all: usize) -> f64 {
    let log_factorials: Vec<f64> = std::iter::once(0.0)
        .chain((1..=all).scan(0.0, |sum, n| {
            *sum += float(n).ln();
            Some(*sum)
        }))
        .collect();
    let log = |n: usize, k: usize| log_factorials[n] - log_factorials[k] - log_factorials[n - k];
    let bad = all.saturating_sub(good);
    let chance = |k: usize| (log(good, k) + log(bad, drawn - k) - log(all, drawn)).exp();
    let least = hits.max(drawn.saturating_sub(bad));
    (least..=drawn.min(good)).map(chance).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From exact fractions.
    #[test]
    fn the_upper_tail_is_the_known_one() {
        for (hits, drawn, good, all, p) in [
            (46, 200, 154, 1_195, 9.086_553_690_372_603e-6),
            (45, 200, 154, 1_195, 2.248_203_305_506_868_6e-5),
            (0, 5, 3, 10, 1.0),
            (3, 5, 3, 10, 1.0 / 12.0),
            (4, 5, 3, 10, 0.0),
            (0, 9, 3, 10, 1.0),
        ] {
            let found = at_least_so_many(hits, drawn, good, all);
            assert!((found - p).abs() <= 1e-9 * p.max(1e-3), "{hits}: {found}");
        }
    }
}
