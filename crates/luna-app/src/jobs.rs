//! Work that was put off: machines' moves, deadlines, mail.
//!
//! Each job is done in one piece of work together with its being crossed off,
//! so that a crash leaves it either done or still to do. A mail is the
//! exception: it is handed on first, and a crash in between sends it twice.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use luna_store::job::{self, Claimed, JobKind, Queue};
use luna_store::mail::Mail;
use luna_store::{self as store, Tx};
use tokio::task::JoinSet;

use crate::error::Error;
use crate::instance::Instance;
use crate::lease::{LEASE_MS, renewing};
use crate::{house_machines, judge_monitor, machine_calls, mail, predict, rating};

/// Hands a mail on, or says why it could not.
pub type Deliver =
    Arc<dyn Fn(Mail) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

/// The pause between two looks at the queue. A job that is due sooner is done at its millisecond.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const AT_ONCE: usize = 64;
/// Calls do little but wait.
const CALLS_AT_ONCE: usize = 256;
const MOST_ATTEMPTS: i64 = 12;
/// Receipts of machines' requests and sandbox games are kept for a day.
const DAY_MS: i64 = 86_400_000;
const SWEPT_AT_ONCE: i64 = 1_000;
/// Players noted as here in one piece of work.
const NOTED_AT_ONCE: usize = 200;

/// Does what is due, now and from now on, until the server stops. Calls that
/// are under way then are dropped; they are made again when their lease is over,
/// as if the process had been killed.
pub async fn run(app: Instance, deliver: Deliver) {
    tokio::join!(keep_working(&app, &deliver), keep_calling(&app), note_who_is_here(&app));
}

