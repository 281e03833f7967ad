//! `luna question`: machine-made questions, campaigns in which people rate them, and rankers that the
//! ratings train.

mod agreement;
mod campaign;
mod cross_validate;
mod features;
mod generate;
mod import;
mod learning_curve;
mod rank;
mod rating_sheet;
mod report;
mod sample;
mod source;
mod train_parser;
mod train_ranker;

use std::path::Path;

use clap::Subcommand;
use luna_machines::question_file::{self, Format, QuestionFile};

pub(crate) use self::source::{beginning, plain_text};
use crate::config::Config;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[
    Scope { path: &["question", "import"], takes: &[LOG, DATABASE] },
    Scope { path: &["question", "campaign"], takes: &[LOG, DATABASE] },
];

#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Instance(OnInstance),
    #[command(flatten)]
    Files(OnFiles),
}

/// Commands that need an instance.
#[derive(Subcommand)]
pub(crate) enum OnInstance {
    /// Import files of questions, each as a whole or not at all
    Import(import::Import),
    /// List the campaigns of an instance, or simulate one
    Campaign(campaign::Campaign),
}

/// Commands that only read files.
#[derive(Subcommand)]
pub(crate) enum OnFiles {
    /// Draw questions at random from each article of a file, as lines of JSON
    Sample(sample::Sample),
    /// Generate questions about a text
    Generate(generate::Generate),
    /// Measure how many of the questions that rankers put first are acceptable: the paper's figure
    /// 4, and the same by article
    LearningCurve(learning_curve::LearningCurve),
    /// Train the reader of English (tags, base forms, dependencies) on a treebank
    TrainParser(train_parser::TrainParser),
    /// Train a ranker on rated questions, and write it into a file
    TrainRanker(train_ranker::TrainRanker),
    /// Measure rankers by holding out one article after another
    CrossValidate(cross_validate::CrossValidate),
    /// Rank questions, the best first
    Rank(rank::Rank),
    /// Draw questions about articles for raters, and keep their ranks in a separate file
    RatingSheet(rating_sheet::RatingSheet),
    /// Measure how far raters agree, and what a ranking is worth by their ratings
    Agreement(agreement::Agreement),
    /// List the features that rankers read, with their values for a question
    Features(features::Features),
}

impl OnInstance {
    pub(crate) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            OnInstance::Import(import) => import.run(config, out).await,
            OnInstance::Campaign(campaign) => campaign.run(config, out).await,
        }
    }
}

impl OnFiles {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        match self {
            OnFiles::Sample(sample) => sample.run(out),
            OnFiles::Generate(generate) => generate.run(out),
            OnFiles::LearningCurve(learning_curve) => learning_curve.run(out),
            OnFiles::TrainParser(train_parser) => train_parser.run(out),
            OnFiles::TrainRanker(train_ranker) => train_ranker.run(out),
            OnFiles::CrossValidate(cross_validate) => cross_validate.run(out),
            OnFiles::Rank(rank) => rank.run(out),
            OnFiles::RatingSheet(rating_sheet) => rating_sheet.run(out),
            OnFiles::Agreement(agreement) => agreement.run(out),
            OnFiles::Features(features) => features.run(out),
        }
    }
}

/// Reads a file of questions. `article` is the file of the text that the questions are about, where
/// they do not say it.
fn read(
    path: &Path,
    format: &str,
    article: Option<&Path>,
) -> Result<(Vec<u8>, QuestionFile), Failure> {
    let content = |path: &Path| std::fs::read(path).map_err(|error| Failure::reading(path, error));
    let bytes = content(path)?;
    let text = match article {
        None => None,
        Some(article) => {
            let name = article.file_stem().map(|name| name.to_string_lossy().into_owned());
            let text = String::from_utf8(content(article)?).map_err(|_| {
                let shown = article.display();
                Failure::refused(format!("{shown}: the article is not text in UTF-8"))
            })?;
            Some((name.unwrap_or_default(), text))
        }
    };
    let article = text.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    let file = question_file::read(&bytes, Format::from_name(format), article)
        .map_err(|why| Failure::refused(format!("{}: {why}; nothing was read", path.display())))?;
    Ok((bytes, file))
}
