//! The job `predict`.

use luna_store::job::{ClaimedJob, Predict};

use super::worker::{Job, Worker};
use crate::predict;

impl Job for Predict {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        predict::perform(&worker.app, claimed).await
    }
}
