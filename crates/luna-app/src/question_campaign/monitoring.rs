//! Monitoring: what each rater did, beside the others who rated the same questions.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::question_campaign::{GoldScore, RaterFigures};
use luna_core::question_rating::QuestionRating;
use luna_learn::careless_raters::{Carelessness, TimedRating, careless_raters};
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
    /// The mark of a rater who probably does not look at the questions.
    pub mark: Option<Carelessness>,
    /// Further findings of the statistics of judges, in words.
    pub notes: Vec<String>,
}

impl RaterReport {
    /// Why the rater is marked, in words.
    pub fn reasons(&self) -> Option<String> {
        let mark = self.mark.as_ref()?;
        Some(mark.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    }
}

/// Everything that an operator watches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CampaignMonitor {
    pub batches: Vec<Batch>,
    /// Those with a mark first, then by number of ratings.
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
        self.ordinary().filter(|it| it.rejected_at.is_none())
    }

    /// The ratings of questions that are not gold.
    pub fn ordinary(&self) -> impl Iterator<Item = &Rating> {
        self.all.iter().filter(|it| !self.gold.contains_key(&it.question_id))
    }

    /// The probability that each rater is careless, by all their ratings: gold ones and rejected ones too.
    fn careless(&self) -> BTreeMap<&str, Carelessness> {
        let mut all: Vec<&Rating> = self.all.iter().collect();
        all.sort_by_key(|it| (it.rated_at, &it.question_id));
        let raters = numbers(all.iter().map(|it| it.player_id.as_str()));
        let questions = numbers(all.iter().map(|it| it.question_id.as_str()));
        let number = |of: &BTreeMap<&str, usize>, id: &str| of.get(id).copied().unwrap_or(0);
        let timed: Vec<TimedRating> = all
            .iter()
            .map(|it| TimedRating {
                rater: number(&raters, &it.player_id),
                question: number(&questions, &it.question_id),
                rating: it.rating.number(),
                seconds: Some(seconds(it)),
            })
            .collect();
        let known = |id: &&str| self.gold.get(*id).map(|known| known.number());
        let gold: Vec<Option<u8>> = questions.keys().map(known).collect();
        raters.into_keys().zip(careless_raters(&timed, &gold)).collect()
    }
}

/// Numbers names in order.
fn numbers<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    names.collect::<BTreeSet<&str>>().into_iter().zip(0..).collect()
}

/// The seconds that a rater had a question.
pub fn seconds(it: &Rating) -> f64 {
    i32::try_from((it.rated_at - it.began_at).max(0)).map_or(f64::from(i32::MAX), f64::from)
        / 1_000.0
}

