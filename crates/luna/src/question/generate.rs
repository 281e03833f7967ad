//! `luna question generate`: questions about a text.

use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use luna_machines::question_generator::{Generated, GeneratedQuestion, Markup, Options, generate};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::print::Printer;

#[derive(Args)]
pub(crate) struct Generate {
    /// The text: plain, Markdown or HTML, as the ending of its name tells; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form of the results; `--json` stands for `jsonl`
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Leave out questions that are answered with yes or no
    #[arg(long)]
    question_words_only: bool,
    /// Put questions that are answered with yes or no last
    #[arg(long)]
    prefer_question_words: bool,
    /// Leave out questions of more words than this
    #[arg(long, value_name = "WORDS")]
    longest: Option<usize>,
    /// Add the sentence, the statement, the answer and the transformations to each question
    #[arg(long)]
    verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Jsonl,
    Tsv,
}

impl Generate {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        let text = Markup::of_name(&name).plain_text(&self.text()?);
        let options = Options {
            question_words_only: self.question_words_only,
            prefer_question_words: self.prefer_question_words,
            longest: self.longest,
        };
        let generated = generate(&text, &options);
        let format = if out.is_json() { Format::Jsonl } else { self.format };
        if format == Format::Tsv {
            let columns = if self.verbose { VERBOSE_COLUMNS } else { "question\tanswer" };
            writeln!(out.results(), "{columns}")?;
        }
        for question in &generated.questions {
            match format {
                Format::Jsonl => out.line(&line(question, &text))?,
                Format::Tsv => writeln!(out.results(), "{}", self.row(question, &text))?,
                Format::Table => {
                    writeln!(out, "{}", question.text)?;
                    if self.verbose {
                        writeln!(out, "    {}", self.row(question, &text).replace('\t', "\n    "))?;
                    }
                }
            }
        }
        summary(&generated, &text, &name)
    }

    fn text(&self) -> Result<String, Failure> {
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::refused(format!("cannot read {}: {why}", self.file.display()))
        };
        let mut bytes = Vec::new();
        if self.file.as_os_str() == "-" {
            std::io::stdin().read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
        } else {
            bytes = std::fs::read(&self.file).map_err(|error| wrong(&error))?;
        }
        String::from_utf8(bytes).map_err(|_| wrong(&"it is not UTF-8 text"))
    }

    fn row(&self, question: &GeneratedQuestion, text: &str) -> String {
        if !self.verbose {
            return format!("{}\t{}", question.text, question.answer);
        }
        let value = line(question, text);
        let column = |name: &str| match value.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(items)) => {
                let names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                names.join(" ")
            }
            Some(Value::Null) | None => String::new(),
            Some(other) => other.to_string(),
        };
        let columns: Vec<String> = VERBOSE_COLUMNS.split('\t').map(column).collect();
        columns.join("\t")
    }
}

const VERBOSE_COLUMNS: &str =
    "question\tanswer\tanswer_kind\tword\tvague\tstatement\tsentence\ttransformations";

/// A question as JSON. Line ends within its sentence are spaces.
fn line(question: &GeneratedQuestion, text: &str) -> Value {
    let sentence = text.get(question.source.clone()).unwrap_or_default();
    let sentence: Vec<&str> = sentence.split_whitespace().collect();
    json!({
        "question": question.text, "answer": question.answer,
        "answer_kind": question.answer_kind, "word": question.word,
        "vague": question.is_vague, "statement": question.statement,
        "sentence": sentence.join(" "), "transformations": question.transformations,
    })
}

/// Says on standard error how many questions there are, and what was skipped.
fn summary(generated: &Generated, text: &str, name: &str) -> Result<(), Failure> {
    let mut words = std::io::stderr().lock();
    let count = generated.questions.len();
    writeln!(
        words,
        "{name}: {count} questions about {} words, {:.0} for every 250 words.",
        generated.words,
        generated.per_page()
    )?;
    for skipped in &generated.skipped {
        let start: String = text
            .get(skipped.place.clone())
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .filter(|c| !c.is_control())
            .take(40)
            .collect();
        writeln!(words, "Skipped, because {}: {start}", skipped.reason.words())?;
    }
    Ok(())
}
