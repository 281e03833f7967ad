//! Machines a person could be given: those that come with Luna, and those that
//! have asked and wait.

use luna_core::chance::Chance;
use luna_core::game::Rules;
use luna_core::interval::Spread;
use luna_core::pairing::{Candidate, choose_machine};
use luna_core::rating::Rating;

use super::pairing::{can_meet, hold_queue, meet};
use super::{Loaded, Moment, load_held};
use crate::job::{self, Work};
use crate::rating::beside;
use crate::{Result, Tx, block, machine, question};

/// A machine that has not been heard of for so long is not there.
pub const THERE_MS: i64 = 150_000;

/// Whether a person who wants a partner is to be given a machine: so many of a
/// hundred are, as long as there is one they have not met.
pub(super) fn draw(
    tx: &mut Tx<'_>,
    at: &Moment,
    chance: &mut Chance,
    person: &str,
    rules: Rules,
) -> Result<bool> {
    let drawn = chance.below(100) < at.timing.machine_percent;
    Ok(drawn && candidates(tx, at, person, rules)?.iter().any(Waiting::is_new))
}

/// Gives the player who waits in a game a machine. One that waits sits down
/// here and now; a house machine is named, for the caller to seat, since it
/// knows what it asks. They meet one again only where nobody came.
pub fn find_machine(
    tx: &mut Tx<'_>,
    at: &Moment,
    game_id: &str,
) -> Result<Option<(Loaded, String)>> {
    hold_queue(tx)?;
    let loaded = load_held(tx, game_id)?;
    let Some(empty) = loaded.game.vacancy().filter(|_| loaded.kind.counts()) else {
        return Ok(None);
    };
    let Some(person) = loaded.occupant(empty.other()).map(|who| who.player_id.clone()) else {
        return Ok(None);
    };
    let mut all = candidates(tx, at, &person, loaded.game.rules())?;
    if loaded.for_machine {
        all.retain(Waiting::is_new);
    }
    let mut chance = Chance::from_words(&[game_id, &at.random.secret()]);
    loop {
        let candidates: Vec<Candidate> = all.iter().map(|it| it.candidate).collect();
        let Some(nth) = choose_machine(&mut chance, &candidates) else {
            return wait_on(tx, at, &loaded).map(|()| None);
        };
        let chosen = all.swap_remove(nth);
        if let Some(game) = chosen.game_id {
            let theirs = load_held(tx, &game)?;
            // It may have gone while the row was waited for.
            let Some(seat) = theirs.game.vacancy().filter(|_| can_meet(&loaded, &theirs)) else {
                continue;
            };
            if !question::repeats(tx, &theirs, seat, &person)? {
                return meet(tx, at, loaded, theirs).map(|()| None);
            }
            // One in process asks something else in a new seat.
            if !chosen.in_process {
                continue;
            }
        }
        if machine::stays(tx, &chosen.machine_id)? {
            return Ok(Some((loaded, chosen.machine_id)));
        }
    }
}

/// No machine is to be had: people may come, and a machine is looked for again.
fn wait_on(tx: &mut Tx<'_>, at: &Moment, loaded: &Loaded) -> Result<()> {
    run!(
        tx,
        "UPDATE game SET for_machine = FALSE, queue_key = $2 WHERE id = $1 AND queue_key IS NULL",
        loaded.id,
        loaded.waiting_since,
    );
    let game = || loaded.id.clone();
    let again = at.now + at.timing.machine_wait_ms.max(1_000);
    let seat = Work::MachineSeat { game: game() };
    job::schedule(tx, &format!("machine_seat:{}", loaded.id), &seat, again)?;
    let pair = Work::Pair { game: game() };
    job::schedule(tx, &format!("pair:{}", loaded.id), &pair, at.now)
}

/// A machine is looked for again so soon where nothing counts.
const AGAIN_MS: i64 = 10_000;

/// The same where nobody but a machine may come.
pub fn look_again(tx: &mut Tx<'_>, at: &Moment, game_id: &str) -> Result<()> {
    let work = Work::MachineSeat { game: game_id.to_owned() };
    job::schedule(tx, &format!("machine_seat:{game_id}"), &work, at.now + AGAIN_MS)
}

struct Waiting {
    machine_id: String,
    /// Where it waits; one in process need not.
    game_id: Option<String>,
    in_process: bool,
    candidate: Candidate,
}

