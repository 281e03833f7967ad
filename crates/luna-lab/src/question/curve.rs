//! The paper's experiment: test questions drawn once, rankers trained on more and more of the
//! others, and intervals from the draws of these alone.

use luna_core::rng::Chance;
use luna_learn::design::Refusal;
use luna_learn::float;
use luna_machines::question_ranker::RankerKind;

use super::candidate::{Candidate, best_of, inner_correlations};
use super::material::Material;
use super::resampling::Interval;
use super::settings::Settings;
use super::top::RankOrder;
use crate::trials::threads::run_each;

/// A ranker trained on some number of questions, once for each draw.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    pub size: usize,
    pub shares: Vec<f64>,
    pub correlations: Vec<f64>,
}

impl CurvePoint {
    /// The mean share over the draws, with the interval that the paper draws.
    pub fn share(&self) -> Interval {
        Interval::of_draws(&self.shares)
    }

    pub fn correlation(&self) -> Interval {
        Interval::of_draws(&self.correlations)
    }
}

/// Figure 4 for one ranker.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub candidate: Candidate,
    /// By rising size; the last is on all training questions, with one draw.
    pub points: Vec<CurvePoint>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LearningCurve {
    pub test: usize,
    /// The share of the test questions that is acceptable: N = 0.
    pub unranked: f64,
    /// The paper's ranker, and the one selected in the training questions.
    pub curves: Vec<Curve>,
}

pub(super) fn learning_curve(
    material: &Material,
    settings: &Settings,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<LearningCurve, Refusal> {
    let (train, test) = split(material.questions(), settings, 0);
    let is_good = material.good(&test);
    let ratings = material.ratings_of(&test);
    let ridge = Candidate { kind: RankerKind::Ridge, set: material.first_set() };
    let inner = inner_correlations(material, &train, settings.seed)?;
    let chosen = best_of(&inner, material.sets());
    let candidates: Vec<Candidate> =
        [Some(ridge), chosen.filter(|it| *it != ridge)].into_iter().flatten().collect();
    let pieces = pieces(train.len(), settings);
    let found = run_each(pieces.len(), settings.threads, tell, |nth| {
        let (size, draw) = pieces[nth];
        let sample = sample(&train, size, draw, settings.seed);
        let score = |candidate: &Candidate| {
            let ordered = RankOrder::new(candidate.scores(material, &sample, &test)?);
            Ok((ordered.share(&is_good), ordered.correlation(&ratings)))
        };
        candidates.iter().map(score).collect::<Result<Vec<_>, Refusal>>()
    })?;
    let curve = |(place, candidate): (usize, &Candidate)| {
        let mut points: Vec<CurvePoint> = Vec::new();
        for ((size, _), scores) in pieces.iter().zip(&found) {
            if points.last().is_none_or(|last| last.size != *size) {
                let (shares, correlations) = (Vec::new(), Vec::new());
                points.push(CurvePoint { size: *size, shares, correlations });
            }
            if let Some((point, (share, r))) = points.last_mut().zip(scores.get(place)) {
                point.shares.push(*share);
                point.correlations.push(*r);
            }
        }
        Curve { candidate: *candidate, points }
    };
    let good = is_good.iter().filter(|is_good| **is_good).count();
    Ok(LearningCurve {
        test: test.len(),
        unranked: float(good) / float(test.len()),
        curves: candidates.iter().enumerate().map(curve).collect(),
    })
}

/// The sizes with their draws, rising; all training questions once.
fn pieces(train: usize, settings: &Settings) -> Vec<(usize, usize)> {
    let sizes = (1..).map(|nth| nth * settings.step).take_while(|size| *size < train);
    let draws = |size| (0..settings.draws).map(move |draw| (size, draw));
    sizes.flat_map(draws).chain([(train, 0)]).collect()
}

/// Splits by question: the rows to train with, and those to test.
pub(super) fn split(rows: usize, settings: &Settings, nth: usize) -> (Vec<usize>, Vec<usize>) {
    let words = ["test questions", &settings.seed.to_string(), &nth.to_string()];
    let mut order = shuffled((0..rows).collect(), &mut Chance::from_words(&words));
    let mut train = order.split_off(settings.test.min(rows));
    train.sort_unstable();
    order.sort_unstable();
    (train, order)
}

/// Some of the training rows, drawn without replacement.
pub(super) fn sample(train: &[usize], size: usize, draw: usize, seed: u64) -> Vec<usize> {
    let words = [seed.to_string(), size.to_string(), draw.to_string()];
    let [seed, size_word, draw] = words.each_ref().map(String::as_str);
    let mut chance = Chance::from_words(&["training questions", seed, size_word, draw]);
    let mut order = shuffled(train.to_vec(), &mut chance);
    order.truncate(size);
    order.sort_unstable();
    order
}

pub(super) fn shuffled(mut order: Vec<usize>, chance: &mut Chance) -> Vec<usize> {
    for nth in (1..order.len()).rev() {
        order.swap(nth, chance.below(nth + 1));
    }
    order
}
