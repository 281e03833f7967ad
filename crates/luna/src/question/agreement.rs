//! `luna question agreement`: how far raters agree, and what a ranking is worth by their ratings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use luna_app::question_campaign::agreement::{CrowdAgreement, PairAgreement};
use luna_core::question_rating::is_acceptable;
use luna_lab::question::{Interval, Ratings, Worth, ratings};
use luna_learn::proportion::exact_interval;
use serde_json::json;

use super::rating_sheet::read_key;
use super::source::{read, wrong};
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Agreement {
    /// Ratings: a tab-separated table with id and a column for each rater
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The key that `rating-sheet` wrote: adds what the ranking is worth by these ratings
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The seed of the intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Agreement {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let all = read(&self.file, ratings)?;
        let means: Vec<f64> = all.by_question.keys().filter_map(|id| all.mean(id)).collect();
        let good = means.iter().filter(|mean| is_acceptable(**mean)).count();
        let (count, raters) = (means.len(), all.raters.len());
        let mean = means.iter().sum::<f64>() / luna_learn::float(count);
        let (low, high) = exact_interval(good, count);
        let share = luna_learn::float(good) / luna_learn::float(count);
        let line = json!({
            "questions": count, "raters": raters, "mean_rating": mean, "acceptable": good,
            "share_acceptable": [share, low, high],
        });
        let [share, low, high] = [share, low, high].map(|it| 100.0 * it);
        let words = format_args!(
            "{count} questions, {raters} ratings of each, a mean rating of {mean:.2}; {good} are acceptable, \
             {share:.1} % ({low:.1} to {high:.1})."
        );
        out.result(&line, words)?;
        agreement(&all, out)?;
        match &self.key {
            Some(key) => self.worth(key, &all, out),
            None => Ok(()),
        }
    }

    fn worth(&self, key: &Path, all: &Ratings, out: &mut Printer) -> Result<(), Failure> {
        let key = read(key, read_key)?;
        let mut numbers = BTreeMap::new();
        let (mut scores, mut means, mut articles) = (Vec::new(), Vec::new(), Vec::new());
        for it in key {
            let mean = all.mean(&it.id).ok_or_else(|| {
                wrong(&self.file, format!("there are no ratings of question {}", it.id))
            })?;
            let next = numbers.len();
            articles.push(*numbers.entry(it.article).or_insert(next));
            scores.push(it.predicted_rating);
            means.push(mean);
        }
        let worth = Worth::by_question(&scores, &means, &articles, self.seed);
        let ends = |of: Interval| json!([of.value, of.low, of.high]);
        let percent = |of: Interval| of.percent().words(1);
        for (name, top, gain) in [
            ("of all", worth.top, worth.gain),
            ("of each article", worth.top_by_article, worth.gain_by_article),
        ] {
            let line = json!({ "top_fifth": name, "acceptable": ends(top), "gain": ends(gain) });
            let words = format_args!(
                "Top fifth {name}: {} % acceptable, a gain of {} points over all.",
                percent(top),
                percent(gain)
            );
            out.result(&line, words)?;
        }
        let r = worth.correlation;
        let words = format_args!("Correlation of predicted and mean ratings: {}.", r.words(2));
        Ok(out.result(&json!({ "r": ends(r) }), words)?)
    }
}

fn agreement(all: &Ratings, out: &mut Printer) -> Result<(), Failure> {
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"));
    let columns: Vec<Vec<f64>> = (0..all.raters.len())
        .map(|nth| all.by_question.values().filter_map(|own| own.get(nth).copied()).collect())
        .collect();
    let named: Vec<(&String, Vec<f64>)> = all.raters.iter().zip(columns).collect();
    for (nth, (one, ones)) in named.iter().enumerate() {
        for (other, others) in named.iter().skip(nth + 1) {
            let pairs: Vec<(f64, f64)> = ones.iter().copied().zip(others.iter().copied()).collect();
            let found = PairAgreement::of(&pairs);
            let line = json!({ "raters": [one, other], "r": found.r, "kappa": found.kappa });
            let words = format_args!(
                "{one} and {other}: r {}, kappa {}",
                number(found.r),
                number(found.kappa)
            );
            out.result(&line, words)?;
        }
    }
    let whole: Vec<Vec<f64>> = all.by_question.values().cloned().collect();
    let crowd = CrowdAgreement::of(&whole);
    let line = json!({
        "with_others": { "r": crowd.with_others.r, "kappa": crowd.with_others.kappa },
        "alpha": crowd.alpha,
    });
    let words = format_args!(
        "Each with the mean of the others: r {}, kappa {}; Krippendorff's alpha {}.",
        number(crowd.with_others.r),
        number(crowd.with_others.kappa),
        number(crowd.alpha)
    );
    Ok(out.result(&line, words)?)
}
