//! Deferred work: machines' moves, deadlines, mail.
//!
//! Each job runs in the transaction that deletes it, so a crash leaves it either done or still to
//! do. Mail is the exception: it is handed on first, and a crash in between sends it twice.

mod deadline;
mod follow;
mod leave;
mod machine_turn;
mod mail;
mod notify;
mod pair;
pub mod place_writer;
mod recount;
mod sweep;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use luna_store::job::{
    self, Call, ClaimedJob, Deadline, Follow, JobSpec as _, Leave, MachineForfeit, MachineSeat,
    MachineTurn, Notify, Pair, Predict, Queue, Ready, Recount, Task, Watch,
};
use luna_store::{self as store, Tx};
use tokio::task::JoinSet;

use self::sweep::Sweep;
use crate::game::house_machines;
use crate::instance::{Discipline, Instance, JobHandler};
pub use crate::job::Deliver;
use crate::job::Worker;
use crate::job::lease::LEASE_MS;
use crate::machine::machine_calls;
use crate::mail::password_reset;

/// The kinds of jobs of no discipline. The work of each is beside the code that it calls, or in this
/// folder.
const SHARED: &[JobHandler] = &[
    JobHandler::transaction::<MachineSeat>(),
    JobHandler::transaction::<Pair>(),
    JobHandler::transaction::<Leave>(),
    JobHandler::transaction::<MachineForfeit>(),
    JobHandler::transaction::<Deadline>(),
    JobHandler::transaction::<Notify>(),
    JobHandler::transaction::<password_reset::PasswordReset>(),
    JobHandler::transaction::<Sweep>(),
    JobHandler::job::<Call>(),
    JobHandler::job::<Task>(),
    JobHandler::job::<Ready>(),
    JobHandler::job::<MachineTurn>(),
    JobHandler::job::<job::Mail>(),
    JobHandler::job::<Follow>(),
    JobHandler::job::<Watch>(),
    JobHandler::job::<Recount>(),
    JobHandler::job::<Predict>(),
];

/// The kinds of jobs of an instance.
fn all(disciplines: &'static [&'static Discipline]) -> impl Iterator<Item = &'static JobHandler> {
    SHARED.iter().chain(disciplines.iter().flat_map(|it| it.jobs))
}

fn registered(app: &Instance, name: &str) -> Option<&'static JobHandler> {
    all(app.disciplines).find(|it| it.kind.name == name)
}

/// The interval at which the queue is polled. A job that is due sooner runs at its millisecond.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const AT_ONCE: usize = 64;
/// The number of calls at a time; they mostly wait.
const CALLS_AT_ONCE: usize = 256;
const MOST_ATTEMPTS: i64 = 12;
/// The jobs that every instance has and that schedule themselves.
const PERIODIC: [&str; 4] = [Watch::KIND, Sweep::KIND, Predict::KIND, Recount::KIND];
/// Periodic jobs are due at the latest an hour ahead, and here clocks may differ by another.
const FURTHEST_MS: i64 = 2 * 3_600_000;
/// Players recorded as present in one transaction.
const NOTED_AT_ONCE: usize = 200;
/// An owner at a new place is known there after this time.
const PLACES_EVERY: Duration = Duration::from_secs(2);

/// Runs due jobs, and the disciplines' work beside the server, until it stops. Calls under way are then dropped and made again when their
/// lease expires, as if the process had been killed.
pub async fn run(app: Instance, deliver: Deliver) {
    let worker = Worker { app, deliver };
    let app = &worker.app;
    let background = app.disciplines.iter().flat_map(|it| it.background);
    let background: JoinSet<()> = background.map(|run| run(app.clone())).collect();
    tokio::join!(
        keep_working(&worker),
        keep_calling(&worker),
        note_who_is_here(app),
        keep_writing_places(app),
        background.join_all()
    );
}

