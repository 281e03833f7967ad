//! `luna bot run`: plays games on an instance, or sits at a contest's folder, until it is stopped.

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use luna_machines::api_client::{self, ApiClient, Game};
use luna_machines::openai::Patience;

use super::contest_entry::EntryArgs;
use super::game_scheduler::{Plan, play};
use super::machine::MachineArgs;
use crate::config::Config;
use crate::config::environment;
use crate::failure::Failure;
use crate::serve::signals;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Run {
    #[command(flatten)]
    machine: MachineArgs,
    /// The instance, such as `https://luna.example.org`
    #[arg(long, value_name = "URL", env = "LUNA_SERVER", required_unless_present = "lpp")]
    server: Option<String>,
    /// The number of simultaneous games, each with its own process
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1_000))]
    games: u16,
    /// Rated games with people, or sandbox games with machines, which do not count
    #[arg(long, value_enum, default_value = "rated")]
    mode: Mode,
    /// In the sandbox: the machine to play against [default: any]
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// End after this number of games that are finished or that the partner has closed
    #[arg(long, value_name = "GAMES", conflicts_with = "once")]
    count: Option<u64>,
    /// End after one such game
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    entry: EntryArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Rated,
    Sandbox,
}

/// Waits for the server as long as it takes.
const PATIENCE: Patience = Patience {
    attempts: u32::MAX,
    first_wait: Duration::from_millis(250),
    longest_wait: Duration::from_secs(30),
};

impl Run {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        if self.entry.is_chosen() {
            let kind = self.machine.kind(config)?;
            return self.entry.run(kind, out).await;
        }
        let token = environment::variable("LUNA_TOKEN").ok_or_else(|| {
            Failure::Settings(
                "the variable LUNA_TOKEN must hold the machine's token; its owner creates one on the \
                 machine's page"
                    .to_owned(),
            )
        })?;
        let server = self.server.unwrap_or_default();
        let luna = ApiClient::new(&server, &token, PATIENCE).map_err(Failure::Settings)?;
        let mode = match self.mode {
            Mode::Rated if self.opponent.is_some() => {
                let why = "only the sandbox lets you choose an opponent: add --mode sandbox";
                return Err(Failure::Refused(why.to_owned()));
            }
            Mode::Rated => api_client::Mode::Rated,
            Mode::Sandbox => api_client::Mode::Sandbox,
        };
        let plan = Plan {
            luna,
            kind: Arc::new(self.machine.kind(config)?),
            games: usize::from(self.games),
            mode,
            opponent: self.opponent,
            count: if self.once { Some(1) } else { self.count },
        };
        if let Some(count) = plan.count {
            tracing::info!(server, count, "playing until this number of games is finished");
        } else {
            tracing::info!(server, "playing until stopped");
        }
        let mut tell = |game: &Game| {
            let value = serde_json::to_value(game).map_err(|error| Failure::Other(error.into()))?;
            Ok(out.result(&value, words(game))?)
        };
        tokio::select! {
            ended = play(plan, &mut tell) => ended,
            () = signals::stop_signal() => {
                tracing::info!("stopping; the next run continues open games");
                Ok(())
            }
        }
    }
}

/// A sentence about a finished game.
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
