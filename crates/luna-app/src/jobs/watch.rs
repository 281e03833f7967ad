//! The job `watch`.

use luna_store::job::{ClaimedJob, Watch};

use super::worker::{Job, Worker};
use crate::judge_monitor;

impl Job for Watch {
    async fn run(self, worker: Worker, claimed: ClaimedJob) -> Result<(), String> {
        judge_monitor::run(&worker.app, claimed).await
    }
}
