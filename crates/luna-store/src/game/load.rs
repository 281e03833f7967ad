//! Games and seats as they are read.

use luna_core::game::{Ending, Game, Kind, Move, Rules, Seat};

use super::record::{Absentee, GameRecord, Occupant, SeatRecord};
use crate::machine::record::Transport;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;

record! {
    #[derive(Clone)]
    pub(super) struct SeatRow {
        pub(super) seat_id: String,
        game_id: String,
        side: String,
        ending: Option<String>,
        here: bool,
    }
}

impl TryFrom<SeatRow> for SeatRecord {
    type Error = Error;

    fn try_from(row: SeatRow) -> Result<SeatRecord> {
        let SeatRow { seat_id, game_id, side, ending, here } = row;
        let seat = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let ending = ending.as_deref().and_then(Ending::from_name);
        Ok(SeatRecord { seat_id, game_id, seat, ending, here })
    }
}

/// A seat, if it is this player's: anyone else's does not exist for them.
pub fn place(tx: &mut Tx<'_>, seat_id: &str, player_id: &str) -> Result<SeatRecord> {
    let found: Option<SeatRow> = row!(
        tx,
        "SELECT id, game_id, side, ending, here FROM seat WHERE id = $1 AND player_id = $2",
        seat_id,
        player_id,
    );
    found.ok_or(Error::NotFound)?.try_into()
}

record! {
    struct Header {
        questions: i64,
        max_chars: i64,
        practice: bool,
        sandbox: bool,
        started_at: i64,
        ended_at: Option<i64>,
        waiting_since: Option<i64>,
        instead_of: Option<String>,
        instead_moved_at: Option<i64>,
    }
}

/// Loads a seat and the game it is in now, and locks the game.
pub fn load_for_update(
    tx: &mut Tx<'_>,
    seat_id: &str,
    player_id: &str,
) -> Result<(SeatRecord, GameRecord)> {
    loop {
        let found: Option<RowPair<SeatRow, Header>> = row_locked!(
            tx,
            "SELECT s.id, s.game_id, s.side, s.ending, s.here,
                    g.questions, g.max_chars, g.practice, g.sandbox, g.started_at, g.ended_at,
                    g.waiting_since, g.instead_of, g.instead_moved_at
             FROM seat s JOIN game g ON g.id = s.game_id
             WHERE s.id = $1 AND s.player_id = $2",
            lock = "FOR NO KEY UPDATE OF g",
            seat_id,
            player_id,
        );
        let Some(RowPair(seat, header)) = found else {
            // Pairing may have moved the seat, and deleted the game that was waited for.
            if tx.is_exclusive() {
                return Err(Error::NotFound);
            }
            place(tx, seat_id, player_id)?;
            continue;
        };
        let rows = occupant_rows(tx, &seat.game_id)?;
        // The seat as it is now: its player may have left, or it may be in another game.
        let now = match rows.iter().find(|row| row.seat.seat_id == seat_id) {
            Some(row) => SeatRecord::try_from(row.seat.clone())?,
            None => place(tx, seat_id, player_id)?,
        };
        if now.game_id == seat.game_id {
            let loaded = load_moves(tx, &now.game_id, &header, rows)?;
            return Ok((now, loaded));
        }
    }
}

/// Loads a game and locks it.
pub fn load_locked(tx: &mut Tx<'_>, id: &str) -> Result<GameRecord> {
    let header: Option<Header> = row_locked!(
        tx,
        "SELECT questions, max_chars, practice, sandbox, started_at, ended_at, waiting_since,
                instead_of, instead_moved_at
         FROM game WHERE id = $1",
        lock = "FOR NO KEY UPDATE",
        id,
    );
    let rows = occupant_rows(tx, id)?;
    load_moves(tx, id, &header.ok_or(Error::NotFound)?, rows)
}

/// The number of games that [`load_waiting`] looks at.
pub(super) const LOADED_AT_ONCE: usize = 8;

/// Loads the first of these games that is still in the queue and that nobody else has locked, and
/// locks it.
pub(super) fn load_waiting(tx: &mut Tx<'_>, ids: &[String]) -> Result<Option<GameRecord>> {
    let id = |nth: usize| ids.get(nth).map_or("", String::as_str);
    let found: Option<RowPair<(String,), Header>> = row_locked!(
        tx,
        "SELECT id, questions, max_chars, practice, sandbox, started_at, ended_at, waiting_since,
                instead_of, instead_moved_at
         FROM game WHERE id IN ($1, $2, $3, $4, $5, $6, $7, $8) AND queue_key IS NOT NULL
         ORDER BY CASE id WHEN $1 THEN 1 WHEN $2 THEN 2 WHEN $3 THEN 3 WHEN $4 THEN 4
                       WHEN $5 THEN 5 WHEN $6 THEN 6 WHEN $7 THEN 7 ELSE 8 END
         LIMIT 1",
        lock = "FOR NO KEY UPDATE SKIP LOCKED",
        id(0),
        id(1),
        id(2),
        id(3),
        id(4),
        id(5),
        id(6),
        id(7),
    );
    let Some(RowPair((id,), header)) = found else { return Ok(None) };
    let rows = occupant_rows(tx, &id)?;
    load_moves(tx, &id, &header, rows).map(Some)
}