async fn keep_working(worker: &Worker) {
    let app = &worker.app;
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        app.limits.sweep(app.now());
        match do_work(worker).await {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => tracing::error!(?error, "could not look for work"),
        }
        let pause = pause(app).await;
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Waits until the next job is due. If moves of machines appeared only every quarter of a second,
/// they could be told from those of people.
async fn pause(app: &Instance) -> Duration {
    let Ok(Some(due_at)) = app.db.read(|tx| job::next_due(tx, Queue::Work)).await else {
        return LOOK_EVERY;
    };
    match u64::try_from(due_at - app.now()) {
        Ok(ms) if ms > 0 => LOOK_EVERY.min(Duration::from_millis(ms)),
        // Somebody else has it in hand.
        _ => LOOK_EVERY,
    }
}

/// Makes calls beside all other work: each may take a minute.
async fn keep_calling(worker: &Worker) {
    let app = &worker.app;
    let mut stopping = app.stopping.clone();
    let mut under_way = JoinSet::new();
    while !*stopping.borrow() {
        match claim(app, Queue::Calls, CALLS_AT_ONCE - under_way.len()).await {
            Ok(claimed) => {
                for job in claimed {
                    under_way.spawn(attempt(worker.clone(), job));
                }
            }
            Err(error) => tracing::error!(?error, "could not look for calls"),
        }
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
        while under_way.try_join_next().is_some() {}
    }
}

/// Creates the house machines and the periodic jobs that every instance has.
pub async fn prepare(app: &Instance) -> Result<(), store::Error> {
    let (at, doing) = (app.moment(), app.clone());
    app.db
        .write(move |tx| {
            store::machine::lock_all(tx)?;
            if let Some(ms) = store::game::stand_still(tx, at.now)? {
                tracing::info!(
                    seconds = ms / 1000,
                    "the clocks of games stood still while Luna was stopped"
                );
            }
            if doing.settings.neighbours_meet {
                store::place::forget_addresses(tx)?;
            }
            store::player::fill_skeletons(tx)?;
            house_machines::prepare(tx, &doing)?;
            let mut answering = doing.disciplines.iter().flat_map(|it| it.answering);
            answering.try_for_each(|it| it.prepare(tx, at.now))?;
            doing.disciplines.iter().try_for_each(|it| (it.prepare)(tx, &doing))?;
            machine_calls::prepare(tx, &doing)?;
            job::schedule_once(tx, "watch", &Watch {}, at.now)?;
            job::schedule_once(tx, "sweep", &Sweep {}, at.now)?;
            job::schedule_once(tx, "predict", &Predict {}, at.now)?;
            job::schedule_once(tx, "recount", &Recount {}, at.now)?;
            bring_periodic_forward(tx, at.now)
        })
        .await
}

/// Does what disciplines do before the first visitor comes.
pub async fn open(app: &Instance) -> store::Result<()> {
    for discipline in app.disciplines {
        (discipline.open)(app.clone()).await?;
    }
    Ok(())
}

/// A clock that was ahead, and was corrected, leaves periodic jobs that would be due in a year.
fn bring_periodic_forward(tx: &mut Tx<'_>, now: i64) -> store::Result<()> {
    for id in PERIODIC {
        if job::bring_forward(tx, id, now, now + FURTHEST_MS)? {
            tracing::warn!(job = id, "was due far ahead: the clock has been set back");
        }
    }
    Ok(())
}

/// Runs everything that is due now, once, including calls. Returns the number of jobs.
pub async fn run_due(app: &Instance, deliver: &Deliver) -> Result<usize, store::Error> {
    place_writer::write_waiting(app).await?;
    let worker = Worker { app: app.clone(), deliver: Arc::clone(deliver) };
    let calls = claim(app, Queue::Calls, CALLS_AT_ONCE).await?;
    let count = calls.len() + do_work(&worker).await?;
    let under_way: JoinSet<()> =
        calls.into_iter().map(|job| attempt(worker.clone(), job)).collect();
    under_way.join_all().await;
    Ok(count)
}

async fn do_work(worker: &Worker) -> Result<usize, store::Error> {
    let claimed = claim(&worker.app, Queue::Work, AT_ONCE).await?;
    let count = claimed.len();
    let attempts = claimed.into_iter().map(|job| attempt(worker.clone(), job));
    attempts.collect::<JoinSet<()>>().join_all().await;
    Ok(count)
}

async fn claim(app: &Instance, lane: Queue, most: usize) -> Result<Vec<ClaimedJob>, store::Error> {
    let (now, most) = (app.now(), i64::try_from(most).unwrap_or(0));
    let next = app.db.read(move |tx| job::next_due(tx, lane)).await?;
    if most == 0 || next.is_none_or(|due_at| due_at > now) {
        return Ok(Vec::new());
    }
    let doing = app.clone();
    let kind = move |name: &str| registered(&doing, name).map(|it| it.kind);
    app.db.write(move |tx| job::claim(tx, kind, lane, now, LEASE_MS, most)).await
}

async fn attempt(worker: Worker, job: ClaimedJob) {
    let tried = match registered(&worker.app, job.kind.name) {
        Some(kind) => (kind.run)(worker.clone(), job.clone()).await,
        None => Err(format!("unknown kind `{}`", job.kind.name)),
    };
    note(&worker.app, job, tried).await;
}

async fn note(app: &Instance, job: ClaimedJob, tried: Result<(), String>) {
    match tried {
        Ok(()) => {
            app.jobs.done.fetch_add(1, Ordering::Relaxed);
        }
        Err(problem) => {
            app.jobs.failed.fetch_add(1, Ordering::Relaxed);
            // Not the problem: a mail server's answer has the address in it.
            tracing::warn!(
                job = job.id,
                attempts = job.attempts,
                "a job failed; /admin/jobs says why"
            );
            reschedule(app, job, problem).await;
        }
    }
}

/// Reschedules a failed job with exponential backoff: after 10 seconds, 20, 40 and so on up to an
/// hour, then never.
async fn reschedule(app: &Instance, job: ClaimedJob, problem: String) {
    let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(9);
    let wait_ms = (10_000 * 2_i64.pow(doublings)).min(3_600_000);
    let due_at = (job.attempts < MOST_ATTEMPTS).then(|| app.now() + wait_ms);
    let written = app.db.write(move |tx| job::fail(tx, &job, due_at, &problem)).await;
    if let Err(error) = written {
        tracing::error!(?error, "could not put a job off; its lease will run out");
    }
}

async fn keep_writing_places(app: &Instance) {
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(PLACES_EVERY) => {}
        }
        if let Err(error) = place_writer::write_waiting(app).await {
            tracing::warn!(?error, "could not write where players are");
        }
    }
}

/// Records who is present, for the other processes of the instance and for this one after a
/// restart. Looks after the periodic jobs on the way.
async fn note_who_is_here(app: &Instance) {
    let every_ms = (app.settings.timing.silence_ms / 4).clamp(1_000, 60_000);
    let every = Duration::from_millis(every_ms.unsigned_abs());
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        tokio::select! {
            _ = stopping.changed() => {}
            () = tokio::time::sleep(every) => {}
        }
        let now = app.now();
        if let Err(error) = app.db.write(move |tx| bring_periodic_forward(tx, now)).await {
            tracing::warn!(?error, "could not look at the periodic jobs");
        }
        let here = app.presence.since(&app.open_streams, now - 2 * every_ms);
        for some in here.chunks(NOTED_AT_ONCE) {
            let some = some.to_vec();
            let noted = app.db.write(move |tx| store::game::note_here(tx, now, &some)).await;
            if let Err(error) = noted {
                tracing::warn!(?error, "could not note who is here");
                break;
            }
        }
    }
}
