//! The interface of a kind of job, and the context it runs in. `jobs` lists all kinds.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use luna_store::Tx;
use luna_store::job::{self, ClaimedJob, JobSpec};
use luna_store::mail::Mail;

use crate::error::Error;
use crate::instance::Instance;

/// Hands a mail on, or says why it could not.
pub type Deliver =
    Arc<dyn Fn(Mail) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

/// A kind of job that manages its own transactions, including the one that deletes it.
pub(crate) trait Job: JobSpec {
    fn run(
        self,
        worker: Worker,
        claimed: ClaimedJob,
    ) -> impl Future<Output = Result<(), String>> + Send;
}

/// A kind of job that runs in the transaction that deletes it.
pub(crate) trait Transaction: JobSpec {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error>;
}

/// The instance of the jobs, and its mail transport.
#[derive(Clone)]
pub(crate) struct Worker {
    pub(crate) app: Instance,
    pub(crate) deliver: Deliver,
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