pub fn load(tx: &mut Tx<'_>, id: &str) -> Result<GameRecord> {
    let header: Option<Header> = row!(
        tx,
        "SELECT questions, max_chars, practice, sandbox, started_at, ended_at, waiting_since,
                instead_of, instead_moved_at
         FROM game WHERE id = $1",
        id,
    );
    let rows = occupant_rows(tx, id)?;
    load_moves(tx, id, &header.ok_or(Error::NotFound)?, rows)
}

fn load_moves(
    tx: &mut Tx<'_>,
    id: &str,
    header: &Header,
    rows: Vec<OccupantRow>,
) -> Result<GameRecord> {
    let rules = Rules {
        questions: usize::try_from(header.questions).map_err(Error::corrupt)?,
        max_chars: usize::try_from(header.max_chars).map_err(Error::corrupt)?,
    };
    let (game, seq) = replay(tx, id, rules)?;
    let mut occupants = [None, None];
    for row in rows {
        if let Some(seat) = Seat::from_name(&row.seat.side) {
            occupants[seat.index()] = Some(row.into());
        }
    }
    Ok(GameRecord {
        id: id.to_owned(),
        game,
        kind: match (header.practice, header.sandbox) {
            (_, true) => Kind::Sandbox,
            (true, false) => Kind::Practice,
            (false, false) => Kind::Rated,
        },
        started_at: header.started_at,
        ended_at: header.ended_at,
        waiting_since: header.waiting_since,
        occupants,
        instead_of: header
            .instead_of
            .clone()
            .map(|player_id| Absentee { player_id, moved_at: header.instead_moved_at }),
        seq,
        repeats_interview: false,
    })
}

/// The placeholder for a text that a moderator has hidden.
pub const HIDDEN: &str = "[hidden by a moderator]";

fn replay(tx: &mut Tx<'_>, id: &str, rules: Rules) -> Result<(Game, i64)> {
    let moves: Vec<(i64, String, String, Option<String>)> = rows!(
        tx,
        "SELECT seq, side, body, hidden FROM game_move WHERE game_id = $1 ORDER BY seq",
        id,
    );
    let mut game = Game::new(rules);
    let mut last = 0;
    for (seq, side, body, hidden) in moves {
        let by = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let mut mv: Move = serde_json::from_str(&body).map_err(Error::corrupt)?;
        if let Some(hidden) = hidden {
            hide(&mut mv, &parts(&hidden), rules);
        }
        game = game.play(by, &mv).map_err(Error::corrupt)?;
        last = seq;
    }
    Ok((game, last))
}

/// The numbers of hidden texts, as they are kept with a move.
pub(crate) fn parts(hidden: &str) -> Vec<i64> {
    hidden.split(',').filter_map(|part| part.parse().ok()).collect()
}

fn hide(mv: &mut Move, hidden: &[i64], rules: Rules) {
    let (Move::Ask(texts) | Move::Answer(texts)) = mv else { return };
    for (part, text) in (1..).zip(texts) {
        if hidden.contains(&part) {
            // The rules of the game hold for it too.
            *text = HIDDEN.chars().take(rules.max_chars).collect();
        }
    }
}

record! {
    struct PlayerRow {
        player_id: String,
        transport: Option<String>,
        opened_at: i64,
        due_at: Option<i64>,
        wants_mail: bool,
        has_address: bool,
        mailed_at: i64,
        place: Option<String>,
        moved_at: Option<i64>,
        silent: bool,
    }
}

/// A seat and its player.
struct OccupantRow {
    seat: SeatRow,
    player: PlayerRow,
}

impl From<OccupantRow> for Occupant {
    fn from(OccupantRow { seat, player }: OccupantRow) -> Occupant {
        let machine = player.transport.is_some();
        let ending = seat.ending.as_deref().and_then(Ending::from_name);
        Occupant {
            seat_id: seat.seat_id,
            player_id: player.player_id,
            machine,
            way: player.transport.as_deref().and_then(Transport::from_name),
            opened_at: player.opened_at,
            due_at: player.due_at,
            wants_mail: player.wants_mail,
            has_address: player.has_address,
            mailed_at: player.mailed_at,
            leaving: machine && matches!(ending, Some(Ending::Left | Ending::Closed)),
            place: player.place,
            moved_at: player.moved_at,
            silent: player.silent,
        }
    }
}

/// The seats of a game whose players are here.
fn occupant_rows(tx: &mut Tx<'_>, game_id: &str) -> Result<Vec<OccupantRow>> {
    // A house machine of an older Luna is in no list of machines yet.
    let found: Vec<RowPair<SeatRow, PlayerRow>> = rows!(
        tx,
        "SELECT s.id, s.game_id, s.side, s.ending, s.here, s.player_id,
                COALESCE(m.way, CASE p.kind WHEN 'machine' THEN 'house' END) AS transport,
                s.opened_at, s.due_at,
                (p.verified AND p.wants_mail OR a.seat_id IS NOT NULL) AS wants_mail,
                (a.seat_id IS NOT NULL) AS has_address, p.mailed_at, s.place, s.moved_at, s.silent
         FROM seat s JOIN player p ON p.id = s.player_id
         LEFT JOIN machine m ON m.player_id = s.player_id
         LEFT JOIN seat_address a ON a.seat_id = s.id
         WHERE s.game_id = $1 AND s.here",
        game_id,
    );
    Ok(found.into_iter().map(|RowPair(seat, player)| OccupantRow { seat, player }).collect())
}
