//! Derived ratings, recomputed: read page by page, computed outside of any transaction and written page
//! by page.

use std::time::Duration;

use luna_store::rating::derived;
use luna_store::rating::midnight::midnight;
use luna_store::{self as store, Db};

use super::recompute::{GuessLog, Ratings};

const PAGE: i64 = 5_000;
/// The pause between two pages, for other readers.
const BREATH: Duration = Duration::from_millis(1);

/// Recomputes if there are new guesses. Returns the number of players with derived ratings, or none
/// if nothing was new.
pub async fn recount(db: &Db, now: i64) -> Result<Option<usize>, store::Error> {
    let Some((ratings, state)) = count(db, now).await? else { return Ok(None) };
    let mut known = 0;
    let players = ratings.players().inspect(|_| known += 1);
    derived::replace(db, players, |id| ratings.knows(id), ratings.usual, state).await?;
    Ok(Some(known))
}

async fn count(db: &Db, now: i64) -> Result<Option<(Ratings, String)>, store::Error> {
    let uncounted = db.read(move |tx| derived::uncounted(tx, now)).await?;
    let Some(state) = uncounted else { return Ok(None) };
    let (mut log, mut after) = (GuessLog::default(), (String::new(), String::new()));
    loop {
        let page = db.read(move |tx| derived::page(tx, (&after.0, &after.1), PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.game_id.clone(), last.side.clone());
        // What machines earn today would tell who has met them.
        let seen = |it: &derived::RatedGuess| !it.machine || it.at < midnight(now);
        for guessed in page.into_iter().filter(seen) {
            log.add(guessed);
        }
        tokio::time::sleep(BREATH).await;
    }
    let ratings = tokio::task::spawn_blocking(|| Ratings::new(log)).await;
    let ratings = ratings.map_err(|error| store::Error::Database(Box::new(error)))?;
    Ok(Some((ratings, state)))
}