impl Waiting {
    fn is_new(&self) -> bool {
        self.candidate.times_met == 0
    }
}

/// At last, whether it comes with Luna.
type Row = (String, Option<String>, i64, i64, i64, Option<i64>, bool);

fn waiting(row: Row, in_process: bool, usual: f64) -> Waiting {
    let (machine_id, game_id, sum, count, squares, times_met, house) = row;
    let rating = Rating::from_sum(sum, count);
    let margin = rating.and_then(|rating| Spread { rating, squares, usual }.margin());
    let times_met = times_met.unwrap_or(0);
    Waiting {
        machine_id,
        game_id,
        in_process,
        candidate: Candidate { times_met, margin, guesses: count, house },
    }
}

fn candidates(tx: &mut Tx<'_>, at: &Moment, person: &str, rules: Rules) -> Result<Vec<Waiting>> {
    let questions = i64::try_from(rules.questions).unwrap_or(0);
    let max_chars = i64::try_from(rules.max_chars).unwrap_or(0);
    let elsewhere = elsewhere(tx, at, person, questions, max_chars)?;
    let houses = houses(tx, person, questions, max_chars)?;
    let usual = beside::usual(tx)?;
    let called = elsewhere.into_iter().map(|row| waiting(row, false, usual));
    Ok(called.chain(houses.into_iter().map(|row| waiting(row, true, usual))).collect())
}

/// Those whose questions are in, who are there, and whose owner is somebody else;
/// each once, however many of its games wait. All its versions are one machine.
fn elsewhere(
    tx: &mut Tx<'_>,
    at: &Moment,
    person: &str,
    questions: i64,
    max_chars: i64,
) -> Result<Vec<Row>> {
    let all_stopped = machine::all_stopped(tx)?;
    let mut rows: Vec<Row> = rows!(
        tx,
        "SELECT w.player_id, w.game_id, p.guess_sum, p.guess_count, p.guess_squares,
                (SELECT CAST(SUM(t.times) AS BIGINT)
                 FROM machine v JOIN met t ON t.player_id = $1 AND t.machine_id = v.player_id
                 WHERE v.line = m.line),
                (m.owner_id IS NULL)
         FROM pool w
         JOIN player p ON p.id = w.player_id
         JOIN machine m ON m.player_id = w.player_id
         WHERE m.seen_at > $2 AND m.stopped_at IS NULL AND m.killed_at IS NULL
               AND NOT m.practice_only
               AND m.replaced_at IS NULL AND (m.owner_id IS NULL OR m.owner_id <> $1)
               AND NOT EXISTS (
                   SELECT 1 FROM block b WHERE b.by_player = $1 AND b.of_player = m.line)
               AND EXISTS (
                   SELECT 1 FROM game g
                   WHERE g.id = w.game_id AND g.questions = $3 AND g.max_chars = $4)
               AND NOT EXISTS (
                   SELECT 1 FROM pool o JOIN game g ON g.id = o.game_id
                   WHERE o.player_id = w.player_id
                         AND (o.since, o.game_id) < (w.since, w.game_id)
                         AND g.questions = $3 AND g.max_chars = $4)
         ORDER BY w.since, w.game_id LIMIT 500",
        person,
        at.now - THERE_MS,
        questions,
        max_chars,
    );
    // What comes with Luna is never stopped with the others.
    rows.retain(|row| row.6 || !all_stopped);
    Ok(rows)
}

/// They are always there, and wait only where a partner has left them.
fn houses(tx: &mut Tx<'_>, person: &str, questions: i64, max_chars: i64) -> Result<Vec<Row>> {
    Ok(rows!(
        tx,
        "SELECT m.player_id,
                (SELECT w.game_id FROM pool w JOIN game g ON g.id = w.game_id
                 WHERE w.player_id = m.player_id AND g.questions = $2 AND g.max_chars = $3
                 ORDER BY w.since LIMIT 1),
                p.guess_sum, p.guess_count, p.guess_squares, t.times, TRUE
         FROM machine m
         JOIN player p ON p.id = m.player_id
         LEFT JOIN met t ON t.player_id = $1 AND t.machine_id = m.player_id
         WHERE m.way = 'house' AND m.killed_at IS NULL AND NOT m.practice_only
               AND NOT EXISTS (
                   SELECT 1 FROM block b WHERE b.by_player = $1 AND b.of_player = m.line)",
        person,
        questions,
        max_chars,
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
