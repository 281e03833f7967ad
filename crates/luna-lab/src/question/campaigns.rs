//! Simulated campaigns of ratings beside the tables of section 5 of the paper.

use luna_core::question_rating::is_acceptable;

use super::read::RatedQuestion;
use crate::trials::{Estimate, estimate, ratio};

/// The results of one simulated campaign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimulatedCampaign {
    pub questions: usize,
    /// Ratings that count, and those that were rejected.
    pub ratings: usize,
    pub rejected: usize,
    /// The price of a rating with commission, in cents, and a rater's pay for an hour.
    pub cents: f64,
    pub hourly_cents: Option<f64>,
    pub raters: usize,
    /// Ratings of one rater.
    pub each_mean: f64,
    pub each_sd: f64,
    pub each_median: f64,
    pub each_most: f64,
    /// Raters with more than 100 ratings; how their ratings correlate with the mean of the others,
    /// and those of the rest.
    pub busy: usize,
    pub busy_r: Option<f64>,
    pub rest_r: Option<f64>,
    /// Hours since the campaign was opened, and the ratings by then.
    pub over_time: Vec<(f64, f64)>,
    pub per_hour: Option<f64>,
    /// The share of questions with a mean over 3.5.
    pub acceptable: f64,
    /// Questions by mean, from 1 to 5 in steps of a half.
    pub histogram: Vec<u64>,
    pub alpha: Option<f64>,
    /// The two experts with each other: r and kappa.
    pub experts_r: Option<f64>,
    pub experts_kappa: Option<f64>,
    /// The mean over the experts of r with the mean of the crowd, and of r with the truth.
    pub expert_crowd_r: Option<f64>,
    pub expert_truth_r: Option<f64>,
    /// The correlation with the truth of the mean of one rater, of two, and so on.
    pub r_by_raters: Vec<f64>,
    /// That of all ratings, rejected ones too.
    pub r_unmonitored: Option<f64>,
    pub caught: Vec<CaughtRaters>,
}

/// Raters of one manner, and how many of them were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtRaters {
    pub manner: &'static str,
    pub raters: usize,
    /// Refused for their ratings of gold questions.
    pub screened_out: usize,
    /// With enough ratings for a correlation.
    pub measured: usize,
    /// Flagged by the paper's rule, and rejected.
    pub rejected: usize,
    /// Noted by other statistics.
    pub noted: usize,
}

/// Campaigns that differ by chance alone, and the ratings of a file.
#[derive(Clone, Debug, Default)]
pub struct Campaigns {
    pub all: Vec<SimulatedCampaign>,
    pub rated: Option<RatedFile>,
}

impl Campaigns {
    /// The mean over campaigns of a number, with its standard error. A campaign without it is left out.
    pub(super) fn mean(&self, of: impl Fn(&SimulatedCampaign) -> Option<f64>) -> Estimate {
        let values: Vec<f64> = self.all.iter().filter_map(of).filter(|it| it.is_finite()).collect();
        if values.is_empty() {
            return NOTHING;
        }
        estimate(values.into_iter())
    }
}

pub(super) const NOTHING: Estimate = Estimate { value: f64::NAN, error: f64::NAN };

/// The ratings of a file, as far as section 5 is about them. It has the means of questions and no raters.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedFile {
    pub questions: usize,
    pub articles: usize,
    pub acceptable: usize,
    /// The share of acceptable questions; its error allows for the likeness of questions of one article.
    pub share: Estimate,
    /// Questions by mean, from 1 to 5 in steps of a half.
    pub histogram: Vec<u64>,
}

impl RatedFile {
    pub fn new(rated: &[RatedQuestion]) -> RatedFile {
        let mut by_article: Vec<(&str, f64, f64)> = Vec::new();
        let mut histogram = vec![0; 8];
        let mut acceptable = 0;
        for it in rated {
            let is_good = is_acceptable(it.rating);
            acceptable += usize::from(is_good);
            let good = f64::from(u8::from(is_good));
            match by_article.iter_mut().find(|(name, ..)| *name == it.article) {
                Some((_, sum, count)) => {
                    *sum += good;
                    *count += 1.0;
                }
                None => by_article.push((it.article.as_str(), good, 1.0)),
            }
            let bin = (1..8_u32).filter(|&edge| it.rating >= 1.0 + f64::from(edge) / 2.0).count();
            if let Some(count) = histogram.get_mut(bin) {
                *count += 1;
            }
        }
        RatedFile {
            questions: rated.len(),
            articles: by_article.len(),
            acceptable,
            share: ratio(by_article.iter().map(|&(_, good, count)| (good, count))),
            histogram,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_file_counts_means_above_the_threshold_by_article() {
        let question = |article: &str, rating: f64| RatedQuestion {
            article: article.into(),
            question: "Who?".to_owned(),
            sentence: None,
            derivation: None,
            rating,
        };
        let rated =
            [question("a", 3.5), question("a", 3.6), question("b", 5.0), question("b", 1.0)];
        let found = RatedFile::new(&rated);
        assert_eq!((found.questions, found.articles, found.acceptable), (4, 2, 2));
        assert_eq!(found.histogram, [1, 0, 0, 0, 0, 2, 0, 1]);
        assert!((found.share.value - 0.5).abs() < 1e-12, "{found:?}");
        assert!(found.share.error.is_nan(), "articles that do not differ say nothing of an error");
    }

    #[test]
    fn a_number_that_no_campaign_has_decides_nothing() {
        let all = vec![SimulatedCampaign::default(), SimulatedCampaign::default()];
        let campaigns = Campaigns { all, rated: None };
        assert!(campaigns.mean(|it| it.alpha).value.is_nan());
        assert!(campaigns.mean(|it| Some(it.acceptable)).error.is_nan(), "all the same");
    }
}
