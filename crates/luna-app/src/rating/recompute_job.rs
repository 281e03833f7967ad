//! The job that recomputes derived ratings, one process at a time: it reads page by page, computes
//! outside of any transaction and writes page by page.

use std::time::Duration;

use luna_store::job::{self, ClaimedJob, Recount};
use luna_store::machine::midnight::midnight;
use luna_store::rating::derived;
use luna_store::{self as store, Db};

use super::recompute::{GuessLog, Ratings};
use crate::job::{Job, Worker};
use crate::lease::renewing;

/// The longest delay before finished games are counted, unless
const EVERY_MS: i64 = 10 * 60_000;
/// this multiple of the computing time is longer, so that it never takes much of a core.
const TIMES: i64 = 20;
const PAGE: i64 = 5_000;
/// The pause between two pages, for other readers.
const BREATH: Duration = Duration::from_millis(1);

impl Job for Recount {
    /// Recomputes if games have ended since the last run, and reschedules itself.
    async fn run(self, worker: Worker, mut job: ClaimedJob) -> Result<(), String> {
        let app = &worker.app;
        let in_turn = async {
            let _turn = app.turns.take().await;
            let began = app.now();
            recount(&app.db, began).await.map(|_| began)
        };
        let counted = renewing(app, &mut job, in_turn).await;
        let began = counted.map_err(|error| error.to_string())?;
        let now = app.now();
        let due_at = now + EVERY_MS.max((now - began).saturating_mul(TIMES));
        app.db
            .write(move |tx| {
                if job::complete(tx, &job)? {
                    job::schedule(tx, "recount", &Recount {}, due_at)?;
                }
                Ok::<_, store::Error>(())
            })
            .await
            .map_err(|error| error.to_string())
    }
}

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
