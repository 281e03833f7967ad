//! Rematches: two people who have finished a game play another, which counts for nothing, since each
//! knows who the other is. Who is asked sees it, and who asked is told nothing until both want it.

use luna_core::game::{Kind, Move, Seat};

use super::deadline;
use super::load::{load_for_update, load_locked};
use super::play::play;
use super::record::GameRecord;
use super::start::start;
use crate::discipline::context::Context;
use crate::player::{self, block};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Where a rematch stands for the player of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// The partner is no person, or is not here any more.
    Impossible,
    Possible,
    /// This player has asked.
    Asked,
    /// The partner has asked.
    Wanted,
}

impl Rematch {
    /// Where it stands in a game for the player in a seat.
    pub fn of(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<Rematch> {
        let Some((mine, theirs)) = two_people(tx, loaded, seat)? else {
            return Ok(Rematch::Impossible);
        };
        let asked = |tx: &mut Tx<'_>, seat_id: &str| -> Result<bool> {
            let found: Option<(Option<i64>,)> =
                row!(tx, "SELECT rematch_at FROM seat WHERE id = $1", seat_id);
            Ok(found.is_some_and(|(at,)| at.is_some()))
        };
        let has_blocked = block::is_blocked(tx, &theirs.player_id, &mine.player_id)?;
        Ok(if asked(tx, &mine.seat_id)? {
            Rematch::Asked
        } else if !has_blocked && asked(tx, &theirs.seat_id)? {
            Rematch::Wanted
        } else {
            Rematch::Possible
        })
    }
}

/// One of the two, who may play again.
struct Place {
    seat_id: String,
    player_id: String,
}

/// This player and the partner of a finished game, if both are people and this one may ask.
fn two_people(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<Option<(Place, Place)>> {
    let of = |seat: Seat| {
        let it = loaded.occupant(seat).filter(|it| !it.machine)?;
        Some(Place { seat_id: it.seat_id.clone(), player_id: it.player_id.clone() })
    };
    let (Some(mine), Some(theirs)) = (of(seat), of(seat.other())) else { return Ok(None) };
    if loaded.game.view(seat).result.is_none() {
        return Ok(None);
    }
    let partner = match player::find(tx, &theirs.player_id) {
        Err(Error::NotFound) => return Ok(None),
        found => found?,
    };
    // Nobody is told that they have been blocked: what they ask for is not seen.
    let may_ask =
        partner.banned_why.is_none() && !block::is_blocked(tx, &mine.player_id, &theirs.player_id)?;
    Ok(may_ask.then_some((mine, theirs)))
}

/// Asks for a rematch, or accepts that of the partner. Returns this player's seat in the game that has
/// begun, if both want it.
pub fn ask(
    tx: &mut Tx<'_>,
    at: &Context,
    seat_id: &str,
    player_id: &str,
) -> Result<Option<String>> {
    let (place, loaded) = load_for_update(tx, seat_id, player_id)?;
    let stands = Rematch::of(tx, &loaded, place.seat)?;
    let Some((mine, theirs)) = two_people(tx, &loaded, place.seat)? else {
        return Err(Error::NotFound);
    };
    match stands {
        Rematch::Impossible => Err(Error::NotFound),
        Rematch::Asked => Ok(None),
        Rematch::Possible => {
            run!(tx, "UPDATE seat SET rematch_at = $2 WHERE id = $1", mine.seat_id, at.now);
            tx.touch(&player::topic(&theirs.player_id));
            Ok(None)
        }
        Rematch::Wanted => {
            for seat_id in [&mine.seat_id, &theirs.seat_id] {
                run!(tx, "UPDATE seat SET rematch_at = NULL WHERE id = $1", seat_id);
            }
            begin(tx, at, &loaded, &mine, &theirs).map(Some)
        }
    }
}

/// Opens the game of both, who are to ask.
fn begin(
    tx: &mut Tx<'_>,
    at: &Context,
    before: &GameRecord,
    mine: &Place,
    theirs: &Place,
) -> Result<String> {
    let rules = before.game.rules();
    let first = start(tx, at, &mine.player_id, rules, Kind::Practice)?;
    let (place, _) = load_for_update(tx, &first, &mine.player_id)?;
    let second = at.random.id(at.now);
    let due_at = at.now + at.timing.phase_ms;
    defer!(
        tx,
        "INSERT INTO seat (id, game_id, side, player_id, here, state, opened_at, due_at, changed_at)
         VALUES ($1, $2, 'B', $3, TRUE, 'move', $4, $5, $4)",
        row = second,
        second,
        place.game_id,
        theirs.player_id,
        at.now,
        due_at,
    );
    deadline::schedule(tx, at, Kind::Practice, &second, due_at)?;
    let mut loaded = load_locked(tx, &place.game_id)?;
    play(tx, at, &mut loaded, Seat::B, &Move::Join, None)?;
    tx.touch(&player::topic(&theirs.player_id));
    Ok(first)
}
