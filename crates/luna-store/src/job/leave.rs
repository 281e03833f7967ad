//! The job `leave`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// While all are stopped, machines leave their games: those after this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    pub after: String,
}

impl JobSpec for Leave {
    const KIND: &str = "leave";
    const QUEUE: Queue = Queue::Work;
}
