//! Machines a person could be given: those that come with Luna, and those that
//! have asked and wait.

use luna_core::game::Rules;
use luna_core::interval::Spread;
use luna_core::pairing::{Candidate, choose_machine, merge};
use luna_core::rating::Rating;
use luna_core::rng::Chance;

use super::load::load_locked;
use super::machine_wait::{THERE_MS, retry_in};
use super::pairing::{find_again, meet};
use super::queue::first_in_queue;
use super::record::GameRecord;
use super::repeats::repeats;
use super::{meeting, refused_meeting};
use crate::discipline::context::Context;
use crate::machine::state;
use crate::player;
use crate::player::block;
use crate::rating::derived;
use crate::tx::error::Result;
use crate::tx::sql::RowPair;
use crate::tx::{Tx, locks};

/// A machine that has come to the queue.
#[derive(Debug)]
pub enum Seating {
    /// Nobody waits any more, there is none to be had, or it has sat down.
    Done,
    /// It sits down in this game, as soon as the caller says what it asks.
    House(Box<GameRecord>, String),
}

/// Gives a machine to the player who has waited longest, which need not be the
/// one in this game. One that waits sits down here and now; a house machine is
/// named, for the caller to seat, since it knows what it asks. Rather than a
/// machine of late comes somebody of late who waits as well. Unless machines fill in, the machine
/// is for this game.
pub fn find_machine(tx: &mut Tx<'_>, at: &Context, game_id: &str) -> Result<(String, Seating)> {
    locks::queue(tx)?;
    let mut loaded = load_locked(tx, game_id)?;
    let waits = |loaded: &GameRecord| loaded.game.vacancy().filter(|_| loaded.kind.counts());
    if waits(&loaded).is_none() {
        return Ok((loaded.id, Seating::Done));
    }
    let rules = loaded.game.rules();
    let come_instead = at.timing.machines_fill_in;
    if come_instead && let Some(first) = first_in_queue(tx, rules)?.filter(|first| first != game_id)
    {
        retry_in(tx, at, game_id, at.timing.machine_wait_ms / 3)?;
        loaded = load_locked(tx, &first)?;
    }
    let game_id = loaded.id.clone();
    let Some(empty) = waits(&loaded) else { return Ok((game_id, Seating::Done)) };
    let Some(person) = loaded.occupant(empty.other()).cloned() else {
        return Ok((game_id, Seating::Done));
    };
    let Candidates { mut all, refused } = candidates(tx, at, &person.player_id, rules)?;
    if come_instead
        && all.iter().all(|it| it.candidate.of_late)
        && let Some((other, _)) = find_again(tx, at, &person, rules)?
        && merge(&loaded.game, &other.game).is_some()
    {
        return meet(tx, at, loaded, other).map(|()| (game_id, Seating::Done));
    }
    // Somebody who has waited longer has been refused before.
    if at.now - loaded.waiting_since.unwrap_or(at.now) <= at.timing.machine_wait_ms {
        for line in refused {
            refused_meeting::count(tx, at, &line)?;
        }
    }
    let mut chance = Chance::from_words(&[&game_id, &at.random.secret()]);
    loop {
        let candidates: Vec<Candidate> = all.iter().map(|it| it.candidate).collect();
        let Some(nth) = choose_machine(&mut chance, &candidates) else {
            // None is to be had: people may come, and one is looked for again.
            if come_instead {
                retry_in(tx, at, &game_id, at.timing.machine_wait_ms)?;
            } else {
                meeting::leave_to_people(tx, at, &loaded)?;
            }
            return Ok((game_id, Seating::Done));
        };
        let chosen = all.swap_remove(nth);
        if let Some(game) = chosen.game_id {
            let theirs = load_locked(tx, &game)?;
            // It may have gone while the row was waited for.
            let Some(seat) =
                theirs.game.vacancy().filter(|_| merge(&loaded.game, &theirs.game).is_some())
            else {
                continue;
            };
            if !repeats(tx, &theirs, seat, &person.player_id)? {
                let mut theirs = theirs;
                theirs.instead_of.clone_from(&loaded.instead_of);
                if let Some(machine) = &mut theirs.occupants[seat.other().index()] {
                    meeting::stand_in(tx, machine, loaded.instead_of.as_ref())?;
                }
                return meet(tx, at, loaded, theirs).map(|()| (game_id, Seating::Done));
            }
            // One in process asks something else in a new seat.
            if !chosen.in_process {
                continue;
            }
        }
        if state::lock_if_may_begin(tx, &chosen.machine_id)? {
            return Ok((game_id, Seating::House(Box::new(loaded), chosen.machine_id)));
        }
    }
}

