//! `luna bot check --api`: a machine that asks for everything itself plays
//! games on an instance that lives only for that, through all that may go
//! wrong between the two.

use std::io::{self, Write};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use luna_machines::House;
use luna_machines::child::Process;
use luna_machines::pull::{Luna, PullError};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::gate::{Fault, Gate, Seen, What};
use super::judge::{self, ended, silent};
use super::local::Local;
use super::partner::Partner;
use super::report::{Report, Wrong, wrong};
use crate::config::Config;
use crate::failure::Failure;

/// What a machine goes through in one game, or in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    Whole(House),
    Fault(Fault),
    Cut,
    Slow,
    Leaves,
    Killed,
}

const TRIALS: [(&str, Trial); 11] = [
    ("a game against gibberish", Trial::Whole(House::Gibberish)),
    ("a game against eliza", Trial::Whole(House::Eliza)),
    ("a game against recall", Trial::Whole(House::Recall)),
    ("a stream that breaks off", Trial::Cut),
    ("too many requests (429)", Trial::Fault(Fault::TooMany)),
    ("a busy server (503)", Trial::Fault(Fault::Busy)),
    ("an answer that is lost", Trial::Fault(Fault::Lost)),
    ("events that come twice", Trial::Fault(Fault::Twice)),
    ("events that come late", Trial::Fault(Fault::Late)),
    ("a partner who takes long", Trial::Slow),
    ("a partner who leaves", Trial::Leaves),
];
const KILLED: (&str, Trial) = ("being killed in a game and started again", Trial::Killed);

/// Longer than it takes until a stream says nothing but that it is alive.
const LONG: Duration = Duration::from_secs(8);

/// The machine, and what it plays with and on.
struct Bench<'a> {
    command: &'a [String],
    limit: Duration,
    local: &'a Local,
    gate: &'a Gate,
    luna: Luna,
    partner: Partner,
}

pub(crate) async fn run<W: Write>(
    config: &Config,
    command: &[String],
    limit: Duration,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let local = Local::start(config).await?;
    let bench = Bench {
        command,
        limit,
        gate: &local.gate,
        luna: local.luna()?,
        partner: local.partner(seed)?,
        local: &local,
    };
    // Whoever cannot play a game where all is well need not be disturbed.
    let mut plays = true;
    for (name, trial) in TRIALS.into_iter().chain([KILLED]) {
        let whole = matches!(trial, Trial::Whole(_));
        if report.is_hopeless() || !(whole || plays) {
            report.leave_out(name)?;
            continue;
        }
        let done = bench.try_it(trial).await?;
        report.note(name, done)?;
        plays &= !whole || report.is_well();
    }
    local.stop().await;
    Ok(())
}

impl Bench<'_> {
    /// With a program of its own, and no game left over from the one before.
    async fn try_it(&self, trial: Trial) -> Result<Result<(), Wrong>, Failure> {
        self.gate.begin(match trial {
            Trial::Fault(fault) => fault,
            _ => Fault::None,
        });
        let mut program = self.start()?;
        let done = self.watch(trial, &mut program).await;
        program.kill().await;
        self.gate.shut().await;
        self.clear().await.map_err(|error| Failure::Refused(error.to_string()))?;
        Ok(done)
    }

    fn start(&self) -> Result<Process, Failure> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(Failure::Refused("there is no program to start".to_owned()));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("LUNA_SERVER", &self.local.url)
            .env("LUNA_TOKEN", &self.local.token)
            .stdin(Stdio::null())
            // Our own standard output is for what the check finds.
            .stdout(Stdio::from(io::stderr()));
        Process::start(&mut command)
            .map_err(|error| Failure::Refused(format!("{program} cannot be started: {error}")))
    }

    /// Until the game is over, or something is wrong.
    async fn watch(&self, trial: Trial, program: &mut Process) -> Result<(), Wrong> {
        let waits = matches!(trial, Trial::Cut | Trial::Slow | Trial::Killed);
        let (go, may) = watch::channel(!waits);
        let mut partner = std::pin::pin!(self.meet(trial, may));
        let (mut acted, mut last, mut moves) = (!waits, Instant::now(), 0);
        let mut runs = 1;
        let mut go_at = None;
        loop {
            let seen = self.gate.seen();
            judge::judge(trial, &seen)?;
            let made = seen.iter().filter(|seen| is_progress(seen)).count();
            if made > moves {
                (moves, last) = (made, Instant::now());
            }
            if !acted && seen.iter().any(|seen| seen.what == What::Questions) {
                acted = true;
                go_at = Some(Instant::now() + self.act(trial, program).await?);
            }
            let until_go = go_at.unwrap_or(last);
            tokio::select! {
                biased;
                met = &mut partner => {
                    met.map_err(|error| wrong("partner", &error.to_string(), false))?;
                    return judge::judge(trial, &self.gate.seen());
                }
                () = self.gate.changed() => {}
                status = program.wait() => self.again(program, &status, &mut runs).await?,
                () = sleep_until(until_go), if go_at.is_some() => {
                    go.send_replace(true);
                    (go_at, last) = (None, Instant::now());
                }
                () = sleep_until(last + self.limit), if go_at.is_none() => {
                    return Err(silent(trial, &seen, &self.luna, self.limit).await);
                }
            }
        }
    }

    /// The other side of the game.
    async fn meet(&self, trial: Trial, may: watch::Receiver<bool>) -> Result<(), PullError> {
        let house = match trial {
            Trial::Whole(house) => house,
            _ => House::Eliza,
        };
        if trial == Trial::Leaves {
            self.partner.leave(house).await?;
        }
        self.partner.play(house, may).await.map(drop)
    }

    /// What is done to the machine once it has asked; gives how long the other
    /// player takes from then on.
    async fn act(&self, trial: Trial, program: &mut Process) -> Result<Duration, Wrong> {
        match trial {
            Trial::Slow => return Ok(LONG),
            Trial::Killed => {
                program.kill().await;
                *program =
                    self.start().map_err(|error| wrong("start", &error.to_string(), true))?;
            }
            Trial::Cut => self.gate.cut(),
            Trial::Whole(_) | Trial::Fault(_) | Trial::Leaves => {}
        }
        Ok(Duration::ZERO)
    }

    /// A program may play one game and end well; then the next is another's.
    async fn again(
        &self,
        program: &mut Process,
        status: &io::Result<ExitStatus>,
        runs: &mut usize,
    ) -> Result<(), Wrong> {
        let begun = |seen: &&Seen| seen.what == What::Open && seen.status.is_success();
        let begun = self.gate.seen().iter().filter(begun).count();
        let open = self.luna.open_games().await;
        let well = status.as_ref().is_ok_and(ExitStatus::success);
        if !well || begun < *runs || open.is_ok_and(|open| !open.is_empty()) {
            return Err(ended(status));
        }
        *runs += 1;
        *program = self.start().map_err(|error| wrong("start", &error.to_string(), true))?;
        Ok(())
    }

    /// Gives up what is still open.
    async fn clear(&self) -> Result<(), PullError> {
        for luna in [&self.luna, &self.partner.luna] {
            for game in luna.open_games().await? {
                match luna.abort(&format!("clear-{}", game.id), &game.id).await {
                    Err(error) if error.status() != Some(409) => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Something that brings the game on.
fn is_progress(seen: &Seen) -> bool {
    seen.status.is_success()
        && matches!(seen.what, What::Open | What::Questions | What::Responses | What::Guess)
}
