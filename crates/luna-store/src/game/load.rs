//! Games and seats as they are read.

use luna_core::game::{Duty, Game, Move, Rules, Seat};

use super::{GameRecord, Kind, Occupant, SeatRecord};
use crate::machine::Transport;
use crate::{Error, Result, Tx};

/// A seat, if it is this player's: anyone else's does not exist for them.
pub fn place(tx: &mut Tx<'_>, seat_id: &str, player_id: &str) -> Result<SeatRecord> {
    let found: Option<(String, String, Option<String>, bool)> = row!(
        tx,
        "SELECT game_id, side, ending, here FROM seat WHERE id = $1 AND player_id = $2",
        seat_id,
        player_id,
    );
    let (game_id, side, ending, here) = found.ok_or(Error::NotFound)?;
    let seat = Seat::from_name(&side).ok_or(Error::NotFound)?;
    Ok(SeatRecord { seat_id: seat_id.to_owned(), game_id, seat, ending, here })
}

/// The seat and the game it is in now, held for writing.
pub fn seated(tx: &mut Tx<'_>, seat_id: &str, player_id: &str) -> Result<(SeatRecord, GameRecord)> {
    loop {
        let found = place(tx, seat_id, player_id)?;
        hold(tx, &found.game_id)?;
        // Pairing may have moved the seat to another game before the row was held.
        let now = if tx.alone() { found.clone() } else { place(tx, seat_id, player_id)? };
        if now.game_id == found.game_id {
            let loaded = load(tx, &now.game_id)?;
            return Ok((now, loaded));
        }
    }
}

/// Holds the game a seat is in now, whosever it is.
pub(crate) fn hold_around(tx: &mut Tx<'_>, seat_id: &str) -> Result<()> {
    let mut held = None;
    while !tx.alone() {
        let found: Option<(String,)> = row!(tx, "SELECT game_id FROM seat WHERE id = $1", seat_id);
        if found == held {
            break;
        }
        if let Some((game_id,)) = &found {
            hold(tx, game_id)?;
        }
        held = found;
    }
    Ok(())
}

pub(crate) fn hold(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.hold("SELECT 1 FROM game WHERE id = $1 FOR NO KEY UPDATE", id)
}

/// A game, held for writing.
pub fn load_held(tx: &mut Tx<'_>, id: &str) -> Result<GameRecord> {
    hold(tx, id)?;
    load(tx, id)
}

pub fn load(tx: &mut Tx<'_>, id: &str) -> Result<GameRecord> {
    type Header = (i64, i64, bool, bool, i64, Option<i64>, Option<i64>);
    let header: Option<Header> = row!(
        tx,
        "SELECT questions, max_chars, practice, sandbox, started_at, ended_at, waiting_since
         FROM game WHERE id = $1",
        id,
    );
    let (questions, max_chars, practice, sandbox, started_at, ended_at, waiting_since) =
        header.ok_or(Error::NotFound)?;
    let kind = match (practice, sandbox) {
        (_, true) => Kind::Sandbox,
        (true, false) => Kind::Practice,
        (false, false) => Kind::Rated,
    };
    let rules = Rules {
        questions: usize::try_from(questions).map_err(Error::corrupt)?,
        max_chars: usize::try_from(max_chars).map_err(Error::corrupt)?,
    };
    let (game, seq) = replay(tx, id, rules)?;
    let occupants = occupants(tx, id)?;
    Ok(GameRecord {
        id: id.to_owned(),
        game,
        kind,
        started_at,
        ended_at,
        waiting_since,
        occupants,
        seq,
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
pub(super) fn parts(hidden: &str) -> Vec<i64> {
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

fn occupants(tx: &mut Tx<'_>, id: &str) -> Result<[Option<Occupant>; 2]> {
    type Row = (String, String, String, Option<String>, i64, Option<i64>, bool, i64, bool);
    // A house machine of an older Luna is in no list of machines yet.
    let found: Vec<Row> = rows!(
        tx,
        "SELECT s.side, s.id, s.player_id,
                COALESCE(m.way, CASE p.kind WHEN 'machine' THEN 'house' END) AS way,
                s.opened_at, s.due_at, (p.verified AND p.wants_mail) AS wants_mail, p.mailed_at,
                (p.kind = 'machine' AND COALESCE(s.ending, '') IN ('left', 'closed')) AS leaving
         FROM seat s JOIN player p ON p.id = s.player_id
         LEFT JOIN machine m ON m.player_id = s.player_id
         WHERE s.game_id = $1 AND s.here",
        id,
    );
    let mut seats = [None, None];
    for (side, seat_id, player_id, way, opened_at, due_at, wants_mail, mailed_at, leaving) in found
    {
        let occupant = Occupant {
            seat_id,
            player_id,
            machine: way.is_some(),
            way: way.as_deref().and_then(Transport::from_name),
            opened_at,
            due_at,
            wants_mail,
            mailed_at,
            leaving,
        };
        if let Some(seat) = Seat::from_name(&side) {
            seats[seat.index()] = Some(occupant);
        }
    }
    Ok(seats)
}

impl GameRecord {
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants[seat.index()].as_ref()
    }

    /// The seat of a house machine that owes a move.
    pub fn house_to_move(&self) -> Option<(Seat, Duty)> {
        Seat::BOTH.into_iter().find_map(|seat| {
            let house = self.occupant(seat).is_some_and(Occupant::house);
            self.game.duty(seat).filter(|_| house).map(|duty| (seat, duty))
        })
    }
}
