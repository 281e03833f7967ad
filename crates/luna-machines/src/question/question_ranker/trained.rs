//! A ranker trained on rated questions.

use luna_learn::design::{Design, Refusal};
use luna_learn::float;

use super::derivation::Derivation;
use super::error::RankerError;
use super::features::{derivation_features, derivation_values, text_features, text_values};
use super::label::Label;
use super::model::{Ranker, RankerKind};

/// A question with the label that a ranker is to predict.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedText {
    pub question: String,
    /// The sentence that the question was made of, if it is known.
    pub sentence: Option<String>,
    /// The mean of its ratings, or its informativeness.
    pub rating: f64,
}

/// A ranker of questions, and what it was trained on. If that included what the generator tells, a
/// ridge regression reads the same of other questions, and the prediction is the mean of the two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainedRanker {
    pub(super) kind: RankerKind,
    pub(super) label: Label,
    pub(super) by_text: Ranker,
    pub(super) by_derivation: Option<Ranker>,
    pub(super) questions: usize,
    pub(super) mean_rating: f64,
}

impl TrainedRanker {
    /// Trains on the texts of questions.
    pub fn train(
        kind: RankerKind,
        label: Label,
        rated: &[RatedText],
    ) -> Result<TrainedRanker, RankerError> {
        label.enough(rated.len())?;
        let row = |it: &RatedText| text_values(&it.question, it.sentence.as_deref());
        let ratings: Vec<f64> = rated.iter().map(|it| it.rating).collect();
        let rows: Vec<Vec<f64>> = rated.iter().map(row).collect();
        let by_text = fit(kind, &rows, &ratings)?;
        let mean_rating = ratings.iter().sum::<f64>() / float(rated.len());
        Ok(TrainedRanker {
            kind,
            label,
            by_text,
            by_derivation: None,
            questions: rated.len(),
            mean_rating,
        })
    }

    /// Trains on questions with what their generator tells.
    pub fn train_derived(
        kind: RankerKind,
        label: Label,
        rated: &[(RatedText, Derivation)],
    ) -> Result<TrainedRanker, RankerError> {
        let texts: Vec<RatedText> = rated.iter().map(|(it, _)| it.clone()).collect();
        let by_text = TrainedRanker::train(kind, label, &texts)?;
        let row = |(it, derivation): &(RatedText, Derivation)| {
            derivation_values(&it.question, it.sentence.as_deref(), derivation)
        };
        let ratings: Vec<f64> = texts.iter().map(|it| it.rating).collect();
        let rows: Vec<Vec<f64>> = rated.iter().map(row).collect();
        let by_derivation = Some(fit(RankerKind::Ridge, &rows, &ratings)?);
        Ok(TrainedRanker { by_derivation, ..by_text })
    }

    pub fn kind(&self) -> RankerKind {
        self.kind
    }

    /// The label that it predicts.
    pub fn label(&self) -> Label {
        self.label
    }

    /// The number of questions that it was trained on.
    pub fn questions(&self) -> usize {
        self.questions
    }

    /// The mean rating of those questions, or the mean of their other label.
    pub fn mean_rating(&self) -> f64 {
        self.mean_rating
    }

    /// The names of the features that it reads, in order.
    pub fn features(&self) -> Vec<String> {
        let mut all = text_names();
        if self.by_derivation.is_some() {
            all.extend(derivation_names());
        }
        all
    }

    /// The predicted label of a question, by its text.
    pub fn score(&self, question: &str, sentence: Option<&str>) -> f64 {
        self.by_text.score(&text_values(question, sentence))
    }

    /// The predicted label of a question, also by what its generator tells if the ranker was
    /// trained on that.
    pub fn score_derived(
        &self,
        question: &str,
        sentence: Option<&str>,
        derivation: &Derivation,
    ) -> f64 {
        let by_text = self.score(question, sentence);
        self.by_derivation.as_ref().map_or(by_text, |ranker| {
            let by_derivation = ranker.score(&derivation_values(question, sentence, derivation));
            f64::midpoint(by_text, by_derivation)
        })
    }
}

pub(super) fn text_names() -> Vec<String> {
    text_features("", None).into_iter().map(|it| it.name).collect()
}

pub(super) fn derivation_names() -> Vec<String> {
    let all = derivation_features("", None, &Derivation::default());
    all.into_iter().map(|it| it.name).collect()
}

fn fit(kind: RankerKind, rows: &[Vec<f64>], ratings: &[f64]) -> Result<Ranker, RankerError> {
    let refused = |why: Refusal| RankerError(why.to_string());
    let design = Design::dense(rows).map_err(refused)?;
    let all: Vec<usize> = (0..rows.len()).collect();
    Ranker::fit(kind, &design, &all, ratings).map_err(refused)
}
