//! Results of a campaign: mean ratings, how fast they came, who gave them, and agreement.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::question_rating::is_acceptable;
use luna_learn::float;
use luna_learn::metrics::pearson;
use luna_learn::proportion::exact_interval;
use luna_learn::quantile::median;
use luna_store::question_campaign::rating::Rating;

use super::agreement::{CrowdAgreement, PairAgreement};
use super::monitoring::Ratings;

/// Raters with more ratings than this are compared with the rest.
const MANY: usize = 100;
/// The bins of the histogram: from 1 to 5 in steps of a half.
const BINS: usize = 8;
const HOUR_MS: f64 = 3_600_000.0;

/// A question with the mean of its ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionMean {
    pub question_id: String,
    pub ratings: usize,
    pub mean: f64,
}

/// Numbers of ratings of raters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaterCounts {
    pub raters: usize,
    pub mean: f64,
    pub sd: f64,
    pub median: f64,
    pub max: f64,
    /// Raters with more than 100 ratings.
    pub busy: usize,
    /// The correlation of their ratings with the mean of the others, and that of the rest.
    pub busy_r: Option<f64>,
    pub rest_r: Option<f64>,
}

/// The results of a campaign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Best first.
    pub questions: Vec<QuestionMean>,
    pub ratings: usize,
    pub mean: f64,
    /// The share of questions with a mean over 3.5, with its interval of 95 %.
    pub acceptable: f64,
    pub acceptable_interval: (f64, f64),
    /// Questions by mean, from 1 to 5 in steps of a half.
    pub histogram: [u64; BINS],
    /// Hours since the campaign was opened, and the ratings by then.
    pub over_time: Vec<(f64, f64)>,
    /// Ratings per hour, from the first to the last.
    pub per_hour: Option<f64>,
    pub raters: RaterCounts,
    pub agreement: CrowdAgreement,
}

/// Computes the results; `opened_at` is when the first batch was opened.
pub fn results(ratings: &Ratings, opened_at: i64) -> Results {
    let by_question = by_question(ratings);
    let mut questions: Vec<QuestionMean> = by_question
        .iter()
        .map(|(id, all)| QuestionMean {
            question_id: (*id).to_owned(),
            ratings: all.len(),
            mean: mean(&numbers(all)),
        })
        .collect();
    questions.sort_by(|a, b| b.mean.total_cmp(&a.mean).then(a.question_id.cmp(&b.question_id)));
    let good = questions.iter().filter(|it| is_acceptable(it.mean)).count();
    let mut histogram = [0; BINS];
    for it in &questions {
        let edges = (1..BINS).filter(|&edge| it.mean >= 1.0 + float(edge) / 2.0).count();
        if let Some(bin) = histogram.get_mut(edges) {
            *bin += 1;
        }
    }
    let units: Vec<Vec<f64>> = by_question.values().map(|all| numbers(all)).collect();
    let over_time = over_time(ratings, opened_at);
    Results {
        ratings: over_time.len(),
        mean: mean(&questions.iter().map(|it| it.mean).collect::<Vec<_>>()),
        acceptable: float(good) / float(questions.len().max(1)),
        acceptable_interval: exact_interval(good, questions.len()),
        histogram,
        per_hour: per_hour(&over_time),
        over_time,
        raters: counts(ratings, &by_question),
        agreement: CrowdAgreement::of(&units),
        questions,
    }
}

fn by_question(ratings: &Ratings) -> BTreeMap<&str, Vec<&Rating>> {
    let mut all: BTreeMap<&str, Vec<&Rating>> = BTreeMap::new();
    for it in ratings.valid() {
        all.entry(&it.question_id).or_default().push(it);
    }
    all
}

fn number(it: &Rating) -> f64 {
    f64::from(it.rating.number())
}

fn numbers(all: &[&Rating]) -> Vec<f64> {
    all.iter().map(|it| number(it)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len().max(1))
}

fn over_time(ratings: &Ratings, opened_at: i64) -> Vec<(f64, f64)> {
    let mut times: Vec<i64> = ratings.valid().map(|it| it.rated_at).collect();
    times.sort_unstable();
    let hours = |at: i64| {
        // Seconds fit an i32 for 68 years.
        f64::from(i32::try_from((at - opened_at) / 1_000).unwrap_or(i32::MAX)) * 1_000.0 / HOUR_MS
    };
    times.into_iter().zip(1..).map(|(at, count)| (hours(at), float(count))).collect()
}

fn per_hour(over_time: &[(f64, f64)]) -> Option<f64> {
    let (first, last) = (over_time.first()?.0, over_time.last()?.0);
    (last > first).then(|| float(over_time.len()) / (last - first))
}

