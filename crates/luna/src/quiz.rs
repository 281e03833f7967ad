//! `luna quiz`: tossups, pages and answers of an instance, and the accuracy of guessers.

mod evaluate;
mod import;
pub(crate) mod measured;
mod pages;
mod release;
mod sources;
mod undo;

use clap::Subcommand;

use crate::config::Config;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[Scope { path: &["quiz"], takes: &[LOG, DATABASE] }];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Import files of tossups or answers, each as a whole or not at all
    Import(import::Import),
    /// Import pages of an encyclopedia about the answers here, for the search machine to read
    Pages(pages::ImportPages),
    /// Release the published questions, and write them into a folder with checksums
    Release(release::Release),
    /// Evaluate guessers on ordinary and on challenge questions, and compare them with people
    Evaluate(evaluate::Evaluate),
    /// List what was imported, the latest first
    Sources,
    /// Remove the tossups, pages and answers that came from one source
    Undo(undo::Undo),
}

impl Command {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Import(import) => import.run(config, out).await,
            Command::Pages(pages) => pages.run(config, out).await,
            Command::Release(release) => release.run(&database::open(config)?, out).await,
            Command::Evaluate(evaluate) => evaluate.run(out),
            Command::Sources => sources::list(&database::open(config)?, out).await,
            Command::Undo(undo) => undo.run(&database::open(config)?, out).await,
        }
    }
}
