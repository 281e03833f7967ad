//! Coming to a seat: the invitation, the briefing, the consent, and the one browser.

use luna_core::contest::participant::Participant;
use luna_store::consent::{Matter, Purpose};
use luna_store::contest::log::{self, Entry, SeatEvent};
use luna_store::contest::record;
use luna_store::contest::seat::{self, Hold, Kind, Seat};
use luna_store::game::Context;
use luna_store::{self as store, Tx};

use super::state::State;
use crate::consent::Text;
use crate::consent::text::{CONTEST, CONTEST_CONFEDERATE};
use crate::error::Error;
use crate::{consent, secret};

/// Somebody in a seat, as a request shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    pub contest_id: String,
    pub participant: Participant,
    /// The person who has joined; none for a program.
    pub player_id: Option<String>,
    /// A secret of the browser or program that has the seat.
    pub browser: String,
}

/// The time for which a browser has a seat after its last sign of life.
pub const HOLD_MS: i64 = 10_000;

/// The seat that an invitation leads to.
pub fn seat_of_invitation(tx: &mut Tx<'_>, token: &str) -> Result<Seat, Error> {
    seat::by_token(tx, &secret::hash(token))?.ok_or(Error::NotFound)
}

/// Seats a person who has come by an invitation. Coming again changes nothing.
pub fn join(tx: &mut Tx<'_>, at: &Context, token: &str, player_id: &str) -> Result<Seat, Error> {
    let found = seat_of_invitation(tx, token)?;
    let state = State::lock(tx, &found.contest_id)?;
    let mut seat = state.seat(found.participant)?.clone();
    if seat.kind != Kind::Person {
        return Err(refused("This invitation is for a program, not for a person."));
    }
    match seat.player_id.as_deref() {
        Some(there) if there == player_id => return Ok(seat),
        Some(_) => {
            return Err(refused(
                "Somebody has already joined with this link. Ask the organiser for a new one.",
            ));
        }
        None => {}
    }
    if let Some(other) = state.seat_of(player_id) {
        let other = other.participant;
        return Err(Error::Refused(format!("You already have seat {other} in this contest.")));
    }
    seat.player_id = Some(player_id.to_owned());
    seat.joined_at = Some(at.now);
    seat::save(tx, &seat)?;
    note(tx, at.now, &seat, SeatEvent::Joined)?;
    Ok(seat)
}

/// Notes that a person has read their briefing.
pub fn brief(tx: &mut Tx<'_>, at: &Context, id: &str, player_id: &str) -> Result<(), Error> {
    let mut seat = hold_seat_of(tx, id, player_id)?;
    if seat.briefed_at.is_none() {
        seat.briefed_at = Some(at.now);
        seat::save(tx, &seat)?;
        note(tx, at.now, &seat, SeatEvent::Briefed)?;
    }
    Ok(())
}

/// Records a person's consent to take part, and if their conversations may be published.
pub fn consent(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    player_id: &str,
    is_public: bool,
) -> Result<(), Error> {
    let seat = hold_seat_of(tx, id, player_id)?;
    if seat.briefed_at.is_none() {
        return Err(refused("Please read the briefing first."));
    }
    let choices = [(Purpose::Contest, true), (Purpose::ContestPublication, is_public)];
    change_consents(tx, at, id, player_id, &choices)
}

/// The text in force for a seat. Entries are programs and agree to nothing.
pub const fn seat_text(seat: Participant) -> &'static Text {
    match seat {
        Participant::Judge(_) => &CONTEST,
        Participant::Confederate(_) | Participant::Entry(_) => &CONTEST_CONFEDERATE,
    }
}

/// Gives consents in a contest, or withdraws them. People can change their mind at any time, also when
/// the contest is over or somebody else has their seat.
pub fn change_consents(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    player_id: &str,
    choices: &[(Purpose, bool)],
) -> Result<(), Error> {
    let state = State::lock(tx, id)?;
    let mut is_changed = false;
    for &(purpose, gives) in choices {
        let matter = Matter { purpose, about: id };
        if store::consent::current(tx, player_id, matter)?.is_some() == gives {
            continue;
        }
        let seat = state.seat_of(player_id).map(|seat| seat.participant);
        if let (Purpose::Contest, true, Some(seat)) = (purpose, gives, seat) {
            consent::give_text(tx, player_id, matter, seat_text(seat), at.now)?;
        } else if gives {
            consent::give(tx, player_id, matter, at.now)?;
        } else {
            store::consent::withdraw(tx, player_id, matter, at.now)?;
        }
        is_changed = true;
    }
    if !is_changed {
        return Ok(());
    }
    if let Some(seat) = state.seat_of(player_id) {
        note(tx, at.now, seat, SeatEvent::Consented)?;
    }
    Ok(record::change(tx, id)?)
}

/// Takes a seat for a browser, or keeps it there. To be called every few seconds.
pub fn hold(tx: &mut Tx<'_>, now: i64, sitter: &Sitter) -> Result<(), Error> {
    let place = (sitter.contest_id.as_str(), sitter.participant);
    seat::floor(tx, place, sitter.player_id.as_deref())?;
    if seat::hold(tx, place, &secret::hash(&sitter.browser), now, now + HOLD_MS)? {
        Ok(())
    } else {
        Err(refused(taken(sitter)))
    }
}

/// Refuses a browser that does not have the seat, and a person who has not agreed to take part.
pub(super) fn check(state: &State, hold: &Hold, now: i64, sitter: &Sitter) -> Result<(), Error> {
    let seat = state.seat(sitter.participant)?;
    let agreed = match seat.kind {
        Kind::Person => seat.consented_at.is_some(),
        Kind::Program => true,
        Kind::Machine => return Err(Error::NotFound),
    };
    if !agreed {
        return Err(refused("Please read the briefing and agree to take part first."));
    }
    if hold.is_of(&secret::hash(&sitter.browser)) {
        Ok(())
    } else if hold.is_active(now) {
        Err(refused(taken(sitter)))
    } else {
        Err(refused("This page has lost its seat. Please reload it."))
    }
}

/// The reason for somebody who comes to a seat that is open elsewhere.
fn taken(sitter: &Sitter) -> &'static str {
    if sitter.player_id.is_some() {
        "This seat is open in another browser or tab. Close it there, and wait a few seconds."
    } else {
        "Another program has this seat. Stop it, and wait a few seconds."
    }
}

fn hold_seat_of(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<Seat, Error> {
    let state = State::lock(tx, id)?;
    state.seat_of(player_id).cloned().ok_or(Error::NotFound)
}

fn note(tx: &mut Tx<'_>, now: i64, seat: &Seat, what: SeatEvent) -> Result<(), Error> {
    let entry = Entry {
        at: now,
        actor_id: seat.player_id.clone(),
        participant: seat.participant,
        what,
        player_id: seat.player_id.clone(),
    };
    Ok(log::add(tx, &seat.contest_id, &entry)?)
}

fn refused(sentence: &str) -> Error {
    Error::Refused(sentence.to_owned())
}
