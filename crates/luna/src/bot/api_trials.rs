//! `luna bot check --api`: games of a machine that uses the API itself, on an instance of their
//! own, with faults between the two.

use std::io::{self, Write};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use luna_machines::HouseMachine;
use luna_machines::api_client::{ApiClient, ApiError};
use luna_machines::subprocess::Process;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::diagnose::{diagnose, diagnose_exit, diagnose_silence};
use super::fault_proxy::{Exchange, Fault, FaultProxy, RequestKind};
use super::local_instance::LocalInstance;
use super::partner::Partner;
use super::report::{Defect, Report, defect};
use super::trial::{TRIALS, Trial};
use crate::config::Config;
use crate::failure::Failure;

/// Longer than the time after which a stream sends keep-alive messages.
const LONG: Duration = Duration::from_secs(8);

/// Runs a machine through trials, on an instance with a partner.
struct TrialRunner<'a> {
    command: &'a [String],
    limit: Duration,
    local: &'a LocalInstance,
    proxy: &'a FaultProxy,
    luna: ApiClient,
    partner: Partner,
}

pub(crate) async fn run<W: Write>(
    config: &Config,
    command: &[String],
    limit: Duration,
    seed: u64,
    report: &mut Report<'_, W>,
) -> Result<(), Failure> {
    let local = LocalInstance::start(config).await?;
    let runner = TrialRunner {
        command,
        limit,
        proxy: &local.proxy,
        luna: local.luna()?,
        partner: local.partner(seed)?,
        local: &local,
    };
    // A machine that fails without faults is not tried with them.
    let mut plays = true;
    for (name, trial) in TRIALS {
        let whole = matches!(trial, Trial::Whole(_));
        if report.is_hopeless() || !(whole || plays) {
            report.leave_out(name)?;
            continue;
        }
        let done = runner.try_it(trial).await?;
        report.note(name, done)?;
        plays &= !whole || report.is_well();
    }
    local.stop().await;
    Ok(())
}

impl TrialRunner<'_> {
    /// Runs one trial with a new process and without games of the trial before.
    async fn try_it(&self, trial: Trial) -> Result<Result<(), Defect>, Failure> {
        self.proxy.begin(match trial {
            Trial::Fault(fault) => fault,
            _ => Fault::None,
        });
        let mut program = self.start()?;
        let done = self.watch(trial, &mut program).await;
        program.kill().await;
        self.proxy.shut().await;
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
            // Our own standard output is for the results of the check.
            .stdout(Stdio::from(io::stderr()));
        Process::start(&mut command)
            .map_err(|error| Failure::Refused(format!("{program} cannot be started: {error}")))
    }

    /// Watches the machine until the game is over or something is wrong.
    async fn watch(&self, trial: Trial, program: &mut Process) -> Result<(), Defect> {
        let waits = matches!(trial, Trial::Cut | Trial::Slow | Trial::Killed);
        let (go, may) = watch::channel(!waits);
        let mut partner = std::pin::pin!(self.meet(trial, may));
        let (mut acted, mut last, mut moves) = (!waits, Instant::now(), 0);
        let mut runs = 1;
        let mut go_at = None;
        loop {
            let exchanges = self.proxy.exchanges();
            diagnose(trial, &exchanges)?;
            let made = exchanges.iter().filter(|it| is_progress(it)).count();
            if made > moves {
                (moves, last) = (made, Instant::now());
            }
            if !acted && exchanges.iter().any(|it| it.kind == RequestKind::Questions) {
                acted = true;
                go_at = Some(Instant::now() + self.act(trial, program).await?);
            }
            let until_go = go_at.unwrap_or(last);
            tokio::select! {
                biased;
                met = &mut partner => {
                    met.map_err(|error| defect("partner", &error.to_string(), false))?;
                    return diagnose(trial, &self.proxy.exchanges());
                }
                () = self.proxy.changed() => {}
                status = program.wait() => self.again(program, &status, &mut runs).await?,
                () = sleep_until(until_go), if go_at.is_some() => {
                    go.send_replace(true);
                    (go_at, last) = (None, Instant::now());
                }
                () = sleep_until(last + self.limit), if go_at.is_none() => {
                    return Err(diagnose_silence(trial, &exchanges, &self.luna, self.limit).await);
                }
            }
        }
    }

    /// Plays the partner's side of the game.
    async fn meet(&self, trial: Trial, may: watch::Receiver<bool>) -> Result<(), ApiError> {
        let house = match trial {
            Trial::Whole(house) => house,
            _ => HouseMachine::Eliza,
        };
        if trial == Trial::Leaves {
            self.partner.leave(house).await?;
        }
        self.partner.play(house, may).await.map(drop)
    }

    /// Disturbs the machine once it has asked. Returns the partner's delay from then on.
    async fn act(&self, trial: Trial, program: &mut Process) -> Result<Duration, Defect> {
        match trial {
            Trial::Slow => return Ok(LONG),
            Trial::Killed => {
                program.kill().await;
                *program =
                    self.start().map_err(|error| defect("start", &error.to_string(), true))?;
            }
            Trial::Cut => self.proxy.cut(),
            Trial::Whole(_) | Trial::Fault(_) | Trial::Leaves => {}
        }
        Ok(Duration::ZERO)
    }

    /// Starts the program again if it has ended well after a game, as it may.
    async fn again(
        &self,
        program: &mut Process,
        status: &io::Result<ExitStatus>,
        runs: &mut usize,
    ) -> Result<(), Defect> {
        let begun = |it: &&Exchange| it.kind == RequestKind::Open && it.status.is_success();
        let begun = self.proxy.exchanges().iter().filter(begun).count();
        let open = self.luna.open_games().await;
        let well = status.as_ref().is_ok_and(ExitStatus::success);
        if !well || begun < *runs || open.is_ok_and(|open| !open.is_empty()) {
            return Err(diagnose_exit(status));
        }
        *runs += 1;
        *program = self.start().map_err(|error| defect("start", &error.to_string(), true))?;
        Ok(())
    }

    /// Leaves all open games.
    async fn clear(&self) -> Result<(), ApiError> {
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

/// Returns whether the exchange advanced the game.
fn is_progress(exchange: &Exchange) -> bool {
    exchange.status.is_success()
        && matches!(
            exchange.kind,
            RequestKind::Open
                | RequestKind::Questions
                | RequestKind::Responses
                | RequestKind::Guess
        )
}
