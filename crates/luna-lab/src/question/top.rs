//! The top of a ranking: the share of acceptable questions among the best fifth.

use luna_learn::metrics::pearson;

/// The share of the questions that counts as the top.
pub const TOP: f64 = 0.2;

/// Test questions in the order of a ranker's scores, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct RankOrder {
    /// Places in the list of test questions; those with the same score together.
    ties: Vec<Vec<usize>>,
    scores: Vec<f64>,
}

impl RankOrder {
    pub fn new(scores: Vec<f64>) -> RankOrder {
        let mut places: Vec<usize> = (0..scores.len()).collect();
        places.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]));
        let same = |one: &usize, other: &usize| scores[*one].total_cmp(&scores[*other]).is_eq();
        let ties = places.chunk_by(same).map(<[usize]>::to_vec).collect();
        RankOrder { ties, scores }
    }

    /// The share of good ones among the top fifth, each question with its weight. Questions with
    /// the same score are in random order: of those that the border parts, the mean counts.
    pub fn top_share(&self, is_good: &[bool], weights: &[f64]) -> f64 {
        let top = TOP * weights.iter().sum::<f64>();
        let (mut left, mut good) = (top, 0.0);
        for tie in &self.ties {
            let weight: f64 = tie.iter().map(|&place| weights[place]).sum();
            let of_good = tie.iter().filter(|&&place| is_good[place]);
            let all_good: f64 = of_good.map(|&place| weights[place]).sum();
            if weight >= left {
                if weight > 0.0 {
                    good += all_good * left / weight;
                }
                break;
            }
            good += all_good;
            left -= weight;
        }
        good / top
    }

    /// The top share with equal weights.
    pub fn share(&self, is_good: &[bool]) -> f64 {
        self.top_share(is_good, &vec![1.0; is_good.len()])
    }

    /// Pearson's correlation of scores and ratings; 0 if either is constant.
    pub fn correlation(&self, ratings: &[f64]) -> f64 {
        pearson(&self.scores, ratings).unwrap_or(0.0)
    }

    /// The same, each question with its weight.
    pub fn weighted_correlation(&self, ratings: &[f64], weights: &[f64]) -> f64 {
        let all: f64 = weights.iter().sum();
        let mean = |values: &[f64]| {
            values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / all
        };
        let (mine, theirs) = (mean(&self.scores), mean(ratings));
        let mut sums = [0.0; 3];
        for ((score, rating), weight) in self.scores.iter().zip(ratings).zip(weights) {
            let (one, other) = (score - mine, rating - theirs);
            for (sum, product) in sums.iter_mut().zip([one * other, one * one, other * other]) {
                *sum += weight * product;
            }
        }
        let r = sums[0] / (sums[1] * sums[2]).sqrt();
        if r.is_finite() { r } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(scores: &[f64], good: &[u8], expected: f64) {
        let is_good: Vec<bool> = good.iter().map(|&it| it == 1).collect();
        let found = RankOrder::new(scores.to_vec()).share(&is_good);
        assert!((found - expected).abs() < 1e-12, "{scores:?}: {found}");
    }

    #[test]
    fn the_best_fifth_counts_and_ties_count_in_part() {
        check(&[5.0, 4.0, 3.0, 2.0, 1.0], &[1, 0, 0, 0, 0], 1.0);
        check(&[5.0, 4.0, 3.0, 2.0, 1.0], &[0, 1, 1, 1, 1], 0.0);
        check(&[1.0; 5], &[1, 0, 0, 0, 1], 0.4);
        // Two of ten: the first, and one of three that tie.
        let scores = [9.0, 8.0, 8.0, 8.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        check(&scores, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0], 2.0 / 3.0);
        // A fifth of six is one question and a fifth of the next.
        check(&[6.0, 5.0, 4.0, 3.0, 2.0, 1.0], &[0, 1, 0, 0, 0, 0], 0.2 / 1.2);
    }

    #[test]
    fn a_weight_of_two_is_the_question_twice() {
        let (scores, good) = ([0.4, 0.9, 0.1, 0.7], [true, false, true, true]);
        let ratings = [4.0, 2.0, 3.9, 4.5];
        let weights = [2.0, 0.0, 1.0, 2.0];
        let (twice, good_twice) = ([0.4, 0.4, 0.1, 0.7, 0.7], [true; 5]);
        let (one, other) = (RankOrder::new(scores.to_vec()), RankOrder::new(twice.to_vec()));
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(one.top_share(&good, &weights), other.share(&good_twice));
        let r = one.weighted_correlation(&ratings, &weights);
        near(r, other.correlation(&[4.0, 4.0, 3.9, 4.5, 4.5]));
        near(one.weighted_correlation(&[3.0; 4], &weights), 0.0);
    }
}
