//! Games, kept as the list of their moves, and the seats players have in them.
//!
//! [`play`] is the one way a move gets into a game, whoever makes it. What
//! follows from a move (deadlines, a machine's turn, mail, the queue, ratings)
//! is written in the same piece of work.

use luna_core::chance::Chance;
use luna_core::game::{Duty, Game, Move, Phase, Rules, Seat};
use luna_core::pace;

use crate::job::Work;
use crate::{Error, Random, Result, Tx, draft, job, mail, player, tally};

pub mod list;
mod pairing;
mod reveal;

pub use pairing::{ask, seat_machine};

/// When something happens, and what an instance has settled on.
#[derive(Clone)]
pub struct Moment {
    pub now: i64,
    pub random: Random,
    pub timing: Timing,
}

#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// How long a player has for each phase.
    pub phase_ms: i64,
    /// How long nobody comes before a machine takes the seat.
    pub machine_wait_ms: i64,
    /// The median time a machine takes until people's times are known; 0: at once.
    pub machine_pace_ms: i64,
    /// The least time between two mails about games to one player.
    pub mail_quiet_ms: i64,
}

/// A game as read: the state, how many moves it took to get there, and who
/// sits where.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub id: String,
    pub game: Game,
    pub practice: bool,
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
    pub opened_at: i64,
    pub due_at: Option<i64>,
    wants_mail: bool,
    mailed_at: i64,
}

/// One player's place in a game, present or past.
#[derive(Clone, Debug)]
pub struct Place {
    pub seat_id: String,
    pub game_id: String,
    pub seat: Seat,
    /// How it ended for this player, if it has: `final`, `left`, `expired`, `closed`.
    pub ending: Option<String>,
    pub here: bool,
}

/// Opens a game for a player, who is to ask. Gives the id of the seat.
pub fn start(
    tx: &mut Tx<'_>,
    at: &Moment,
    player_id: &str,
    rules: Rules,
    practice: bool,
) -> Result<String> {
    let (game_id, seat_id) = (at.random.id(at.now), at.random.id(at.now));
    let questions = i64::try_from(rules.questions).map_err(Error::corrupt)?;
    let max_chars = i64::try_from(rules.max_chars).map_err(Error::corrupt)?;
    run!(
        tx,
        "INSERT INTO game (id, questions, max_chars, practice, phase, started_at)
         VALUES ($1, $2, $3, $4, 'interview', $5)",
        game_id,
        questions,
        max_chars,
        practice,
        at.now,
    );
    let due_at = at.now + at.timing.phase_ms;
    run!(
        tx,
        "INSERT INTO seat (id, game_id, side, player_id, here, state, opened_at, due_at, changed_at)
         VALUES ($1, $2, 'A', $3, TRUE, 'move', $4, $5, $4)",
        seat_id,
        game_id,
        player_id,
        at.now,
        due_at,
    );
    schedule_deadline(tx, at, &seat_id)?;
    tx.touch(&player::topic(player_id));
    tally::count(tx, at.now, if practice { "practice" } else { "opened" }, &game_id, 1)?;
    Ok(seat_id)
}

/// A seat, if it is this player's: anyone else's does not exist for them.
pub fn place(tx: &mut Tx<'_>, seat_id: &str, player_id: &str) -> Result<Place> {
    let found: Option<(String, String, Option<String>, bool)> = row!(
        tx,
        "SELECT game_id, side, ending, here FROM seat WHERE id = $1 AND player_id = $2",
        seat_id,
        player_id,
    );
    let (game_id, side, ending, here) = found.ok_or(Error::NotFound)?;
    let seat = Seat::from_name(&side).ok_or(Error::NotFound)?;
    Ok(Place { seat_id: seat_id.to_owned(), game_id, seat, ending, here })
}

