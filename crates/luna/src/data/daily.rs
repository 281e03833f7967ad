//! `luna daily`: what players of the daily moon said.

mod release;

use clap::Subcommand;

use crate::config::Config;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[Scope { path: &["daily"], takes: &[LOG, DATABASE] }];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Write what players who agree said on days that are over into a folder, with checksums
    Release(release::Release),
}

impl Command {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Release(release) => release.run(&database::open(config)?, out).await,
        }
    }
}
