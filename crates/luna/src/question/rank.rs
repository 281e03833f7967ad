//! `luna question rank`: questions in the order of what a ranker predicts of them.

use std::path::PathBuf;

use clap::Args;
use luna_core::question_rating::is_acceptable;
use luna_lab::question::{UnratedQuestion, unrated};
use luna_machines::question_ranker::{Label, TrainedRanker, shipped};
use serde_json::json;

use super::source::{bytes, read, wrong};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Rank {
    /// Questions: one on each line, or a table or lines of JSON with question and perhaps sentence
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A ranker that `train-ranker` wrote [default: the one that comes with Luna]
    #[arg(long, value_name = "FILE")]
    ranker: Option<PathBuf>,
    /// Print the best ones only
    #[arg(long, value_name = "N")]
    best: Option<usize>,
}

impl Rank {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let own = match &self.ranker {
            Some(path) => {
                let read = TrainedRanker::from_bytes(&bytes(path)?);
                Some(read.map_err(|why| wrong(path, why))?)
            }
            None => None,
        };
        let ranker = own.as_ref().unwrap_or_else(|| shipped());
        let questions = read(&self.file, unrated)?;
        let score = |it: &UnratedQuestion| match &it.derivation {
            Some(derivation) => {
                ranker.score_derived(&it.question, it.sentence.as_deref(), derivation)
            }
            None => ranker.score(&it.question, it.sentence.as_deref()),
        };
        let mut scored: Vec<(f64, &UnratedQuestion)> =
            questions.iter().map(|it| (score(it), it)).collect();
        // Questions with the same score keep their order.
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        scored.truncate(self.best.unwrap_or(usize::MAX));
        for (rank, (score, UnratedQuestion { question, .. })) in (1_usize..).zip(scored) {
            let score = ranker.label().bounded(score);
            let line = match ranker.label() {
                Label::Rating => json!({
                    "rank": rank, "predicted_rating": score, "acceptable": is_acceptable(score),
                    "question": question,
                }),
                Label::Informativeness => json!({
                    "rank": rank, "predicted_informativeness": score, "question": question,
                }),
            };
            out.result(&line, format_args!("{rank:>4}  {score:.2}  {question}"))?;
        }
        Ok(())
    }
}