/// The machines that somebody could be given.
struct Candidates {
    all: Vec<Waiting>,
    /// The first versions of those that wait and may not meet this person, who is related to
    /// their owner.
    refused: Vec<String>,
}

struct Waiting {
    machine_id: String,
    /// The game in which it waits; one in this process need not.
    game_id: Option<String>,
    in_process: bool,
    candidate: Candidate,
}

record! {
    struct Row {
        machine_id: String,
        game_id: Option<String>,
        guess_sum: i64,
        guess_count: i64,
        guess_squares: i64,
        times_met: Option<i64>,
        under_way: i64,
        house: bool,
    }
}

/// A machine, with its first version, and true if the person is related to its owner.
type RelatedRow = RowPair<(String, bool), Row>;

fn waiting(row: Row, in_process: bool, usual: f64, partners: &str) -> Waiting {
    let rating = Rating::from_sum(row.guess_sum, row.guess_count);
    let squares = row.guess_squares;
    let margin = rating.and_then(|rating| Spread { rating, squares, usual }.margin());
    let candidate = Candidate {
        of_late: partners.split(' ').any(|partner| partner == row.machine_id),
        times_met: row.times_met.unwrap_or(0),
        under_way: row.under_way,
        margin,
        guesses: row.guess_count,
        house: row.house,
    };
    Waiting { machine_id: row.machine_id, game_id: row.game_id, in_process, candidate }
}

fn candidates(tx: &mut Tx<'_>, at: &Context, person: &str, rules: Rules) -> Result<Candidates> {
    let questions = i64::try_from(rules.questions).unwrap_or(0);
    let max_chars = i64::try_from(rules.max_chars).unwrap_or(0);
    // Those that a partner has left wait for somebody who would take over questions anyway.
    let since = if at.timing.machines_fill_in { i64::MIN } else { 0 };
    let (refused, elsewhere): (Vec<RelatedRow>, Vec<RelatedRow>) =
        elsewhere(tx, at, person, (questions, max_chars), since)?
            .into_iter()
            .partition(|RowPair((_, related), _)| *related);
    let houses = houses(tx, person, (questions, max_chars), since)?;
    let usual = derived::usual(tx)?;
    let partners = player::partners(tx, person)?;
    let called = elsewhere.into_iter().map(|RowPair(_, row)| waiting(row, false, usual, &partners));
    let houses = houses.into_iter().map(|row| waiting(row, true, usual, &partners));
    let all = called.chain(houses).collect();
    let refused = refused.into_iter().map(|RowPair((line, _), _)| line).collect();
    Ok(Candidates { all, refused })
}

