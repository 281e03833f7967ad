//! `luna bot check`: whether a machine will do, and if not, what to mend.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use luna_machines::House;
use luna_machines::openai::Patience;
use luna_machines::pull::{Luna, Mode};
use luna_machines::task::CallError;
use serde::Serialize;
use tokio::task::JoinSet;

use super::local::Local;
use super::machine::{Kind, Machine, Which, duty};
use super::table::{Plan, play};
use super::tasks::{self, Step, checks};
use crate::config::Config;
use crate::failure::Failure;

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    which: Which,
    /// Print a line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// What is wrong, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wrong {
    problem: String,
    mend: &'static str,
    /// There was no reply at all.
    silent: bool,
}

#[derive(Serialize)]
struct Verdict<'a> {
    check: &'a str,
    /// None if it was not tried.
    passed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<&'a str>,
}

struct Report<'a, W> {
    out: &'a mut W,
    json: bool,
    passed: usize,
    wrong: usize,
    left_out: usize,
    /// Checks in a row without a reply.
    silent: usize,
}

/// So many checks without a reply, and the rest is not tried.
const MOST_SILENT: usize = 2;

impl Check {
    pub(crate) async fn run(self, config: &Config, out: &mut impl Write) -> Result<(), Failure> {
        let kind = self.which.kind(config)?;
        let refused = |error: CallError| Failure::Refused(error.to_string());
        let mut machine = kind.start("checked").await.map_err(refused)?;
        let mut report =
            Report { out, json: self.json, passed: 0, wrong: 0, left_out: 0, silent: 0 };
        if let Some(ready) = machine.ready().await {
            let ready = ready.map_err(|error| wrong("ready", &error.to_string(), true));
            report.note("being ready", ready)?;
        }
        for check in checks() {
            if report.silent >= MOST_SILENT {
                report.leave_out(check.name)?;
                continue;
            }
            let done = all(&mut machine, &check.steps).await;
            report.note(check.name, done)?;
        }
        let name = "five games at once";
        if report.silent >= MOST_SILENT {
            report.leave_out(name)?;
        } else {
            let done = at_once(&kind).await;
            report.note(name, done)?;
        }
        if kind.is_program() {
            drop(machine);
            real_games(config, kind, &mut report).await?;
        }
        report.sum_up()
    }
}

/// One task after the other, up to the first that goes wrong.
async fn all(machine: &mut Machine, steps: &[Step]) -> Result<(), Wrong> {
    for step in steps {
        let duty = duty(&step.task);
        match machine.once(&step.message, &step.task).await {
            Ok(Ok(_)) => {}
            Ok(Err(problem)) => return Err(wrong(duty, &problem, false)),
            Err(error) => return Err(wrong(duty, &error.to_string(), true)),
        }
    }
    Ok(())
}

