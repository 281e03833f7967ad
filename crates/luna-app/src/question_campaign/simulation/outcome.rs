//! The outcome of a simulated campaign, beside the truth.

use std::collections::BTreeMap;

use luna_learn::float;
use luna_learn::metrics::pearson;
use luna_store::question_campaign::campaign::Campaign;

use super::rater_type::RaterType;
use crate::question_campaign::monitoring::{CampaignMonitor, Ratings};
use crate::question_campaign::results::{ExpertCheck, Results};

/// Raters of one manner, and what monitoring said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caught {
    pub raters: usize,
    /// Refused for their ratings of gold questions.
    pub screened_out: usize,
    /// With at least eight ratings: fewer have no correlation.
    pub measured: usize,
    /// Marked as careless, and rejected.
    pub rejected: usize,
    /// Found by the statistics of judges besides.
    pub noted: usize,
}

/// The outcome of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationOutcome {
    pub campaign: Campaign,
    pub caught: Vec<(RaterType, Caught)>,
    pub watched: CampaignMonitor,
    pub results: Results,
    pub check: ExpertCheck,
    /// The mean correlation of one expert's ratings with the truth.
    pub expert_r: Option<f64>,
    pub aggregation: Aggregation,
    pub rejected_ratings: usize,
}

/// How near the truth the mean of several raters is, as Pearson's r.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aggregation {
    /// Of the first rater, of the first two, and so on.
    pub r_by_raters: Vec<f64>,
    /// Of all ratings, those that were rejected among them.
    pub r_unmonitored: Option<f64>,
}

/// Counts the raters of each manner, and those that monitoring found.
pub(super) fn caught(
    campaign: &Campaign,
    gold: usize,
    watched: &CampaignMonitor,
    manners: &BTreeMap<&str, RaterType>,
) -> Vec<(RaterType, Caught)> {
    let mut caught: BTreeMap<RaterType, Caught> =
        RaterType::CROWD.map(|manner| (manner, Caught::default())).into();
    let gold = u32::try_from(gold).unwrap_or(u32::MAX);
    for it in &watched.raters {
        let manner = manners.get(it.rater.player_id.as_str()).copied();
        let Some(counts) = manner.and_then(|manner| caught.get_mut(&manner)) else { continue };
        counts.raters += 1;
        counts.screened_out += usize::from(campaign.plan.fails_screening(it.gold, gold));
        let is_rejected = it.rater.rejected_at.is_some();
        counts.measured += usize::from(is_rejected || it.figures.correlation.is_some());
        counts.rejected += usize::from(is_rejected);
        counts.noted += usize::from(!is_rejected && !it.notes.is_empty());
    }
    caught.into_iter().collect()
}

impl Aggregation {
    /// Compares the means of up to `most` raters with the quality of each question.
    pub(super) fn of(
        ratings: &Ratings,
        quality: &BTreeMap<String, f64>,
        most: usize,
    ) -> Aggregation {
        let mut by_question: BTreeMap<&str, Vec<(i64, f64, bool)>> = BTreeMap::new();
        for it in ratings.ordinary() {
            let rating = f64::from(it.rating.number());
            let all = by_question.entry(&it.question_id).or_default();
            all.push((it.rated_at, rating, it.rejected_at.is_none()));
        }
        for all in by_question.values_mut() {
            all.sort_by_key(|it| it.0);
        }
        let r = |most: usize, only_valid: bool| {
            let (means, truths): (Vec<f64>, Vec<f64>) = by_question
                .iter()
                .map(|(id, all)| {
                    let used = all.iter().filter(|it| it.2 || !only_valid).take(most);
                    let used: Vec<f64> = used.map(|it| it.1).collect();
                    let mean = used.iter().sum::<f64>() / float(used.len().max(1));
                    (mean, quality.get(*id).copied().unwrap_or(0.0))
                })
                .unzip();
            pearson(&means, &truths)
        };
        Aggregation {
            r_by_raters: (1..=most).filter_map(|most| r(most, true)).collect(),
            r_unmonitored: r(usize::MAX, false),
        }
    }
}

/// The mean correlation with the truth of each rater of a check.
pub(super) fn mean_r(experts: &Ratings, quality: &BTreeMap<String, f64>) -> Option<f64> {
    let mut by_expert: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for it in experts.valid() {
        let truth = quality.get(&it.question_id).copied().unwrap_or(0.0);
        let pairs = by_expert.entry(&it.player_id).or_default();
        pairs.push((f64::from(it.rating.number()), truth));
    }
    let of = |pairs: &Vec<(f64, f64)>| {
        let (own, truths): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        pearson(&own, &truths)
    };
    let all: Vec<f64> = by_expert.values().filter_map(of).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / float(all.len()))
}
