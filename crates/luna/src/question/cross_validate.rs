//! `luna question cross-validate`: rankers on articles that they were not trained on.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::question::{HeldOut, Interval, Material, held_out};
use luna_machines::question_ranker::Label;
use serde_json::json;

use super::source::{LabelOption, labelled, sentence, wrong};
use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct CrossValidate {
    /// Rated questions, as `train-ranker` takes them
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A separate file of ratings: a tab-separated table with id and a column for each rater
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
    /// The label to predict: the mean rating, or the informativeness, which games tell
    #[arg(long, value_enum, default_value = "rating", value_name = "LABEL")]
    label: LabelOption,
    /// The seed of the intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl CrossValidate {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let label = Label::from(self.label);
        let rated = labelled(&self.file, label, self.ratings.as_deref())?;
        label.enough(rated.len()).map_err(|why| sentence(&why))?;
        let refused = |why: luna_learn::design::Refusal| wrong(&self.file, why);
        let material = Material::derived(&rated).map_err(refused)?;
        let (material, good, key) = match label {
            Label::Rating => (material, "are acceptable", "acceptable"),
            Label::Informativeness => {
                (material.good_above_median(), "tell more than the median", "above_median")
            }
        };
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let threads = self.threads.unwrap_or_else(all);
        let begun = Progress::now();
        let tell = |done, of| begun.tell(done, of);
        let found = held_out(&material, self.seed, threads, &tell).map_err(refused)?;
        begun.end();
        let (questions, articles) = (material.questions(), material.article_count);
        let all = found.first().map_or(f64::NAN, |it| it.worth.all.value);
        let line = json!({ "questions": questions, "articles": articles, key: all });
        let words = format_args!(
            "{questions} questions about {articles} articles, each held out once; {:.1} % {good}.\n\n\
             {:<28} {:<22} {:<22} {:<22} r",
            100.0 * all,
            "ranker",
            "top fifth, %",
            "of each article, %",
            "gain, points"
        );
        out.result(&line, words)?;
        for it in &found {
            result(it, out)?;
        }
        Ok(())
    }
}

fn result(it: &HeldOut, out: &mut Printer) -> Result<(), Failure> {
    let name = &it.name;
    let ends = |of: Interval| json!([of.value, of.low, of.high]);
    let worth = &it.worth;
    let line = json!({
        "ranker": name, "top": ends(worth.top), "top_by_article": ends(worth.top_by_article),
        "gain": ends(worth.gain), "gain_by_article": ends(worth.gain_by_article),
        "r": ends(worth.correlation),
    });
    let percent = |of: Interval| of.percent().words(1);
    let words = format!(
        "{name:<28} {:<22} {:<22} {:<22} {}",
        percent(worth.top),
        percent(worth.top_by_article),
        percent(worth.gain),
        worth.correlation.words(2)
    );
    Ok(out.result(&line, words.trim_end())?)
}
