//! `luna bot check`: tests of a machine, with a fix for each defect.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use luna_machines::HouseMachine;
use luna_machines::api_client::Mode;
use luna_machines::task::{CallError, Task as _};
use luna_machines::webhook::ForgeryOutcome;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::api_trials;
use super::game_scheduler::{Plan, play};
use super::local_instance::{CHECKED, LocalInstance, PARTNER};
use super::machine::{Machine, MachineArgs, MachineSource, without_separator};
use super::outside_tasks::{self, Optional, OutsideCheck};
use super::report::{Defect, Report, defect};
use super::tasks::{Recordings, Step, checks};
use crate::config::Config;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    machine: MachineArgs,
    /// A program that uses the API itself; the check gives it the instance in the variable
    /// `LUNA_SERVER` and the token in `LUNA_TOKEN`. All words after it belong to the
    /// program
    #[arg(
        long, num_args = 1.., allow_hyphen_values = true, value_names = ["PROGRAM", "ARGUMENTS"],
        group = "machine", conflicts_with_all = ["exec", "openai", "push", "house", "ask_from"]
    )]
    api: Option<Vec<String>>,
    /// The seed of the random texts; the same seed gives the same texts in the same order
    #[arg(long, value_name = "NUMBER", default_value_t = 1950)]
    seed: u64,
}

impl Check {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let json = out.is_json();
        let mut report = Report::new(out.results(), json);
        if let Some(command) = &self.api {
            let (command, limit) = (without_separator(command), self.machine.limit());
            api_trials::run(config, command, limit, self.seed, &mut report).await?;
        } else {
            let kind = Arc::new(self.machine.kind(config)?);
            check_tasks(&kind, self.seed, &mut report).await?;
            check_real_games(config, kind, self.seed, &mut report).await?;
        }
        report.sum_up()
    }
}

/// Checks the machine on tasks, without an instance.
async fn check_tasks<W: Write>(
    kind: &Arc<MachineSource>,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let refused = |error: CallError| Failure::Refused(error.to_string());
    let mut machine = kind.start(CHECKED).await.map_err(refused)?;
    if let Some(ready) = machine.ready().await {
        let ready = ready.map_err(|error| defect("ready", &error.to_string(), true));
        report.note("being ready", ready)?;
    }
    for check in checks(seed) {
        if report.is_hopeless() {
            report.leave_out(check.name)?;
            continue;
        }
        let done = give_all(kind, &mut machine, &check.steps).await;
        report.note(check.name, done)?;
    }
    for optional in outside_tasks::all() {
        check_outside(&mut machine, &optional, report).await?;
    }
    check_signatures(&machine, seed, report).await?;
    let name = "five games at once";
    if report.is_hopeless() {
        return report.leave_out(name);
    }
    let done = check_simultaneous_games(kind, seed).await;
    report.note(name, done)
}

/// Checks tasks outside games, for machines that take them.
async fn check_outside<W: Write>(
    machine: &mut Machine,
    Optional { first, others, remark, mend }: &Optional,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    if report.is_hopeless() {
        return report.leave_out(first.name);
    }
    if let Err(defect) = give_outside(machine, first).await {
        let what = format!("{remark} {}", defect.problem);
        return report.remark(first.name, &what, mend);
    }
    report.note(first.name, Ok(()))?;
    for check in others {
        let done = give_outside(machine, check).await;
        report.note(check.name, done)?;
    }
    Ok(())
}

async fn give_outside(machine: &mut Machine, check: &OutsideCheck) -> Result<(), Defect> {
    for (task, message) in &check.steps {
        match machine.once(message, task).await {
            Ok(Ok(_)) => {}
            Ok(Err(problem)) => return Err(defect(task.kind(), &problem, false)),
            Err(error) => return Err(defect(task.kind(), &error.to_string(), true)),
        }
    }
    Ok(())
}

/// Checks that a server verifies signatures.
async fn check_signatures<W: Write>(
    machine: &Machine,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let name = "a task with a wrong signature";
    let Some(step) = Recordings::new(seed).game(0).into_iter().next() else { return Ok(()) };
    if report.is_hopeless() && matches!(machine, Machine::Server(_)) {
        return report.leave_out(name);
    }
    let Some(forged) = machine.forged(&step.task).await else { return Ok(()) };
    let mend = "Verify “luna-signature” as described at /api, and reply 401 if it is wrong.";
    match forged {
        Ok(ForgeryOutcome::Refused) => report.note(name, Ok(())),
        Ok(ForgeryOutcome::Played) => {
            let what =
                "The server replied as if Luna had sent the task, so anybody can make it play.";
            report.remark(name, what, mend)
        }
        Ok(ForgeryOutcome::Answered(status)) => {
            let what = format!("The server replied {status}; it should reply 401 or 403.");
            report.remark(name, &what, mend)
        }
        Err(error) => report.note(name, Err(defect(step.task.kind(), &error.to_string(), true))),
    }
}

/// Gives the machine one task after the other, up to the first defect.
async fn give_all(
    kind: &MachineSource,
    machine: &mut Machine,
    steps: &[Step],
) -> Result<(), Defect> {
    for step in steps {
        let duty = step.task.kind();
        if let Some(asked) = kind.questions(&step.task) {
            asked.map_err(|error| defect(duty, &error.to_string(), false))?;
            continue;
        }
        match machine.once(&step.message, &step.task).await {
            Ok(Ok(_)) => {}
            Ok(Err(problem)) => return Err(defect(duty, &problem, false)),
            Err(error) => return Err(defect(duty, &error.to_string(), true)),
        }
    }
    Ok(())
}

async fn check_simultaneous_games(kind: &Arc<MachineSource>, seed: u64) -> Result<(), Defect> {
    let (mut games, recorded) = (JoinSet::new(), Recordings::new(seed));
    for nth in 0..5 {
        let mut machine =
            kind.start(CHECKED).await.map_err(|error| defect("start", &error.to_string(), true))?;
        let steps = recorded.game(nth);
        let kind = Arc::clone(kind);
        games.spawn(async move { give_all(&kind, &mut machine, &steps).await });
    }
    while let Some(done) = games.join_next().await {
        done.map_err(|error| defect("start", &error.to_string(), true))??;
    }
    Ok(())
}

/// Plays a game against each house machine on an instance in this process.
async fn check_real_games<W: Write>(
    config: &Config,
    kind: Arc<MachineSource>,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let name = "whole games on an instance";
    if !report.is_well() {
        return report.leave_out(name);
    }
    let local = LocalInstance::start(config).await?;
    let (luna, partner) = (local.luna()?, local.partner(seed)?);
    let mut done = Ok(());
    for house in HouseMachine::ALL {
        let plan = Plan {
            luna: luna.clone(),
            kind: Arc::clone(&kind),
            games: 1,
            mode: Mode::Sandbox,
            opponent: Some(PARTNER.to_owned()),
            count: Some(1),
        };
        let (_go, may) = watch::channel(true);
        let other = async { while partner.play(house, may.clone()).await.is_ok() {} };
        let mut ignore = |_: &_| Ok(());
        let played = tokio::select! {
            played = play(plan, &mut ignore) => played,
            () = other => Err(Failure::Refused("The other player was lost.".to_owned())),
        };
        if let Err(failure) = played {
            done = Err(defect(house.name(), &failure.to_string(), false));
            break;
        }
    }
    local.stop().await;
    report.note(name, done)
}
