//! Cross-validation: each article is held out once, and rankers that were trained on all others rank
//! its questions.
//!
//! Intervals come from rounds of the bootstrap in which as many articles are drawn, with replacement,
//! as there are. Fitted rankers stay as they are.

use std::num::NonZero;

use luna_learn::design::Refusal;
use luna_machines::question_ranker::RankerKind;

use super::candidate::{Candidate, all_scores};
use super::feature_set::FeatureSet;
use super::material::Material;
use super::resampling::multiplicities;
use super::worth::Worth;
use crate::trials::threads::run_each;

/// What a ranker is worth for articles that it was not trained on.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// The kinds and the features that they read.
    pub name: String,
    pub worth: Worth,
    /// The predicted rating of each question.
    pub scores: Vec<f64>,
}

const ROUNDS: usize = 2_000;

/// Measures all rankers; the first result is that of no order.
pub fn held_out(
    material: &Material,
    seed: u64,
    threads: NonZero<usize>,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<HeldOut>, Refusal> {
    if material.article_count < 3 {
        return Err(Refusal::Setting("to hold out articles takes questions about at least three"));
    }
    let of = |article: usize| {
        (0..material.questions()).partition(|&row| material.articles[row] == article)
    };
    let predicted = run_each(material.article_count, threads, tell, |article| {
        let (test, train): (Vec<usize>, Vec<usize>) = of(article);
        Ok((all_scores(material, &train, &test)?, test))
    })?;
    let mut single: Vec<(Candidate, Vec<f64>)> = Vec::new();
    for (scored, test) in &predicted {
        for (nth, (candidate, scores)) in scored.iter().enumerate() {
            if single.len() == nth {
                single.push((*candidate, vec![0.0; material.questions()]));
            }
            for (&row, &score) in test.iter().zip(scores) {
                single[nth].1[row] = score;
            }
        }
    }
    let mut all = vec![("unranked".to_owned(), vec![0.0; material.questions()])];
    all.extend(single.iter().map(|(candidate, scores)| (name(*candidate), scores.clone())));
    all.extend(pairs(&single));
    let rounds: Vec<Vec<f64>> = (0..ROUNDS)
        .map(|round| {
            let times = multiplicities(material.article_count, round, seed);
            material.articles.iter().map(|&article| times[article]).collect()
        })
        .collect();
    let result = |(name, scores): (String, Vec<f64>)| HeldOut {
        name,
        worth: Worth::of(
            &scores,
            &material.ratings,
            &material.is_good,
            &material.articles,
            &rounds,
        ),
        scores,
    };
    Ok(all.into_iter().map(result).collect())
}

/// Here the given features are those of the derivation.
fn name(candidate: Candidate) -> String {
    let set = match candidate.set {
        FeatureSet::Given => "derivation",
        FeatureSet::Text => "text",
        FeatureSet::Both => "both",
    };
    format!("{} {set}", candidate.kind.name())
}

/// The means of each ranker of the text and the ridge regression of the derivation, which is what
/// `TrainedRanker::train_derived` trains.
fn pairs(single: &[(Candidate, Vec<f64>)]) -> Vec<(String, Vec<f64>)> {
    let derived = Candidate { kind: RankerKind::Ridge, set: FeatureSet::Given };
    let Some((_, derived)) = single.iter().find(|(it, _)| *it == derived) else {
        return Vec::new();
    };
    let of_text = single.iter().filter(|(it, _)| it.set == FeatureSet::Text);
    let pair = |(candidate, scores): &(Candidate, Vec<f64>)| {
        let means = scores.iter().zip(derived).map(|(one, other)| f64::midpoint(*one, *other));
        (format!("{} + derivation", name(*candidate)), means.collect())
    };
    of_text.map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::RatedQuestion;

    /// Questions about six articles whose form tells their rating.
    fn material() -> Material {
        let question = |nth: usize| {
            let is_whole = nth.is_multiple_of(2);
            let question = if is_whole {
                format!("Who built the great tower of Rome in 12{nth:02}?")
            } else {
                format!("What did the tower also also come to of in 12{nth:02} so")
            };
            RatedQuestion {
                article: (nth % 6 / 2).to_string() + if nth < 24 { "a" } else { "b" },
                question,
                sentence: None,
                derivation: None,
                rating: if is_whole { 4.5 } else { 1.5 },
            }
        };
        Material::new(&(0..48).map(question).collect::<Vec<_>>(), None).unwrap()
    }

    #[test]
    fn rankers_are_measured_on_articles_that_they_have_not_seen() {
        let found = held_out(&material(), 1, NonZero::<usize>::MIN, &|_, _| ()).unwrap();
        assert_eq!(found.len(), 5);
        let unranked = &found[0];
        assert!(unranked.name == "unranked" && (unranked.worth.top.value - 0.5).abs() < 1e-9);
        for ranked in &found[1..] {
            assert!((ranked.worth.top.value - 1.0).abs() < 1e-9, "{ranked:?}");
            assert!((ranked.worth.top_by_article.value - 1.0).abs() < 1e-9, "{ranked:?}");
            assert!(
                ranked.worth.gain.low > 0.4 && ranked.worth.correlation.low > 0.9,
                "{ranked:?}"
            );
        }
    }
}
