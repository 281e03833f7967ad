//! The experiment as it should have been: no article is in training and in the test, and intervals
//! include the sampling of the test questions.
//!
//! In each round of the bootstrap as many articles are drawn, with replacement, as there are. In
//! every split the questions of a test article count as often as it was drawn; fitted rankers stay
//! as they are. Questions of one article are alike, so articles are drawn and not questions. All
//! rankers are measured in the same rounds, so gains are paired.

use luna_core::rng::Chance;
use luna_learn::design::Refusal;
use luna_learn::paired_test::corrected_t_test;
use luna_machines::question_ranker::RankerKind;

use super::candidate::{Candidate, all_scores, best_of, inner_correlations, mean_scores};
use super::curve::{sample, shuffled};
use super::feature_set::FeatureSet;
use super::material::Material;
use super::resampling::{Interval, mean, multiplicities};
use super::settings::Settings;
use super::top::RankOrder;
use crate::trials::threads::run_each;

/// An order of the test questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Chance.
    Unranked,
    /// The ratings themselves.
    Perfect,
    Fixed(Candidate),
    /// Trained on so many questions only.
    Sized(Candidate, usize),
    /// The mean of the predictions of all kinds on all feature sets: nothing is selected.
    Mean,
    /// In each split, the one of several that does best within the training articles: of those
    /// that read this set, or of all.
    Selected(Option<FeatureSet>),
}

impl Contender {
    pub fn name(self) -> String {
        match self {
            Contender::Unranked => "unranked".to_owned(),
            Contender::Perfect => "the ratings themselves".to_owned(),
            Contender::Fixed(candidate) => candidate.name(),
            Contender::Sized(candidate, size) => format!("{}, N = {size}", candidate.name()),
            Contender::Mean => "mean, all sets".to_owned(),
            Contender::Selected(Some(set)) => format!("selected, {}", set.name()),
            Contender::Selected(None) => "selected".to_owned(),
        }
    }
}

/// A contender's results over all splits.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub contender: Contender,
    /// Share of acceptable questions in the top fifth.
    pub share: Interval,
    pub correlation: Interval,
    /// The paired gain over the paper's ranker.
    pub gain: Gain,
}

/// The difference of two contenders' shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    pub share: Interval,
    /// Two-sided p-value of the corrected resampled t-test over the splits.
    pub p: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ArticleResults {
    /// The mean numbers of training and of test questions.
    pub train: f64,
    pub test: f64,
    pub results: Vec<Standing>,
    /// The ratio of the paper's ranker's share to the unranked one.
    pub ratio: Interval,
    /// Each candidate with the number of splits in which it was selected of all, and of those that
    /// read text alone.
    pub selected: Vec<(Candidate, usize, usize)>,
}

impl ArticleResults {
    pub fn result(&self, contender: Contender) -> Option<&Standing> {
        self.results.iter().find(|result| result.contender == contender)
    }
}

const ROUNDS: usize = 2_000;

/// A split with its rankers' orders, those of a contender at its place.
struct SplitResults {
    train: usize,
    test: Vec<usize>,
    is_good: Vec<bool>,
    ratings: Vec<f64>,
    contenders: Vec<(Contender, RankOrder)>,
    selected: [Option<Candidate>; 2],
}