async fn at_once(kind: &Kind) -> Result<(), Wrong> {
    let mut games = JoinSet::new();
    for nth in 0..5 {
        let mut machine = kind
            .start("checked")
            .await
            .map_err(|error| wrong("start", &error.to_string(), true))?;
        games.spawn(async move { all(&mut machine, &tasks::recorded(nth)).await });
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
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let name = "whole games on an instance";
    if report.wrong > 0 {
        return report.leave_out(name);
    }
    let local = Local::start(config).await?;
    let luna =
        Luna::new(&local.url, &local.token, Patience::default()).map_err(Failure::Refused)?;
    let kind = Arc::new(kind);
    let mut done = Ok(());
    for house in House::ALL {
        let plan = Plan {
            luna: luna.clone(),
            kind: Arc::clone(&kind),
            games: 1,
            mode: Mode::Sandbox,
            opponent: Some(house.name().to_owned()),
            count: Some(1),
        };
        if let Err(failure) = play(plan, &mut |_| Ok(())).await {
            done = Err(wrong(house.name(), &failure.to_string(), false));
            break;
        }
    }
    local.stop().await;
    report.note(name, done)
}

impl<W: Write> Report<'_, W> {
    fn note(&mut self, check: &str, done: Result<(), Wrong>) -> Result<(), Failure> {
        match done {
            Ok(()) => {
                self.passed += 1;
                self.silent = 0;
                self.say(&Verdict { check, passed: Some(true), problem: None, mend: None })
            }
            Err(Wrong { problem, mend, silent }) => {
                self.wrong += 1;
                self.silent = if silent { self.silent + 1 } else { 0 };
                let mend = (!mend.is_empty()).then_some(mend);
                let problem = Some(problem.as_str());
                self.say(&Verdict { check, passed: Some(false), problem, mend })
            }
        }
    }

    fn leave_out(&mut self, check: &str) -> Result<(), Failure> {
        self.left_out += 1;
        let why = "Mend the above first.";
        self.say(&Verdict { check, passed: None, problem: None, mend: Some(why) })
    }

    fn say(&mut self, verdict: &Verdict<'_>) -> Result<(), Failure> {
        if self.json {
            let line =
                serde_json::to_string(verdict).map_err(|error| Failure::Other(error.into()))?;
            return Ok(writeln!(self.out, "{line}")?);
        }
        let word = match verdict.passed {
            Some(true) => "passed",
            Some(false) => "wrong",
            None => "not tried",
        };
        writeln!(self.out, "{word:9}  {}", verdict.check)?;
        for text in [verdict.problem, verdict.mend].into_iter().flatten() {
            writeln!(self.out, "{:9}  {text}", "")?;
        }
        Ok(())
    }

    fn sum_up(&mut self) -> Result<(), Failure> {
        let Report { passed, wrong, left_out, .. } = *self;
        let all = passed + wrong + left_out;
        if passed == all {
            if !self.json {
                writeln!(self.out, "All {all} checks passed.")?;
            }
            return Ok(());
        }
        Err(Failure::Refused(format!("{} of {all} checks did not pass", all - passed)))
    }
}

const REPLIES: &str = "Look at the “type” of each task: ask wants {\"questions\":[…]}, answer wants \
                       {\"responses\":[…]}, guess wants {\"guess\":62.5}.";

/// What is said of a reply, and how to mend it.
const MENDS: [(&str, &str); 13] = [
    ("is not a number", "Write the guess as a number, such as 62.5, not as text."),
    (
        "is not JSON",
        "A reply is one line of JSON. Nothing else is written to standard output: what is meant for \
         people goes to standard error.",
    ),
    ("is not UTF-8", "Write UTF-8, whatever the system's own encoding is."),
    ("The reply has no", REPLIES),
    ("is not a list of", REPLIES),
    ("is not a JSON object", REPLIES),
    ("is still empty", "Each text needs something that can be seen; “I do not know.” will do."),
    ("is the most", "Cut texts at the task's max_chars. Characters are counted, not bytes."),
    (
        "needed.",
        "A task says how many: “questions” of ask is a number, and each question of answer \
                 gets one response.",
    ),
    ("outside 0 to 100", "A guess is from 0 to 100, also where a text asks for another."),
    (
        "did not reply within",
        "Reply sooner, or give more time with --timeout. Write the line's end \
                              after each reply and flush the output.",
    ),
    (
        "has ended",
        "What it wrote to standard error is above. It is to read tasks until its input \
                   ends, and to reply to each, also where it does not know what to say.",
    ),
    ("is longer than", "Replies are far shorter, and end with the line."),
];

fn wrong(what: &str, problem: &str, silent: bool) -> Wrong {
    let found = MENDS.iter().find(|(part, _)| problem.contains(part));
    let mend = found.map_or("", |(_, mend)| mend);
    let mut letters = problem.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    let problem = format!("{what}: {}{}", first.unwrap_or_default(), letters.as_str());
    Wrong { problem, mend, silent }
}
