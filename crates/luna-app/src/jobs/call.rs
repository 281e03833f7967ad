//! The job `call`.

use luna_store::job::{Call, ClaimedJob};

use super::worker::{Job, Worker};
use crate::machine_calls;

impl Job for Call {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        let done = machine_calls::take_turn(&worker.app, claimed, self.game, self.seat).await;
        done.map_err(|error| error.to_string())
    }
}
