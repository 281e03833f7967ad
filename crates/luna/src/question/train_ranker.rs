//! `luna question train-ranker`: a ranker from rated questions.

use std::path::PathBuf;

use clap::Args;
use luna_lab::question::RatedQuestion;
use luna_machines::question_ranker::{Label, RatedText, TrainedRanker};
use serde_json::json;

use super::source::{Kind, LabelOption, labelled, sentence};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct TrainRanker {
    /// Rated questions: tables with article, question, rating and perhaps sentence, separated by
    /// tabs or commas, or lines of JSON
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A separate file of ratings: a tab-separated table with id and a column for each rater
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
    /// The label to predict: the mean rating, or the informativeness, which games tell
    #[arg(long, value_enum, default_value = "rating", value_name = "LABEL")]
    label: LabelOption,
    /// The kind: ridge regression, boosted trees, kernel ridge regression, or the mean of the three
    #[arg(long, value_enum, default_value = "kernel", value_name = "KIND")]
    kind: Kind,
    /// The file for the ranker
    #[arg(long, default_value = "question.ranker", value_name = "FILE")]
    to: PathBuf,
}

impl TrainRanker {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let (mut texts, mut derived) = (Vec::new(), Vec::new());
        let label = Label::from(self.label);
        for file in &self.files {
            for it in labelled(file, label, self.ratings.as_deref())? {
                let RatedQuestion { question, sentence, rating, derivation, .. } = it;
                let text = RatedText { question, sentence, rating };
                derived.extend(derivation.map(|derivation| (text.clone(), derivation)));
                texts.push(text);
            }
        }
        let kind = self.kind.into();
        // What generators tell is of use if it is known of every question.
        let ranker = if derived.len() == texts.len() {
            TrainedRanker::train_derived(kind, label, &derived)
        } else {
            TrainedRanker::train(kind, label, &texts)
        };
        let ranker = ranker.map_err(|why| sentence(&why))?;
        let bytes = ranker.to_bytes().map_err(|why| sentence(&why))?;
        let to = self.to.display();
        // A ranker that is there stays whole until the new one is.
        let part = PathBuf::from(format!("{to}.part"));
        let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, &self.to));
        written.map_err(|error| Failure::refused(format!("cannot write {to}: {error}")))?;
        let (questions, mean) = (ranker.questions(), ranker.mean_rating());
        let (kind, features) = (ranker.kind().name(), ranker.features().len());
        let name = label.name();
        let line = json!({
            "file": to.to_string(), "kind": kind, "questions": questions,
            "features": features, format!("mean_{name}"): mean,
        });
        let words = format_args!(
            "{to}: {kind}, trained on {questions} questions with a mean {name} of {mean:.2}, {features} features."
        );
        Ok(out.result(&line, words)?)
    }
}