async fn keep_working(app: &Instance, deliver: &Deliver) {
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow() {
        app.limits.sweep(app.now());
        match do_work(app, deliver).await {
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

/// Until the next job is due. A machine's moves that came out every quarter of
/// a second, and never between, would tell it from a person.
async fn pause(app: &Instance) -> Duration {
    let Ok(Some(due_at)) = app.db.read(|tx| job::next_due(tx, Queue::JobKind)).await else {
        return LOOK_EVERY;
    };
    match u64::try_from(due_at - app.now()) {
        Ok(ms) if ms > 0 => LOOK_EVERY.min(Duration::from_millis(ms)),
        // Somebody else has it in hand.
        _ => LOOK_EVERY,
    }
}

/// A call may take a minute; nothing waits for it, not even other calls.
async fn keep_calling(app: &Instance) {
    let mut stopping = app.stopping.clone();
    let mut under_way = JoinSet::new();
    while !*stopping.borrow() {
        match claim(app, Queue::Calls, CALLS_AT_ONCE - under_way.len()).await {
            Ok(claimed) => {
                for job in claimed {
                    under_way.spawn(attempt_call(app.clone(), job));
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

/// Players that every instance has, the sweeping and the counting.
pub async fn prepare(app: &Instance) -> Result<(), store::Error> {
    let (at, doing) = (app.moment(), app.clone());
    app.db
        .write(move |tx| {
            store::machine::hold_all(tx)?;
            store::player::fill_skeletons(tx)?;
            house_machines::prepare(tx, &doing)?;
            machine_calls::prepare(tx, &doing)?;
            job::schedule_once(tx, "watch", &JobKind::Watch, at.now)?;
            job::schedule_once(tx, "sweep", &JobKind::Sweep, at.now)?;
            job::schedule_once(tx, "predict", &JobKind::Predict, at.now)?;
            job::schedule_once(tx, "recount", &JobKind::Recount, at.now)
        })
        .await
}

/// Does everything that is due now, once, calls included; gives how much that was.
pub async fn run_due(app: &Instance, deliver: &Deliver) -> Result<usize, store::Error> {
    let calls = claim(app, Queue::Calls, CALLS_AT_ONCE).await?;
    let count = calls.len() + do_work(app, deliver).await?;
    let under_way: JoinSet<()> =
        calls.into_iter().map(|job| attempt_call(app.clone(), job)).collect();
    under_way.join_all().await;
    Ok(count)
}

async fn do_work(app: &Instance, deliver: &Deliver) -> Result<usize, store::Error> {
    let claimed = claim(app, Queue::JobKind, AT_ONCE).await?;
    let count = claimed.len();
    let attempts = claimed.into_iter().map(|job| attempt(app.clone(), Arc::clone(deliver), job));
    attempts.collect::<JoinSet<()>>().join_all().await;
    Ok(count)
}

async fn claim(app: &Instance, lane: Queue, most: usize) -> Result<Vec<Claimed>, store::Error> {
    let (now, most) = (app.now(), i64::try_from(most).unwrap_or(0));
    let next = app.db.read(move |tx| job::next_due(tx, lane)).await?;
    if most == 0 || next.is_none_or(|due_at| due_at > now) {
        return Ok(Vec::new());
    }
    app.db.write(move |tx| job::claim(tx, lane, now, LEASE_MS, most)).await
}

async fn attempt_call(app: Instance, job: Claimed) {
    let tried = match job.work {
        JobKind::Recount => rating::perform(&app, job.clone()).await,
        JobKind::Predict => predict::perform(&app, job.clone()).await,
        JobKind::Watch => judge_monitor::watch(&app, job.clone()).await,
        _ => machine_calls::perform(&app, job.clone()).await,
    };
    note(&app, job, tried).await;
}

async fn attempt(app: Instance, deliver: Deliver, job: Claimed) {
    let tried = match &job.work {
        JobKind::Mail { mail } => send(&app, &deliver, mail.clone(), job.clone()).await,
        JobKind::MachineTurn { game, seat, .. } => {
            match house_machines::think(&app, game, *seat).await {
                Ok(()) => in_one_piece(&app, job.clone()).await,
                Err(error) => Err(error.to_string()),
            }
        }
        _ => in_one_piece(&app, job.clone()).await,
    };
    note(&app, job, tried).await;
}

async fn note(app: &Instance, job: Claimed, tried: Result<(), String>) {
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
            put_off(app, job, problem).await;
        }
    }
}

/// Later each time: 10 seconds, 20, 40 and so on up to an hour; then never.
async fn put_off(app: &Instance, job: Claimed, problem: String) {
    let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(9);
    let wait_ms = (10_000 * 2_i64.pow(doublings)).min(3_600_000);
    let due_at = (job.attempts < MOST_ATTEMPTS).then(|| app.now() + wait_ms);
    let written = app.db.write(move |tx| job::failed(tx, &job, due_at, &problem)).await;
    if let Err(error) = written {
        tracing::error!(?error, "could not put a job off; its lease will run out");
    }
}

/// The work and its being crossed off, together or not at all.
async fn in_one_piece(app: &Instance, job: Claimed) -> Result<(), String> {
    let doing = app.clone();
    app.db
        .write_again(move |tx| {
            if let JobKind::Follow { .. } = &job.work {
                // It holds players in their order before any job; twice does no harm.
                perform(tx, &doing, &job.work)?;
                return Ok(job::done(tx, &job).map(drop)?);
            }
            // Crossed off first: a job scheduled under the same id meanwhile stays.
            if job::begin(tx, &job)? { perform(tx, &doing, &job.work) } else { Ok(()) }
        })
        .await
        .map_err(|error| error.to_string())
}

fn perform(tx: &mut Tx<'_>, app: &Instance, work: &JobKind) -> Result<(), Error> {
    let at = app.moment();
    match work {
        JobKind::MachineSeat { game } => Ok(house_machines::seat_machine(tx, app, game)?),
        JobKind::Pair { game } => match store::game::pair(tx, &at, game) {
            Err(store::Error::NotFound) => Ok(()),
            paired => match paired? {
                Some(game) => Ok(house_machines::seat_machine(tx, app, &game)?),
                None => Ok(()),
            },
        },
        JobKind::Leave { after } => Ok(store::machine::leave_next(tx, &at, after)?),
        JobKind::Lost { machine, why } => machine_calls::lost(tx, app, machine, why),
        JobKind::MachineTurn { game, seat, paced_ms } => {
            let mut loaded = store::game::load_held(tx, game)?;
            match (loaded.game.duty(*seat), loaded.occupant(*seat)) {
                (Some(duty), Some(machine)) if machine.house() => {
                    Ok(house_machines::play(tx, app, &mut loaded, *seat, duty, Some(*paced_ms))?)
                }
                (_, Some(_)) => Ok(store::game::release(tx, &at, &mut loaded, *seat, *paced_ms)?),
                _ => Ok(()),
            }
        }
        JobKind::Deadline { seat, reminded } => {
            let seen = |player_id: &str| app.presence.seen(&app.open_streams, player_id, at.now);
            Ok(store::game::overdue(tx, &at, seat, *reminded, &seen).map(drop)?)
        }
        JobKind::Forgotten { email } => mail::forgotten(tx, &at, &app.settings, email),
        JobKind::Notify { player } => match store::player::find(tx, player) {
            Err(store::Error::NotFound) => Ok(()),
            player => mail::about_games(tx, &at, &app.settings, &player?),
        },
        JobKind::Sweep => {
            store::session::sweep(tx, at.now)?;
            store::link::sweep(tx, at.now)?;
            store::receipt::sweep(tx, at.now - DAY_MS)?;
            let swept = store::game::sweep(tx, at.now - DAY_MS, SWEPT_AT_ONCE)?;
            // There may be more, and moves are not to wait for all of them.
            let full = i64::try_from(swept).is_ok_and(|swept| swept >= SWEPT_AT_ONCE);
            mail::erasures(tx, &at, &app.settings)?;
            let more = store::retention::sweep(tx, &at, &app.settings.retention)?;
            let after = if full || more { 1_000 } else { 3_600_000 };
            Ok(job::schedule(tx, "sweep", &JobKind::Sweep, at.now + after)?)
        }
        JobKind::Follow { judge } => {
            let more = store::judge::follow(tx, judge)?;
            if more {
                Ok(job::schedule(tx, &format!("follow:{judge}"), work, at.now)?)
            } else {
                Ok(job::schedule(tx, "recount", &JobKind::Recount, at.now)?)
            }
        }
        JobKind::Call { .. }
        | JobKind::Task { .. }
        | JobKind::Ready { .. }
        | JobKind::Mail { .. }
        | JobKind::Recount
        | JobKind::Predict
        | JobKind::Watch => Ok(()),
    }
}

/// Hands a mail on, then crosses it off.
async fn send(
    app: &Instance,
    deliver: &Deliver,
    id: String,
    mut job: Claimed,
) -> Result<(), String> {
    let wanted = id.clone();
    let unsent = app.db.read(move |tx| store::mail::unsent(tx, &wanted)).await;
    if let Some(mail) = unsent.map_err(|error| error.to_string())? {
        if let Err(problem) = renewing(app, &mut job, deliver(mail)).await {
            let noted = problem.clone();
            let written = app.db.write(move |tx| store::mail::failed(tx, &id, &noted)).await;
            return match written {
                Ok(()) => Err(problem),
                Err(error) => Err(format!("{problem}; {error}")),
            };
        }
        app.jobs.mails_sent.fetch_add(1, Ordering::Relaxed);
    }
    let (now, smtp) = (app.now(), app.settings.smtp);
    app.db
        .write(move |tx| {
            // Before the mail, as where a player is erased.
            job::done(tx, &job)?;
            match smtp {
                true => store::mail::sent(tx, &id, now),
                false => store::mail::shown(tx, &id, now),
            }
        })
        .await
        .map_err(|error| error.to_string())
}

/// Writes down who is here, for the other processes of the instance and for this
/// one when it has started again.
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
