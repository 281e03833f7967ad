//! `luna bot check`: whether a machine will do, and if not, what to mend.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use luna_machines::House;
use luna_machines::pull::Mode;
use luna_machines::push::Forged;
use luna_machines::task::{CallError, Task as _};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::local::{CHECKED, Local, PARTNER};
use super::machine::{Kind, Machine, Which, bare};
use super::question_tasks::{self, QuestionCheck};
use super::report::{Report, Wrong, wrong};
use super::table::{Plan, play};
use super::tasks::{Recordings, Step, checks};
use super::trials;
use crate::config::Config;
use crate::failure::Failure;
use crate::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    which: Which,
    /// A program that plays by itself, over the API of the instance that is in the
    /// variable `LUNA_SERVER`, with the token in `LUNA_TOKEN`. Everything after it is
    /// the program's
    #[arg(
        long, num_args = 1.., allow_hyphen_values = true, value_names = ["PROGRAM", "ARGUMENTS"],
        group = "machine", conflicts_with_all = ["exec", "openai", "push", "house"]
    )]
    api: Option<Vec<String>>,
    /// What is drawn by chance: the same number, the same texts in the same order
    #[arg(long, value_name = "NUMBER", default_value_t = 1950)]
    seed: u64,
}

impl Check {
    pub(crate) async fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let json = out.is_json();
        let mut report = Report::new(out.results(), json);
        if let Some(command) = &self.api {
            let (command, limit) = (bare(command), self.which.limit());
            trials::run(config, command, limit, self.seed, &mut report).await?;
        } else {
            let kind = self.which.kind(config)?;
            tried(&kind, self.seed, &mut report).await?;
            real_games(config, kind, self.seed, &mut report).await?;
        }
        report.sum_up()
    }
}

/// On tasks alone.
async fn tried<W: Write>(
    kind: &Kind,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let refused = |error: CallError| Failure::Refused(error.to_string());
    let mut machine = kind.start(CHECKED).await.map_err(refused)?;
    if let Some(ready) = machine.ready().await {
        let ready = ready.map_err(|error| wrong("ready", &error.to_string(), true));
        report.note("being ready", ready)?;
    }
    for check in checks(seed) {
        if report.is_hopeless() {
            report.leave_out(check.name)?;
            continue;
        }
        let done = all(&mut machine, &check.steps).await;
        report.note(check.name, done)?;
    }
    questions(&mut machine, report).await?;
    signatures(&machine, seed, report).await?;
    let name = "five games at once";
    if report.is_hopeless() {
        return report.leave_out(name);
    }
    let done = at_once(kind, seed).await;
    report.note(name, done)
}

/// Questions outside games, for machines that take them.
async fn questions<W: Write>(
    machine: &mut Machine,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let first = question_tasks::first();
    if report.is_hopeless() {
        return report.leave_out(first.name);
    }
    if let Err(wrong) = answered(machine, &first).await {
        let what = format!("It takes no questions outside games. {}", wrong.problem);
        let mend = "That is optional. To take them, reply to {\"type\":\"question\"} with \
                    {\"answers\":[{\"answer\":\"…\",\"confidence\":0.9}]}.";
        return report.remark(first.name, &what, mend);
    }
    report.note(first.name, Ok(()))?;
    for check in question_tasks::others() {
        let done = answered(machine, &check).await;
        report.note(check.name, done)?;
    }
    Ok(())
}

async fn answered(machine: &mut Machine, check: &QuestionCheck) -> Result<(), Wrong> {
    for (task, message) in &check.steps {
        match machine.once(message, task).await {
            Ok(Ok(_)) => {}
            Ok(Err(problem)) => return Err(wrong(task.kind(), &problem, false)),
            Err(error) => return Err(wrong(task.kind(), &error.to_string(), true)),
        }
    }
    Ok(())
}

/// Whether a server tells Luna from anybody else.
async fn signatures<W: Write>(
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
    let mend = "Check “luna-signature” as /api says, and answer 401 where it is wrong.";
    match forged {
        Ok(Forged::Refused) => report.note(name, Ok(())),
        Ok(Forged::Played) => {
            let what = "It was answered as if Luna had sent it: anybody may make it move.";
            report.remark(name, what, mend)
        }
        Ok(Forged::Answered(status)) => {
            let what =
                format!("The server answered {status}, where 401 or 403 says what is wrong.");
            report.remark(name, &what, mend)
        }
        Err(error) => report.note(name, Err(wrong(step.task.kind(), &error.to_string(), true))),
    }
}

/// One task after the other, up to the first that goes wrong.
async fn all(machine: &mut Machine, steps: &[Step]) -> Result<(), Wrong> {
    for step in steps {
        let duty = step.task.kind();
        match machine.once(&step.message, &step.task).await {
            Ok(Ok(_)) => {}
            Ok(Err(problem)) => return Err(wrong(duty, &problem, false)),
            Err(error) => return Err(wrong(duty, &error.to_string(), true)),
        }
    }
    Ok(())
}

async fn at_once(kind: &Kind, seed: u64) -> Result<(), Wrong> {
    let (mut games, recorded) = (JoinSet::new(), Recordings::new(seed));
    for nth in 0..5 {
        let mut machine =
            kind.start(CHECKED).await.map_err(|error| wrong("start", &error.to_string(), true))?;
        let steps = recorded.game(nth);
        games.spawn(async move { all(&mut machine, &steps).await });
    }
    while let Some(done) = games.join_next().await {
        done.map_err(|error| wrong("start", &error.to_string(), true))??;
    }
    Ok(())
}

/// Over an instance in this process, against each of the house machines.
async fn real_games<W: Write>(
    config: &Config,
    kind: Kind,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let name = "whole games on an instance";
    if !report.is_well() {
        return report.leave_out(name);
    }
    let local = Local::start(config).await?;
    let (luna, partner) = (local.luna()?, local.partner(seed)?);
    let kind = Arc::new(kind);
    let mut done = Ok(());
    for house in House::ALL {
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
        let mut unsaid = |_: &_| Ok(());
        let played = tokio::select! {
            played = play(plan, &mut unsaid) => played,
            () = other => Err(Failure::Refused("The other player was lost.".to_owned())),
        };
        if let Err(failure) = played {
            done = Err(wrong(house.name(), &failure.to_string(), false));
            break;
        }
    }
    local.stop().await;
    report.note(name, done)
}
