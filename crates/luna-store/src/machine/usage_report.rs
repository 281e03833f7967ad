//! What an owner reads of a machine's work: its use by day, what was wrong, and how long it took.

use luna_core::game::Move;
use luna_core::skill::Skill;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};

record! {
    /// What a machine did on a day, counted from the beginning of 1970, in UTC.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DayUsage {
        pub day: i64,
        pub calls: i64,
        /// Games given up because of its replies.
        pub invalid: i64,
        pub tokens_in: i64,
        pub tokens_out: i64,
        /// Millionths of the owner's currency.
        pub micros: i64,
    }
}

record! {
    /// What was wrong with a game or a task.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct UsageProblem {
        pub day: i64,
        /// The machine's seat, the id of a task, or empty: the day's budget is spent.
        pub subject_id: String,
        /// Of a task outside games.
        pub skill: Option<String>,
        pub problem: String,
    }
}

record! {
    /// A task outside games without a reply.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FailedTask {
        pub ended_at: i64,
        pub skill: String,
        pub problem: String,
    }
}

/// How long a machine took for one reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyTime {
    pub skill: Skill,
    /// In a game, or outside one.
    pub in_game: bool,
    pub ms: i64,
}

/// The days from this one on on which something was counted, the latest first.
pub fn by_day(tx: &mut Tx<'_>, player_id: &str, since: i64) -> Result<Vec<DayUsage>> {
    Ok(rows!(
        tx,
        "SELECT day, CAST(sum(calls) AS BIGINT), CAST(sum(invalid) AS BIGINT),
                CAST(sum(tokens_in) AS BIGINT), CAST(sum(tokens_out) AS BIGINT),
                CAST(sum(micros) AS BIGINT)
         FROM spent WHERE player_id = $1 AND day >= $2 GROUP BY day ORDER BY day DESC",
        player_id,
        since,
    ))
}

/// The latest problems, the last one of each game or task on a day.
pub fn problems(tx: &mut Tx<'_>, player_id: &str, limit: i64) -> Result<Vec<UsageProblem>> {
    Ok(rows!(
        tx,
        "SELECT day, subject_id, skill, problem FROM spent
         WHERE player_id = $1 AND problem IS NOT NULL
         ORDER BY day DESC, subject_id DESC LIMIT $2",
        player_id,
        limit,
    ))
}

/// The latest tasks outside games that a machine has not replied to, of one skill.
pub fn failed_tasks(
    tx: &mut Tx<'_>,
    player_id: &str,
    skill: Skill,
    limit: i64,
) -> Result<Vec<FailedTask>> {
    Ok(rows!(
        tx,
        "SELECT ended_at, skill, problem FROM task
         WHERE machine_id = $1 AND skill = $2 AND ended_at IS NOT NULL AND problem IS NOT NULL
         ORDER BY created_at DESC, id DESC LIMIT $3",
        player_id,
        skill.name(),
        limit,
    ))
}

/// How long a machine took for the replies of its latest games that are over, and of as many tasks
/// outside games. What Luna held back is no part of it.
pub fn reply_times(tx: &mut Tx<'_>, player_id: &str, limit: i64) -> Result<Vec<ReplyTime>> {
    let games: Vec<(String,)> = rows!(
        tx,
        "SELECT game_id FROM seat WHERE player_id = $1 AND ended_at IS NOT NULL
         ORDER BY ended_at DESC, id DESC LIMIT $2",
        player_id,
        limit,
    );
    let mut all = Vec::new();
    for (game_id,) in games {
        let moves: Vec<(i64, i64, String)> = rows!(
            tx,
            "SELECT took_ms, COALESCE(paced_ms, 0), body FROM game_move
             WHERE game_id = $1 AND player_id = $2 AND took_ms IS NOT NULL ORDER BY seq",
            game_id,
            player_id,
        );
        for (took_ms, paced_ms, body) in moves {
            let mv: Move = serde_json::from_str(&body).map_err(Error::corrupt)?;
            let skill = match mv {
                Move::Ask(_) => Skill::Ask,
                Move::Answer(_) => Skill::Answer,
                Move::Guess(_) => Skill::Guess,
                _ => continue,
            };
            all.push(ReplyTime { skill, in_game: true, ms: (took_ms - paced_ms).max(0) });
        }
    }
    for skill in [Skill::Answer, Skill::Converse] {
        let tasks: Vec<(i64,)> = rows!(
            tx,
            "SELECT ended_at - created_at FROM task
             WHERE machine_id = $1 AND skill = $2 AND ended_at IS NOT NULL AND reply IS NOT NULL
             ORDER BY created_at DESC, id DESC LIMIT $3",
            player_id,
            skill.name(),
            limit,
        );
        all.extend(tasks.into_iter().map(|(ms,)| ReplyTime { skill, in_game: false, ms }));
    }
    Ok(all)
}
