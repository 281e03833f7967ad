//! Two people who meet, and what becomes of it. The rules are in [`luna_core::meeting`].

use luna_core::absence;
use luna_core::game::Seat;
use luna_core::meeting;
use luna_core::rng::Chance;

use super::machine_wait;
use super::queue::of_those_here;
use super::record::{Absentee, GameRecord, Occupant};
use crate::discipline::context::Context;
use crate::job;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Draws if the two who meet in these games are each given a machine.
pub(super) fn is_with_machines(at: &Context, one: &str, other: &str) -> bool {
    if at.timing.machines_fill_in {
        return false;
    }
    let mut chance = Chance::from_words(&[one, other, &at.random.secret(), "meeting"]);
    meeting::is_with_machines(&mut chance, at.timing.machine_percent)
}

/// A machine plays the part of the person that its partner would have met.
pub(super) fn stand_in(
    tx: &mut Tx<'_>,
    machine: &mut Occupant,
    instead_of: Option<&Absentee>,
) -> Result<()> {
    let moved_at = instead_of.and_then(|person| person.moved_at);
    if machine.moved_at != moved_at {
        machine.moved_at = moved_at;
        run!(tx, "UPDATE seat SET moved_at = $2 WHERE id = $1", machine.seat_id, moved_at);
    }
    Ok(())
}

/// Two who would meet are each given a machine, which the caller seats or has come.
pub(super) fn give_machines(
    tx: &mut Tx<'_>,
    one: &mut GameRecord,
    other: &mut GameRecord,
) -> Result<()> {
    let [first, second] = [&*one, &*other].map(absentee);
    play_instead_of(tx, one, second)?;
    play_instead_of(tx, other, first)
}

/// Somebody would move over to the one who waits. Instead each is given a machine: one that has lost
/// its partner, in whose game they find questions as well, and one that the caller seats or has come.
pub(super) fn give_left_machine(
    tx: &mut Tx<'_>,
    at: &Context,
    left: &mut GameRecord,
    waits: &mut GameRecord,
    mover: &Occupant,
) -> Result<()> {
    play_instead_of(tx, left, absentee(waits))?;
    let instead_of = left.instead_of.clone();
    if let Some(empty) = left.game.vacancy()
        && let Some(machine) = &mut left.occupants[empty.other().index()]
    {
        stand_in(tx, machine, instead_of.as_ref())?;
    }
    let moved_at = mover.moved_at.or(Some(at.now));
    let mover = Absentee { player_id: mover.player_id.clone(), moved_at };
    play_instead_of(tx, waits, Some(mover))
}

fn absentee(game: &GameRecord) -> Option<Absentee> {
    let waits = game.vacancy_partner()?;
    Some(Absentee { player_id: waits.player_id.clone(), moved_at: waits.moved_at })
}

/// The machine of a game, or the one that is to come, plays the part of this person. The game no
/// longer waits for people.
fn play_instead_of(
    tx: &mut Tx<'_>,
    game: &mut GameRecord,
    instead_of: Option<Absentee>,
) -> Result<()> {
    run!(
        tx,
        "UPDATE game SET queue_key = NULL, instead_of = $2, instead_moved_at = $3 WHERE id = $1",
        game.id,
        instead_of.as_ref().map(|person| person.player_id.clone()),
        instead_of.as_ref().and_then(|person| person.moved_at),
    );
    game.instead_of = instead_of;
    Ok(())
}

pub(super) fn machine_comes(tx: &mut Tx<'_>, at: &Context, game_id: &str) -> Result<()> {
    let work = job::MachineSeat { game: game_id.to_owned() };
    job::schedule(tx, &machine_wait::machine_seat(game_id), &work, at.now)
}

/// No machine is to be had for this game: it goes on waiting for people.
pub(super) fn leave_to_people(tx: &mut Tx<'_>, at: &Context, game: &GameRecord) -> Result<()> {
    run!(
        tx,
        "UPDATE game SET queue_key = waiting_since, instead_of = NULL, instead_moved_at = NULL
         WHERE id = $1",
        game.id,
    );
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
    if absent.machine && !absent.silent {
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

/// How long somebody may be silent before another takes their seat.
pub(super) fn silence_ms(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    absent: &Occupant,
) -> Result<i64> {
    let wants_mail = match loaded.instead_of.as_ref().filter(|_| absent.silent) {
        Some(person) => {
            let found: Option<(bool,)> = row!(
                tx,
                "SELECT (verified AND wants_mail) OR EXISTS (
                     SELECT 1 FROM seat_address a WHERE a.player_id = $1 AND a.over_at IS NULL)
                 FROM player WHERE id = $1",
                person.player_id,
            );
            found.is_some_and(|(wants_mail,)| wants_mail)
        }
        None => absent.wants_mail,
    };
    let returns = wants_mail && loaded.kind.counts() && !at.timing.machines_fill_in;
    Ok(absence::silence_ms(returns, at.timing.silence_ms))
}
