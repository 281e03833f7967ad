//! Games in lists: a player's own, and those of one player for operators.

use std::collections::BTreeMap;

use luna_core::game::{Ending, Game as Played, Seat};
use luna_core::rating::Rating;

use super::load::{SeatRow, load};
use super::record::{SeatRecord, SeatState};
use crate::player;
use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use luna_core::game::Kind;

/// One line of a player's list.
#[derive(Clone, Debug)]
pub struct GameSummary {
    pub seat_id: String,
    pub seat: Seat,
    pub practice: bool,
    pub ending: Option<Ending>,
    pub opened_at: i64,
    pub due_at: Option<i64>,
    pub changed_at: i64,
    pub waiting_since: Option<i64>,
    pub game: Played,
    /// The partner's name; for finished games only.
    pub partner: Option<String>,
    /// They keep their rating to themselves.
    pub rating_hidden: bool,
}

record! {
    struct OwnSeat {
        seat_id: String,
        game_id: String,
        side: String,
        ending: Option<String>,
        opened_at: i64,
        due_at: Option<i64>,
        changed_at: i64,
    }
}

/// A player's games in one state, latest change first, before the one given by time and id.
pub fn of_player(
    tx: &mut Tx<'_>,
    player_id: &str,
    state: SeatState,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<GameSummary>> {
    let seats: Vec<OwnSeat> = if state == SeatState::Over {
        rows!(
            tx,
            "SELECT id, game_id, side, ending, opened_at, due_at, changed_at FROM seat
             WHERE player_id = $1 AND ended_at IS NOT NULL AND (ended_at, id) < ($2, $3)
             ORDER BY ended_at DESC, id DESC LIMIT $4",
            player_id,
            before.0,
            before.1,
            limit,
        )
    } else {
        // Few, so all are read and put in order.
        rows!(
            tx,
            "SELECT id, game_id, side, ending, opened_at, due_at, changed_at FROM seat
             WHERE player_id = $1 AND ending IS NULL AND state = $2
                   AND (changed_at, id) < ($3, $4)
             ORDER BY changed_at DESC, id DESC",
            player_id,
            state.name(),
            before.0,
            before.1,
        )
    };
    let most = usize::try_from(limit).unwrap_or(0);
    let mut lines = Vec::new();
    for row in seats.into_iter().take(most) {
        let OwnSeat { seat_id, game_id, side, ending, opened_at, due_at, changed_at } = row;
        let loaded = load(tx, &game_id)?;
        let seat = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let ending = ending.as_deref().and_then(Ending::from_name);
        let (partner, shown) = match (loaded.occupant(seat.other()), ending) {
            (Some(other), Some(Ending::Final)) => (
                player::name_of(tx, &other.player_id)?,
                player::shows_rating(tx, &other.player_id)?,
            ),
            _ => (None, true),
        };
        lines.push(GameSummary {
            seat_id,
            seat,
            practice: !loaded.kind.counts(),
            ending,
            opened_at,
            due_at,
            changed_at,
            waiting_since: loaded.waiting_since,
            game: loaded.game,
            partner,
            rating_hidden: !shown,
        });
    }
    Ok(lines)
}

/// A machine's seats, open or over, latest change first, before the one given
/// by time and id; with when each has changed.
pub fn places(
    tx: &mut Tx<'_>,
    player_id: &str,
    open: bool,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<(SeatRecord, i64)>> {
    let all: Vec<ChangedSeat> = if open {
        rows!(
            tx,
            "SELECT id, game_id, side, ending, here, changed_at FROM seat
             WHERE player_id = $1 AND ending IS NULL AND (changed_at, id) < ($2, $3)
             ORDER BY changed_at DESC, id DESC",
            player_id,
            before.0,
            before.1,
        )
    } else {
        rows!(
            tx,
            "SELECT id, game_id, side, ending, here, changed_at FROM seat
             WHERE player_id = $1 AND ended_at IS NOT NULL AND (ended_at, id) < ($2, $3)
             ORDER BY ended_at DESC, id DESC LIMIT $4",
            player_id,
            before.0,
            before.1,
            limit,
        )
    };
    let most = usize::try_from(limit).unwrap_or(0);
    all.into_iter().take(most).map(place_row).collect()
}

/// A machine's open seats, and those that are over and changed since; with
/// when each has changed, oldest change first. Where more than `limit` are over,
/// what changed after the first of them is left out.
pub fn places_since(
    tx: &mut Tx<'_>,
    player_id: &str,
    since: i64,
    limit: i64,
) -> Result<Vec<(SeatRecord, i64)>> {
    let mut all: Vec<ChangedSeat> = rows!(
        tx,
        "SELECT id, game_id, side, ending, here, changed_at FROM seat
         WHERE player_id = $1 AND ending IS NULL",
        player_id,
    );
    let over: Vec<ChangedSeat> = rows!(
        tx,
        "SELECT id, game_id, side, ending, here, changed_at FROM seat
         WHERE player_id = $1 AND ended_at IS NOT NULL AND ended_at >= $2
         ORDER BY ended_at, id LIMIT $3",
        player_id,
        since,
        limit,
    );
    if let Some(last) = over.last().filter(|_| i64::try_from(over.len()) == Ok(limit)) {
        all.retain(|row| changed(row) < changed(last));
    }
    all.extend(over);
    all.sort_by(|a, b| changed(a).cmp(&changed(b)));
    all.into_iter().map(place_row).collect()
}

/// A seat and when it has changed.
type ChangedSeat = RowPair<SeatRow, (i64,)>;

fn changed(RowPair(row, (at,)): &ChangedSeat) -> (i64, &str) {
    (*at, &row.seat_id)
}

fn place_row(RowPair(row, (at,)): ChangedSeat) -> Result<(SeatRecord, i64)> {
    Ok((SeatRecord::try_from(row)?, at))
}

/// Locks a player's place for one more game, before any other lock: of several games
/// that are begun at once, each sees those before it.
pub fn lock_open(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1957, hashtext(current_schema()::TEXT || $1))", player_id)
}

/// The number of games that a player has open.
pub fn open_count(tx: &mut Tx<'_>, player_id: &str) -> Result<i64> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT count(*) FROM seat WHERE player_id = $1 AND ending IS NULL", player_id,);
    Ok(found.map_or(0, |(count,)| count))
}

/// The number of them that are of this kind.
pub fn open_of(tx: &mut Tx<'_>, player_id: &str, kind: Kind) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.practice = $2 AND g.sandbox = $3",
        player_id,
        !kind.counts(),
        kind == Kind::Sandbox,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// The practice games a machine is in.
pub fn practised(tx: &mut Tx<'_>, machine_id: &str) -> Result<Vec<String>> {
    let found: Vec<(String,)> = rows!(
        tx,
        "SELECT s.game_id FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.practice AND NOT g.sandbox
         ORDER BY s.game_id",
        machine_id,
    );
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// One of a player's games, for operators.
#[derive(Clone, Debug)]
pub struct Game {
    pub id: String,
    pub phase: String,
    pub practice: bool,
    pub started_at: i64,
}

/// A player's games: those that go on, then the latest of those that are over; those that the
/// reader may see.
pub fn games_of(tx: &mut Tx<'_>, reader: &str, player_id: &str, limit: i64) -> Result<Vec<Game>> {
    let sight = Sight::of(tx, reader)?;
    let mut rows: Vec<(String, String, bool, i64)> = rows!(
        tx,
        "SELECT g.id, g.phase, g.practice, g.started_at FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL
               AND (CAST($2 AS BIGINT) = 0 OR (CAST($2 AS BIGINT) = 1 AND g.waiting_since IS NULL))",
        player_id,
        sight.number(),
    );
    rows.extend(rows!(
        tx,
        "SELECT g.id, g.phase, g.practice, g.started_at FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL
               AND (g.ended_at IS NOT NULL OR CAST($3 AS BIGINT) = 0 OR (CAST($3 AS BIGINT) = 1 AND g.waiting_since IS NULL))
         ORDER BY s.ended_at DESC, s.id DESC LIMIT $2",
        player_id,
        limit,
        sight.number(),
    ));
    let game = |(id, phase, practice, started_at)| Game { id, phase, practice, started_at };
    Ok(rows.into_iter().map(game).collect())
}

/// The ratings, guess by guess, of those players whose first guess is among the
/// latest: how many there are and what they were, for figure 6.6.
pub fn spreads(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<(i64, Vec<f64>)>> {
    let latest: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT g.of_player, g.points, p.guess_count FROM guess g JOIN player p ON p.id = g.of_player
         WHERE g.counts = TRUE ORDER BY g.at DESC, g.game_id DESC LIMIT $1",
        limit,
    );
    let mut players: BTreeMap<String, (i64, Vec<Rating>)> = BTreeMap::new();
    for (id, points, count) in latest.into_iter().rev() {
        let (_, ratings) = players.entry(id).or_insert((count, Vec::new()));
        let (sum, so_far) = ratings.last().map_or((0, 0), |last| (last.sum(), last.count()));
        ratings.extend(Rating::from_sum(sum + points, so_far + 1));
    }
    let whole = players
        .into_values()
        .filter(|(count, ratings)| ratings.last().is_some_and(|last| last.count() == *count));
    Ok(whole.map(|(count, all)| (count, all.into_iter().map(Rating::mean).collect())).collect())
}
