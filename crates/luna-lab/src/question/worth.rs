//! What an order of rated questions is worth: how many of those that it puts first are acceptable.

use luna_core::question_rating::is_acceptable;
use luna_core::rng::Chance;

use super::resampling::Interval;
use super::top::RankOrder;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The share of acceptable questions in the top fifth of all questions.
    pub top: Interval,
    /// The mean of the same share in the top fifth of each article's questions.
    pub top_by_article: Interval,
    /// The share of acceptable questions among all.
    pub all: Interval,
    /// How much greater the first share is than that of all.
    pub gain: Interval,
    /// How much greater the second share is than that of all.
    pub gain_by_article: Interval,
    pub correlation: Interval,
}

const ROUNDS: usize = 2_000;

impl Worth {
    /// Intervals are percentiles of rounds of the bootstrap, each a weight for every question.
    pub(super) fn of(
        scores: &[f64],
        ratings: &[f64],
        is_good: &[bool],
        articles: &[usize],
        rounds: &[Vec<f64>],
    ) -> Worth {
        let numbers = Numbers::new(scores, ratings, is_good, articles);
        let plain = numbers.with(&vec![1.0; scores.len()]);
        let each: Vec<[f64; 6]> = rounds.iter().map(|weights| numbers.with(weights)).collect();
        let interval = |which: usize| {
            let all: Vec<f64> = each.iter().map(|it| it[which]).collect();
            Interval::of_rounds(plain[which], &all)
        };
        Worth {
            top: interval(0),
            top_by_article: interval(1),
            all: interval(2),
            gain: interval(3),
            gain_by_article: interval(4),
            correlation: interval(5),
        }
    }

    /// In each round, as many questions of each article are drawn, with replacement, as it has.
    pub fn by_question(scores: &[f64], ratings: &[f64], articles: &[usize], seed: u64) -> Worth {
        let count = articles.iter().max().map_or(0, |most| most + 1);
        let rows = |article| (0..scores.len()).filter(move |&row| articles[row] == article);
        let rows: Vec<Vec<usize>> = (0..count).map(|article| rows(article).collect()).collect();
        let mut chance = Chance::from_words(&["questions", &seed.to_string()]);
        let rounds: Vec<Vec<f64>> = (0..ROUNDS)
            .map(|_| {
                let mut weights = vec![0.0; scores.len()];
                for own in &rows {
                    for _ in own {
                        if let Some(&row) = chance.pick(own) {
                            weights[row] += 1.0;
                        }
                    }
                }
                weights
            })
            .collect();
        let is_good: Vec<bool> = ratings.iter().map(|&rating| is_acceptable(rating)).collect();
        Worth::of(scores, ratings, &is_good, articles, &rounds)
    }
}

/// The order of all questions, and that of each article's.
struct Numbers<'a> {
    ratings: &'a [f64],
    is_good: &'a [bool],
    all: RankOrder,
    by_article: Vec<(Vec<usize>, RankOrder)>,
}

impl<'a> Numbers<'a> {
    fn new(
        scores: &[f64],
        ratings: &'a [f64],
        is_good: &'a [bool],
        articles: &[usize],
    ) -> Numbers<'a> {
        let count = articles.iter().max().map_or(0, |most| most + 1);
        let of_article = |article: usize| {
            let rows: Vec<usize> =
                (0..scores.len()).filter(|&row| articles[row] == article).collect();
            let own = rows.iter().map(|&row| scores[row]).collect();
            (rows, RankOrder::new(own))
        };
        Numbers {
            ratings,
            is_good,
            all: RankOrder::new(scores.to_vec()),
            by_article: (0..count).map(of_article).collect(),
        }
    }

    fn with(&self, weights: &[f64]) -> [f64; 6] {
        let whole: f64 = weights.iter().sum();
        let good = weights.iter().zip(self.is_good).filter(|(_, is_good)| **is_good);
        let share = good.map(|(weight, _)| weight).sum::<f64>() / whole;
        let top = self.all.top_share(self.is_good, weights);
        let mut by_article = 0.0;
        for (rows, ordered) in &self.by_article {
            let own: Vec<f64> = rows.iter().map(|&row| weights[row]).collect();
            let is_good: Vec<bool> = rows.iter().map(|&row| self.is_good[row]).collect();
            let weight: f64 = own.iter().sum();
            if weight > 0.0 {
                by_article += weight / whole * ordered.top_share(&is_good, &own);
            }
        }
        let r = self.all.weighted_correlation(self.ratings, weights);
        [top, by_article, share, top - share, by_article - share, r]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_order_is_worth_more_than_chance_and_a_bad_one_less() {
        let ratings: Vec<f64> = (0..100).map(|nth| if nth % 4 == 0 { 4.0 } else { 2.0 }).collect();
        let articles: Vec<usize> = (0..100).map(|nth| nth / 20).collect();
        let good = Worth::by_question(&ratings, &ratings, &articles, 1);
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        near(good.all.value, 0.25);
        near(good.top.value, 1.0);
        near(good.top_by_article.value, 1.0);
        near(good.gain.value, 0.75);
        assert!(good.gain.low > 0.5 && good.gain.high < 0.9, "{good:?}");
        let reversed: Vec<f64> = ratings.iter().map(|rating| -rating).collect();
        let bad = Worth::by_question(&reversed, &ratings, &articles, 1);
        near(bad.gain.value, -0.25);
        near(bad.correlation.value, -1.0);
    }
}
