//! The job `predict`.

use luna_store::job::{Claimed, JobSpec, Queue};
use serde::{Deserialize, Serialize};

use super::{Job, Worker};
use crate::predict;

/// The model that predicts ratings from answers is trained again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "predict")]
pub(crate) struct Predict {}

impl JobSpec for Predict {
    const KIND: &str = "predict";
    const QUEUE: Queue = Queue::Calls;
}

impl Job for Predict {
    async fn run(self, worker: Worker, claimed: Claimed) -> Result<(), String> {
        predict::perform(&worker.app, claimed).await
    }
}
