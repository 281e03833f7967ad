//! The outcome of a call: a move, another attempt, or the end of the game.

use std::sync::Arc;
use std::time::Duration;

use luna_core::game::{Duty, Move};
use luna_machines::openai::{NoReply, Usage};
use luna_machines::task::CallError;
use luna_store::game::{Context, GameRecord};
use luna_store::job::{self, ClaimedJob, MachineForfeit};
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::{self as store, Tx, machine};

use super::exchange::retry_ms;
use super::pending::{DAY_MS, PendingTurn};
use crate::error::Error;
use crate::game::submission::{Submission, submit};
use crate::instance::Instance;
use crate::job::{Transaction, readiness};
use crate::mail::Mailer;

/// The deadline in a sandbox, which has none of its own.
const MOST_ATTEMPTS_IN_SANDBOX: i64 = 5;
/// The number of failed attempts for one move.
const MOST_STALLS: i64 = 3;
/// The number of recent games from which on one in five may be given up because of a machine's
/// missing or invalid replies.
const LEAST_GAMES: i64 = 5;
const LAST_GAMES: i64 = 20;

pub(super) async fn submit_move(
    app: &Instance,
    job: ClaimedJob,
    turn: PendingTurn,
    mv: Move,
    usage: Usage,
) -> Result<(), Error> {
    let (at, doing, turn) = (app.moment(), app.clone(), Arc::new(turn));
    app.db
        .write_retrying(move |tx| {
            machine::note_presence(tx, &turn.pending.machine.player_id, at.now)?;
            if usage.calls > 0 && turn.pending.machine.standing.alarm_at.is_some() {
                machine::calm(tx, &turn.pending.machine.player_id)?;
                readiness::refill(tx, at.now, &turn.pending.machine.player_id)?;
            }
            let loaded = still_owed(tx, &turn)?;
            job::complete(tx, &job)?;
            let made = UsageCounts { replies: 1, ..UsageCounts::default() };
            turn.pending.record_usage(tx, at.now, &usage, &made, None)?;
            let Some(mut loaded) = loaded else { return Ok(()) };
            if machine::stopped_with_all(tx, &turn.pending.machine)? {
                // While it was called.
                store::game::play(tx, &at, &mut loaded, turn.seat, &Move::Remove, None)?;
                return Ok(());
            }
            let place = store::game::place(tx, &turn.seat_id, &turn.pending.machine.player_id)?;
            Ok(submit(tx, &doing, &place, &mut loaded, Submission::new(mv, None))?)
        })
        .await
}

/// Loads the game for update; none if the move exists already or is obsolete, for example because
/// the partner has left since.
fn still_owed(tx: &mut Tx<'_>, turn: &PendingTurn) -> store::Result<Option<GameRecord>> {
    let loaded = match store::game::load_locked(tx, &turn.game_id) {
        Err(store::Error::NotFound) => return Ok(None),
        loaded => loaded?,
    };
    let here = loaded.occupant(turn.seat).is_some_and(|who| who.seat_id == turn.seat_id);
    let still = loaded.game.duty(turn.seat) == Some(turn.duty);
    let view = loaded.game.view(turn.seat);
    let same = turn.duty == Duty::Ask || view.same_partner(turn.partners_lost).is_ok();
    let delayed = store::game::delayed_move(tx, &loaded, turn.seat)?.is_some();
    Ok(Some(loaded).filter(|_| here && still && same && !delayed))
}

pub(super) async fn handle_failure(
    app: &Instance,
    job: ClaimedJob,
    turn: PendingTurn,
    NoReply { error, usage, wait }: NoReply,
) -> Result<(), Error> {
    let again = match &error {
        CallError::Unreachable(_) => turn.kind.counts() || job.attempts < MOST_ATTEMPTS_IN_SANDBOX,
        // To wait for it takes long, and may cost something each time.
        CallError::Stalled(_) => job.attempts < MOST_STALLS,
        CallError::Invalid(_) | CallError::Refused(_) | CallError::Spent(_) => false,
    };
    if again {
        return unreachable(app, job, turn, error.to_string(), usage, wait).await;
    }
    given_up(app, job, turn, error, usage).await
}

