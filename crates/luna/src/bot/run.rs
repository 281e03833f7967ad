//! `luna bot run`: plays, and goes on playing.

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use luna_machines::openai::Patience;
use luna_machines::pull::{self, Game, Luna};

use super::machine::Which;
use super::table::{Plan, play};
use crate::config::Config;
use crate::failure::Failure;
use crate::print::Printer;
use crate::{outside, serve};

#[derive(Args, Debug)]
pub(crate) struct Run {
    #[command(flatten)]
    which: Which,
    /// The instance, such as `https://luna.example.org`
    #[arg(long, value_name = "URL", env = "LUNA_SERVER")]
    server: String,
    /// How many games to play at once; each has a program of its own
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1_000))]
    games: u16,
    /// With people, or unrated with machines
    #[arg(long, value_enum, default_value = "rated")]
    mode: Mode,
    /// In the sandbox: the machine to play against; without it, whoever comes
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// End after so many games that are finished, or that the other side has ended
    #[arg(long, value_name = "GAMES", conflicts_with = "once")]
    count: Option<u64>,
    /// End after one such game
    #[arg(long)]
    once: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Rated,
    Sandbox,
}

/// As long as it takes.
const PATIENCE: Patience = Patience {
    attempts: u32::MAX,
    first_wait: Duration::from_millis(250),
    longest_wait: Duration::from_secs(30),
};

impl Run {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let token = outside::variable("LUNA_TOKEN").ok_or_else(|| {
            Failure::Settings(
                "the variable LUNA_TOKEN is to hold the machine's token; its owner makes one on \
                 the machine's page"
                    .to_owned(),
            )
        })?;
        let luna = Luna::new(&self.server, &token, PATIENCE).map_err(Failure::Settings)?;
        let mode = match self.mode {
            Mode::Rated if self.opponent.is_some() => {
                let why = "an opponent is only chosen in the sandbox: add --mode sandbox";
                return Err(Failure::Refused(why.to_owned()));
            }
            Mode::Rated => pull::Mode::Rated,
            Mode::Sandbox => pull::Mode::Sandbox,
        };
        let plan = Plan {
            luna,
            kind: Arc::new(self.which.kind(config)?),
            games: usize::from(self.games),
            mode,
            opponent: self.opponent,
            count: if self.once { Some(1) } else { self.count },
        };
        let server = self.server;
        if let Some(count) = plan.count {
            tracing::info!(server, count, "playing until so many games are finished");
        } else {
            tracing::info!(server, "playing until told to stop");
        }
        let mut tell = |game: &Game| {
            let value = serde_json::to_value(game).map_err(|error| Failure::Other(error.into()))?;
            Ok(out.result(&value, words(game))?)
        };
        tokio::select! {
            ended = play(plan, &mut tell) => ended,
            () = serve::stop_signal() => {
                tracing::info!("stopping; open games go on when this is run again");
                Ok(())
            }
        }
    }
}

/// A sentence about a game that is over.
fn words(game: &Game) -> String {
    let Some(result) = &game.result else {
        let ending = game.ending.as_deref().unwrap_or("closed");
        return format!("{} {ending}", game.id);
    };
    let outcome = result.outcome.replace('_', " ");
    let partner = game.partner.as_deref().unwrap_or("somebody");
    let (guessed, was_guessed) = (result.my_guess, result.their_guess);
    format!("{} {outcome} against {partner}: guessed {guessed}, was guessed {was_guessed}", game.id)
}
