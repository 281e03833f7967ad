//! `luna question rating-sheet`: random questions about articles for raters, and their ranks in a file
//! that raters do not see.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::question_campaign::context::context;
use luna_core::rng::Chance;
use luna_lab::fault::Fault;
use luna_machines::question_generator::{Markup, Options, generate};
use luna_machines::question_ranker::{RankedQuestion, rank, shipped};
use serde::Deserialize;
use serde_json::{Value, json};

use super::generate::fields;
use super::source::{bytes, wrong};
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct RatingSheet {
    /// Articles: plain text, Markdown or HTML
    #[arg(required = true, value_name = "FILE")]
    articles: Vec<PathBuf>,
    /// Questions of each article, drawn at random
    #[arg(long, default_value_t = 40, value_name = "COUNT")]
    per_article: usize,
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// The folder for sheet.tsv, which raters see, and key.jsonl, which they do not
    #[arg(long, default_value = "rating-sheet", value_name = "FOLDER")]
    out: PathBuf,
}

/// A line of the key.
#[derive(Deserialize)]
pub(super) struct KeyLine {
    pub(super) id: String,
    pub(super) article: String,
    pub(super) predicted_rating: f64,
}

/// Reads a key.
pub(super) fn read_key(text: &str) -> Result<Vec<KeyLine>, Fault> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(text, line): (&str, usize)| {
        let read = serde_json::from_str(text);
        read.map_err(|error| Fault { line, why: format!("not as expected: {error}") })
    };
    lines.map(read).collect()
}

struct SheetQuestion {
    article: String,
    context: String,
    fields: Value,
    predicted_rating: f64,
    /// Among the drawn questions of its article, from 1.
    rank_in_article: usize,
}

impl RatingSheet {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let mut all = Vec::new();
        for path in &self.articles {
            all.extend(self.drawn(path)?);
        }
        // The best first, to number the ranks; then in a random order.
        all.sort_by(|one, other| other.predicted_rating.total_cmp(&one.predicted_rating));
        let mut ranked: Vec<(usize, SheetQuestion)> = (1..).zip(all).collect();
        shuffle(&mut ranked, &mut Chance::from_words(&["sheet", &self.seed.to_string()]));
        let mut sheet = "id\tarticle\tcontext\tsentence\tquestion\tanswer\n".to_owned();
        let mut key = String::new();
        for (nth, (rank, drawn)) in (1..).zip(&ranked) {
            let id = format!("q{nth:03}");
            let text = |name: &str| {
                let value = drawn.fields.get(name).and_then(Value::as_str).unwrap_or_default();
                value.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            let cells = [
                &*id,
                &*drawn.article,
                &*drawn.context,
                &text("sentence"),
                &text("question"),
                &text("answer"),
            ]
            .join("\t");
            writeln!(sheet, "{cells}").map_err(|why| Failure::Other(why.into()))?;
            let mut line = json!({
                "id": id, "article": drawn.article, "predicted_rating": drawn.predicted_rating,
                "rank": rank, "rank_in_article": drawn.rank_in_article,
            });
            if let (Some(line), Some(fields)) = (line.as_object_mut(), drawn.fields.as_object()) {
                line.extend(fields.clone());
            }
            writeln!(key, "{line}").map_err(|why| Failure::Other(why.into()))?;
        }
        let folder = Folder::new(&self.out)?;
        folder.write("sheet.tsv", &sheet)?;
        folder.write("key.jsonl", &key)?;
        let (questions, articles) = (ranked.len(), self.articles.len());
        let shown = folder.path("sheet.tsv").display().to_string();
        let line = json!({ "questions": questions, "articles": articles, "sheet": shown });
        let words = format_args!("{shown}: {questions} questions about {articles} articles");
        Ok(out.result(&line, words)?)
    }

    /// Some questions about an article, every one as likely as any other.
    fn drawn(&self, path: &std::path::Path) -> Result<Vec<SheetQuestion>, Failure> {
        let name = path.display().to_string();
        let text =
            String::from_utf8(bytes(path)?).map_err(|_| wrong(path, "it is not UTF-8 text"))?;
        let text = Markup::of_name(&name).plain_text(&text);
        let article = path.file_stem().map_or(name, |it| it.to_string_lossy().into_owned());
        let mut questions = generate(&text, &Options::default()).questions;
        let words = ["questions", &article, &self.seed.to_string()];
        shuffle(&mut questions, &mut Chance::from_words(&words));
        if questions.len() < self.per_article {
            return Err(wrong(path, format!("it gives only {} questions", questions.len())));
        }
        questions.truncate(self.per_article);
        let ranked = rank(shipped(), &text, questions, &Options::default());
        let drawn = |(rank_in_article, it): (usize, RankedQuestion)| {
            let fields = fields(&it.question, &text);
            let sentence = fields.get("sentence").and_then(Value::as_str).unwrap_or_default();
            SheetQuestion {
                article: article.clone(),
                context: context(&text, sentence).join(" "),
                predicted_rating: it.predicted_rating,
                rank_in_article,
                fields,
            }
        };
        Ok((1..).zip(ranked).map(drawn).collect())
    }
}

/// Puts all into a random order.
fn shuffle<T>(all: &mut [T], chance: &mut Chance) {
    for at in (1..all.len()).rev() {
        all.swap(at, chance.below(at + 1));
    }
}