/// The seat and the game it is in now, held for writing.
pub fn seated(tx: &mut Tx<'_>, seat_id: &str, player_id: &str) -> Result<(Place, Loaded)> {
    loop {
        let found = place(tx, seat_id, player_id)?;
        tx.hold("SELECT 1 FROM game WHERE id = $1 FOR NO KEY UPDATE", &found.game_id)?;
        // Pairing may have moved the seat to another game before the row was held.
        let now = place(tx, seat_id, player_id)?;
        if now.game_id == found.game_id {
            let loaded = load(tx, &now.game_id)?;
            return Ok((now, loaded));
        }
    }
}

/// A game, held for writing.
pub fn load_held(tx: &mut Tx<'_>, id: &str) -> Result<Loaded> {
    tx.hold("SELECT 1 FROM game WHERE id = $1 FOR NO KEY UPDATE", id)?;
    load(tx, id)
}

pub fn load(tx: &mut Tx<'_>, id: &str) -> Result<Loaded> {
    let header: Option<(i64, i64, bool, i64, Option<i64>, Option<i64>)> = row!(
        tx,
        "SELECT questions, max_chars, practice, started_at, ended_at, waiting_since
         FROM game WHERE id = $1",
        id,
    );
    let (questions, max_chars, practice, started_at, ended_at, waiting_since) =
        header.ok_or(Error::NotFound)?;
    let rules = Rules {
        questions: usize::try_from(questions).map_err(Error::corrupt)?,
        max_chars: usize::try_from(max_chars).map_err(Error::corrupt)?,
    };
    let (game, seq) = replay(tx, id, rules)?;
    let occupants = occupants(tx, id)?;
    Ok(Loaded {
        id: id.to_owned(),
        game,
        practice,
        started_at,
        ended_at,
        waiting_since,
        occupants,
        seq,
    })
}

fn replay(tx: &mut Tx<'_>, id: &str, rules: Rules) -> Result<(Game, i64)> {
    let moves: Vec<(i64, String, String)> =
        rows!(tx, "SELECT seq, side, body FROM game_move WHERE game_id = $1 ORDER BY seq", id);
    let mut game = Game::new(rules);
    let mut last = 0;
    for (seq, side, body) in moves {
        let by = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let mv: Move = serde_json::from_str(&body).map_err(Error::corrupt)?;
        game = game.play(by, &mv).map_err(Error::corrupt)?;
        last = seq;
    }
    Ok((game, last))
}

fn occupants(tx: &mut Tx<'_>, id: &str) -> Result<[Option<Occupant>; 2]> {
    let found: Vec<(String, String, String, String, i64, Option<i64>, bool, i64)> = rows!(
        tx,
        "SELECT s.side, s.id, s.player_id, p.kind, s.opened_at, s.due_at,
                (p.verified AND p.wants_mail), p.mailed_at
         FROM seat s JOIN player p ON p.id = s.player_id
         WHERE s.game_id = $1 AND s.here",
        id,
    );
    let mut seats = [None, None];
    for (side, seat_id, player_id, kind, opened_at, due_at, wants_mail, mailed_at) in found {
        let machine = kind == "machine";
        let occupant =
            Occupant { seat_id, player_id, machine, opened_at, due_at, wants_mail, mailed_at };
        if let Some(seat) = Seat::from_name(&side) {
            seats[seat.index()] = Some(occupant);
        }
    }
    Ok(seats)
}

impl Loaded {
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants[seat.index()].as_ref()
    }

    /// The seat of a machine that owes a move.
    pub fn machine_to_move(&self) -> Option<(Seat, Duty)> {
        Seat::BOTH.into_iter().find_map(|seat| {
            let machine = self.occupant(seat).is_some_and(|occupant| occupant.machine);
            self.game.duty(seat).filter(|_| machine).map(|duty| (seat, duty))
        })
    }
}

