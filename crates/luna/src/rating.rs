//! `luna rating`: the ratings of an instance, and ratings from any log of comparisons.

mod calibrate;
mod compare;
mod rating_log;
mod source;
mod tabs;

use clap::Subcommand;
use luna_store::{self as store, Db};
use serde_json::json;

use crate::config::Config;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] =
    &[Scope { path: &["rating", "rebuild"], takes: &[LOG, DATABASE] }];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Rebuild all ratings, and everything derived from them, from the finished games.
    Rebuild,
    /// Rate the players in a log of comparisons by Bradley-Terry, Elo and other models.
    Compare(compare::Compare),
    /// Calibrate the judges in a log of ratings, and rate its subjects by them.
    Calibrate(calibrate::Calibrate),
}

impl Command {
    pub(crate) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Compare(options) => compare::run(options, out),
            Command::Calibrate(options) => calibrate::run(options, out),
            Command::Rebuild => {
                let db = Db::open(&config.database)
                    .map_err(|error| Failure::opening(&config.database, &error))?;
                let rebuilt = db.write(store::rebuild::rebuild_ratings).await?;
                luna_app::rating::recount(&db, (crate::config::environment::clock().0)()).await?;
                let store::rebuild::Rebuilt { games, players, different } = rebuilt;
                let line = json!({ "games": games, "players": players, "different": different });
                let words = format_args!(
                    "{games} finished games, {players} players, {different} of them different from before."
                );
                Ok(out.result(&line, words)?)
            }
        }
    }
}
