//! Usage: the cost of calls to a machine, and the number of invalid replies.

use luna_core::skill::Skill;

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "spent",
    key: &["player_id", "day", "subject_id"],
    columns: &[
        (
            Class::Exported,
            &[
                "player_id",
                "day",
                "subject_id",
                "calls",
                "replies",
                "invalid",
                "tokens_in",
                "tokens_out",
                "micros",
                "problem",
                "skill",
            ],
        ),
        (Class::NotPersonal, &["reserved_tokens", "reserved_micros"]),
    ],
    erasure: Erasure::With("the machine"),
};

record! {
    /// Counts of one day, one game, or more.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct UsageCounts {
        pub calls: i64,
        /// Moves made of replies.
        pub replies: i64,
        /// Games given up because of them.
        pub invalid: i64,
        pub tokens_in: i64,
        pub tokens_out: i64,
        /// Millionths of the owner's currency.
        pub micros: i64,
        /// The most that calls under way may cost, on top of that.
        pub reserved_tokens: i64,
        pub reserved_micros: i64,
    }
}

/// In place of a seat: nothing more is to be spent on this day.
const CLOSED: &str = "";

/// On so many days at most something is counted for one game, as a rule.
const DAYS_OF_A_GAME: i64 = 4;

/// Adds to what was spent on a day for one subject: a game, known by the machine's seat, or a task.
/// `problem` is what was wrong, if something was.
pub fn add(
    tx: &mut Tx<'_>,
    player_id: &str,
    day: i64,
    subject_id: &str,
    more: &UsageCounts,
    problem: Option<&str>,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO spent (player_id, day, subject_id, calls, replies, invalid, tokens_in, tokens_out,
                            micros, problem)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (player_id, day, subject_id) DO UPDATE SET
             calls = spent.calls + excluded.calls, replies = spent.replies + excluded.replies,
             invalid = spent.invalid + excluded.invalid,
             tokens_in = spent.tokens_in + excluded.tokens_in,
             tokens_out = spent.tokens_out + excluded.tokens_out,
             micros = spent.micros + excluded.micros,
             problem = COALESCE(excluded.problem, spent.problem)",
        player_id,
        day,
        subject_id,
        more.calls,
        more.replies,
        more.invalid,
        more.tokens_in,
        more.tokens_out,
        more.micros,
        problem,
    );
    Ok(())
}

/// Sets aside what a call in a game may cost at most, until [`release`].
pub fn reserve(
    tx: &mut Tx<'_>,
    player_id: &str,
    day: i64,
    subject_id: &str,
    tokens: i64,
    micros: i64,
) -> Result<()> {
    add(tx, player_id, day, subject_id, &UsageCounts::default(), None)?;
    run!(
        tx,
        "UPDATE spent SET reserved_tokens = $4, reserved_micros = $5
         WHERE player_id = $1 AND day = $2 AND subject_id = $3",
        player_id,
        day,
        subject_id,
        tokens,
        micros,
    );
    Ok(())
}

/// The call is over, and what it has cost is known.
pub fn release(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE spent SET reserved_tokens = 0, reserved_micros = 0
         WHERE subject_id = $2 AND player_id = $1 AND reserved_tokens > 0",
        player_id,
        subject_id,
    );
    Ok(())
}

/// Nobody waits for the call any more, such as when the server was killed: it
/// may have cost as much as was set aside.
pub fn expire_reservation(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE spent SET tokens_out = tokens_out + reserved_tokens,
                micros = micros + reserved_micros, reserved_tokens = 0, reserved_micros = 0
         WHERE subject_id = $2 AND player_id = $1 AND reserved_tokens > 0",
        player_id,
        subject_id,
    );
    Ok(())
}

fn sum(rows: Vec<UsageCounts>) -> UsageCounts {
    let mut all = UsageCounts::default();
    for row in rows {
        all.calls += row.calls;
        all.replies += row.replies;
        all.invalid += row.invalid;
        all.tokens_in += row.tokens_in;
        all.tokens_out += row.tokens_out;
        all.micros += row.micros;
        all.reserved_tokens += row.reserved_tokens;
        all.reserved_micros += row.reserved_micros;
    }
    all
}