fn counts(ratings: &Ratings, by_question: &BTreeMap<&str, Vec<&Rating>>) -> RaterCounts {
    let mut own: BTreeMap<&str, usize> = BTreeMap::new();
    for it in ratings.valid() {
        *own.entry(&it.player_id).or_default() += 1;
    }
    let all: Vec<f64> = own.values().map(|&count| float(count)).collect();
    let mean = mean(&all);
    let squares: f64 = all.iter().map(|count| (count - mean).powi(2)).sum();
    let busy: BTreeSet<&str> =
        own.iter().filter(|(_, count)| **count > MANY).map(|(id, _)| *id).collect();
    let r = |is_busy: bool| {
        let (mut ones, mut others) = (Vec::new(), Vec::new());
        for all in by_question.values().filter(|all| all.len() > 1) {
            let sum: f64 = numbers(all).iter().sum();
            for it in all.iter().filter(|it| busy.contains(it.player_id.as_str()) == is_busy) {
                ones.push(number(it));
                others.push((sum - number(it)) / float(all.len() - 1));
            }
        }
        pearson(&ones, &others)
    };
    RaterCounts {
        raters: own.len(),
        mean,
        sd: (squares / float(own.len().max(2) - 1)).sqrt(),
        median: median(&all).unwrap_or(0.0),
        max: all.iter().copied().fold(0.0, f64::max),
        busy: busy.len(),
        busy_r: r(true),
        rest_r: r(false),
    }
}

/// Experts beside each other and beside the crowd.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpertCheck {
    /// The first expert with the second.
    pub experts: PairAgreement,
    /// Each expert with the mean of the crowd.
    pub with_crowd: Vec<PairAgreement>,
}

/// Compares the ratings of experts with those of the crowd about the same questions.
pub fn expert_check(experts: &Ratings, crowd: &Ratings) -> ExpertCheck {
    let of_crowd: BTreeMap<&str, f64> =
        by_question(crowd).into_iter().map(|(id, all)| (id, mean(&numbers(&all)))).collect();
    let mut of_experts: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for it in experts.valid() {
        of_experts.entry(&it.player_id).or_default().insert(&it.question_id, number(it));
    }
    let both = |one: &BTreeMap<&str, f64>, other: &BTreeMap<&str, f64>| {
        let pairs: Vec<(f64, f64)> =
            one.iter().filter_map(|(id, own)| Some((*own, *other.get(id)?))).collect();
        PairAgreement::of(&pairs)
    };
    let all: Vec<_> = of_experts.values().collect();
    let between = match all.as_slice() {
        [one, other, ..] => both(one, other),
        _ => PairAgreement::default(),
    };
    ExpertCheck {
        experts: between,
        with_crowd: all.iter().map(|own| both(own, &of_crowd)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use luna_core::question_rating::QuestionRating;

    use super::*;

    const HOUR: i64 = 3_600_000;

    fn rating(question: &str, player: &str, number: u8, rated_at: i64) -> Rating {
        Rating {
            campaign_id: "c".to_owned(),
            question_id: question.to_owned(),
            player_id: player.to_owned(),
            rating: QuestionRating::try_from(number).unwrap(),
            comment: String::new(),
            began_at: rated_at - 5_000,
            rated_at,
            rejected_at: None,
            rejected_why: None,
        }
    }

    #[test]
    fn results_count_what_was_not_rejected_and_is_no_gold_question() {
        let mut rejected = rating("bad", "cyd", 5, 1);
        rejected.rejected_at = Some(2);
        let ratings = Ratings {
            gold: [("gold".to_owned(), QuestionRating::Good)].into(),
            all: vec![
                rating("good", "ann", 5, 0),
                rating("good", "bob", 4, HOUR),
                rating("bad", "ann", 1, HOUR),
                rating("bad", "bob", 2, 2 * HOUR),
                rating("gold", "ann", 1, 1),
                rejected,
            ],
            ..Ratings::default()
        };
        let found = results(&ratings, 0);
        let means: Vec<(&str, usize, f64)> = found
            .questions
            .iter()
            .map(|it| (it.question_id.as_str(), it.ratings, it.mean))
            .collect();
        assert_eq!(means, [("good", 2, 4.5), ("bad", 2, 1.5)]);
        assert_eq!((found.ratings, found.raters.raters), (4, 2));
        assert_eq!(found.histogram, [0, 1, 0, 0, 0, 0, 0, 1]);
        assert!((found.acceptable - 0.5).abs() < 1e-12 && (found.mean - 3.0).abs() < 1e-12);
        assert_eq!(found.over_time.last(), Some(&(2.0, 4.0)));
        assert_eq!(found.per_hour, Some(2.0));
        assert!(found.agreement.alpha.is_some_and(|alpha| alpha > 0.8), "{found:?}");
    }

    #[test]
    fn experts_are_compared_about_the_questions_that_they_share() {
        let of = |player: &str, numbers: [u8; 4]| -> Vec<Rating> {
            let ids = ["a", "b", "c", "d"];
            ids.iter().zip(numbers).map(|(id, number)| rating(id, player, number, 1)).collect()
        };
        let experts = Ratings {
            all: [of("eve", [1, 2, 4, 5]), of("fay", [1, 2, 4, 5])].concat(),
            ..Ratings::default()
        };
        let crowd = Ratings { all: of("ann", [5, 4, 2, 1]), ..Ratings::default() };
        let check = expert_check(&experts, &crowd);
        assert_eq!((check.experts.pairs, check.experts.kappa), (4, Some(1.0)));
        assert_eq!(check.with_crowd.len(), 2);
        assert!(check.with_crowd.iter().all(|it| it.r.is_some_and(|r| r < -0.99)), "{check:?}");
        assert_eq!(expert_check(&Ratings::default(), &crowd), ExpertCheck::default());
    }
}
