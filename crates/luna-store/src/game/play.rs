//! Moves, and what follows from each.

use luna_core::game::{Kind, Move, Seat};
use luna_core::meeting::machine_leaves;
use luna_core::rng::Chance;

use super::append::append;
use super::consequences::{of_change, of_move};
use super::load::load_for_update;
use super::machine_pacing;
use super::machine_wait::retry_later;
use super::record::{GameRecord, StoredMove};
use crate::discipline::context::{Context, Timing};
use crate::machine::state;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Makes a move and does what follows from it.
pub fn play(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    paced_ms: Option<i64>,
) -> Result<StoredMove> {
    let before = loaded.game.clone();
    let played = make(tx, at, loaded, by, mv, paced_ms)?;
    of_change(tx, at, loaded, &before, by, mv)?;
    Ok(played)
}

/// Makes a move. [`of_change`] is to follow, after the last move that is made at once.
pub(super) fn make(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    paced_ms: Option<i64>,
) -> Result<StoredMove> {
    let next = loaded.game.clone().play(by, mv)?;
    let opened_at = loaded.occupant(by).ok_or(Error::NotFound)?.opened_at;
    let took_ms = loaded.game.duty(by).map(|_| (at.now - opened_at).max(0));
    append(tx, at, loaded, by, mv, took_ms, paced_ms)?;
    let played = StoredMove { seq: loaded.seq, took_ms };
    let before = std::mem::replace(&mut loaded.game, next);
    of_move(tx, at, loaded, &before, by, mv)?;
    machine_pacing::note_move(tx, at, loaded, &before, by, mv)?;
    if matches!(mv, Move::Leave | Move::Expire | Move::Remove) {
        loaded.occupants[by.index()] = None;
        if leaves_with_partner(tx, at, loaded, by.other())? {
            make(tx, at, loaded, by.other(), &Move::Remove, None)?;
        } else if loaded.kind == Kind::Practice && loaded.occupant(by.other()).is_some() {
            // Of a rematch a person is left, and a machine goes on with them.
            retry_later(tx, at, &loaded.id)?;
        }
    }
    Ok(played)
}

/// Returns true if a machine that has lost its partner leaves as well.
fn leaves_with_partner(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    stays: Seat,
) -> Result<bool> {
    let Some(left) = loaded.occupant(stays).filter(|left| left.machine) else { return Ok(false) };
    if left.leaving || !loaded.kind.counts() || !state::lock_if_may_begin(tx, &left.player_id)? {
        return Ok(true);
    }
    let mut chance = Chance::from_words(&[&loaded.id, &at.random.secret()]);
    let Timing { machines_fill_in, machine_percent, .. } = at.timing;
    Ok(machine_leaves(&mut chance, &loaded.game, machines_fill_in, machine_percent))
}

/// A machine leaves a game that nobody has joined.
pub(crate) fn remove_alone(
    tx: &mut Tx<'_>,
    at: &Context,
    seat_id: &str,
    player_id: &str,
) -> Result<()> {
    let (place, mut loaded) = load_for_update(tx, seat_id, player_id)?;
    if loaded.occupant(place.seat.other()).is_some() || place.ending.is_some() {
        return Ok(());
    }
    play(tx, at, &mut loaded, place.seat, &Move::Remove, None).map(drop)
}
