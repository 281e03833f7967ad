//! `luna battery ask`: one question, and the assertions behind each answer.

use std::io::Write as _;

use clap::Args;
use luna_machines::Recall;
use luna_machines::common_sense::{
    ExplainedAnswer, Explanation, KnowledgeSpace, Question, TooFewDimensions,
};
use serde_json::{Value, json};

use super::answerer::{AnswererName, Sources};
use super::base::Base;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Ask {
    /// A question, such as "why do people wear coats?"
    question: String,
    /// The answerer
    #[arg(long, value_enum, default_value_t = AnswererName::Improved, value_name = "NAME")]
    answerer: AnswererName,
    #[command(flatten)]
    base: Base,
    /// The dimensions of the space of concepts [default: 100, or all if there are fewer]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    dimensions: Option<u16>,
}

impl Ask {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        if !self.question.chars().any(char::is_alphanumeric) {
            return Err(Failure::refused("The question has no words; please ask something."));
        }
        let (base, source) = self.base.open()?;
        let space = match self.dimensions {
            None => KnowledgeSpace::new(&base),
            Some(wanted) => KnowledgeSpace::with_dimensions(&base, usize::from(wanted)).map_err(
                |TooFewDimensions(there)| {
                    Failure::Refused(format!(
                        "The space of {source} can have at most {there} dimensions, not {wanted}."
                    ))
                },
            )?,
        };
        let recall = Recall::with_corpus();
        let sources = Sources { space: &space, recall: &recall, seed: 1 };
        let answerer = self.answerer.answerer(&sources);
        let found = Explanation::new(&space, &*answerer, &Question::read(&self.question));
        if found.is_strange() {
            return Err(Failure::Refused(format!(
                "I don't know: none of the words of the question is in {source}."
            )));
        }
        if out.is_json() {
            let line = |it: &ExplainedAnswer| json!({ "text": it.text, "score": it.score, "assertions": it.assertions });
            let answers: Vec<Value> = found.answers.iter().map(line).collect();
            return Ok(out.line(&json!({
                "question": self.question, "concepts": found.concepts,
                "category": found.category, "answers": answers, "base": source,
            }))?);
        }
        print(&found, self.answerer, out)
    }
}

fn print(found: &Explanation, by: AnswererName, out: &mut Printer) -> Result<(), Failure> {
    for (title, names) in
        [("Concepts of the question", &found.concepts), ("Nearest to all of them", &found.category)]
    {
        if !names.is_empty() {
            writeln!(out, "{title}: {}.", names.join(", "))?;
        }
    }
    if found.answers.is_empty() {
        writeln!(out, "I don't know.")?;
    }
    for (answer, rank) in found.answers.iter().zip(1..) {
        let rank: i32 = rank;
        writeln!(out, "{rank}. {}", answer.text)?;
        for assertion in &answer.assertions {
            writeln!(out, "   {assertion}")?;
        }
        if answer.assertions.is_empty() && by != AnswererName::Recall {
            writeln!(out, "   inferred")?;
        }
    }
    Ok(())
}
