//! `luna contest`: the imitation game.

mod bridge;
mod choose_folder;
mod display;
mod folder;
mod judge;
mod new;
mod organise;
mod served_folders;
mod show;
mod terminal;

use clap::Subcommand;

use crate::config::Config;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Invitations are mailed.
const MAILS: &[&str] = &["public_url"];

pub(crate) const SCOPES: &[Scope] = &[
    Scope { path: &["contest"], takes: &[LOG, DATABASE] },
    Scope { path: &["contest", "new"], takes: &[LOG, DATABASE, MAILS] },
    Scope { path: &["contest", "invite"], takes: &[LOG, DATABASE, MAILS] },
    Scope { path: &["contest", "judge"], takes: &[LOG] },
    Scope { path: &["contest", "bridge"], takes: &[LOG] },
];

pub(crate) use self::choose_folder::FolderChoice;
pub(crate) use self::folder::FolderArgs;
pub(crate) use self::served_folders::serve_folders;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge an entry behind a folder, from this terminal.
    Judge(judge::Judge),
    /// Seat programs behind folders at a contest of an instance, by their invitations.
    Bridge(bridge::Bridge),
    /// Create a contest from a file, and print the invitations to its seats
    New(new::New),
    /// Run a whole contest within a minute, with machines in all seats, on a running server
    Rehearse(new::Rehearse),
    /// List the contests, the latest first
    List,
    /// Show the state of a contest, and its result when it is over
    Show(show::Show),
    /// Start the first round
    Start(organise::Contest),
    /// Stop the clock
    Pause(organise::Contest),
    /// Start the clock again
    Resume(organise::Contest),
    /// Give the current phase more time
    Extend(organise::Extend),
    /// End the current phase now, and begin the next one
    EndPhase(organise::Contest),
    /// Begin the current round again, or in a break the last one
    Restart(organise::Contest),
    /// End a contest without the missing ranks
    Close(organise::Contest),
    /// Make a new invitation to a seat, which takes it from its present holder
    Invite(organise::Invite),
    /// Put a machine into a seat
    Seat(organise::SeatMachine),
}

impl Command {
    pub(crate) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Judge(judge) => judge.run(out),
            Command::Bridge(bridge) => bridge.run(out).await,
            Command::New(new) => new.run(config, out).await,
            Command::Rehearse(rehearse) => rehearse.run(config, out).await,
            Command::List => show::list(config, out).await,
            Command::Show(show) => show.run(config, out).await,
            Command::Start(contest) => contest.run(config, organise::Order::Start, out).await,
            Command::Pause(contest) => contest.run(config, organise::Order::Pause, out).await,
            Command::Resume(contest) => contest.run(config, organise::Order::Resume, out).await,
            Command::Extend(extend) => extend.run(config, out).await,
            Command::EndPhase(contest) => contest.run(config, organise::Order::EndPhase, out).await,
            Command::Restart(contest) => contest.run(config, organise::Order::Restart, out).await,
            Command::Close(contest) => contest.run(config, organise::Order::Close, out).await,
            Command::Invite(invite) => invite.run(config, out).await,
            Command::Seat(seat) => seat.run(config, out).await,
        }
    }
}