/// Those whose questions are in, who are there, and whose owner is somebody else;
/// each once, however many of its games wait. All its versions are one machine.
fn elsewhere(
    tx: &mut Tx<'_>,
    at: &Context,
    person: &str,
    (questions, max_chars): (i64, i64),
    since: i64,
) -> Result<Vec<RelatedRow>> {
    let all_stopped = state::all_stopped(tx)?;
    let mut rows: Vec<RelatedRow> = rows!(
        tx,
        "SELECT m.line,
                EXISTS (SELECT 1 FROM place h JOIN owner_place o ON o.code = h.code
                        WHERE h.player_id = $1 AND h.until > $5
                              AND o.owner_id = m.owner_id AND o.until > $5),
                w.player_id, w.game_id, p.guess_sum, p.guess_count, p.guess_squares,
                (SELECT CAST(SUM(t.times) AS BIGINT)
                 FROM machine v JOIN met t ON t.player_id = $1 AND t.machine_id = v.player_id
                 WHERE v.line = m.line),
                (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game_id
                 WHERE s.player_id = m.player_id AND s.ending IS NULL
                       AND g.waiting_since IS NULL AND NOT g.practice AND NOT g.sandbox),
                (m.owner_id IS NULL)
         FROM pool w
         JOIN player p ON p.id = w.player_id
         JOIN machine m ON m.player_id = w.player_id
         WHERE w.since >= $6 AND m.seen_at > $2 AND m.stopped_at IS NULL AND m.killed_at IS NULL
               AND NOT m.practice_only
               AND m.replaced_at IS NULL AND (m.owner_id IS NULL OR m.owner_id <> $1)
               AND NOT EXISTS (
                   SELECT 1 FROM block b WHERE b.by_player = $1 AND b.of_player = m.line)
               AND EXISTS (
                   SELECT 1 FROM game g
                   WHERE g.id = w.game_id AND g.questions = $3 AND g.max_chars = $4)
               AND NOT EXISTS (
                   SELECT 1 FROM pool o JOIN game g ON g.id = o.game_id
                   WHERE o.player_id = w.player_id AND o.since >= $6
                         AND (o.since, o.game_id) < (w.since, w.game_id)
                         AND g.questions = $3 AND g.max_chars = $4)
         ORDER BY w.since, w.game_id LIMIT 500",
        person,
        at.now - THERE_MS,
        questions,
        max_chars,
        at.now,
        since,
    );
    // What comes with Luna is never stopped with the others.
    rows.retain(|RowPair(_, row)| row.house || !all_stopped);
    Ok(rows)
}

/// They are always there, and wait only where a partner has left them.
fn houses(
    tx: &mut Tx<'_>,
    person: &str,
    (questions, max_chars): (i64, i64),
    since: i64,
) -> Result<Vec<Row>> {
    Ok(rows!(
        tx,
        "SELECT m.player_id,
                (SELECT w.game_id FROM pool w JOIN game g ON g.id = w.game_id
                 WHERE w.player_id = m.player_id AND g.questions = $2 AND g.max_chars = $3
                       AND w.since >= $4
                 ORDER BY w.since LIMIT 1),
                p.guess_sum, p.guess_count, p.guess_squares, t.times,
                (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game_id
                 WHERE s.player_id = m.player_id AND s.ending IS NULL
                       AND g.waiting_since IS NULL AND NOT g.practice AND NOT g.sandbox),
                TRUE
         FROM machine m
         JOIN player p ON p.id = m.player_id
         LEFT JOIN met t ON t.player_id = $1 AND t.machine_id = m.player_id
         WHERE m.way = 'house' AND m.killed_at IS NULL AND NOT m.practice_only
               AND NOT EXISTS (
                   SELECT 1 FROM block b WHERE b.by_player = $1 AND b.of_player = m.line)",
        person,
        questions,
        max_chars,
        since,
    ))
}

/// Returns true if a machine that comes with Luna is sure to be left for somebody who waits.
/// Each block of an unknown partner is counted as one of such a machine, whether it is or not:
/// the answer is shown, and must not tell.
pub fn a_house_is_left(tx: &mut Tx<'_>, person: &str) -> Result<bool> {
    let playing: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine
         WHERE way = 'house' AND killed_at IS NULL AND NOT practice_only",
    );
    let mut left = 0;
    for (machine_id,) in playing {
        left += usize::from(!block::of_known(tx, person, &machine_id)?);
    }
    Ok(left > block::of_unknown(tx, person)?)
}
