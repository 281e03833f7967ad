//! The consequences of a move: the queue, the state of both seats, jobs and news.

use luna_core::game::{Duty, Phase, Seat};

use super::{
    Before, Context, GameRecord, Kind, deadline, delayed_moves, machine_pacing, machine_pool,
    reveal, tell,
};
use crate::{Result, Tx, counters, draft, job, mail};

/// Brings seats, queue and jobs in line with the game after a move of `by`.
pub(super) fn settle(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    before: Before,
) -> Result<()> {
    settle_queue(tx, at, loaded, before.phase)?;
    for seat in Seat::BOTH {
        settle_seat(tx, at, loaded, seat, before.duties[seat.index()], seat == by)?;
    }
    Ok(())
}

/// Earlier than any time, so that a game put back is paired first.
const HEAD_OF_QUEUE: i64 = -10_000_000_000_000;

fn settle_queue(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    before: Phase,
) -> Result<()> {
    let vacancy = loaded.game.vacancy().filter(|_| loaded.kind.counts());
    let phase = loaded.game.phase();
    let mut queue_key = None;
    match (vacancy, loaded.waiting_since) {
        (Some(seat), None) => {
            loaded.waiting_since = Some(at.now);
            queue_key = begin_to_wait(tx, at, loaded, seat.other())?;
        }
        (None, Some(_)) => {
            loaded.waiting_since = None;
            defer!(tx, "DELETE FROM pool WHERE game_id = $1", row = loaded.id, loaded.id);
            job::cancel(tx, &machine_pool::machine_seat(&loaded.id))?;
            job::cancel(tx, &format!("pair:{}", loaded.id))?;
        }
        (Some(_), Some(_)) => return Ok(()),
        (None, None) if phase == before => return Ok(()),
        (None, None) => {}
    }
    if matches!(phase, Phase::Final | Phase::Closed) {
        loaded.ended_at = Some(at.now);
        match (loaded.kind, phase) {
            (Kind::Rated, _) => counters::count(tx, at.now, phase.name(), &loaded.id, 1)?,
            (Kind::Practice, Phase::Final) => {
                counters::count(tx, at.now, "practised", &loaded.id, 1)?;
            }
            // Machines that look for a game do not come across it again.
            (Kind::Sandbox, Phase::Closed) => {
                defer!(tx, "DELETE FROM sandbox WHERE game_id = $1", row = loaded.id, loaded.id);
            }
            (Kind::Practice | Kind::Sandbox, _) => {}
        }
    }
    defer!(
        tx,
        "UPDATE game SET phase = $2, queue_key = $3, waiting_since = $4, ended_at = $5
         WHERE id = $1",
        row = loaded.id,
        loaded.id,
        phase.name(),
        queue_key,
        loaded.waiting_since,
        loaded.ended_at,
    );
    Ok(())
}

/// The player in `seat` waits for a partner from now on. Gives the place in
/// the queue, if they are in it.
fn begin_to_wait(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
) -> Result<Option<i64>> {
    let Some(waits) = loaded.occupant(seat).cloned() else { return Ok(None) };
    let again = machine_pacing::again(loaded, seat);
    let since = if again { at.now + HEAD_OF_QUEUE } else { at.now };
    if waits.machine {
        defer!(
            tx,
            "INSERT INTO pool (game_id, player_id, since) VALUES ($1, $2, $3)
             ON CONFLICT (game_id) DO NOTHING",
            row = loaded.id,
            loaded.id,
            waits.player_id,
            since,
        );
        return Ok(None);
    }
    machine_pool::expect_machine(tx, at, &loaded.id)?;
    if again {
        // In a piece of work of its own: pairing takes the queue before any game.
        let work = job::Pair { game: loaded.id.clone() };
        job::schedule(tx, &format!("pair:{}", loaded.id), &work, at.now)?;
    }
    Ok(Some(since))
}

/// The time that the player in a seat has.
fn time_ms(at: &Context, loaded: &GameRecord, seat: Seat, machine: bool) -> i64 {
    if machine { machine_pacing::patience_ms(at, loaded, seat) } else { at.timing.phase_ms }
}

fn settle_seat(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    seat: Seat,
    before: Option<Duty>,
    moved: bool,
) -> Result<()> {
    // A player who has left has nothing more to do.
    let here = loaded.occupant(seat).filter(|occupant| !occupant.leaving);
    let Some(occupant) = here.cloned() else { return Ok(()) };
    let duty = loaded.game.duty(seat);
    let phase = loaded.game.phase();
    let over = matches!(phase, Phase::Final | Phase::Closed);
    let lost_partner = loaded.occupant(seat.other()).is_none() && !moved;
    if duty == before && !over && !lost_partner && !moved {
        return Ok(());
    }
    tell(tx, loaded.kind, &occupant);
    if duty == before && !over && !lost_partner {
        return Ok(());
    }
    let opened_at = if duty == before { occupant.opened_at } else { at.now };
    let due_at = duty
        .filter(|_| !occupant.house() && loaded.kind != Kind::Sandbox)
        .map(|_| opened_at + time_ms(at, loaded, seat, occupant.machine));
    let state = if over {
        "over"
    } else if duty.is_some() {
        "move"
    } else {
        "wait"
    };
    // Streams tell a change by its time, so no two of a seat have the same.
    run!(
        tx,
        "UPDATE seat SET state = $2, opened_at = $3, due_at = $4,
                changed_at = CASE WHEN changed_at < $5 THEN $5 ELSE changed_at + 1 END
         WHERE id = $1",
        occupant.seat_id,
        state,
        opened_at,
        due_at,
        at.now,
    );
    if over {
        let outcome = loaded.game.result(seat).map(|result| reveal::name(result.outcome));
        run!(
            tx,
            "UPDATE seat SET ending = $2, outcome = $3, place = NULL, here_at = NULL WHERE id = $1",
            occupant.seat_id,
            phase.name(),
            outcome,
        );
    }
    if let Some(seated) = &mut loaded.occupants[seat.index()] {
        (seated.opened_at, seated.due_at) = (opened_at, due_at);
    }
    if occupant.machine {
        if let Some(duty) = duty {
            machine_pacing::schedule(tx, at, loaded, seat, duty)?;
        } else {
            machine_pacing::cancel(tx, loaded, seat)?;
            delayed_moves::drop_move(tx, loaded, seat)?;
        }
    }
    match (due_at, duty) {
        (Some(due_at), _) => deadline::schedule(tx, at, loaded.kind, &occupant.seat_id, due_at)?,
        (None, None) if !occupant.house() && loaded.kind != Kind::Sandbox => {
            deadline::cancel(tx, &occupant.seat_id)?;
        }
        (None, _) => {}
    }
    if lost_partner {
        draft::set_aside(tx, &occupant.player_id, &occupant.seat_id)?;
    }
    let news = match (phase, duty) {
        (Phase::Final, _) => Some("over"),
        (_, Some(_)) => Some("turn"),
        _ if lost_partner && phase != Phase::Closed => Some("again"),
        _ => None,
    };
    if let Some(news) = news.filter(|_| !moved && occupant.wants_mail && loaded.kind.counts()) {
        mail::notice(tx, at, &occupant, news);
    }
    Ok(())
}