/// Counts batches and compares raters with each other.
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
    let mut careless = ratings.careless();
    let mut raters: Vec<RaterReport> = ratings
        .raters
        .iter()
        .map(|rater| {
            let id = rater.player_id.as_str();
            let own = ratings.all.iter().filter(|it| it.player_id == *id);
            let gold =
                own.clone().filter_map(|it| Some((it.rating, *ratings.gold.get(&it.question_id)?)));
            RaterReport {
                rater: rater.clone(),
                rejected: own.clone().filter(|it| it.rejected_at.is_some()).count(),
                figures: whole.reports.get(id).map(|it| it.figures).unwrap_or_default(),
                sd: whole.reports.get(id).map_or(0.0, |it| it.sd),
                gold: GoldScore::of(gold),
                mark: careless.remove(id).filter(Carelessness::is_marked),
                notes: whole.reports.get(id).map(|it| it.notes.clone()).unwrap_or_default(),
            }
        })
        .collect();
    raters.sort_by_key(|it| {
        let is_calm = it.mark.is_none() || it.rater.rejected_at.is_some();
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
        let judges = numbers(all.iter().map(|it| it.player_id.as_str()));
        let players = numbers(all.iter().map(|it| it.question_id.as_str()));
        let number = |of: &BTreeMap<&str, usize>, id: &str| {
            of.get(id).and_then(|number| u32::try_from(*number).ok()).unwrap_or(0)
        };
        let mut monitor = Monitor::default();
        let mut times: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for it in all {
            let (judge, player) =
                (number(&judges, &it.player_id), number(&players, &it.question_id));
            let points = 25.0 * (f64::from(it.rating.number()) - 1.0);
            let seconds = seconds(it);
            monitor.add(Judgment { judge, player, points, before: None, seconds: Some(seconds) });
            times.entry(&it.player_id).or_default().push(seconds);
        }
        let crowd = monitor.crowd();
        let report = |(id, _): (&&'a str, &usize)| {
            let found = monitor.report(number(&judges, id), &crowd)?;
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
    use luna_learn::careless_raters::Reason;

    use super::*;

    fn rating(question: usize, player: &str, number: u8, seconds: i64) -> Rating {
        Rating {
            campaign_id: "c".to_owned(),
            question_id: format!("q{question}"),
            player_id: player.to_owned(),
            rating: QuestionRating::try_from(number).unwrap(),
            comment: String::new(),
            began_at: 0,
            rated_at: 1_000 * seconds,
            rejected_at: None,
            rejected_why: None,
        }
    }

    fn campaign() -> Campaign {
        Campaign {
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
        }
    }

    /// Ratings of questions 0 to 29, which are in one batch.
    fn ratings(names: &[&str], all: Vec<Rating>) -> Ratings {
        let rater = |name: &&str| Rater {
            campaign_id: "c".to_owned(),
            player_id: (*name).to_owned(),
            ..Rater::default()
        };
        Ratings {
            batches: (0..30).map(|question| (format!("q{question}"), 1)).collect(),
            raters: names.iter().map(rater).collect(),
            all,
            ..Ratings::default()
        }
    }

    /// The rating of somebody who looks.
    fn good(question: usize) -> u8 {
        [1, 2, 3, 4, 5, 5, 1][question % 7]
    }

    #[test]
    fn a_rater_with_constant_ratings_is_marked_and_noted() {
        let names = ["ann", "bob", "constant", "cyd", "dan"];
        let of = |question: usize, name: &&str| match *name {
            "constant" => rating(question, name, 3, 20),
            _ => rating(question, name, good(question), 20),
        };
        let all = (0..30).flat_map(|question| names.iter().map(move |name| of(question, name)));
        let found = monitor(&campaign(), &ratings(&names, all.collect()));
        assert!(found.batches[0].is_complete(), "{found:?}");
        let [first, rest @ ..] = &found.raters[..] else { panic!("{found:?}") };
        assert_eq!((first.figures.correlation, first.sd), (None, 0.0));
        assert_eq!(
            (first.rater.player_id.as_str(), &first.notes[..]),
            ("constant", &["always the same".to_owned()][..])
        );
        let mark = first.mark.as_ref().unwrap();
        assert_eq!(mark.reasons.first(), Some(&Reason::Repeats));
        assert!(rest.iter().all(|it| it.mark.is_none() && it.notes.is_empty()), "{found:?}");
        assert_eq!(note(Kind::Random), "unrelated to the ratings of others");
    }

    #[test]
    fn a_hasty_rater_is_marked_from_the_first_ratings_on_and_a_fast_one_is_not() {
        let names = ["ann", "bob", "cyd", "fast", "hasty"];
        let mut all = Vec::new();
        for question in 0..30 {
            for name in ["ann", "bob", "cyd"] {
                all.push(rating(question, name, good(question), 20));
            }
        }
        for question in 0..3 {
            all.push(rating(question, "fast", good(question), 9));
            all.push(rating(question, "hasty", 6 - good(question + 1), 1));
        }
        let mut ratings = ratings(&names, all);
        ratings.gold = BTreeMap::from([("q0".to_owned(), QuestionRating::Bad)]);
        let found = monitor(&campaign(), &ratings);
        let marked: Vec<&str> = found
            .raters
            .iter()
            .filter(|it| it.mark.is_some())
            .map(|it| it.rater.player_id.as_str())
            .collect();
        assert_eq!(marked, ["hasty"], "{found:?}");
    }
}
