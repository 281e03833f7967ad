//! What follows from a call: a move, another try, or the end of the game.

use std::sync::Arc;

use luna_core::game::Move;
use luna_machines::openai::Usage;
use luna_machines::task::CallError;
use luna_store::game::{Loaded, Moment};
use luna_store::job::{self, Claimed};
use luna_store::machine::spent::{self, Spent};
use luna_store::{self as store, Tx, machine};

use super::way_in::{self, WayIn};
use super::{DAY_MS, Owed};
use crate::error::Error;
use crate::{App, house, mail};

/// In a sandbox there is no deadline.
const MOST_ATTEMPTS_IN_SANDBOX: i64 = 5;
const LONGEST_WAIT_MS: i64 = 300_000;
/// Of its last games, from this many on, one in five may be given up because
/// of a machine's replies.
const LEAST_GAMES: i64 = 5;
const LAST_GAMES: i64 = 20;

pub(super) async fn made(
    app: &App,
    job: Claimed,
    owed: Owed,
    mv: Move,
    usage: Usage,
) -> Result<(), Error> {
    let (at, doing) = (app.moment(), app.clone());
    app.db
        .write(move |tx| {
            machine::seen(tx, &owed.machine.player_id, at.now)?;
            let loaded = still_owed(tx, &owed)?;
            job::done(tx, &job)?;
            let line = way_in::line(&owed.way_in, &usage);
            add(tx, &at, &owed, &Spent { replies: 1, ..line }, None)?;
            let Some(mut loaded) = loaded else { return Ok(()) };
            store::game::sent(tx, &at, &mut loaded, owed.seat, &mv)?;
            Ok(house::replies(tx, &doing, &mut loaded)?)
        })
        .await
}

/// The game, held; nothing if the move is there already, or is not wanted.
fn still_owed(tx: &mut Tx<'_>, owed: &Owed) -> store::Result<Option<Loaded>> {
    let loaded = match store::game::load_held(tx, &owed.game_id) {
        Err(store::Error::NotFound) => return Ok(None),
        loaded => loaded?,
    };
    let here = loaded.occupant(owed.seat).is_some_and(|who| who.seat_id == owed.seat_id);
    let still = loaded.game.duty(owed.seat) == Some(owed.duty);
    let held = store::game::held(tx, &loaded, owed.seat)?.is_some();
    Ok(Some(loaded).filter(|_| here && still && !held))
}

fn add(
    tx: &mut Tx<'_>,
    at: &Moment,
    owed: &Owed,
    line: &Spent,
    problem: Option<&str>,
) -> store::Result<()> {
    let (id, today) = (&owed.machine.player_id, at.now.div_euclid(DAY_MS));
    if *line == Spent::default() && problem.is_none() {
        return Ok(());
    }
    spent::add(tx, id, today, &owed.seat_id, line, problem)
}

/// Tried again after 2 seconds, 4, 8 and so on, until the time for the move is over.
pub(super) async fn unreachable(
    app: &App,
    job: Claimed,
    owed: Owed,
    why: String,
    usage: Usage,
) -> Result<(), Error> {
    if !owed.kind.counts() && job.attempts >= MOST_ATTEMPTS_IN_SANDBOX {
        return given_up(app, job, owed, CallError::Unreachable(why), usage).await;
    }
    tracing::info!(job = job.id, attempts = job.attempts, why, "a machine cannot be reached");
    let doublings = u32::try_from(job.attempts - 1).unwrap_or(0).min(20);
    let wait_ms = (2_000 * 2_i64.pow(doublings)).min(LONGEST_WAIT_MS);
    let at = app.moment();
    let last = owed.due_at.filter(|&due_at| due_at > at.now).unwrap_or(i64::MAX);
    let due_at = (at.now + wait_ms).min(last);
    app.db
        .write(move |tx| {
            job::failed(tx, &job, Some(due_at), &why)?;
            add(tx, &at, &owed, &way_in::line(&owed.way_in, &usage), Some(&why))
        })
        .await?;
    Ok(())
}

/// The machine leaves the game, which is no loss. Where that says something
/// about the machine, it is stopped until its owner has seen to it.
pub(super) async fn given_up(
    app: &App,
    job: Claimed,
    owed: Owed,
    error: CallError,
    usage: Usage,
) -> Result<(), Error> {
    let (at, rated, id) = (app.moment(), owed.kind.counts(), owed.machine.player_id.clone());
    tracing::info!(machine = id, %error, "a machine gives a game up");
    let alarm = app
        .db
        .write(move |tx| {
            let loaded = still_owed(tx, &owed)?;
            job::done(tx, &job)?;
            let invalid = i64::from(rated && matches!(error, CallError::Invalid(_)));
            let line = Spent { invalid, ..way_in::line(&owed.way_in, &usage) };
            add(tx, &at, &owed, &line, Some(&error.to_string()))?;
            if let Some(mut loaded) = loaded {
                store::game::play(tx, &at, &mut loaded, owed.seat, &Move::Remove, None)?;
            }
            if rated { because(tx, &at, &owed, &error) } else { Ok(None) }
        })
        .await?;
    match alarm {
        Some(why) => sound(app, id, why).await,
        None => Ok(()),
    }
}

/// Why the machine is to be stopped, if it is.
fn because(
    tx: &mut Tx<'_>,
    at: &Moment,
    owed: &Owed,
    error: &CallError,
) -> store::Result<Option<String>> {
    let id = &owed.machine.player_id;
    match error {
        CallError::Unreachable(_) => Ok(None),
        CallError::Refused(why) => Ok(Some(why.clone())),
        CallError::Invalid(why) => {
            let (games, given_up) = spent::last_games(tx, id, LAST_GAMES)?;
            let too_many = games >= LEAST_GAMES && given_up * 5 > games;
            Ok(too_many.then(|| {
                format!(
                    "Of its last {games} games {given_up} were given up, because its replies could \
                     not be understood. In the last one: {why}"
                )
            }))
        }
        CallError::Spent(why) => match &owed.way_in {
            Ok(WayIn::Model { budget, .. }) if budget.day_is_spent() => {
                spent::close_day(tx, id, at.now.div_euclid(DAY_MS), why)?;
                Ok(None)
            }
            Ok(WayIn::Model { budget, .. }) if budget.untouched => {
                Ok(Some(format!("The budget for a game is too small to begin one. {why}")))
            }
            _ => Ok(None),
        },
    }
}

/// In a piece of work of its own, since it takes many games. Were it lost, the
/// next game that is given up would bring it back.
async fn sound(app: &App, id: String, why: String) -> Result<(), Error> {
    let (at, settings) = (app.moment(), Arc::clone(&app.settings));
    app.db
        .write(move |tx| {
            if !machine::alarm(tx, &at, &id, &why)? {
                return Ok(());
            }
            let machine = machine::find(tx, &id)?;
            mail::alarm(tx, &at, &settings, &machine, &why)
        })
        .await
}
