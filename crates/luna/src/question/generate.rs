//! `luna question generate`: questions about a text.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use luna_machines::question_file::MOST_ARTICLE_CHARS;
use luna_machines::question_generator::{GeneratedQuestion, GeneratedQuestions, Options, generate};
use luna_machines::question_ranker::{RankedQuestion, predict, rank, shipped, take_turns};
use serde_json::{Value, json};

use super::source::{beginning, plain_text};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command")]
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
    /// Keep vague questions also about sentences that have clear ones
    #[arg(long)]
    keep_vague: bool,
    /// The order of the questions
    #[arg(long, value_enum, default_value = "rating")]
    order: Order,
    /// With `--order rating`, questions of one sentence before each other sentence has as many; 0: by
    /// rating alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    per_sentence: usize,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The best predicted ratings first, in turns of the sentences
    Rating,
    /// As in the text
    Text,
}

impl Generate {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        let text = plain_text(&self.file)?;
        let options = Options {
            question_words_only: self.question_words_only,
            prefer_question_words: self.prefer_question_words,
            longest: self.longest,
            keep_vague: self.keep_vague,
        };
        let generated = generate(&text, &options);
        let questions = generated.questions.clone();
        let ranked = match self.order {
            Order::Rating => {
                let ranked = rank(shipped(), &text, questions, &options);
                take_turns(ranked, self.per_sentence, &options, |it| &it.question)
            }
            Order::Text => predict(shipped(), &text, questions),
        };
        let format = if out.is_json() { Format::Jsonl } else { self.format };
        if format == Format::Tsv {
            let columns = if self.verbose { VERBOSE_COLUMNS } else { COLUMNS };
            writeln!(out.results(), "{columns}")?;
        }
        for (nth, it) in ranked.iter().enumerate() {
            match format {
                Format::Jsonl => out.line(&self.line_of_article(it, &text, nth == 0))?,
                Format::Tsv => writeln!(out.results(), "{}", self.row(it, &text))?,
                Format::Table => {
                    writeln!(out, "{:.2}  {}", it.predicted_rating, it.question.text)?;
                    if self.verbose {
                        let row = self.row(it, &text).replace('\t', "\n      ");
                        writeln!(out, "      {row}")?;
                    }
                }
            }
        }
        summary(&generated, &text, &name)
    }

    /// A line that names its article. The text stands on the first one, unless an import would refuse it
    /// as too long.
    fn line_of_article(&self, it: &RankedQuestion, text: &str, is_first: bool) -> Value {
        let mut value = line(it, text);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("article".to_owned(), article(&self.file).into());
            if is_first && text.chars().count() <= MOST_ARTICLE_CHARS {
                fields.insert("text".to_owned(), text.into());
            }
        }
        value
    }

    fn row(&self, it: &RankedQuestion, text: &str) -> String {
        let value = line(it, text);
        let column = |name: &str| match value.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(items)) => {
                let names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                names.join(" ")
            }
            Some(Value::Null) | None => String::new(),
            Some(Value::Number(number)) => {
                number.as_f64().map_or_else(String::new, |it| format!("{it:.3}"))
            }
            Some(other) => other.to_string(),
        };
        let columns = if self.verbose { VERBOSE_COLUMNS } else { COLUMNS };
        columns.split('\t').map(column).collect::<Vec<String>>().join("\t")
    }
}

const COLUMNS: &str = "question\tanswer\tpredicted_rating";
const VERBOSE_COLUMNS: &str = "question\tanswer\tanswer_kind\tword\tvague\tstatement\tsentence\ttransformations\tpredicted_rating";

/// The name of a text.
fn article(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "standard input".to_owned();
    }
    path.file_stem()
        .map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// A question with its predicted rating as JSON.
fn line(it: &RankedQuestion, text: &str) -> Value {
    let mut value = fields(&it.question, text);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("predicted_rating".to_owned(), it.predicted_rating.into());
    }
    value
}

/// A question as JSON. Line ends within its sentence are spaces.
pub(super) fn fields(question: &GeneratedQuestion, text: &str) -> Value {
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
fn summary(generated: &GeneratedQuestions, text: &str, name: &str) -> Result<(), Failure> {
    let mut words = std::io::stderr().lock();
    let count = generated.questions.len();
    writeln!(
        words,
        "{name}: {count} questions about {} words, {:.0} for every 250 words.",
        generated.words,
        generated.per_page()
    )?;
    for skipped in &generated.skipped {
        let start = beginning(skipped, text);
        writeln!(words, "Skipped, because {}: {start}", skipped.reason.words())?;
    }
    Ok(())
}
