//! Leases on jobs: other processes take over the jobs of one that has died.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use luna_store::job::{self, ClaimedJob};

use crate::instance::Instance;

/// The time after which others take over the jobs of a process that has died.
pub(crate) const LEASE_MS: i64 = 10_000;
const RENEW_EVERY: Duration = Duration::from_secs(3);

/// Awaits `waited_for` and renews the lease of the job meanwhile.
pub(crate) async fn renewing<T>(
    app: &Instance,
    job: &mut ClaimedJob,
    waited_for: impl Future<Output = T>,
) -> T {
    let mut waited_for = pin!(waited_for);
    loop {
        tokio::select! {
            done = &mut waited_for => return done,
            () = tokio::time::sleep(RENEW_EVERY) => renew(app, job).await,
        }
    }
}

async fn renew(app: &Instance, job: &mut ClaimedJob) {
    let (held, until) = (job.clone(), app.now() + LEASE_MS);
    match app.db.write(move |tx| job::renew(tx, &held, until)).await {
        Ok(Some(renewed)) => *job = renewed,
        Ok(None) => tracing::info!(job = job.id, "somebody else does this by now"),
        Err(error) => tracing::warn!(?error, job = job.id, "could not keep a job in hand"),
    }
}
