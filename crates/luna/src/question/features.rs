//! `luna question features`: the features that rankers read.

use clap::Args;
use luna_machines::question_ranker::text_features;
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Features {
    /// A question; without one, only the names are listed
    question: Option<String>,
    /// The sentence that the question was made from
    #[arg(long, requires = "question")]
    sentence: Option<String>,
    /// Leave out features with the value 0
    #[arg(long, requires = "question")]
    nonzero: bool,
}

impl Features {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let question = self.question.as_deref().unwrap_or_default();
        for feature in text_features(question, self.sentence.as_deref()) {
            let (name, value) = (feature.name, feature.value);
            if self.question.is_none() {
                out.result(&json!({ "feature": name }), &name)?;
            } else if !self.nonzero || value.abs() > 0.0 {
                let line = json!({ "feature": name, "value": value });
                out.result(&line, format_args!("{value:>10.4}  {name}"))?;
            }
        }
        Ok(())
    }
}