pub(super) fn by_article(
    material: &Material,
    settings: &Settings,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<ArticleResults, Refusal> {
    let splits =
        run_each(settings.splits, settings.threads, tell, |nth| measured(material, settings, nth))?;
    let names: Vec<Contender> =
        splits.first().into_iter().flat_map(|it| it.contenders.iter().map(|(it, _)| *it)).collect();
    let ridge = Candidate { kind: RankerKind::Ridge, set: material.first_set() };
    let place = |of: Contender| names.iter().position(|it| *it == of).unwrap_or(0);
    let (unranked, ridge) = (place(Contender::Unranked), place(Contender::Fixed(ridge)));
    let ones = vec![1.0; material.article_count];
    let plain: Vec<[Vec<f64>; 2]> =
        splits.iter().filter_map(|it| it.numbers(material, &ones)).collect();
    let Ok(rounds) = run_each(ROUNDS, settings.threads, &|_, _| (), |round| {
        let times = multiplicities(material.article_count, round, settings.seed);
        let each: Vec<_> = splits.iter().filter_map(|it| it.numbers(material, &times)).collect();
        // With few splits, a round may have drawn none of their test articles.
        Ok::<_, std::convert::Infallible>((!each.is_empty()).then(|| means(&each)))
    });
    let rounds: Vec<[Vec<f64>; 2]> = rounds.into_iter().flatten().collect();
    let whole = means(&plain);
    let interval = |of: &dyn Fn(&[Vec<f64>; 2]) -> f64| {
        let all: Vec<f64> = rounds.iter().map(of).collect();
        Interval::of_rounds(of(&whole), &all)
    };
    let sizes: Vec<[usize; 2]> = splits.iter().map(|it| [it.train, it.test.len()]).collect();
    let size = |place: usize| {
        mean(&sizes.iter().map(|it| luna_learn::float(it[place])).collect::<Vec<_>>())
    };
    let overlap = sizes.iter().fold([0, 0], |sum, it| [sum[0] + it[0], sum[1] + it[1]]);
    let result = |(nth, contender): (usize, &Contender)| {
        let differences: Vec<f64> =
            plain.iter().map(|[shares, _]| shares[nth] - shares[ridge]).collect();
        let p = corrected_t_test(&differences, overlap[0], overlap[1]).map_or(f64::NAN, |it| it.p);
        Standing {
            contender: *contender,
            share: interval(&|[shares, _]| shares[nth]),
            correlation: interval(&|[_, correlations]| correlations[nth]),
            gain: Gain { share: interval(&|[shares, _]| shares[nth] - shares[ridge]), p },
        }
    };
    Ok(ArticleResults {
        train: size(0),
        test: size(1),
        results: names.iter().enumerate().map(result).collect(),
        ratio: interval(&|[shares, _]| shares[ridge] / shares[unranked]),
        selected: selections(&splits),
    })
}

impl SplitResults {
    /// The share and the correlation of each contender, with articles counted so many times;
    /// nothing if none of the test articles counts.
    fn numbers(&self, material: &Material, times: &[f64]) -> Option<[Vec<f64>; 2]> {
        let weights: Vec<f64> =
            self.test.iter().map(|&row| times[material.articles[row]]).collect();
        (weights.iter().sum::<f64>() > 0.0).then(|| {
            let all = self.contenders.iter();
            let shares = all.clone().map(|(_, it)| it.top_share(&self.is_good, &weights)).collect();
            let r = all.map(|(_, it)| it.weighted_correlation(&self.ratings, &weights)).collect();
            [shares, r]
        })
    }
}

fn means(splits: &[[Vec<f64>; 2]]) -> [Vec<f64>; 2] {
    let columns = splits.first().map_or(0, |[shares, _]| shares.len());
    [0, 1].map(|which| {
        let of =
            |column: usize| mean(&splits.iter().map(|it| it[which][column]).collect::<Vec<_>>());
        (0..columns).map(of).collect()
    })
}

fn measured(material: &Material, settings: &Settings, nth: usize) -> Result<SplitResults, Refusal> {
    let (train, test) = split(material, settings, nth);
    let ratings = material.ratings_of(&test);
    let seed = settings.seed.wrapping_add(u64::try_from(nth).unwrap_or(0));
    let inner = inner_correlations(material, &train, seed)?;
    let scored = all_scores(material, &train, &test)?;
    let mut contenders = vec![
        (Contender::Unranked, RankOrder::new(vec![0.0; test.len()])),
        (Contender::Perfect, RankOrder::new(ratings.clone())),
    ];
    let fixed =
        scored.iter().map(|(it, scores)| (Contender::Fixed(*it), RankOrder::new(scores.clone())));
    contenders.extend(fixed);
    if material.sets().len() > 1 {
        contenders.push((Contender::Mean, RankOrder::new(mean_scores(&scored, test.len()))));
    }
    let sets: &[Option<FeatureSet>] = match material.sets() {
        [_] => &[None],
        _ => &[Some(FeatureSet::Text), None],
    };
    for set in sets {
        let best = best_of(&inner, set.as_ref().map_or(material.sets(), std::slice::from_ref));
        if let Some((_, scores)) = scored.iter().find(|(it, _)| Some(*it) == best) {
            contenders.push((Contender::Selected(*set), RankOrder::new(scores.clone())));
        }
    }
    let ridge = Candidate { kind: RankerKind::Ridge, set: material.first_set() };
    for size in sizes(material, settings) {
        let some = sample(&train, size, nth, settings.seed);
        let ordered = RankOrder::new(ridge.scores(material, &some, &test)?);
        contenders.push((Contender::Sized(ridge, size), ordered));
    }
    Ok(SplitResults {
        train: train.len(),
        is_good: material.good(&test),
        ratings,
        contenders,
        selected: [best_of(&inner, material.sets()), best_of(&inner, &[FeatureSet::Text])],
        test,
    })
}

/// Numbers of training questions that every split has.
fn sizes(material: &Material, settings: &Settings) -> impl Iterator<Item = usize> {
    let mut counts = vec![0; material.article_count];
    for &article in &material.articles {
        counts[article] += 1;
    }
    let largest = counts.into_iter().max().unwrap_or(0);
    let least = material.questions().saturating_sub(settings.test + largest);
    let step = settings.step;
    (1..).map(move |nth| nth * step).take_while(move |size| *size <= least)
}

/// Random articles with at least as many questions as a test takes, and all others.
pub(super) fn split(
    material: &Material,
    settings: &Settings,
    nth: usize,
) -> (Vec<usize>, Vec<usize>) {
    let words = ["test articles", &settings.seed.to_string(), &nth.to_string()];
    let mut chance = Chance::from_words(&words);
    let mut is_test = vec![false; material.article_count];
    let mut tested = 0;
    for article in shuffled((0..material.article_count).collect(), &mut chance) {
        if tested >= settings.test {
            break;
        }
        is_test[article] = true;
        tested += material.articles.iter().filter(|it| **it == article).count();
    }
    (0..material.questions()).partition(|&row| !is_test[material.articles[row]])
}

fn selections(splits: &[SplitResults]) -> Vec<(Candidate, usize, usize)> {
    let candidates = splits.iter().flat_map(|it| &it.contenders).filter_map(|(it, _)| match it {
        Contender::Fixed(candidate) => Some(*candidate),
        Contender::Unranked
        | Contender::Perfect
        | Contender::Sized(..)
        | Contender::Mean
        | Contender::Selected(_) => None,
    });
    let mut all: Vec<Candidate> = candidates.collect();
    all.sort_unstable();
    all.dedup();
    let times = |candidate: Candidate, which: usize| {
        splits.iter().filter(|it| it.selected[which] == Some(candidate)).count()
    };
    all.into_iter().map(|it| (it, times(it, 0), times(it, 1))).collect()
}
