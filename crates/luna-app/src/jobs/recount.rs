//! The job `recount`, one process at a time: the derived ratings, and once a day the measures.

use luna_store as store;
use luna_store::job::{self, ClaimedJob, Recount};

use crate::error::Error;
use crate::job::lease::renewing;
use crate::job::{Job, Worker};
use crate::machine::measures;
use crate::rating::recount;

/// The longest delay before finished games are counted, unless
const EVERY_MS: i64 = 10 * 60_000;
/// this multiple of the computing time is longer, so that it never takes much of a core.
const TIMES: i64 = 20;

impl Job for Recount {
    /// Recomputes if games have ended since the last run, and reschedules itself.
    async fn run(self, worker: Worker, mut job: ClaimedJob) -> Result<(), String> {
        let app = &worker.app;
        let in_turn = async {
            let _turn = app.turns.take().await;
            let began = app.now();
            recount(&app.db, began).await?;
            measures::keep_daily(&app.db, app.disciplines, began).await?;
            Ok::<_, Error>(began)
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
