//! `luna predict`: prediction of ratings from the words of the answers.

mod beyond;
mod command_line;
mod explain;
mod features;
mod grade;
mod instance_dataset;
mod options;
mod output;
mod paper;
mod source;
mod train;

use clap::Subcommand;

pub(crate) use self::command_line::as_typed;
pub(crate) use self::source::GivenSettings;
use crate::config::scope::{LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The corpus is a flag of its own there.
pub(crate) const SCOPES: &[Scope] =
    &[Scope { path: &["predict"], takes: &[LOG, &["database", "corpus"]] }];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The paper's experiment: twelve features, together and one by one
    Run(paper::Run),
    /// The values of the six features that compare responses with the key, as CSV
    Features(options::Data),
    /// Better features and models than the paper's, on the same splits
    Beyond(beyond::Beyond),
    /// The grade of each of Mohler's responses, one assignment left out at a time
    Grade(grade::Grade),
    /// A person's predicted rating, and the words that move it
    Explain(explain::Explain),
    /// Train on the games of this instance, and print the accuracy
    Train(train::Train),
}

pub(crate) fn run(
    command: &Command,
    given: GivenSettings,
    out: &mut Printer,
) -> Result<(), Failure> {
    match command {
        Command::Train(train) => train.run(given.options, out),
        Command::Run(run) => run.run(given, out),
        Command::Features(data) => features::print(data, given, out),
        Command::Beyond(beyond) => beyond.run(given, out),
        Command::Grade(grade) => grade.run(&given, out),
        Command::Explain(explain) => explain.run(given, out),
    }
}
