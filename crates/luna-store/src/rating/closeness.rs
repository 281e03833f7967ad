//! How close people's guesses came to what others think, and the news of it.

use luna_core::closeness::{Closeness, RIPE};
use luna_core::rating::{Points, Rating};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::news::{About, When};
use crate::player;
use crate::tx::Tx;

/// How close a guess of one player about another came to what other people think now.
pub fn of(tx: &mut Tx<'_>, by: &str, about: &str, guess: Points) -> Result<Closeness> {
    let found: Option<(i64, i64)> =
        row!(tx, "SELECT guess_sum, guess_count FROM player WHERE id = $1", about);
    let (sum, count) = found.ok_or(Error::NotFound)?;
    without_own(tx, by, about, Rating::from_sum(sum, count), guess)
}

fn without_own(
    tx: &mut Tx<'_>,
    by: &str,
    about: &str,
    rating: Option<Rating>,
    guess: Points,
) -> Result<Closeness> {
    let own: (Option<i64>, i64) = row!(
        tx,
        "SELECT CAST(SUM(points) AS BIGINT), count(*) FROM guess
         WHERE by_player = $1 AND counts = TRUE AND of_player = $2",
        by,
        about,
    )
    .unwrap_or_default();
    let own = Rating::from_sum(own.0.unwrap_or(0), own.1);
    Ok(Closeness::of(guess, rating.and_then(|rating| rating.without(own))))
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
        guess_sum: i64,
        guess_count: i64,
        points: i64,
        at: i64,
    }
}

/// The open guesses of a player, the latest first. All that have ripened are left out.
pub fn open(tx: &mut Tx<'_>, by: &str, limit: i64) -> Result<Vec<OpenGuess>> {
    // Guesses of one's own are among those about a player, so there may be some more.
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT s.id, p.id, p.name, p.rating_hidden, p.guess_sum, p.guess_count, g.points, g.at
         FROM guess g
         JOIN player p ON p.id = g.of_player
         JOIN seat s ON s.game_id = g.game_id AND s.player_id = g.by_player
         WHERE g.by_player = $1 AND g.counts = TRUE AND p.erased_at IS NULL AND p.guess_count < $2
         ORDER BY g.at DESC, g.game_id DESC LIMIT $3",
        by,
        2 * RIPE,
        limit,
    );
    let mut open = Vec::new();
    for row in rows {
        let guess = Points::from_millionths(row.points).map_err(Error::corrupt)?;
        let rating = Rating::from_sum(row.guess_sum, row.guess_count);
        let closeness = without_own(tx, by, &row.about_id, rating, guess)?;
        if closeness.is_open() {
            let Row { seat_id, about, rating_hidden, at, .. } = row;
            open.push(OpenGuess { seat_id, about, rating_hidden, guess, at, closeness });
        }
    }
    Ok(open)
}

/// Somebody has guessed about a player who had so few guesses before: those who guessed before them
/// are told, the first time and when their guesses are ripe.
pub(crate) fn ripen(
    tx: &mut Tx<'_>,
    at: &Context,
    about: &str,
    by: &str,
    guesses_before: i64,
) -> Result<()> {
    if guesses_before != 1 && guesses_before != RIPE {
        return Ok(());
    }
    let earlier: Vec<(String, String, bool, i64)> = rows!(
        tx,
        "SELECT g.by_player, s.id, (p.verified AND p.wants_mail), p.mailed_at
         FROM guess g
         JOIN player p ON p.id = g.by_player
         JOIN seat s ON s.game_id = g.game_id AND s.player_id = g.by_player
         WHERE g.of_player = $1 AND g.counts = TRUE AND g.by_player <> $2 AND p.erased_at IS NULL
         ORDER BY g.at, g.game_id LIMIT 5",
        about,
        by,
    );
    for (player_id, subject_id, wants_mail, mailed_at) in earlier {
        tx.touch(&player::topic(&player_id));
        if wants_mail {
            let due_at = at.now.max(mailed_at + at.timing.mail_quiet_ms);
            let about = About { player_id, subject_id, kind: "ripened" };
            tx.queue_notice(about, When { at: at.now, due_at });
        }
    }
    Ok(())
}