/// Makes a move and does what follows from it.
pub fn play(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    by: Seat,
    mv: &Move,
    paced_ms: Option<i64>,
) -> Result<()> {
    let before = Seat::BOTH.map(|seat| loaded.game.duty(seat));
    let next = loaded.game.clone().play(by, mv)?;
    let mover = loaded.occupant(by).cloned().ok_or(Error::NotFound)?;
    let took_ms = before[by.index()].map(|_| at.now - mover.opened_at);
    append(tx, at, loaded, by, mv, took_ms, paced_ms)?;
    loaded.game = next;
    match mv {
        Move::Ask(_) | Move::Answer(_) | Move::Guess(_) => {
            draft::clear(tx, &mover.player_id, &mover.seat_id)?;
            if let (false, false, Some(took_ms), Some(duty)) =
                (mover.machine, loaded.practice, took_ms, before[by.index()])
            {
                remember_pace(tx, &loaded.id, duty, took_ms)?;
            }
            count_texts(tx, at, loaded, mv)?;
        }
        Move::Leave | Move::Expire | Move::Remove => {
            let ending = if *mv == Move::Expire { "expired" } else { "left" };
            go_away(tx, at, &mover, ending)?;
            tally::count(tx, at.now, ending, &loaded.id, 1)?;
            loaded.occupants[by.index()] = None;
        }
        Move::Join | Move::Reveal(_) => {}
    }
    if loaded.game.awaits_reveal() {
        reveal::reveal(tx, at, loaded, by)?;
    }
    settle(tx, at, loaded, by, before)
}

