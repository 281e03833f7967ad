//! More games for an interview that a person has sent.

use luna_core::game::{Kind, Rules};

use super::load::load_for_update;
use super::pairing::{AskOutcome, ask};
use super::record::{GameRecord, Occupant, SeatRecord};
use super::start::start;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Opens another game in which a person asks what they have just asked as `first`, and takes as long.
pub fn repeat_interview(
    tx: &mut Tx<'_>,
    at: &Context,
    first: &Occupant,
    rules: Rules,
    questions: Vec<String>,
) -> Result<(GameRecord, AskOutcome)> {
    let seat_id = start(tx, at, &first.player_id, rules, Kind::Rated)?;
    let (place, mut loaded): (SeatRecord, GameRecord) =
        load_for_update(tx, &seat_id, &first.player_id)?;
    loaded.repeats_interview = true;
    if let Some(place_codes) = &first.place {
        run!(tx, "UPDATE seat SET place = $2 WHERE id = $1", seat_id, place_codes);
    }
    if let Some(occupant) = &mut loaded.occupants[place.seat.index()] {
        occupant.opened_at = first.opened_at;
        occupant.place.clone_from(&first.place);
    }
    let asked = ask(tx, at, &place, &mut loaded, questions)?;
    Ok((loaded, asked))
}
