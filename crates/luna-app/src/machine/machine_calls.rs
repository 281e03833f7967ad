//! Calls to external machines for their moves.
//!
//! A call runs outside any transaction. Its outcome is written in the transaction that deletes the
//! job: after a crash in between the machine is called again, and a move that exists already is not
//! made twice. The job's lease is renewed during the call.

mod adapter;
pub mod adapter_config;
mod availability;
pub mod budget;
mod exchange;
mod outcome;
mod outside;
pub mod panel;
mod pending;
mod reservation;

use std::time::Duration;

use luna_core::game::{Duty, Move, Seat};
use luna_machines::HouseMachine;
use luna_machines::openai::{MeteredReply, Usage};
use luna_machines::task::GameTask;
use luna_store::game::Kind;
use luna_store::job::{self, Call, ClaimedJob};
use luna_store::machine::Transport;
use luna_store::{self as store, Tx};

use self::exchange::exchange;
use self::pending::{PendingTask, PendingTurn};
use crate::error::Error;
use crate::game::house_machines;
use crate::instance::Instance;
use crate::job::{Job, Worker, readiness};
use crate::question_campaign::question_set;

/// The longest that one exchange with a machine may take.
pub const TIMEOUT: Duration = Duration::from_secs(60);
/// The delay after which a game is checked again while all machines are stopped and it has not been
/// left yet.
const STOPPED_MS: i64 = 10_000;

impl Job for Call {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let done = take_turn(&worker.app, claimed, self.game, self.seat).await;
        done.map_err(|error| error.to_string())
    }
}

/// Asks the machine in a seat for the move that it owes.
async fn take_turn(
    app: &Instance,
    mut job: ClaimedJob,
    game: String,
    seat: Seat,
) -> Result<(), Error> {
    let reading = app.clone();
    let turn = app.db.read(move |tx| find_turn(tx, &reading, &game, seat)).await?;
    let Some(mut turn) = turn else {
        app.db.write(move |tx| job::complete(tx, &job)).await?;
        return Ok(());
    };
    if turn.stopped {
        let due_at = app.now() + STOPPED_MS;
        return Ok(app.db.write(move |tx| job::reschedule(tx, &job, due_at)).await?);
    }
    if let Some(questions) = turn.questions.take() {
        let mv = Move::Ask(questions);
        return outcome::submit_move(app, job, turn, mv, Usage::default()).await;
    }
    match exchange(app, &mut job, &mut turn.pending).await? {
        None => Ok(()),
        Some(Ok(MeteredReply { reply, usage })) => {
            outcome::submit_move(app, job, turn, reply, usage).await
        }
        Some(Err(none)) => outcome::handle_failure(app, job, turn, none).await,
    }
}

/// The turn of the machine in a seat; none if it has moved in the meantime.
fn find_turn(
    tx: &mut Tx<'_>,
    app: &Instance,
    game: &str,
    seat: Seat,
) -> store::Result<Option<PendingTurn>> {
    let loaded = match store::game::load(tx, game) {
        Err(store::Error::NotFound) => return Ok(None),
        loaded => loaded?,
    };
    let (Some(duty), Some(who)) = (loaded.game.duty(seat), loaded.occupant(seat)) else {
        return Ok(None);
    };
    let view = loaded.game.view(seat);
    // To a machine its seat is the game.
    let Some(task) = GameTask::of(&who.seat_id, &view, duty) else {
        return Ok(None);
    };
    if !who.called() || store::game::delayed_move(tx, &loaded, seat)?.is_some() {
        return Ok(None);
    }
    let machine = store::machine::find(tx, &who.player_id)?;
    let stopped = store::machine::stopped_with_all(tx, &machine)?;
    let questions = match duty {
        Duty::Ask if panel::is(&machine) => {
            Some(panel::questions(tx, &machine, &who.seat_id, view.rules)?)
        }
        // Its owner may have given it a text to ask about.
        Duty::Ask => question_set::draw(tx, &machine, &who.seat_id, view.rules)?,
        Duty::Answer | Duty::Guess => None,
    };
    Ok(Some(PendingTurn {
        pending: PendingTask::new(tx, app, machine, task, None)?,
        game_id: loaded.id.clone(),
        seat,
        seat_id: who.seat_id.clone(),
        duty,
        partners_lost: view.partners_lost,
        due_at: who.due_at,
        kind: loaded.kind,
        questions,
        stopped,
    }))
}

/// Opens a sandbox game between a machine and this house machine, so that its owner can test it.
/// Returns the machine's seat; `machine::usage::problem` of that seat holds the last problem.
pub fn try_out(
    app: &Instance,
    tx: &mut Tx<'_>,
    machine_id: &str,
    house: HouseMachine,
) -> store::Result<String> {
    let (at, rules) = (app.moment(), app.settings.rules);
    let seat_id = store::game::start_machine(tx, &at, machine_id, rules, Kind::Sandbox)?;
    let (_, loaded) = store::game::load_for_update(tx, &seat_id, machine_id)?;
    store::game::join_sandbox(tx, &at, loaded, house.id())?;
    let (_, mut loaded) = store::game::load_for_update(tx, &seat_id, machine_id)?;
    house_machines::play_house_turns(tx, app, &mut loaded)?;
    Ok(seat_id)
}

/// Schedules probes of all machines that are called, at startup.
pub(crate) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    panel::prepare(tx, app)?;
    for way in [Transport::Push, Transport::Openai] {
        for id in store::machine::of_way(tx, way)? {
            readiness::schedule_probe_once(tx, app.now(), &id)?;
        }
    }
    Ok(())
}
