//! `luna question sample`: a random sample of a generator's questions.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_machines::question_file::{LONGEST_ARTICLE, SHORTEST_ARTICLE, sample};
use serde_json::json;

use super::read;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Sample {
    /// The file of questions, compressed with gzip or not
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format of the file; auto: by its content
    #[arg(long, default_value = "auto", value_parser = ["auto", "jsonl", "csv", "toolkit"])]
    format: String,
    /// The text that the questions are about, where the file does not say it
    #[arg(long, value_name = "FILE")]
    article: Option<PathBuf>,
    /// Questions of each article
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = at_least_one)]
    per_article: usize,
    /// Articles to draw first [default: all]
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    articles: Option<usize>,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

impl Sample {
    /// Writes the sample as lines of JSON, which the import reads.
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let (_, file) = read(&self.file, &self.format, self.article.as_deref())?;
        let drawn = sample(&file, self.articles, self.per_article, self.seed);
        if drawn.questions.is_empty() {
            return Err(Failure::refused(format!(
                "{}: no article has from {SHORTEST_ARTICLE} to {LONGEST_ARTICLE} tokens",
                self.file.display()
            )));
        }
        let mut last = None;
        for it in &drawn.questions {
            let Some(article) = drawn.articles.get(it.article) else { continue };
            let mut line = json!({
                "article": article.name, "sentence": it.sentence, "question": it.question,
                "answer": it.answer, "generator": it.generator, "gold": it.gold,
            });
            // The text stands on the first line of its article.
            if last.replace(it.article) != Some(it.article)
                && let Some(fields) = line.as_object_mut()
            {
                fields.insert("text".to_owned(), article.text.clone().into());
            }
            writeln!(out.results(), "{line}")?;
        }
        let (questions, articles) = (drawn.questions.len(), drawn.articles.len());
        writeln!(
            std::io::stderr(),
            "luna: {questions} questions of {articles} articles, of {} in the file",
            file.articles.len()
        )?;
        Ok(())
    }
}

fn at_least_one(count: &str) -> Result<usize, String> {
    let found: Option<usize> = count.parse().ok().filter(|count| *count > 0);
    found.ok_or_else(|| "a sample takes at least 1".to_owned())
}