/// Adds a move after the moves the caller has seen. Fails with
/// [`Error::Conflict`] when there are more by now: the primary key is the lock.
fn append(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    by: Seat,
    mv: &Move,
    took_ms: Option<i64>,
    paced_ms: Option<i64>,
) -> Result<()> {
    let body = serde_json::to_string(mv).map_err(Error::corrupt)?;
    let player_id = loaded.occupant(by).map(|occupant| occupant.player_id.clone());
    run!(
        tx,
        "INSERT INTO game_move (game_id, seq, at, side, player_id, took_ms, paced_ms, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        loaded.id,
        loaded.seq + 1,
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

/// The player's seat becomes a thing of the past.
fn go_away(tx: &mut Tx<'_>, at: &Moment, mover: &Occupant, ending: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE seat SET here = FALSE, state = 'over', ending = $2, due_at = NULL, changed_at = $3
         WHERE id = $1",
        mover.seat_id,
        ending,
        at.now,
    );
    job::cancel(tx, &format!("deadline:{}", mover.seat_id))?;
    tx.touch(&player::topic(&mover.player_id));
    Ok(())
}

fn count_texts(tx: &mut Tx<'_>, at: &Moment, loaded: &Loaded, mv: &Move) -> Result<()> {
    let (what, texts) = match mv {
        Move::Ask(texts) => ("question", texts),
        Move::Answer(texts) => ("response", texts),
        _ => return Ok(()),
    };
    let many = i64::try_from(texts.len()).map_err(Error::corrupt)?;
    tally::count(tx, at.now, what, &loaded.id, many)
}

/// Brings seats, queue and jobs in line with the game after a move of `by`.
fn settle(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    by: Seat,
    before: [Option<Duty>; 2],
) -> Result<()> {
    settle_queue(tx, at, loaded)?;
    for seat in Seat::BOTH {
        settle_seat(tx, at, loaded, seat, before[seat.index()], seat == by)?;
    }
    Ok(())
}

/// Earlier than any time, so that a game put back is paired first.
const HEAD_OF_QUEUE: i64 = -10_000_000_000_000;

fn settle_queue(tx: &mut Tx<'_>, at: &Moment, loaded: &mut Loaded) -> Result<()> {
    let job_id = format!("machine_seat:{}", loaded.id);
    let vacancy = loaded.game.vacancy().filter(|_| !loaded.practice);
    let mut queue_key = None;
    match (vacancy, loaded.waiting_since) {
        (Some(seat), None) => {
            loaded.waiting_since = Some(at.now);
            let again = loaded.game.view(seat.other()).partners_lost > 0;
            queue_key = Some(if again { at.now + HEAD_OF_QUEUE } else { at.now });
            // Some time in the second half of the wait, so that the moment of
            // a partner's coming tells little.
            let half = at.timing.machine_wait_ms / 2;
            let mut chance = Chance::from_words(&[&loaded.id, &at.random.secret()]);
            let extra = chance.below(usize::try_from(half).unwrap_or(0));
            let due_at = at.now + half + i64::try_from(extra).unwrap_or(0);
            job::schedule(tx, &job_id, &Work::MachineSeat { game: loaded.id.clone() }, due_at)?;
        }
        (None, Some(_)) => {
            loaded.waiting_since = None;
            job::cancel(tx, &job_id)?;
        }
        (Some(_), Some(_)) => return Ok(()),
        (None, None) => {}
    }
    let phase = loaded.game.phase();
    if matches!(phase, Phase::Final | Phase::Closed) {
        loaded.ended_at = Some(at.now);
        tally::count(
            tx,
            at.now,
            if loaded.practice { "practised" } else { phase.name() },
            &loaded.id,
            1,
        )?;
    }
    run!(
        tx,
        "UPDATE game SET phase = $2, queue_key = $3, waiting_since = $4, ended_at = $5 WHERE id = $1",
        loaded.id,
        phase.name(),
        queue_key,
        loaded.waiting_since,
        loaded.ended_at,
    );
    Ok(())
}

fn settle_seat(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    seat: Seat,
    before: Option<Duty>,
    moved: bool,
) -> Result<()> {
    let Some(occupant) = loaded.occupant(seat).cloned() else { return Ok(()) };
    let duty = loaded.game.duty(seat);
    let phase = loaded.game.phase();
    let over = matches!(phase, Phase::Final | Phase::Closed);
    let lost_partner = loaded.occupant(seat.other()).is_none() && !moved;
    if duty == before && !over && !lost_partner && !moved {
        return Ok(());
    }
    if !occupant.machine {
        tx.touch(&player::topic(&occupant.player_id));
    }
    if duty == before && !over && !lost_partner {
        return Ok(());
    }
    let opened_at = if duty == before { occupant.opened_at } else { at.now };
    let due_at = duty.filter(|_| !occupant.machine).map(|_| opened_at + at.timing.phase_ms);
    let state = if over {
        "over"
    } else if duty.is_some() {
        "move"
    } else {
        "wait"
    };
    let ending = over.then(|| phase.name());
    let outcome = loaded.game.result(seat).map(|result| reveal::name(result.outcome));
    run!(
        tx,
        "UPDATE seat SET state = $2, ending = $3, outcome = $4, opened_at = $5, due_at = $6,
                changed_at = $7
         WHERE id = $1",
        occupant.seat_id,
        state,
        ending,
        outcome,
        opened_at,
        due_at,
        at.now,
    );
    if let Some(seated) = &mut loaded.occupants[seat.index()] {
        (seated.opened_at, seated.due_at) = (opened_at, due_at);
    }
    match duty {
        Some(duty) if occupant.machine => schedule_turn(tx, at, loaded, seat, duty)?,
        Some(_) => schedule_deadline(tx, at, &occupant.seat_id)?,
        None => job::cancel(tx, &format!("deadline:{}", occupant.seat_id))?,
    }
    let news = match (phase, duty) {
        (Phase::Final, _) => Some("over"),
        (_, Some(_)) => Some("turn"),
        _ if lost_partner && phase != Phase::Closed => Some("again"),
        _ => None,
    };
    if let Some(news) = news.filter(|_| !moved && occupant.wants_mail && !loaded.practice) {
        mail::notice(tx, at, &occupant.player_id, &occupant.seat_id, news, occupant.mailed_at)?;
    }
    Ok(())
}

/// First looked at when half of the time is over, to remind.
fn schedule_deadline(tx: &mut Tx<'_>, at: &Moment, seat_id: &str) -> Result<()> {
    let work = Work::Deadline { seat: seat_id.to_owned() };
    job::schedule(tx, &format!("deadline:{seat_id}"), &work, at.now + at.timing.phase_ms / 2)
}

/// A machine's move is decided when it is due; until then it looks as if
/// somebody were thinking.
fn schedule_turn(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &Loaded,
    seat: Seat,
    duty: Duty,
) -> Result<()> {
    if loaded.practice {
        return Ok(());
    }
    let times: Vec<(i64,)> =
        rows!(tx, "SELECT took_ms FROM pace WHERE phase = $1 ORDER BY slot", phase_of(duty));
    let people: Vec<i64> = times.into_iter().map(|(ms,)| ms).collect();
    let mut chance =
        Chance::from_words(&[&loaded.id, seat.name(), phase_of(duty), &loaded.seq.to_string()]);
    let longest_ms = at.timing.phase_ms / 2;
    let paced_ms = pace::delay_ms(&mut chance, &people, at.timing.machine_pace_ms, longest_ms);
    let work = Work::MachineTurn { game: loaded.id.clone(), seat, paced_ms };
    job::schedule(tx, &format!("turn:{}:{}", loaded.id, seat.name()), &work, at.now + paced_ms)
}

fn phase_of(duty: Duty) -> &'static str {
    match duty {
        Duty::Ask => Phase::Interview.name(),
        Duty::Answer => Phase::Response.name(),
        Duty::Guess => Phase::Guess.name(),
    }
}

