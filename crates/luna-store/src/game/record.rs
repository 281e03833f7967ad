//! Games, seats and their players as they are read.

use luna_core::game::{Duty, Ending, Game, Kind, Seat};

use crate::machine::record::Transport;

/// A game as read: the state, how many moves it took to get there, and who
/// sits where.
#[derive(Clone, Debug)]
pub struct GameRecord {
    pub id: String,
    pub game: Game,
    pub kind: Kind,
    pub started_at: i64,
    pub ended_at: Option<i64>,
    pub waiting_since: Option<i64>,
    pub occupants: [Option<Occupant>; 2],
    /// The person whose part the machine of this game plays.
    pub(super) instead_of: Option<Absentee>,
    pub(super) seq: i64,
    /// Its interview is being sent to one more partner.
    pub(super) repeats_interview: bool,
}

/// Somebody who would have been met, had no machine come.
#[derive(Clone, Debug)]
pub(super) struct Absentee {
    pub(super) player_id: String,
    pub(super) moved_at: Option<i64>,
}

/// A player's part in a game at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatState {
    /// A move is theirs.
    Move,
    /// The move is the partner's, or there is no partner yet.
    Wait,
    Over,
}

impl SeatState {
    pub(super) fn name(self) -> &'static str {
        match self {
            SeatState::Move => "move",
            SeatState::Wait => "wait",
            SeatState::Over => "over",
        }
    }
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "most are columns")]
pub struct Occupant {
    pub seat_id: String,
    pub player_id: String,
    pub machine: bool,
    /// The transport of a machine; none for a person.
    pub(super) way: Option<Transport>,
    pub opened_at: i64,
    pub due_at: Option<i64>,
    pub(super) wants_mail: bool,
    /// A guest who has left an address for this game.
    pub(super) has_address: bool,
    /// When they last moved, or the person whose part a machine plays; none if they have just come.
    pub(super) moved_at: Option<i64>,
    /// A machine that does not move, as somebody who does not come back.
    pub(super) silent: bool,
    pub(crate) mailed_at: i64,
    /// A machine that has left; its partner does not know yet.
    pub(super) leaving: bool,
    /// Codes of where a guest plays from, until the game is over.
    pub(super) place: Option<String>,
}

impl Occupant {
    /// When they last moved. Only a player's own time: that of a machine may be a person's.
    pub fn moved_at(&self) -> Option<i64> {
        self.moved_at
    }

    /// It comes with Luna and is asked in process; others send their moves.
    pub fn house(&self) -> bool {
        self.way == Some(Transport::House)
    }

    /// It has left, which comes out later.
    pub fn leaving(&self) -> bool {
        self.leaving
    }

    /// Luna calls it when there is something to do.
    pub fn called(&self) -> bool {
        matches!(self.way, Some(Transport::Push | Transport::Openai))
    }
}

impl GameRecord {
    /// The number that the next move will have.
    pub(crate) fn next_seq(&self) -> i64 {
        self.seq + 1
    }
}

/// One player's place in a game, present or past.
#[derive(Clone, Debug)]
pub struct SeatRecord {
    pub seat_id: String,
    pub game_id: String,
    pub seat: Seat,
    /// The ending for this player, if there is one.
    pub ending: Option<Ending>,
    pub here: bool,
}

/// A move as it was made.
#[derive(Clone, Copy, Debug)]
pub struct StoredMove {
    pub seq: i64,
    /// The time it took, where it was the player's turn.
    pub took_ms: Option<i64>,
}

impl GameRecord {
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants[seat.index()].as_ref()
    }

    /// The one who waits for a partner.
    pub(super) fn vacancy_partner(&self) -> Option<&Occupant> {
        self.occupant(self.game.vacancy()?.other())
    }

    /// The seat of a house machine that owes a move.
    pub fn house_to_move(&self) -> Option<(Seat, Duty)> {
        Seat::BOTH.into_iter().find_map(|seat| {
            let house = self.occupant(seat).is_some_and(Occupant::house);
            self.game.duty(seat).filter(|_| house).map(|duty| (seat, duty))
        })
    }
}
