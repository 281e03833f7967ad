//! Programs behind folders of the server: an organiser chooses a folder below the one that the
//! operator allows, and the server connects the two.

use luna_core::contest::participant::Participant;
use luna_store::Tx;
use luna_store::contest::log::SeatEvent;
use luna_store::contest::seat::{self, FOLDERS, Kind, Seat};
use luna_store::game::Context;

use super::console::{note, note_replaced, purpose};
use super::creation::check_kind;
use super::folder_path::check_path;
use super::state::State;
use crate::error::Error;
use crate::secret;

/// Puts a program behind a folder of the server into a seat.
pub fn seat_folder(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    actor: Option<&str>,
    participant: Participant,
    path: &str,
) -> Result<(), Error> {
    check_path(path)?;
    let state = State::lock(tx, id)?;
    check_kind(participant, Kind::Program, purpose(&state))?;
    let before = state.seat(participant)?;
    note_replaced(tx, at, actor, before)?;
    let label = match before.kind {
        Kind::Program if !before.label.is_empty() => before.label.clone(),
        Kind::Person | Kind::Machine | Kind::Program => path.to_owned(),
    };
    let seated = Seat { label, folder: Some(path.to_owned()), ..before.emptied(Kind::Program) };
    seat::save(tx, &seated)?;
    seat::invite(tx, &seated, None, at.now)?;
    tx.touch(FOLDERS);
    note(tx, at, actor, &seated, SeatEvent::Seated)
}

/// Makes the invitation by which the server takes the seat of a folder for its program. None if
/// the seat has another folder by now.
pub fn open(tx: &mut Tx<'_>, at: &Context, expected: &Seat) -> Result<Option<String>, Error> {
    let state = State::lock(tx, &expected.contest_id)?;
    let seat = state.seat(expected.participant)?;
    if seat.folder != expected.folder {
        return Ok(None);
    }
    let token = at.random.secret();
    seat::invite(tx, seat, Some(&secret::hash(&token)), at.now)?;
    Ok(Some(token))
}

/// Notes that a folder is no longer needed, since the rounds are over.
pub fn close(tx: &mut Tx<'_>, expected: &Seat) -> Result<(), Error> {
    let state = State::lock(tx, &expected.contest_id)?;
    let seat = state.seat(expected.participant)?;
    if seat.folder == expected.folder {
        seat::save(tx, &Seat { folder: None, ..seat.clone() })?;
    }
    Ok(())
}
