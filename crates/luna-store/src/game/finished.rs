//! Finished rated games of a player, by who was met in them.

use crate::tx::Tx;
use crate::tx::error::Result;

record! {
    /// A finished game of a player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FinishedGame {
        pub game_id: String,
        pub partner_id: String,
        pub started_at: i64,
    }
}

/// The outcomes of games for one of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    pub won: i64,
    pub lost: i64,
    pub tied: i64,
    /// Without a loser, since the other player had no rating.
    pub no_loss: i64,
}

impl Meetings {
    pub fn all(self) -> i64 {
        self.won + self.lost + self.tied + self.no_loss
    }
}

/// The last games of a player that ended before a time, the latest first.
pub fn latest(
    tx: &mut Tx<'_>,
    player_id: &str,
    until: i64,
    limit: i64,
) -> Result<Vec<FinishedGame>> {
    Ok(rows!(
        tx,
        "SELECT s.game_id, o.player_id, g.started_at FROM seat s
         JOIN seat o ON o.game_id = s.game_id AND o.side <> s.side AND o.here
         JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND s.ended_at < $2
               AND s.ending = 'final' AND NOT g.practice AND NOT g.sandbox
         ORDER BY s.ended_at DESC, s.id DESC LIMIT $3",
        player_id,
        until,
        limit,
    ))
}

/// The outcomes of the games of two players that ended before a time, for the first of them.
pub fn between(tx: &mut Tx<'_>, one: &str, other: &str, until: i64) -> Result<Meetings> {
    let counts: Vec<(String, i64)> = rows!(
        tx,
        "SELECT s.outcome, COUNT(*) FROM seat s
         JOIN seat o ON o.game_id = s.game_id AND o.side <> s.side AND o.here
         JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND s.ended_at < $3
               AND s.outcome IS NOT NULL AND o.player_id = $2 AND NOT g.practice AND NOT g.sandbox
         GROUP BY s.outcome",
        one,
        other,
        until,
    );
    let mut all = Meetings::default();
    for (outcome, count) in counts {
        match outcome.as_str() {
            "won" => all.won = count,
            "lost" => all.lost = count,
            "tied" => all.tied = count,
            _ => all.no_loss += count,
        }
    }
    Ok(all)
}
