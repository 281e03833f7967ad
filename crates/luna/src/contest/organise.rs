//! The organiser's commands.

use clap::Args;
use luna_app::Error;
use luna_app::contest::console;
use luna_app::contest::invitation::mail_links;
use luna_core::contest::clock::Command;
use luna_core::contest::participant::Participant;
use luna_core::identity::Email;
use luna_store::Tx;
use luna_store::contest::seat::Kind;
use luna_store::game::Context;
use serde_json::json;

use super::new::{invitation, links_begin, words};
use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Contest {
    /// The id of the contest
    #[arg(value_name = "CONTEST")]
    id: String,
}

#[derive(Args, Debug)]
pub(crate) struct Extend {
    #[command(flatten)]
    contest: Contest,
    /// The time to add
    #[arg(value_name = "SECONDS")]
    seconds: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Invite {
    #[command(flatten)]
    contest: Contest,
    /// The seat, such as J1, E2 or C3
    #[arg(value_name = "SEAT")]
    seat: Participant,
    /// Invite a program instead of a person
    #[arg(long)]
    program: bool,
    /// Mail the link to this address as well; needs the setting `public_url`
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    email: Option<Email>,
}

#[derive(Args, Debug)]
pub(crate) struct SeatMachine {
    #[command(flatten)]
    contest: Contest,
    /// The seat, such as E2
    #[arg(value_name = "SEAT")]
    seat: Participant,
    /// The name of the machine
    #[arg(value_name = "MACHINE")]
    machine: String,
}

/// What an organiser orders about a whole contest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    Start,
    Pause,
    Resume,
    Extend(u32),
    EndPhase,
    Restart,
    Close,
}

impl Contest {
    pub(super) async fn run(
        &self,
        config: &Config,
        order: Order,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let id = self.id.clone();
        let command = match order {
            Order::Start => Some(Command::Start),
            Order::Pause => Some(Command::Pause),
            Order::Resume => Some(Command::Resume),
            Order::Extend(seconds) => Some(Command::Extend { seconds }),
            Order::EndPhase => Some(Command::EndPhase),
            Order::Restart => Some(Command::Restart),
            Order::Close => None,
        };
        act(config, move |tx, at| match command {
            Some(command) => console::command(tx, at, &id, None, command),
            None => console::close(tx, at, &id, None),
        })
        .await?;
        let did = order.did();
        let value = json!({ "contest": self.id, "done": did });
        Ok(out.result(&value, format_args!("Contest {} is {did}.", self.id))?)
    }
}

impl Order {
    fn did(self) -> &'static str {
        match self {
            Order::Start => "started",
            Order::Pause => "paused",
            Order::Resume => "resumed",
            Order::Extend(_) => "extended",
            Order::EndPhase => "in its next phase",
            Order::Restart => "restarted",
            Order::Close => "closed",
        }
    }
}

impl Extend {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        self.contest.run(config, Order::Extend(self.seconds), out).await
    }
}

impl Invite {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let (id, seat) = (self.contest.id.clone(), self.seat);
        let kind = if self.program { Kind::Program } else { Kind::Person };
        let (email, url) = (self.email.clone(), links_begin(config, self.email.is_some())?);
        let made = act(config, move |tx, at| {
            let made = console::invite(tx, at, &id, None, seat, kind, email)?;
            mail_links(tx, at, &url, &id, std::slice::from_ref(&made))?;
            Ok(made)
        })
        .await?;
        Ok(out.result(&invitation(&made), words(&made, config))?)
    }
}

fn address(text: &str) -> Result<Email, String> {
    Email::parse(text).map_err(|refusal| refusal.to_string())
}

impl SeatMachine {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let (id, seat, name) = (self.contest.id.clone(), self.seat, self.machine.clone());
        act(config, move |tx, at| console::seat_machine(tx, at, &id, None, seat, &name)).await?;
        let value = json!({
            "contest": self.contest.id, "seat": seat.to_string(), "machine": self.machine,
        });
        Ok(out.result(&value, format_args!("{} has seat {seat}.", self.machine))?)
    }
}

async fn act<T: Send + 'static>(
    config: &Config,
    work: impl FnOnce(&mut Tx<'_>, &Context) -> Result<T, Error> + Send + 'static,
) -> Result<T, Failure> {
    let at = environment::context(config);
    Ok(database::open(config)?.write(move |tx| work(tx, &at)).await?)
}
