//! The job `recount`.

use luna_store::job::{Claimed, JobSpec, Queue};
use serde::{Deserialize, Serialize};

use super::{Job, Worker};
use crate::rating;

/// Derived ratings are computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "recount")]
pub(crate) struct Recount {}

impl JobSpec for Recount {
    const KIND: &str = "recount";
    const QUEUE: Queue = Queue::Calls;
}

impl Job for Recount {
    async fn run(self, worker: Worker, claimed: Claimed) -> Result<(), String> {
        rating::perform(&worker.app, claimed).await
    }
}
