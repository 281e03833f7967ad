//! The job `watch`.

use luna_store::job::{Claimed, JobSpec, Queue};
use serde::{Deserialize, Serialize};

use super::{Job, Worker};
use crate::judge_monitor;

/// The monitor looks for judges to review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "watch")]
pub(crate) struct Watch {}

impl JobSpec for Watch {
    const KIND: &str = "watch";
    const QUEUE: Queue = Queue::Calls;
}

impl Job for Watch {
    async fn run(self, worker: Worker, claimed: Claimed) -> Result<(), String> {
        judge_monitor::watch(&worker.app, claimed).await
    }
}
