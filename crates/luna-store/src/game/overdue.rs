//! Time that has run out: a reminder, then an empty seat.

use luna_core::absence::Absence;
use luna_core::game::{Move, Seat};

use super::deadline::schedule_check;
use super::interview::repeat_interview;
use super::load::load_for_update;
use super::meeting;
use super::notice::notice;
use super::play::play;
use super::record::{GameRecord, Occupant};
use crate::discipline::context::Context;
use crate::player::draft;
use crate::tx::Tx;
use crate::tx::error::Result;

/// The result of [`overdue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// The seat has moved on, or there is time left.
    No,
    Reminded,
    /// They have gone, and the other player waits no longer for them.
    Gone,
    Expired,
}

/// Reminds at half time, empties the seat when its time is over, and earlier
/// when its player has gone and the other waits. `seen` tells when this process
/// last saw a player.
pub fn overdue(
    tx: &mut Tx<'_>,
    at: &Context,
    seat_id: &str,
    reminded: bool,
    seen: &dyn Fn(&str) -> Option<i64>,
) -> Result<Overdue> {
    let owner: Option<(String, Option<i64>)> = row!(
        tx,
        "SELECT player_id, here_at FROM seat WHERE id = $1 AND here AND due_at IS NOT NULL",
        seat_id
    );
    let Some((owner, here_at)) = owner else { return Ok(Overdue::No) };
    let (place, mut loaded) = load_for_update(tx, seat_id, &owner)?;
    let Some(occupant) = loaded.occupant(place.seat).cloned() else { return Ok(Overdue::No) };
    let Some(due_at) = occupant.due_at else { return Ok(Overdue::No) };
    let seen_at = match occupant.machine {
        true if occupant.silent => occupant.opened_at,
        true => machine_seen(tx, &occupant, at.now)?,
        false => here_at.max(seen(&owner)).unwrap_or(0),
    };
    let silence_ms = meeting::silence_ms(tx, at, &loaded, &occupant)?;
    let absence = Absence { opened_at: occupant.opened_at, due_at, seen_at, silence_ms };
    let gone = at.now >= absence.gone_at()
        && waits(&loaded, place.seat.other())
        && meeting::has_successor(tx, at, &loaded, place.seat)?;
    if gone || at.now >= due_at {
        let interview =
            meeting::unused_interview(at, &loaded, place.seat).filter(|_| at.now < due_at);
        if loaded.kind.counts() && !occupant.machine && interview.is_none() {
            keep_drafts(tx, at, &loaded, place.seat, &occupant)?;
        }
        // It is not the machine that has lost the game.
        let gone = if occupant.silent { Move::Remove } else { Move::Expire };
        play(tx, at, &mut loaded, place.seat, &gone, None)?;
        if let Some(interview) = interview {
            let asker = Occupant { opened_at: at.now, ..occupant };
            let rules = loaded.game.rules();
            let (game, sent) = repeat_interview(tx, at, &asker, rules, interview)?;
            if sent.machine_at_once {
                meeting::machine_comes(tx, at, &game.id)?;
            } else {
                tell_of_partner(tx, at, &game, &owner);
            }
        }
        return Ok(if at.now >= due_at { Overdue::Expired } else { Overdue::Gone });
    }
    let half = occupant.opened_at + (due_at - occupant.opened_at) / 2;
    let remind = at.now >= half && !reminded;
    if remind && occupant.wants_mail && loaded.kind.counts() {
        notice(tx, at, &occupant, "reminder");
    }
    let mut next = if reminded || remind { due_at } else { half };
    if loaded.kind.counts() {
        next = next.min(absence.look_again_at(at.now));
    }
    schedule_check(tx, seat_id, reminded || remind, next)?;
    Ok(if remind { Overdue::Reminded } else { Overdue::No })
}

/// Tells somebody who is not at the page that a partner was there at once, as they are told of a
/// machine that comes.
fn tell_of_partner(tx: &mut Tx<'_>, at: &Context, game: &GameRecord, player_id: &str) {
    let own = Seat::BOTH.into_iter().filter(|&seat| game.game.duty(seat).is_some());
    let own = own.filter_map(|seat| game.occupant(seat));
    for it in own.filter(|it| it.player_id == player_id && it.wants_mail) {
        notice(tx, at, it, "turn");
    }
}

/// Returns true if the player in this seat has done their part and can only wait.
fn waits(loaded: &GameRecord, seat: Seat) -> bool {
    let here = loaded.occupant(seat).is_some_and(|occupant| !occupant.leaving);
    here && loaded.kind.counts() && loaded.game.duty(seat).is_none()
}

/// When a machine was last heard of. One that is called is as present as Luna is.
fn machine_seen(tx: &mut Tx<'_>, occupant: &Occupant, now: i64) -> Result<i64> {
    if occupant.called() || occupant.house() {
        return Ok(now);
    }
    let seen: Option<(i64,)> =
        row!(tx, "SELECT seen_at FROM machine WHERE player_id = $1", occupant.player_id);
    Ok(seen.map_or(now, |(seen_at,)| seen_at))
}

/// Keeps what somebody has written who leaves a game: questions for their next
/// one, and responses to read, since nobody asks them the same again.
pub fn keep_drafts(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
    occupant: &Occupant,
) -> Result<()> {
    let view = loaded.game.view(seat);
    let (player_id, seat_id) = (&occupant.player_id, &occupant.seat_id);
    match view.my_questions.filter(|_| !view.inherited) {
        Some(asked) => draft::keep_for_next(tx, player_id, &asked, at.now)?,
        None => draft::move_to_next(tx, player_id, seat_id)?,
    }
    draft::set_aside(tx, player_id, seat_id)?;
    for (nth, response) in view.my_answers.iter().flatten().enumerate() {
        draft::save_aside(tx, player_id, seat_id, &format!("r{}", nth + 1), response)?;
    }
    Ok(())
}
