//! Monitoring: what each rater did in each batch, beside the others who rated the same questions.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::question_campaign::{GoldScore, RaterFigures};
use luna_core::question_rating::QuestionRating;
use luna_learn::float;
use luna_learn::reliability::{Judgment, Kind, Monitor};
use luna_store::Tx;
use luna_store::question_campaign::campaign::Campaign;
use luna_store::question_campaign::rater::{self, Rater};
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::question_campaign::{imported, item};

use crate::error::Error;

/// A batch of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    pub number: i64,
    pub questions: usize,
    /// Questions with all their ratings.
    pub complete: usize,
    /// Ratings that were not rejected.
    pub ratings: usize,
}

impl Batch {
    pub fn is_complete(&self) -> bool {
        self.complete == self.questions
    }
}

/// A rater's work.
#[derive(Clone, Debug, PartialEq)]
pub struct RaterReport {
    pub rater: Rater,
    /// Ratings that were rejected.
    pub rejected: usize,
    /// Figures of all batches together.
    pub figures: RaterFigures,
    pub sd: f64,
    pub gold: GoldScore,
    /// Complete batches in which the figures ask for a look.
    pub flagged: Vec<i64>,
    /// Further findings of the statistics of judges, in words.
    pub notes: Vec<String>,
}

/// Everything that an operator watches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CampaignMonitor {
    pub batches: Vec<Batch>,
    /// Those with a flag first, then by number of ratings.
    pub raters: Vec<RaterReport>,
    /// The mean time of a rating, in seconds.
    pub mean_seconds: Option<f64>,
}

/// Everything that is stored about a campaign's ratings.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    /// The batch of each question.
    pub batches: BTreeMap<String, i64>,
    pub gold: BTreeMap<String, QuestionRating>,
    pub raters: Vec<Rater>,
    /// Ratings of gold questions are among them.
    pub all: Vec<Rating>,
}

impl Ratings {
    pub fn read(tx: &mut Tx<'_>, campaign: &Campaign) -> Result<Ratings, Error> {
        let items = item::all(tx, &campaign.id)?;
        Ok(Ratings {
            batches: items.into_iter().map(|it| (it.question_id, it.batch)).collect(),
            gold: imported::gold_of_campaign(tx, &campaign.id)?.into_iter().collect(),
            raters: rater::of_campaign(tx, &campaign.id)?,
            all: rating::of_campaign(tx, &campaign.id)?,
        })
    }

    /// The ratings that count: not rejected, and not of gold questions.
    pub fn valid(&self) -> impl Iterator<Item = &Rating> {
        self.all.iter().filter(|it| it.rejected_at.is_none() && !self.is_gold(it))
    }

    fn is_gold(&self, it: &Rating) -> bool {
        self.gold.contains_key(&it.question_id)
    }

    fn batch_of(&self, it: &Rating) -> i64 {
        self.batches.get(&it.question_id).copied().unwrap_or(0)
    }
}

/// The seconds that a rater had a question.
pub fn seconds(it: &Rating) -> f64 {
    i32::try_from((it.rated_at - it.began_at).max(0)).map_or(f64::from(i32::MAX), f64::from)
        / 1_000.0
}

/// Compares raters with each other, batch by batch.
pub fn monitor(campaign: &Campaign, ratings: &Ratings) -> CampaignMonitor {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in ratings.valid() {
        *counts.entry(&it.question_id).or_default() += 1;
    }
    let wanted = campaign.plan.panel().most;
    let mut batches: BTreeMap<i64, Batch> = BTreeMap::new();
    for (question, &number) in ratings.batches.iter().filter(|(_, batch)| **batch > 0) {
        let batch = batches.entry(number).or_insert(Batch { number, ..Batch::default() });
        let count = counts.get(question.as_str()).copied().unwrap_or(0);
        batch.questions += 1;
        batch.complete += usize::from(count >= wanted);
        batch.ratings += count;
    }
    let whole = RaterComparison::of(ratings.valid());
    let by_batch: Vec<(&Batch, RaterComparison)> = batches
        .values()
        .map(|batch| {
            let own = ratings.valid().filter(|it| ratings.batch_of(it) == batch.number);
            (batch, RaterComparison::of(own))
        })
        .collect();
    let mut raters: Vec<RaterReport> = ratings
        .raters
        .iter()
        .map(|rater| {
            let id = rater.player_id.as_str();
            let flagged = by_batch
                .iter()
                .filter(|(batch, compared)| {
                    compared.figures(id).is_some_and(|it| it.is_flagged(batch.is_complete()))
                })
                .map(|(batch, _)| batch.number)
                .collect();
            let own = ratings.all.iter().filter(|it| it.player_id == *id);
            let gold =
                own.clone().filter_map(|it| Some((it.rating, *ratings.gold.get(&it.question_id)?)));
            RaterReport {
                rater: rater.clone(),
                rejected: own.clone().filter(|it| it.rejected_at.is_some()).count(),
                figures: whole.figures(id).unwrap_or_default(),
                sd: whole.reports.get(id).map_or(0.0, |it| it.sd),
                gold: GoldScore::of(gold),
                flagged,
                notes: whole.reports.get(id).map(|it| it.notes.clone()).unwrap_or_default(),
            }
        })
        .collect();
    raters.sort_by_key(|it| {
        let is_calm = it.flagged.is_empty() || it.rater.rejected_at.is_some();
        (is_calm, std::cmp::Reverse(it.figures.ratings), it.rater.player_id.clone())
    });
    let all: Vec<f64> = ratings.valid().map(seconds).collect();
    let mean_seconds = (!all.is_empty()).then(|| all.iter().sum::<f64>() / float(all.len()));
    CampaignMonitor { batches: batches.into_values().collect(), raters, mean_seconds }
}

