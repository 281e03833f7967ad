//! `luna bot`: your own machine, on any instance.

mod answering;
mod api_trials;
mod check;
mod contest_entry;
mod diagnose;
mod fault_proxy;
mod fixtures;
mod game_scheduler;
mod local_instance;
pub(crate) mod machine;
mod new;
mod outside_tasks;
mod partner;
mod report;
mod run;
mod tasks;
mod text_questions;
mod trial;

use clap::Subcommand;

use crate::config::Config;
use crate::config::scope::{LOG, Scope};
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[
    Scope { path: &["bot", "new"], takes: &[LOG] },
    Scope { path: &["bot", "run"], takes: &[LOG, &["corpus"]] },
    Scope { path: &["bot", "check"], takes: &[LOG, &["corpus"]] },
];

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play games on an instance, as the machine whose token is in the variable `LUNA_TOKEN`, or
    /// enter a contest through a folder.
    Run(run::Run),
    /// Write a starter machine: a small program that works as it is.
    New(new::New),
    /// Test a machine on tasks of all kinds, and explain each defect and its fix.
    Check(check::Check),
}

impl Command {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Command::Run(run) => run.run(config, out).await,
            Command::New(new) => new.run(out),
            Command::Check(check) => check.run(config, out).await,
        }
    }
}