/// Days are counted from the beginning of 1970, in UTC.
pub fn of_day(tx: &mut Tx<'_>, player_id: &str, day: i64) -> Result<UsageCounts> {
    Ok(sum(rows!(
        tx,
        "SELECT calls, replies, invalid, tokens_in, tokens_out, micros, reserved_tokens,
                reserved_micros
         FROM spent WHERE player_id = $1 AND day = $2",
        player_id,
        day,
    )))
}

/// For one game or task.
pub fn of_subject(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<UsageCounts> {
    Ok(sum(rows!(
        tx,
        "SELECT calls, replies, invalid, tokens_in, tokens_out, micros, reserved_tokens,
                reserved_micros
         FROM spent WHERE subject_id = $2 AND player_id = $1",
        player_id,
        subject_id,
    )))
}

/// The latest problem of a game or task.
pub fn problem(tx: &mut Tx<'_>, player_id: &str, subject_id: &str) -> Result<Option<String>> {
    let all: Vec<(String,)> = rows!(
        tx,
        "SELECT problem FROM spent WHERE subject_id = $2 AND player_id = $1 AND problem IS NOT NULL
         ORDER BY day",
        player_id,
        subject_id,
    );
    Ok(all.into_iter().map(|(problem,)| problem).next_back())
}

/// Notes the skill of a task outside a game in its line of a day.
pub fn set_skill(
    tx: &mut Tx<'_>,
    player_id: &str,
    day: i64,
    subject_id: &str,
    skill: Skill,
) -> Result<()> {
    add(tx, player_id, day, subject_id, &UsageCounts::default(), None)?;
    run!(
        tx,
        "UPDATE spent SET skill = $4 WHERE player_id = $1 AND day = $2 AND subject_id = $3",
        player_id,
        day,
        subject_id,
        skill.name(),
    );
    Ok(())
}

/// For tasks outside games that took one skill, on one day.
pub fn of_skill(tx: &mut Tx<'_>, player_id: &str, day: i64, skill: Skill) -> Result<UsageCounts> {
    Ok(sum(rows!(
        tx,
        "SELECT calls, replies, invalid, tokens_in, tokens_out, micros, reserved_tokens,
                reserved_micros
         FROM spent WHERE player_id = $1 AND day = $2 AND skill = $3",
        player_id,
        day,
        skill.name(),
    )))
}

/// The number of a machine's last games, and the number of those with invalid replies.
pub fn last_games(tx: &mut Tx<'_>, player_id: &str, limit: i64) -> Result<(i64, i64)> {
    let lines: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT subject_id, replies, invalid FROM spent WHERE player_id = $1 AND subject_id <> ''
         AND skill IS NULL ORDER BY day DESC, subject_id DESC LIMIT $2",
        player_id,
        limit.saturating_mul(DAYS_OF_A_GAME),
    );
    // A game that takes days has a line for each.
    let mut last: Vec<(String, i64, i64)> = Vec::new();
    for (subject_id, replies, invalid) in lines {
        match last.iter_mut().find(|(before, ..)| *before == subject_id) {
            Some(game) => (game.1, game.2) = (game.1 + replies, game.2 + invalid),
            None => last.push((subject_id, replies, invalid)),
        }
    }
    last.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let count = |of: fn(i64, i64) -> bool| {
        let games = last.iter().filter(|(_, replies, invalid)| of(*replies, *invalid)).count();
        i64::try_from(games).unwrap_or(i64::MAX)
    };
    Ok((count(|replies, invalid| replies + invalid > 0), count(|_, invalid| invalid > 0)))
}

/// Nothing more is to be spent on this day, and why.
pub fn close_day(tx: &mut Tx<'_>, player_id: &str, day: i64, why: &str) -> Result<()> {
    add(tx, player_id, day, CLOSED, &UsageCounts::default(), Some(why))
}

pub fn reopen_day(tx: &mut Tx<'_>, player_id: &str, day: i64) -> Result<()> {
    run!(
        tx,
        "DELETE FROM spent WHERE player_id = $1 AND day = $2 AND subject_id = $3",
        player_id,
        day,
        CLOSED,
    );
    Ok(())
}

/// Why nothing more is to be spent on this day, if so.
pub fn day_closed(tx: &mut Tx<'_>, player_id: &str, day: i64) -> Result<Option<String>> {
    let why: Option<(Option<String>,)> = row!(
        tx,
        "SELECT problem FROM spent WHERE player_id = $1 AND day = $2 AND subject_id = $3",
        player_id,
        day,
        CLOSED,
    );
    Ok(why.and_then(|(why,)| why))
}
