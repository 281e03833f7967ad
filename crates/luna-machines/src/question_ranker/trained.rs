//! A ranker trained on the texts of rated questions.

use luna_learn::design::Design;
use luna_learn::float;

use super::error::RankerError;
use super::features::{Feature, text_features};
use super::model::{Ranker, RankerKind};

/// The least number of rated questions to learn from.
pub const FEWEST: usize = 20;

/// A question with the mean of its ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedText {
    pub question: String,
    /// The sentence that the question was made of, if it is known.
    pub sentence: Option<String>,
    pub rating: f64,
}

/// A ranker of texts, and what it was trained on.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedRanker {
    pub(super) kind: RankerKind,
    /// The names of the features, in order.
    pub(super) features: Vec<String>,
    pub(super) ranker: Ranker,
    pub(super) questions: usize,
    pub(super) mean_rating: f64,
}

impl TrainedRanker {
    pub fn train(kind: RankerKind, rated: &[RatedText]) -> Result<TrainedRanker, RankerError> {
        if rated.len() < FEWEST {
            return Err(RankerError(format!(
                "a ranker learns from at least {FEWEST} rated questions, and there are {}",
                rated.len()
            )));
        }
        let rows = rated.iter().map(|it| text_features(&it.question, it.sentence.as_deref()));
        let rows: Vec<Vec<Feature>> = rows.collect();
        let features = rows.first().map(|row| row.iter().map(|it| it.name.clone()).collect());
        let values: Vec<Vec<f64>> = rows.iter().map(|row| values(row)).collect();
        let ratings: Vec<f64> = rated.iter().map(|it| it.rating).collect();
        let all: Vec<usize> = (0..rated.len()).collect();
        let refused = |why: luna_learn::design::Refusal| RankerError(why.to_string());
        let design = Design::dense(&values).map_err(refused)?;
        Ok(TrainedRanker {
            kind,
            features: features.unwrap_or_default(),
            ranker: Ranker::fit(kind, &design, &all, &ratings).map_err(refused)?,
            questions: rated.len(),
            mean_rating: ratings.iter().sum::<f64>() / float(ratings.len()),
        })
    }

    pub fn kind(&self) -> RankerKind {
        self.kind
    }

    /// The number of questions that it was trained on.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// The mean rating of those questions.
    pub fn mean_rating(&self) -> f64 {
        self.mean_rating
    }

    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// The predicted mean rating of a question.
    pub fn score(&self, question: &str, sentence: Option<&str>) -> f64 {
        self.ranker.score(&values(&text_features(question, sentence)))
    }
}

fn values(features: &[Feature]) -> Vec<f64> {
    features.iter().map(|it| it.value).collect()
}
