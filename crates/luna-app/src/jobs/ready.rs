//! The job `ready`.

use luna_store::job::{ClaimedJob, Ready};

use super::worker::{Job, Worker};
use crate::machine_calls::availability;

impl Job for Ready {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let done = availability::check(&worker.app, claimed, self.machine).await;
        done.map_err(|error| error.to_string())
    }
}
