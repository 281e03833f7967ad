//! Ratings rebuilt from the moves of all finished games.

use luna_core::game::{Game, Seat};

use crate::game::load::load;
use crate::job::retraining;
use crate::player::TallyRow;
use crate::player::standing::{Standing, standing};
use crate::rating::{FinishedGame, derived, lengths, record};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;

/// The number of ratings that were rebuilt, and of those that differed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    pub games: i64,
    pub players: i64,
    pub different: i64,
}

/// The id of a player and the sum of the squares of the guesses, then the other ratings that are
/// rebuilt.
type CachedRating = RowPair<(String, i64), TallyRow>;

/// Rebuilds every rating from the moves of all finished games.
pub fn rebuild_ratings(tx: &mut Tx<'_>) -> Result<Rebuilt> {
    // No game ends meanwhile: its reveal waits for its players.
    tx.lock("SELECT 1 FROM player WHERE id >= $1 ORDER BY id FOR NO KEY UPDATE", "")?;
    let mut old = Vec::new();
    let mut after = String::new();
    loop {
        let page: Vec<CachedRating> = rows!(
            tx,
            "SELECT id, guess_squares, guess_sum, guess_count, won, lost, tied, finished FROM player
             WHERE id > $1 ORDER BY id LIMIT 1000",
            after,
        );
        let Some(RowPair((last, _), _)) = page.last() else { break };
        after.clone_from(last);
        old.extend(page);
    }
    run!(
        tx,
        "UPDATE player SET guess_sum = 0, guess_count = 0, won = 0, lost = 0, tied = 0, finished = 0,
                guess_squares = 0"
    );
    run!(tx, "DELETE FROM rating_bin");
    derived::mark_outdated(tx);
    retraining::mark_outdated(tx);
    let games = replay_all(tx)?;
    run!(
        tx,
        "DELETE FROM guess WHERE NOT EXISTS (
             SELECT 1 FROM game g WHERE g.id = game_id AND g.phase = 'final' AND NOT g.practice)"
    );
    let mut different = 0;
    for before in &old {
        let RowPair((id, _), _) = before;
        let now: Option<CachedRating> = row!(
            tx,
            "SELECT id, guess_squares, guess_sum, guess_count, won, lost, tied, finished
             FROM player WHERE id = $1",
            id,
        );
        different += i64::from(now.as_ref() != Some(before));
    }
    Ok(Rebuilt { games, players: i64::try_from(old.len()).map_err(Error::corrupt)?, different })
}

fn replay_all(tx: &mut Tx<'_>) -> Result<i64> {
    let (mut games, mut after_at, mut after_id) = (0, i64::MIN, String::new());
    loop {
        let page: Vec<(i64, String)> = rows!(
            tx,
            "SELECT ended_at, id FROM game
             WHERE ended_at IS NOT NULL AND (ended_at, id) > ($1, $2) AND NOT practice AND NOT sandbox
             ORDER BY ended_at, id LIMIT 1000",
            after_at,
            after_id,
        );
        let Some((last_at, last_id)) = page.last().cloned() else { return Ok(games) };
        for (at, id) in page {
            let loaded = load(tx, &id)?;
            if let (true, Some(_), [Some(a), Some(b)]) =
                (loaded.kind.counts(), loaded.game.result(Seat::A), &loaded.occupants)
            {
                let (lengths, calibrated) = known(tx, &id, &loaded.game)?;
                let standing = [standing(tx, &a.player_id)?, standing(tx, &b.player_id)?];
                // Whose guesses count may be another matter now than it was then.
                let counts = standing.each_ref().map(Standing::counts);
                let (game, standing) = (&loaded.game, &standing);
                let game_id = &id;
                record(
                    tx,
                    FinishedGame { game_id, game, standing, counts, lengths, calibrated, at },
                )?;
                games += 1;
            }
        }
        (after_at, after_id) = (last_at, last_id);
    }
}

/// Takes the old rows of a game away, but for what its moves do not tell: how long the words of an
/// erased player were, and calibrated ratings.
fn known(tx: &mut Tx<'_>, game_id: &str, game: &Game) -> Result<([i64; 2], [Option<f64>; 2])> {
    let (mut lengths, mut calibrated) = (lengths(game), [None; 2]);
    let known: Vec<(String, i64, Option<f64>)> = rows!(
        tx,
        "DELETE FROM guess WHERE game_id = $1 RETURNING side, answer_chars, calibrated",
        game_id,
    );
    for (side, chars, rating) in known {
        let guesser = Seat::from_name(&side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
        let judged = guesser.other().index();
        (lengths[judged], calibrated[judged]) = (chars, rating);
    }
    Ok((lengths, calibrated))
}
