//! Figures that tell an operator how the instance is doing.

use crate::discipline::Discipline;
use crate::job::{self, Queue};
use crate::tx::Tx;
use crate::tx::error::Result;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub open_games: i64,
    /// Games with an empty seat that somebody may take.
    pub queued_games: i64,
    /// The wait of the first of them.
    pub longest_wait_ms: i64,
    /// The wait of the oldest job that is due.
    pub oldest_due_ms: i64,
    pub database_bytes: i64,
    /// The gauges of the disciplines, each with its name and description.
    pub gauges: Vec<(&'static str, &'static str, i64)>,
}

pub fn read(tx: &mut Tx<'_>, disciplines: &[&Discipline], now: i64) -> Result<Figures> {
    // By the index of open seats, since there is none of open games: each game once, whether
    // one or both of its seats are open.
    let open: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM seat s WHERE s.player_id >= $1 AND s.ending IS NULL
         AND (s.side = 'A' OR NOT EXISTS (SELECT 1 FROM seat o
             WHERE o.game_id = s.game_id AND o.side = 'A' AND o.player_id >= $1
                 AND o.ending IS NULL))",
        "",
    );
    let queued: Option<(i64, i64)> = row!(
        tx,
        "SELECT count(*), COALESCE(min(waiting_since), $2) FROM game WHERE queue_key >= $1",
        i64::MIN,
        now,
    );
    let (queued_games, since) = queued.unwrap_or((0, now));
    let mut due_at = now;
    for lane in [Queue::Work, Queue::Calls] {
        due_at = due_at.min(job::next_due(tx, lane)?.unwrap_or(now));
    }
    let gauges = disciplines.iter().flat_map(|it| it.gauges);
    let gauges = gauges.map(|it| Ok((it.name, it.description, (it.read)(tx)?)));
    let gauges = gauges.collect::<Result<_>>()?;
    Ok(Figures {
        open_games: open.map_or(0, |(count,)| count),
        queued_games,
        longest_wait_ms: (now - since).max(0),
        oldest_due_ms: now - due_at,
        database_bytes: tx.database_bytes()?,
        gauges,
    })
}
