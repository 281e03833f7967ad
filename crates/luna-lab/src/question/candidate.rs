//! Rankers to compare: each a kind and the features that it reads.

use luna_learn::design::Refusal;
use luna_learn::float;
use luna_learn::folds::grouped_folds;
use luna_learn::metrics::pearson;
use luna_machines::question_ranker::{Ranker, RankerKind};

use super::feature_set::FeatureSet;
use super::material::Material;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    pub kind: RankerKind,
    pub set: FeatureSet,
}

impl Candidate {
    pub fn name(self) -> String {
        format!("{}, {}", self.kind.name(), self.set.name())
    }

    /// Fits to the training rows, and scores the test rows.
    pub(super) fn scores(
        self,
        material: &Material,
        train: &[usize],
        test: &[usize],
    ) -> Result<Vec<f64>, Refusal> {
        let features = material.features(self.set);
        let ranker = Ranker::fit(self.kind, &features.design, train, &material.ratings)?;
        Ok(test.iter().map(|&row| ranker.score(&features.rows[row])).collect())
    }
}

/// A candidate with its scores of the test rows.
pub(super) type ScoredCandidate = (Candidate, Vec<f64>);

/// All candidates with their scores of the test rows. The means need no fits of their own.
pub(super) fn all_scores(
    material: &Material,
    train: &[usize],
    test: &[usize],
) -> Result<Vec<ScoredCandidate>, Refusal> {
    let mut all = Vec::new();
    for &set in material.sets() {
        let single = RankerKind::SINGLE.map(|kind| {
            let candidate = Candidate { kind, set };
            candidate.scores(material, train, test).map(|scores| (candidate, scores))
        });
        let single: Vec<ScoredCandidate> = single.into_iter().collect::<Result<_, _>>()?;
        let means = mean_scores(&single, test.len());
        all.extend(single);
        all.push((Candidate { kind: RankerKind::Mean, set }, means));
    }
    Ok(all)
}

/// The mean of the scores of single kinds, for each of so many test rows.
pub(super) fn mean_scores(scored: &[ScoredCandidate], rows: usize) -> Vec<f64> {
    let single: Vec<&Vec<f64>> = (scored.iter())
        .filter(|(candidate, _)| candidate.kind != RankerKind::Mean)
        .map(|(_, scores)| scores)
        .collect();
    let mean = |row: usize| {
        single.iter().map(|scores| scores[row]).sum::<f64>() / float(single.len().max(1))
    };
    (0..rows).map(mean).collect()
}

/// Folds of the training articles in which a candidate is selected.
const FOLDS: usize = 2;

/// The correlation of each candidate with the ratings, within the training rows alone: each is
/// fitted to each half of the articles and predicts the other.
pub(super) fn inner_correlations(
    material: &Material,
    train: &[usize],
    seed: u64,
) -> Result<Vec<(Candidate, f64)>, Refusal> {
    let groups: Vec<usize> = train.iter().map(|&row| material.articles[row]).collect();
    let mut predicted: Vec<ScoredCandidate> = Vec::new();
    let mut wanted = Vec::new();
    for fold in grouped_folds(&groups, FOLDS, seed)? {
        let rows = |places: &[usize]| places.iter().map(|&at| train[at]).collect::<Vec<_>>();
        let (inner, outer) = (rows(&fold.train), rows(&fold.test));
        wanted.extend(outer.iter().map(|&row| material.ratings[row]));
        let scored = all_scores(material, &inner, &outer)?;
        match predicted.is_empty() {
            true => predicted = scored,
            false => {
                for ((_, all), (_, more)) in predicted.iter_mut().zip(scored) {
                    all.extend(more);
                }
            }
        }
    }
    let of = |(candidate, scores): ScoredCandidate| {
        (candidate, pearson(&scores, &wanted).unwrap_or(0.0))
    };
    Ok(predicted.into_iter().map(of).collect())
}

/// The candidate with the greatest number among those of some feature sets; the first of several.
pub(super) fn best_of(numbers: &[(Candidate, f64)], sets: &[FeatureSet]) -> Option<Candidate> {
    let of_sets = numbers.iter().filter(|(candidate, _)| sets.contains(&candidate.set));
    let best = of_sets.rev().max_by(|one, other| one.1.total_cmp(&other.1));
    best.map(|(candidate, _)| *candidate)
}