fn remember_pace(tx: &mut Tx<'_>, game_id: &str, duty: Duty, took_ms: i64) -> Result<()> {
    let slot = Chance::from_words(&[game_id, "pace"]).below(512);
    let slot = i64::try_from(slot).map_err(Error::corrupt)?;
    run!(
        tx,
        "INSERT INTO pace (phase, slot, took_ms) VALUES ($1, $2, $3)
         ON CONFLICT (phase, slot) DO UPDATE SET took_ms = excluded.took_ms",
        phase_of(duty),
        slot,
        took_ms,
    );
    Ok(())
}

/// What [`overdue`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// The seat has moved on, or its time was extended.
    No,
    Reminded,
    Expired,
}

/// Reminds at half time and empties the seat when its time is over.
pub fn overdue(tx: &mut Tx<'_>, at: &Moment, seat_id: &str) -> Result<Overdue> {
    let owner: Option<(String,)> = row!(
        tx,
        "SELECT player_id FROM seat WHERE id = $1 AND here AND due_at IS NOT NULL",
        seat_id
    );
    let Some((owner,)) = owner else { return Ok(Overdue::No) };
    let (place, mut loaded) = seated(tx, seat_id, &owner)?;
    let Some(occupant) = loaded.occupant(place.seat).cloned() else { return Ok(Overdue::No) };
    let Some(due_at) = occupant.due_at else { return Ok(Overdue::No) };
    if at.now >= due_at {
        keep_drafts(tx, at, &loaded, place.seat, &occupant)?;
        play(tx, at, &mut loaded, place.seat, &Move::Expire, None)?;
        return Ok(Overdue::Expired);
    }
    let half = occupant.opened_at + (due_at - occupant.opened_at) / 2;
    let work = Work::Deadline { seat: seat_id.to_owned() };
    let job_id = format!("deadline:{seat_id}");
    if at.now < half {
        job::schedule(tx, &job_id, &work, half)?;
        return Ok(Overdue::No);
    }
    if occupant.wants_mail {
        mail::notice(tx, at, &owner, seat_id, "reminder", occupant.mailed_at)?;
    }
    job::schedule(tx, &job_id, &work, due_at)?;
    Ok(Overdue::Reminded)
}

/// Questions that were typed or sent stay with whoever wrote them, for the
/// next game.
pub fn keep_drafts(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &Loaded,
    seat: Seat,
    occupant: &Occupant,
) -> Result<()> {
    let view = loaded.game.view(seat);
    match view.my_questions.filter(|_| !view.inherited) {
        Some(asked) => draft::keep_for_next(tx, &occupant.player_id, &asked, at.now),
        None => draft::move_to_next(tx, &occupant.player_id, &occupant.seat_id),
    }
}
