//! Probes of machines that are called, and the games in which they wait for people.

use std::time::Duration;

use luna_core::game::Rules;
use luna_core::rng::Chance;
use luna_machines::task::CallError;
use luna_store::game::{Context, Kind};
use luna_store::job::{self, ClaimedJob, Ready};
use luna_store::machine::{self, Transport, usage};
use luna_store::{self as store, Tx};

use super::adapter::{self, Adapter};
use super::pending::DAY_MS;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::lease::renewing;
use crate::job::readiness::job_id;
use crate::job::{Job, Worker};

/// The timeout of a probe.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The delay after an alarm of a machine that keeps playing.
const ALARMED_MS: i64 = 600_000;
/// The maximum number of games that wait for a person.
const MOST_WAITING: i64 = 2;
/// The same after an alarm, so that few people wait in vain for a reply.
const MOST_WAITING_ALARMED: i64 = 1;

impl Job for Ready {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let done = check(&worker.app, claimed, self.machine).await;
        done.map_err(|error| error.to_string())
    }
}

/// Probes a machine, and has it wait for people if it is ready.
async fn check(app: &Instance, mut job: ClaimedJob, id: String) -> Result<(), Error> {
    let (reading, wanted) = (app.clone(), id.clone());
    let found = app.db.read(move |tx| find(tx, &reading, &wanted)).await?;
    let ready = match found {
        // Nothing that is stopped is called.
        Some((_, true)) => false,
        None => {
            app.db.write(move |tx| job::complete(tx, &job)).await?;
            return Ok(());
        }
        Some((adapter, false)) => {
            let ready = renewing(app, &mut job, is_ready(app, adapter)).await.is_ok();
            if !ready {
                // The problem is not logged: it has the owner's address in it.
                tracing::info!(machine = id, "a machine is not ready");
            }
            ready
        }
    };
    let at = app.moment();
    let rules = app.settings.rules;
    app.db
        .write(move |tx| {
            // Nobody stops it before its games are there, nor is there an alarm.
            machine::lock(tx, &id)?;
            job::complete(tx, &job)?;
            let mut chance = Chance::from_words(&[&id, &at.now.to_string(), "ready"]);
            let mut after = 30_000 + i64::try_from(chance.below(30_000)).unwrap_or(0);
            if ready {
                machine::note_presence(tx, &id, at.now)?;
                if let Some(alarmed_ms) = wait_for_people(tx, &at, &id, rules)? {
                    after = alarmed_ms;
                }
            }
            let work = Ready { machine: id.clone() };
            job::schedule(tx, &job_id(&id), &work, at.now + after)
        })
        .await?;
    Ok(())
}

/// The adapter to the machine and whether it is stopped; none if it needs no more checks. A machine
/// that the operator has stopped is still probed, since it may be resumed without notice.
fn find(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
) -> store::Result<Option<(Result<Adapter, CallError>, bool)>> {
    let machine = match machine::find(tx, id) {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    let called = matches!(machine.declared.way, Transport::Push | Transport::Openai);
    let standing = &machine.standing;
    if !called || standing.stopped_at.is_some() || standing.replaced_at.is_some() {
        return Ok(None);
    }
    let adapter = adapter::find(tx, app, &machine)?;
    let stopped = machine.idle_because().is_some() || machine::stopped_with_all(tx, &machine)?;
    Ok(Some((adapter, stopped)))
}

async fn is_ready(app: &Instance, adapter: Result<Adapter, CallError>) -> Result<(), CallError> {
    match adapter? {
        Adapter::Push(mut push) => {
            push.timeout = push.timeout.min(TIMEOUT);
            push.ready(app.now() / 1000).await
        }
        // To ask would cost something; what is configured is taken to be there.
        Adapter::Model { .. } => Ok(()),
    }
}

/// Returns the time of the next attempt after an alarm: an alarm does not stop a house machine, it
/// is only tried less often, with one person at a time.
fn wait_for_people(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    rules: Rules,
) -> store::Result<Option<i64>> {
    // It may have been stopped while it was asked.
    let machine = machine::find(tx, id)?;
    let since_alarm = machine.standing.alarm_at.map(|alarm_at| at.now - alarm_at);
    if let Some(since) = since_alarm.filter(|&since| since < ALARMED_MS) {
        return Ok(Some(ALARMED_MS - since));
    }
    let again = since_alarm.map(|_| ALARMED_MS);
    if machine.idle_because().is_some()
        || machine::stopped_with_all(tx, &machine)?
        || usage::day_closed(tx, id, at.now.div_euclid(DAY_MS))?.is_some()
    {
        return Ok(again);
    }
    let most = if again.is_some() { MOST_WAITING_ALARMED } else { MOST_WAITING };
    let waiting = machine::waiting_count(tx, id)?;
    for _ in waiting..most {
        if machine::begin(tx, at.now, id, Kind::Rated)?.is_some() {
            break;
        }
        store::game::start_machine(tx, at, id, rules, Kind::Rated)?;
    }
    Ok(again)
}
