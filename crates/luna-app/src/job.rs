//! The interface of a kind of job, and the context it runs in. `jobs` lists all kinds.

pub(crate) mod lease;
pub mod readiness;

use std::future::Future;

use luna_store::Tx;
use luna_store::job::{self, ClaimedJob, JobSpec, Kind};

use crate::error::Error;
pub use crate::instance::Deliver;
pub(crate) use crate::instance::Worker;
use crate::instance::{Attempt, Instance, JobHandler};

/// A kind of job that manages its own transactions, including the one that deletes it.
pub(crate) trait Job: JobSpec {
    fn run(
        self,
        worker: Worker,
        claimed: ClaimedJob,
    ) -> impl Future<Output = Result<(), String>> + Send;
}

/// A kind of job that runs in the transaction that deletes it.
pub trait Transaction: JobSpec {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error>;
}

impl JobHandler {
    pub(crate) const fn job<J: Job>() -> JobHandler {
        let run = |worker, claimed: ClaimedJob| -> Attempt {
            Box::pin(async move {
                let job: J = claimed.parse().map_err(|error| error.to_string())?;
                job.run(worker, claimed).await
            })
        };
        JobHandler { kind: Kind::of::<J>(), run }
    }

    pub const fn transaction<J: Transaction>() -> JobHandler {
        let run = |worker: Worker, claimed: ClaimedJob| -> Attempt {
            Box::pin(async move {
                let job: J = claimed.parse().map_err(|error| error.to_string())?;
                in_transaction(&worker.app, claimed, job).await
            })
        };
        JobHandler { kind: Kind::of::<J>(), run }
    }
}

/// Runs a job and deletes it in one transaction.
pub(crate) async fn in_transaction<J: Transaction>(
    app: &Instance,
    claimed: ClaimedJob,
    job: J,
) -> Result<(), String> {
    let doing = app.clone();
    app.db
        .write_retrying(move |tx| {
            // Crossed off first: a job scheduled under the same id meanwhile stays.
            if job::lock_and_complete(tx, &claimed)? { job.perform(tx, &doing) } else { Ok(()) }
        })
        .await
        .map_err(|error: Error| error.to_string())
}
