//! The sandbox: machines play machines, at once, and nothing of it counts.

use luna_core::game::{Move, Rules, Seat};

use super::load::{load_for_update, load_locked};
use super::machine_wait::THERE_MS;
use super::play::play;
use super::record::{GameRecord, SeatRecord, SeatState};
use super::start::{start, take_seat};
use crate::discipline::context::Context;
use crate::machine::record::Transport;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use luna_core::game::Kind;

/// A sandbox game for a machine: that of another machine that waits and is
/// wanted and wants it, or a new one that waits.
pub fn join_or_wait(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    wants: Option<&str>,
    rules: Rules,
) -> Result<(SeatRecord, GameRecord)> {
    tx.lock("SELECT pg_advisory_xact_lock(1954, hashtext(current_schema()::TEXT || $1))", "all")?;
    while let Some(game_id) = waiting(tx, at, player_id, wants, rules)? {
        // The game first: the machine that waits in it locks it, and may leave meanwhile.
        let loaded = match load_locked(tx, &game_id) {
            Err(Error::NotFound) => None,
            loaded => Some(loaded?).filter(|it| it.occupants.iter().flatten().count() == 1),
        };
        run!(tx, "DELETE FROM sandbox WHERE game_id = $1", game_id);
        if let Some(loaded) = loaded {
            return join(tx, at, loaded, player_id);
        }
    }
    let seat_id = start(tx, at, player_id, rules, Kind::Sandbox)?;
    let (place, loaded) = load_for_update(tx, &seat_id, player_id)?;
    defer!(
        tx,
        "INSERT INTO sandbox (game_id, player_id, wants) VALUES ($1, $2, $3)",
        row = loaded.id,
        loaded.id,
        player_id,
        wants.map(str::to_owned),
    );
    Ok((place, loaded))
}

/// A machine that is wanted by name is looked for among its own games. One that has not been heard
/// of for a while waits no more.
fn waiting(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    wants: Option<&str>,
    rules: Rules,
) -> Result<Option<String>> {
    let questions = i64::try_from(rules.questions).unwrap_or(0);
    let max_chars = i64::try_from(rules.max_chars).unwrap_or(0);
    let found: Option<(String,)> = match wants {
        Some(wanted) => row!(
            tx,
            "SELECT s.game_id FROM sandbox s JOIN game g ON g.id = s.game_id
             WHERE s.player_id = $2 AND (s.wants IS NULL OR s.wants = $1)
                   AND g.phase = 'interview' AND g.questions = $3 AND g.max_chars = $4
                   AND EXISTS (
                       SELECT 1 FROM machine m WHERE m.player_id = s.player_id AND m.seen_at > $5)
             ORDER BY s.game_id",
            player_id,
            wanted,
            questions,
            max_chars,
            at.now - THERE_MS,
        ),
        None => row!(
            tx,
            "SELECT s.game_id FROM sandbox s
             WHERE s.player_id <> $1 AND (s.wants IS NULL OR s.wants = $1) AND EXISTS (
                 SELECT 1 FROM game g WHERE g.id = s.game_id AND g.phase = 'interview'
                     AND g.questions = $2 AND g.max_chars = $3)
                 AND EXISTS (
                     SELECT 1 FROM machine m WHERE m.player_id = s.player_id AND m.seen_at > $4)
             ORDER BY s.game_id LIMIT 1",
            player_id,
            questions,
            max_chars,
            at.now - THERE_MS,
        ),
    };
    Ok(found.map(|(game_id,)| game_id))
}

/// A machine takes the empty seat of a sandbox game.
pub fn join(
    tx: &mut Tx<'_>,
    at: &Context,
    mut loaded: GameRecord,
    player_id: &str,
) -> Result<(SeatRecord, GameRecord)> {
    let empty = Seat::BOTH.into_iter().find(|&seat| loaded.occupant(seat).is_none());
    let seat = empty.unwrap_or(Seat::B);
    let way: Option<(String,)> =
        row!(tx, "SELECT way FROM machine WHERE player_id = $1", player_id);
    let way = way.and_then(|(way,)| Transport::from_name(&way)).unwrap_or(Transport::House);
    let machine = take_seat(tx, at, &loaded.id, seat, (player_id, way), SeatState::Move)?;
    let seat_id = machine.seat_id.clone();
    loaded.occupants[seat.index()] = Some(machine);
    play(tx, at, &mut loaded, seat, &Move::Join, None)?;
    tx.wake(&player::topic(player_id));
    let place = SeatRecord { seat_id, game_id: loaded.id.clone(), seat, ending: None, here: true };
    Ok((place, loaded))
}

/// Forgets sandbox games that began before a moment, some at a time. Gives how
/// many there were.
pub fn sweep(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<usize> {
    let old: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM game WHERE sandbox AND started_at < $1 ORDER BY started_at LIMIT $2",
        before,
        limit,
    );
    for (id,) in &old {
        tx.lock("SELECT 1 FROM game WHERE id = $1 FOR UPDATE", id)?;
        for side in ["A", "B"] {
            run!(tx, "DELETE FROM job WHERE id = $1", format!("call:{id}:{side}"));
        }
        run!(tx, "DELETE FROM sandbox WHERE game_id = $1", id);
        run!(tx, "DELETE FROM game_move WHERE game_id = $1", id);
        run!(tx, "DELETE FROM seat WHERE game_id = $1", id);
        run!(tx, "DELETE FROM game WHERE id = $1", id);
    }
    Ok(old.len())
}
