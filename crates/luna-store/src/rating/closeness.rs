//! How close people's guesses came to what others think, and the news of it.

use std::collections::BTreeSet;

use luna_core::closeness::{Closeness, RIPE};
use luna_core::rating::{Points, Rating};

use super::midnight::midnight;
use crate::db::setting;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::news::{About, When};

/// How close the guess of a player in a finished game came to what others think of the partner: as
/// of the last midnight, like all that machines' pages tell, or of the end of the game if that is
/// later. Anything newer would tell when the partner has played.
pub fn of(tx: &mut Tx<'_>, now: i64, game_id: &str, by: &str, about: &str) -> Result<Closeness> {
    let found: Option<(i64, i64)> = row!(
        tx,
        "SELECT points, at FROM guess WHERE game_id = $1 AND side IN ('A', 'B') AND by_player = $2",
        game_id,
        by,
    );
    let (points, at) = found.ok_or(Error::NotFound)?;
    let guess = Points::from_millionths(points).map_err(Error::corrupt)?;
    without_own(tx, until(now, at), by, about, guess)
}

/// The last moment whose guesses a guess made then is compared with.
fn until(now: i64, guessed_at: i64) -> i64 {
    guessed_at.max(midnight(now) - 1)
}

fn without_own(
    tx: &mut Tx<'_>,
    until: i64,
    by: &str,
    about: &str,
    guess: Points,
) -> Result<Closeness> {
    let later: Option<(Option<i64>, i64)> = row!(
        tx,
        "SELECT CAST(SUM(points) AS BIGINT), count(*) FROM guess
         WHERE of_player = $1 AND counts = TRUE AND at > $2",
        about,
        until,
    );
    // The sign keeps SQLite from the index of all guesses about a player, which may be many thousands.
    let own: Option<(Option<i64>, i64)> = row!(
        tx,
        "SELECT CAST(SUM(points) AS BIGINT), count(*) FROM guess
         WHERE by_player = $1 AND counts = TRUE AND of_player = $2 AND +at <= $3",
        by,
        about,
        until,
    );
    let mut others = super::of(tx, about)?;
    for (sum, count) in [later, own].into_iter().flatten() {
        let some = Rating::from_sum(sum.unwrap_or(0), count);
        others = others.and_then(|others| others.without(some));
    }
    Ok(Closeness::of(guess, others))
}

/// A guess about a player that few others have guessed about.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenGuess {
    pub seat_id: String,
    pub about: String,
    pub rating_hidden: bool,
    pub guess: Points,
    pub at: i64,
    pub closeness: Closeness,
}

record! {
    struct Row {
        seat_id: String,
        about_id: String,
        about: String,
        rating_hidden: bool,
        points: i64,
        at: i64,
    }
}

/// The open guesses of a player, the latest first. All that have ripened are left out.
pub fn open(tx: &mut Tx<'_>, now: i64, by: &str, limit: i64) -> Result<Vec<OpenGuess>> {
    // Guesses of one's own are among those about a player, so there may be some more.
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT s.id, p.id, p.name, p.rating_hidden, g.points, g.at
         FROM guess g
         JOIN player p ON p.id = g.of_player
         JOIN seat s ON s.game_id = g.game_id AND s.player_id = g.by_player
         WHERE g.by_player = $1 AND g.counts = TRUE AND p.erased_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM guess o
                               WHERE o.of_player = g.of_player AND o.counts = TRUE AND o.at < $2
                               LIMIT 1 OFFSET 10)
         ORDER BY g.at DESC, g.game_id DESC LIMIT $3",
        by,
        midnight(now),
        limit,
    );
    let mut open = Vec::new();
    for row in rows {
        let guess = Points::from_millionths(row.points).map_err(Error::corrupt)?;
        let closeness = without_own(tx, until(now, row.at), by, &row.about_id, guess)?;
        if closeness.is_open() {
            let Row { seat_id, about, rating_hidden, at, .. } = row;
            open.push(OpenGuess { seat_id, about, rating_hidden, guess, at, closeness });
        }
    }
    Ok(open)
}

/// The setting that stores the midnight up to which people have been told.
const TOLD_UNTIL: &str = "ripened_until";

/// After midnight: tells those whose guesses got company yesterday, the first time and when they
/// became ripe.
pub fn tell_ripened(tx: &mut Tx<'_>, at: &Context) -> Result<()> {
    let to = midnight(at.now);
    let from = setting::get(tx, TOLD_UNTIL)?.and_then(|from| from.parse::<i64>().ok());
    if from.is_some_and(|from| from >= to) {
        return Ok(());
    }
    setting::set(tx, TOLD_UNTIL, &to.to_string())?;
    let Some(from) = from else { return Ok(()) };
    let young: Vec<(String,)> = rows!(
        tx,
        "SELECT g.of_player FROM guess g
         WHERE g.counts = TRUE AND g.at >= $1 AND g.at < $2
               AND NOT EXISTS (SELECT 1 FROM guess o
                               WHERE o.of_player = g.of_player AND o.counts = TRUE AND o.at < $1
                               LIMIT 1 OFFSET 5)",
        from,
        to,
    );
    for (about,) in BTreeSet::from_iter(young) {
        let first: Vec<(String, String, i64)> = rows!(
            tx,
            "SELECT by_player, game_id, at FROM guess
             WHERE of_player = $1 AND counts = TRUE ORDER BY at, game_id LIMIT 6",
            about,
        );
        for place in [1, usize::try_from(RIPE).unwrap_or(0)] {
            let Some((by, _, then)) = first.get(place) else { break };
            if (from..to).contains(then) {
                let earlier = first.iter().take(place).filter(|(earlier, ..)| earlier != by);
                for (player_id, game_id, _) in earlier {
                    tell(tx, at, player_id, game_id)?;
                }
            }
        }
    }
    Ok(())
}

fn tell(tx: &mut Tx<'_>, at: &Context, player_id: &str, game_id: &str) -> Result<()> {
    let found: Option<(String, i64)> = row!(
        tx,
        "SELECT s.id, p.mailed_at FROM seat s JOIN player p ON p.id = s.player_id
         WHERE s.game_id = $1 AND s.player_id = $2 AND p.erased_at IS NULL
               AND p.verified AND p.wants_mail",
        game_id,
        player_id,
    );
    if let Some((subject_id, mailed_at)) = found {
        let due_at = at.now.max(mailed_at + at.timing.mail_quiet_ms);
        let about = About { player_id: player_id.to_owned(), subject_id, kind: "ripened" };
        tx.queue_notice(about, When { at: at.now, due_at });
    }
    Ok(())
}
