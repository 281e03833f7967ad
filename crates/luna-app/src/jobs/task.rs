//! The job `task`.

use luna_store::job::{ClaimedJob, Task};

use super::worker::{Job, Worker};
use crate::machine_calls::outside;

impl Job for Task {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let done = outside::reply(&worker.app, claimed, self.task).await;
        done.map_err(|error| error.to_string())
    }
}
