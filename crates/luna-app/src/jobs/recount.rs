//! The job `recount`.

use luna_store::job::{ClaimedJob, Recount};

use super::worker::{Job, Worker};
use crate::rating;

impl Job for Recount {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        rating::perform(&worker.app, claimed).await
    }
}
