//! `luna question`: machine-made questions, and rankers that people's ratings train.

mod features;
mod generate;
mod learning_curve;
mod rank;
mod source;
mod train_parser;
mod train_ranker;

use clap::Subcommand;

use crate::failure::Failure;
use crate::print::Printer;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate questions about a text
    Generate(generate::Generate),
    /// Measure how many of the questions that rankers put first are acceptable: the paper's figure
    /// 4, and the same by article
    LearningCurve(learning_curve::LearningCurve),
    /// Train the reader of English (tags, base forms, dependencies) on a treebank
    TrainParser(train_parser::TrainParser),
    /// Train a ranker on rated questions, and write it into a file
    TrainRanker(train_ranker::TrainRanker),
    /// Rank questions by a trained ranker, the best first
    Rank(rank::Rank),
    /// List the features that rankers read, with their values for a question
    Features(features::Features),
}

impl Command {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Generate(generate) => generate.run(out),
            Command::LearningCurve(learning_curve) => learning_curve.run(out),
            Command::TrainParser(train_parser) => train_parser.run(out),
            Command::TrainRanker(train_ranker) => train_ranker.run(out),
            Command::Rank(rank) => rank.run(out),
            Command::Features(features) => features.run(out),
        }
    }
}