/// Retries with exponential backoff from 2 seconds, or when the server says, until the deadline of
/// the move.
async fn unreachable(
    app: &Instance,
    job: ClaimedJob,
    turn: PendingTurn,
    why: String,
    usage: Usage,
    wait: Option<Duration>,
) -> Result<(), Error> {
    tracing::info!(job = job.id, attempts = job.attempts, "a machine cannot be reached");
    let wait_ms = retry_ms(job.attempts, wait);
    let (at, id) = (app.moment(), turn.pending.machine.player_id.clone());
    let last = turn.due_at.filter(|&due_at| due_at > at.now).unwrap_or(i64::MAX);
    let due_at = (at.now + wait_ms).min(last);
    // Its next try, if there is one, is its last: somebody has waited in vain.
    let in_vain = turn.kind.counts() && due_at == last;
    let alarm = app
        .db
        .write(move |tx| {
            job::fail(tx, &job, Some(due_at), &why)?;
            let invalid = i64::from(in_vain);
            let outcome = UsageCounts { invalid, ..UsageCounts::default() };
            turn.pending.record_usage(tx, at.now, &usage, &outcome, Some(&why))?;
            if in_vain { too_many(tx, &turn.pending.machine.player_id, &why) } else { Ok(None) }
        })
        .await?;
    match alarm {
        Some(why) => raise_alarm(app, id, why).await,
        None => Ok(()),
    }
}

/// Makes the machine leave the game, which is no loss. If the machine is to blame too often, it is
/// stopped until its owner resumes it.
async fn given_up(
    app: &Instance,
    job: ClaimedJob,
    turn: PendingTurn,
    error: CallError,
    usage: Usage,
) -> Result<(), Error> {
    let (at, rated, id) =
        (app.moment(), turn.kind.counts(), turn.pending.machine.player_id.clone());
    tracing::info!(machine = id, "a machine gives a game up");
    let turn = Arc::new(turn);
    let alarm = app
        .db
        .write_retrying(move |tx| {
            let loaded = still_owed(tx, &turn)?;
            job::complete(tx, &job)?;
            let bad = matches!(error, CallError::Invalid(_) | CallError::Stalled(_));
            let invalid = i64::from(rated && bad);
            let outcome = UsageCounts { invalid, ..UsageCounts::default() };
            let problem = error.to_string();
            turn.pending.record_usage(tx, at.now, &usage, &outcome, Some(&problem))?;
            if let Some(mut loaded) = loaded {
                store::game::leave(tx, &at, &mut loaded, turn.seat, &Move::Remove)?;
            }
            if rated { stop_reason(tx, &at, &turn, &error) } else { Ok(None) }
        })
        .await?;
    match alarm {
        Some(why) => raise_alarm(app, id, why).await,
        None => Ok(()),
    }
}

/// The reason to stop the machine, if there is one.
fn stop_reason(
    tx: &mut Tx<'_>,
    at: &Context,
    turn: &PendingTurn,
    error: &CallError,
) -> store::Result<Option<String>> {
    let id = &turn.pending.machine.player_id;
    match error {
        CallError::Refused(why) => Ok(Some(why.clone())),
        CallError::Invalid(why) | CallError::Stalled(why) => too_many(tx, id, why),
        CallError::Spent(why) if turn.pending.budget.day_is_spent() => {
            usage::close_day(tx, id, at.now.div_euclid(DAY_MS), why)?;
            Ok(None)
        }
        CallError::Spent(why) if turn.pending.budget.untouched => {
            Ok(Some(format!("The budget for a game is too small to start one. {why}")))
        }
        CallError::Unreachable(_) | CallError::Spent(_) => Ok(None),
    }
}

fn too_many(tx: &mut Tx<'_>, id: &str, why: &str) -> store::Result<Option<String>> {
    let (games, given_up) = usage::last_games(tx, id, LAST_GAMES)?;
    let too_many = games >= LEAST_GAMES && given_up * 5 > games;
    Ok(too_many.then(|| {
        format!(
            "{given_up} of its last {games} games ended early, because its replies were invalid \
             or missing. In the last one: {why}"
        )
    }))
}

impl Transaction for MachineForfeit {
    /// Records that a machine has left its partner or missed a deadline.
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        match too_many(tx, &self.machine, &self.why)? {
            Some(why) => {
                let mailer = Mailer { tx, at: &app.moment(), settings: &app.settings };
                alarm(mailer, &self.machine, &why)
            }
            None => Ok(()),
        }
    }
}

/// Runs in its own transaction, since it touches many games. If it were lost, the next game that is
/// given up would repeat it.
async fn raise_alarm(app: &Instance, id: String, why: String) -> Result<(), Error> {
    let (at, settings) = (app.moment(), Arc::clone(&app.settings));
    app.db.write(move |tx| alarm(Mailer { tx, at: &at, settings: &settings }, &id, &why)).await
}

fn alarm(mut mailer: Mailer<'_, '_>, id: &str, why: &str) -> Result<(), Error> {
    if !machine::alarm(mailer.tx, mailer.at, id, why)? {
        return Ok(());
    }
    tracing::warn!(machine = id, "an alarm; /admin/machines says why");
    let machine = machine::find(mailer.tx, id)?;
    mailer.alarm(&machine, why)
}
