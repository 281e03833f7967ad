//! Games, stored as the list of their moves, and the seats players have in them.
//!
//! Every move gets into a game through [`play`]. Its consequences (deadlines, a machine's turn,
//! mail, the queue, ratings) are written in the same transaction.

use luna_core::chance::Chance;
pub use luna_core::game::Kind;
use luna_core::game::{Duty, Ending, Game, Move, Rules, Seat};

use crate::machine::{self, Transport};
use crate::{Error, Random, Result, Tx, counters, player};

mod consequences;
mod deadline;
mod delayed_moves;
pub mod list;
mod load;
mod machine_pacing;
mod machine_pool;
mod pairing;
mod reveal;
mod sandbox;
mod seat;
pub(crate) mod tables;
mod written;

use consequences::{of_move, settle};
pub use deadline::{Overdue, keep_drafts, note_here, overdue};
pub use delayed_moves::{held, leave, release, sent};
pub use load::{HIDDEN, load, load_held, place, seated};
pub(crate) use load::{hold, hold_around};
pub use machine_pacing::usual_ms;
pub use machine_pool::{Come, THERE_MS, a_house_is_left, find_machine, look_again};
pub(crate) use pairing::hold_queue;
pub use pairing::{Asked, ask, come_from, pair, seat_machine};
pub use sandbox::{join as join_sandbox, join_or_wait, sweep};
pub use written::{Written, has_seat, hide, written};

/// When something happens, and what an instance has settled on.
#[derive(Clone)]
pub struct Context {
    pub now: i64,
    pub random: Random,
    pub timing: Timing,
}

#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The time that a player has for each phase.
    pub phase_ms: i64,
    /// The time that a player may be gone while the other waits for their move.
    pub silence_ms: i64,
    /// The time after which a machine takes a seat that nobody has taken.
    pub machine_wait_ms: i64,
    /// The median time a machine takes until people's times are known; 0: at once.
    pub machine_pace_ms: i64,
    /// The least time between two mails about games to one player.
    pub mail_quiet_ms: i64,
    /// The share of people's games, in percent, that are with a machine at the least.
    pub machine_percent: usize,
}

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
    seq: i64,
}

#[derive(Clone, Debug)]
pub struct Occupant {
    pub seat_id: String,
    pub player_id: String,
    pub machine: bool,
    /// The transport of a machine; none for a person.
    way: Option<Transport>,
    pub opened_at: i64,
    pub due_at: Option<i64>,
    wants_mail: bool,
    pub(crate) mailed_at: i64,
    /// A machine that has left; its partner does not know yet.
    leaving: bool,
    /// Codes of where a guest plays from, until the game is over.
    place: Option<String>,
}

impl Occupant {
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

/// Opens a game for a player, who is to ask. Gives the id of the seat.
pub fn start(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
    kind: Kind,
) -> Result<String> {
    let (game_id, seat_id) = (at.random.id(at.now), at.random.id(at.now));
    let questions = i64::try_from(rules.questions).map_err(Error::corrupt)?;
    let max_chars = i64::try_from(rules.max_chars).map_err(Error::corrupt)?;
    defer!(
        tx,
        "INSERT INTO game (id, questions, max_chars, practice, sandbox, phase, started_at)
         VALUES ($1, $2, $3, $4, $5, 'interview', $6)",
        row = game_id,
        game_id,
        questions,
        max_chars,
        !kind.counts(),
        kind == Kind::Sandbox,
        at.now,
    );
    let last = at.now + at.timing.phase_ms;
    let due_at = (kind != Kind::Sandbox).then_some(last);
    defer!(
        tx,
        "INSERT INTO seat (id, game_id, side, player_id, here, state, opened_at, due_at, changed_at)
         VALUES ($1, $2, 'A', $3, TRUE, 'move', $4, $5, $4)", row = seat_id,
        seat_id,
        game_id,
        player_id,
        at.now,
        due_at,
    );
    match kind {
        Kind::Sandbox => tx.wake(&player::topic(player_id)),
        Kind::Rated | Kind::Practice => {
            deadline::schedule(tx, at, kind, &seat_id, last)?;
            tx.touch(&player::topic(player_id));
            let what = if kind.counts() { "opened" } else { "practice" };
            counters::count(tx, at.now, what, &game_id, 1)?;
        }
    }
    Ok(seat_id)
}

/// Opens a game for a machine and has it told, or called, that it is to ask.
pub fn start_machine(
    tx: &mut Tx<'_>,
    at: &Context,
    player_id: &str,
    rules: Rules,
    kind: Kind,
) -> Result<String> {
    let seat_id = start(tx, at, player_id, rules, kind)?;
    let (place, loaded) = seated(tx, &seat_id, player_id)?;
    machine_pacing::schedule(tx, at, &loaded, place.seat, Duty::Ask)?;
    Ok(seat_id)
}

/// A move as it was made.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    pub seq: i64,
    /// The time it took, where it was the player's turn.
    pub took_ms: Option<i64>,
}

