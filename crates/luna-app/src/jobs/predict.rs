//! The job `predict`.

use luna_store::job::{Claimed, Predict};

use super::worker::{Job, Worker};
use crate::predict;

impl Job for Predict {
    async fn run(self, worker: Worker, claimed: Claimed) -> Result<(), String> {
        predict::perform(&worker.app, claimed).await
    }
}
