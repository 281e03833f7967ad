//! The job `follow`.

use luna_store::job::{self, ClaimedJob, Follow, Recount};
use luna_store::{self as store, Tx, judge};

use crate::job::{Job, Worker};

impl Job for Follow {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let now = worker.app.now();
        worker
            .app
            .db
            .write_retrying(move |tx| {
                // It locks players in their order before any job; twice does no harm.
                follow(tx, &self.judge, now)?;
                job::complete(tx, &claimed).map(drop)
            })
            .await
            .map_err(|error| error.to_string())
    }
}

fn follow(tx: &mut Tx<'_>, judge: &str, now: i64) -> store::Result<()> {
    if judge::follow(tx, judge)? {
        let rest = Follow { judge: judge.to_owned() };
        job::schedule(tx, &format!("follow:{judge}"), &rest, now)
    } else {
        job::schedule(tx, "recount", &Recount {}, now)
    }
}
