//! New games.

use luna_core::game::{Duty, Kind, Rules, Seat};

use super::load::load_for_update;
use super::record::{Occupant, SeatState};
use super::{deadline, machine_pacing};
use crate::discipline::context::Context;
use crate::machine::record::Transport;
use crate::player;
use crate::rating::counters;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::event::Event;

/// Opens a game for a player, who is to ask. Gives the id of the seat.
pub fn start(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
    kind: Kind,
) -> Result<String> {
    let (game_id, seat_id) = (at.random.id(at.now), at.random.id(at.now));
    let questions = i64::try_from(rules.questions).map_err(Error::corrupt)?;
    let max_chars = i64::try_from(rules.max_chars).map_err(Error::corrupt)?;
    defer!(
        tx,
        "INSERT INTO game (id, questions, max_chars, practice, sandbox, phase, started_at)
         VALUES ($1, $2, $3, $4, $5, 'interview', $6)",
        row = game_id,
        game_id,
        questions,
        max_chars,
        !kind.counts(),
        kind == Kind::Sandbox,
        at.now,
    );
    let last = at.now + at.timing.phase_ms;
    let due_at = (kind != Kind::Sandbox).then_some(last);
    defer!(
        tx,
        "INSERT INTO seat (id, game_id, side, player_id, here, state, opened_at, due_at, changed_at)
         VALUES ($1, $2, 'A', $3, TRUE, 'move', $4, $5, $4)", row = seat_id,
        seat_id,
        game_id,
        player_id,
        at.now,
        due_at,
    );
    match kind {
        Kind::Sandbox => tx.wake(&player::topic(player_id)),
        Kind::Rated | Kind::Practice => {
            deadline::schedule(tx, at, kind, &seat_id, last)?;
            tx.touch(&player::topic(player_id));
            let what = if kind.counts() { "opened" } else { "practice" };
            counters::count(tx, at.now, what, &game_id, 1)?;
            tx.note(Event::GameBegun { game_id, player_id: player_id.to_owned() });
        }
    }
    Ok(seat_id)
}

/// Seats a machine, for which there is no deadline.
pub(super) fn take_seat(
    tx: &mut Tx<'_>,
    at: &Context,
    game_id: &str,
    seat: Seat,
    (machine_id, way): (&str, Transport),
    state: SeatState,
) -> Result<Occupant> {
    let seat_id = at.random.id(at.now);
    defer!(
        tx,
        "INSERT INTO seat (id, game_id, side, player_id, here, state, opened_at, changed_at)
         VALUES ($1, $2, $3, $4, TRUE, $6, $5, $5)",
        row = seat_id,
        seat_id,
        game_id,
        seat.name(),
        machine_id,
        at.now,
        state.name(),
    );
    Ok(Occupant {
        seat_id,
        player_id: machine_id.to_owned(),
        machine: true,
        way: Some(way),
        opened_at: at.now,
        due_at: None,
        wants_mail: false,
        has_address: false,
        mailed_at: 0,
        leaving: false,
        place: None,
        moved_at: None,
        silent: false,
    })
}

/// Opens a game for a machine and has it told, or called, that it is to ask.
pub fn start_machine(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
    kind: Kind,
) -> Result<String> {
    let seat_id = start(tx, at, player_id, rules, kind)?;
    let (place, mut loaded) = load_for_update(tx, &seat_id, player_id)?;
    machine_pacing::schedule(tx, at, &mut loaded, place.seat, Duty::Ask)?;
    Ok(seat_id)
}
