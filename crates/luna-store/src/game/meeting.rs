//! Two people who meet, and what becomes of it. The rules are in [`luna_core::meeting`].

use luna_core::game::Seat;
use luna_core::meeting;
use luna_core::rng::Chance;

use super::machine_wait;
use super::queue::of_those_here;
use super::record::{GameRecord, Occupant};
use crate::context::Context;
use crate::error::Result;
use crate::job;
use crate::tx::Tx;

/// Draws if the two who meet in these games are each given a machine.
pub(super) fn is_with_machines(at: &Context, one: &str, other: &str) -> bool {
    if at.timing.machines_fill_in {
        return false;
    }
    let mut chance = Chance::from_words(&[one, other, &at.random.secret(), "meeting"]);
    meeting::is_with_machines(&mut chance, at.timing.machine_percent)
}

/// Notes that a partner comes to a player who waits.
pub(super) fn begin_to_wait(tx: &mut Tx<'_>, loaded: &mut GameRecord, seat: Seat) -> Result<()> {
    match &mut loaded.occupants[seat.index()] {
        Some(player) => note_waited(tx, player, true),
        None => Ok(()),
    }
}

/// A machine plays the part of the person that this one would have met.
pub(super) fn stand_in(tx: &mut Tx<'_>, machine: &mut Occupant, person: &Occupant) -> Result<()> {
    note_waited(tx, machine, !person.waited)
}

fn note_waited(tx: &mut Tx<'_>, player: &mut Occupant, waited: bool) -> Result<()> {
    if player.waited != waited {
        player.waited = waited;
        run!(tx, "UPDATE seat SET waited = $2 WHERE id = $1", player.seat_id, waited);
    }
    Ok(())
}

/// Somebody who has just asked and somebody who waits are each given a machine. The caller seats the
/// one of who has asked.
pub(super) fn give_machines(
    tx: &mut Tx<'_>,
    at: &Context,
    asked: &mut GameRecord,
    waits: &GameRecord,
) -> Result<()> {
    if let Some(empty) = asked.game.vacancy()
        && let Some(asker) = &mut asked.occupants[empty.other().index()]
    {
        note_waited(tx, asker, false)?;
    }
    leave_queue(tx, asked)?;
    expect_machine_now(tx, at, waits)
}

/// Has a machine come to a game at once.
pub(super) fn expect_machine_now(tx: &mut Tx<'_>, at: &Context, game: &GameRecord) -> Result<()> {
    leave_queue(tx, game)?;
    let work = job::MachineSeat { game: game.id.clone() };
    job::schedule(tx, &machine_wait::machine_seat(&game.id), &work, at.now)
}

fn leave_queue(tx: &mut Tx<'_>, game: &GameRecord) -> Result<()> {
    run!(tx, "UPDATE game SET queue_key = NULL WHERE id = $1", game.id);
    Ok(())
}

/// No machine is to be had for this game: it goes on waiting for people.
pub(super) fn leave_to_people(tx: &mut Tx<'_>, at: &Context, game: &GameRecord) -> Result<()> {
    run!(tx, "UPDATE game SET queue_key = waiting_since WHERE id = $1", game.id);
    let work = job::Pair { game: game.id.clone(), people_only: true };
    job::schedule(tx, &format!("pair:{}", game.id), &work, at.now)
}

/// Returns true if somebody could take the seat of a player who has gone. People need not be there at
/// the same time: a seat is given away only to somebody who waits.
pub(super) fn has_successor(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    gone: Seat,
) -> Result<bool> {
    if at.timing.machines_fill_in {
        return Ok(true);
    }
    let (Some(absent), Some(stays)) = (loaded.occupant(gone), loaded.occupant(gone.other())) else {
        return Ok(false);
    };
    if absent.machine {
        return Ok(true);
    }
    let here = of_those_here(tx, at, &stays.player_id, loaded.game.rules())?;
    Ok(here.iter().any(|it| it.player_id != absent.player_id))
}

/// The interview of a player who is about to lose their seat, if it is sent to somebody else.
pub(super) fn unused_interview(
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
) -> Option<Vec<String>> {
    let person = loaded.occupant(seat).filter(|player| !player.machine && loaded.kind.counts())?;
    let view = loaded.game.view(seat);
    if at.timing.machines_fill_in {
        None
    } else {
        meeting::unused_interview(view, person.wants_mail)
    }
}
