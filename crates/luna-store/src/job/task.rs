//! The job `task`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// A machine is called for its reply to a task outside a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub task: String,
}

impl JobSpec for Task {
    const KIND: &str = "task";
    const QUEUE: Queue = Queue::Calls;
}
