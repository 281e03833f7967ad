//! `luna bot`: a machine of one's own, for any instance.

mod api_trials;
mod check;
mod diagnose;
mod fault_proxy;
mod fixtures;
mod game_scheduler;
mod local_instance;
mod machine;
mod new;
mod partner;
mod report;
mod run;
mod tasks;
mod trial;

use clap::Subcommand;

use crate::config::Config;
use crate::failure::Failure;
use crate::print::Printer;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play on an instance, as the machine whose token is in the variable `LUNA_TOKEN`.
    Run(run::Run),
    /// Write a machine to begin with: a program that works as it is.
    New(new::New),
    /// Try a machine on tasks of all kinds, and say what is wrong and how to mend it.
    Check(check::Check),
}

pub(crate) async fn run(
    config: &Config,
    command: Command,
    out: &mut Printer,
) -> Result<(), Failure> {
    match command {
        Command::Run(run) => run.run(config, out).await,
        Command::New(new) => new.run(out),
        Command::Check(check) => check.run(config, out).await,
    }
}
