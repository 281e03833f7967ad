//! `luna battery`: common-sense knowledge, what it predicts and what it answers.

mod answerer;
mod ask;
mod base;
pub(crate) mod import;
mod instance;
mod judgments;
pub(crate) mod measured;
mod run;

use std::fmt::Display;
use std::path::Path;

use clap::Subcommand;
use luna_machines::tossup_file::unpack;

use crate::config::Options;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[Scope { path: &["battery", "run"], takes: &[LOG, DATABASE] }];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Build a knowledge base from files of assertions, which replaces the one before
    Import(import::Import),
    /// Let answerers take the test, and compare their results with the paper's
    Run(run::Run),
    /// Ask a question, and see the assertions behind each answer
    Ask(ask::Ask),
    /// Compare what a space of concepts predicts with people's judgments of assertions
    Judgments(judgments::Judgments),
}

impl Command {
    /// Runs the command. `typed` means that the command line names the database.
    pub(crate) fn run(
        &self,
        options: Options,
        typed: bool,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        match self {
            Command::Import(import) => import.run(out),
            Command::Run(run) => run.run(options, typed, out),
            Command::Ask(ask) => ask.run(out),
            Command::Judgments(judgments) => judgments.run(out),
        }
    }
}

/// The text of a file, compressed with gzip or not.
fn text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
    unpack(&bytes).map_err(|why| wrong(path, why))
}

fn wrong(path: &Path, why: impl Display) -> Failure {
    Failure::refused(format!("{}: {why}", path.display()))
}