/// Makes a move and does what follows from it.
pub fn play(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    paced_ms: Option<i64>,
) -> Result<Played> {
    let before = loaded.game.clone();
    let played = make(tx, at, loaded, by, mv, paced_ms)?;
    settle(tx, at, loaded, &before, by, mv)?;
    Ok(played)
}

/// Makes a move. [`settle`] is to follow, after the last move that is made at once.
fn make(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    paced_ms: Option<i64>,
) -> Result<Played> {
    let next = loaded.game.clone().play(by, mv)?;
    let opened_at = loaded.occupant(by).ok_or(Error::NotFound)?.opened_at;
    let took_ms = loaded.game.duty(by).map(|_| (at.now - opened_at).max(0));
    append(tx, at, loaded, by, mv, took_ms, paced_ms)?;
    let played = Played { seq: loaded.seq, took_ms };
    let before = std::mem::replace(&mut loaded.game, next);
    of_move(tx, at, loaded, &before, by, mv)?;
    if matches!(mv, Move::Leave | Move::Expire | Move::Remove) {
        loaded.occupants[by.index()] = None;
        if goes_too(tx, at, loaded, by.other())? {
            make(tx, at, loaded, by.other(), &Move::Remove, None)?;
        }
    }
    Ok(played)
}

/// Returns true if a machine that has lost its partner leaves as well. In rated games it waits for
/// another as a person does, unless its next partner is drawn to be a machine: so a player who
/// takes a seat that was left meets no more machines than one who opens a game.
fn goes_too(tx: &mut Tx<'_>, at: &Context, loaded: &GameRecord, stays: Seat) -> Result<bool> {
    let Some(left) = loaded.occupant(stays).filter(|left| left.machine) else { return Ok(false) };
    if left.leaving || !loaded.kind.counts() || !machine::stays(tx, &left.player_id)? {
        return Ok(true);
    }
    let mut chance = Chance::from_words(&[&loaded.id, &at.random.secret()]);
    Ok(chance.below(100) < at.timing.machine_percent)
}

/// A machine leaves a game that nobody has joined.
pub(crate) fn remove_alone(
    tx: &mut Tx<'_>,
    at: &Context,
    seat_id: &str,
    player_id: &str,
) -> Result<()> {
    let (place, mut loaded) = seated(tx, seat_id, player_id)?;
    if loaded.occupant(place.seat.other()).is_some() || place.ending.is_some() {
        return Ok(());
    }
    play(tx, at, &mut loaded, place.seat, &Move::Remove, None).map(drop)
}

/// Adds a move after the moves the caller has seen. Fails with
/// [`Error::Conflict`] when there are more by now: the primary key is the lock.
fn append(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
    took_ms: Option<i64>,
    paced_ms: Option<i64>,
) -> Result<()> {
    let body = serde_json::to_string(mv).map_err(Error::corrupt)?;
    let player_id = loaded.occupant(by).map(|occupant| occupant.player_id.clone());
    defer!(
        tx,
        "INSERT INTO game_move (game_id, seq, at, side, player_id, took_ms, paced_ms, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        row = format_args!("{} {}", loaded.id, loaded.next_seq()),
        loaded.id,
        loaded.next_seq(),
        at.now,
        by.name(),
        player_id,
        took_ms,
        paced_ms,
        body,
    );
    loaded.seq += 1;
    Ok(())
}
