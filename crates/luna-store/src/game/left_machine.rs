//! Machines that have responded to somebody who has gone, and stay for those who would take over
//! questions.

use luna_core::game::{Rules, Seat};

use super::load::load_locked;
use super::machine_wait::THERE_MS;
use super::record::{GameRecord, Occupant};
use super::repeats::repeats;
use crate::discipline::context::Context;
use crate::machine::state;
use crate::tx::Tx;
use crate::tx::error::Result;

/// A game in which a machine has responded to somebody who has gone, for a person who would take over
/// questions, and the empty seat in it.
pub(super) fn find_left(
    tx: &mut Tx<'_>,
    at: &Context,
    person: &Occupant,
    rules: Rules,
) -> Result<Option<(GameRecord, Seat)>> {
    let all_stopped = state::all_stopped(tx)?;
    let waiting: Vec<(String, bool, bool)> = rows!(
        tx,
        "SELECT w.game_id, (m.owner_id IS NULL),
                EXISTS (SELECT 1 FROM place h JOIN owner_place o ON o.code = h.code
                        WHERE h.player_id = $1 AND h.until > $5
                              AND o.owner_id = m.owner_id AND o.until > $5)
         FROM pool w
         JOIN machine m ON m.player_id = w.player_id
         JOIN game g ON g.id = w.game_id
         WHERE w.since < 0 AND g.questions = $3 AND g.max_chars = $4
               AND (m.way = 'house' OR m.seen_at > $2)
               AND m.stopped_at IS NULL AND m.killed_at IS NULL AND NOT m.practice_only
               AND (m.owner_id IS NULL OR m.owner_id <> $1)
               AND NOT EXISTS (
                   SELECT 1 FROM block b WHERE b.by_player = $1 AND b.of_player = m.line)
               AND NOT EXISTS (
                   SELECT 1 FROM seat s WHERE s.game_id = w.game_id AND s.player_id = $1)
         ORDER BY w.since LIMIT 8",
        person.player_id,
        at.now - THERE_MS,
        i64::try_from(rules.questions).unwrap_or(0),
        i64::try_from(rules.max_chars).unwrap_or(0),
        at.now,
    );
    for (game_id, house, related) in waiting {
        if related || all_stopped && !house {
            continue;
        }
        let left = load_locked(tx, &game_id)?;
        // Its machine may have gone while the row was waited for.
        let Some(seat) = left.game.vacancy().filter(|_| left.game.vacancy_has_questions()) else {
            continue;
        };
        if !repeats(tx, &left, seat, &person.player_id)? {
            return Ok(Some((left, seat)));
        }
    }
    Ok(None)
}