/// Raters compared with the others who rated the same questions.
struct RaterComparison<'a> {
    reports: BTreeMap<&'a str, Report>,
}

struct Report {
    figures: RaterFigures,
    sd: f64,
    notes: Vec<String>,
}

impl<'a> RaterComparison<'a> {
    fn of(ratings: impl Iterator<Item = &'a Rating>) -> RaterComparison<'a> {
        let all: Vec<&Rating> = ratings.collect();
        let raters: BTreeSet<&str> = all.iter().map(|it| it.player_id.as_str()).collect();
        let questions: BTreeSet<&str> = all.iter().map(|it| it.question_id.as_str()).collect();
        let number = |names: &BTreeSet<&'a str>| -> BTreeMap<&'a str, u32> {
            names.iter().copied().zip(0..).collect()
        };
        let (judges, players) = (number(&raters), number(&questions));
        let mut monitor = Monitor::default();
        let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for it in all {
            let judge = judges.get(it.player_id.as_str()).copied().unwrap_or(0);
            let player = players.get(it.question_id.as_str()).copied().unwrap_or(0);
            let points = 25.0 * (f64::from(it.rating.number()) - 1.0);
            let seconds = seconds(it);
            monitor.add(Judgment { judge, player, points, before: None, seconds: Some(seconds) });
            times.entry(&it.player_id).or_default().push(seconds);
        }
        let crowd = monitor.crowd();
        let report = |(id, judge): (&&'a str, &u32)| {
            let found = monitor.report(*judge, &crowd)?;
            let own = times.get(*id)?;
            let figures = RaterFigures {
                ratings: found.guesses,
                mean: 1.0 + found.mean / 25.0,
                mean_seconds: own.iter().sum::<f64>() / float(own.len().max(1)),
                correlation: found.correlation,
            };
            let notes = found.flags.iter().map(|flag| note(flag.kind)).collect();
            Some((*id, Report { figures, sd: found.spread / 25.0, notes }))
        };
        RaterComparison { reports: judges.iter().filter_map(report).collect() }
    }

    fn figures(&self, id: &str) -> Option<RaterFigures> {
        self.reports.get(id).map(|it| it.figures)
    }
}

/// A finding of the statistics of judges, about a rater: nobody judges a player here.
fn note(kind: Kind) -> String {
    match kind {
        Kind::Random => "unrelated to the ratings of others".to_owned(),
        Kind::Constant | Kind::Minimum | Kind::Copying | Kind::Ring | Kind::Inattentive => {
            kind.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use luna_core::question_campaign::Plan;

    use super::*;

    fn rating(question: usize, player: &str, number: u8) -> Rating {
        Rating {
            campaign_id: "c".to_owned(),
            question_id: format!("q{question}"),
            player_id: player.to_owned(),
            rating: QuestionRating::try_from(number).unwrap(),
            comment: String::new(),
            began_at: 0,
            rated_at: 3_000,
            rejected_at: None,
            rejected_why: None,
        }
    }

    #[test]
    fn a_rater_with_constant_ratings_is_noted_and_not_flagged() {
        let campaign = Campaign {
            id: "c".to_owned(),
            name: "Moon".to_owned(),
            plan: Plan::default(),
            code: String::new(),
            checks: None,
            created_at: 0,
            opened_at: Some(0),
            batches: 1,
            opened: 1,
            closed_at: None,
            published_at: None,
            salt: String::new(),
        };
        let names = ["ann", "bob", "cyd", "dan", "constant"];
        let raters = names.map(|name| Rater {
            campaign_id: "c".to_owned(),
            player_id: name.to_owned(),
            ..Rater::default()
        });
        let number = |question: usize, name: &str| match name {
            "constant" => 3,
            _ => [1, 2, 3, 4, 5, 5, 1][question % 7],
        };
        let all = (0..30)
            .flat_map(|question| names.map(|name| rating(question, name, number(question, name))));
        let ratings = Ratings {
            batches: (0..30).map(|question| (format!("q{question}"), 1)).collect(),
            raters: raters.into(),
            all: all.collect(),
            ..Ratings::default()
        };
        let found = monitor(&campaign, &ratings);
        assert!(found.batches[0].is_complete(), "{found:?}");
        assert!(found.raters.iter().all(|it| it.flagged.is_empty()), "{found:?}");
        let of = |name: &str| found.raters.iter().find(|it| it.rater.player_id == name).unwrap();
        assert_eq!((of("constant").figures.correlation, of("constant").sd), (None, 0.0));
        assert_eq!(of("constant").notes, ["always the same"]);
        assert!(of("ann").notes.is_empty(), "{found:?}");
        assert_eq!(note(Kind::Random), "unrelated to the ratings of others");
    }
}
