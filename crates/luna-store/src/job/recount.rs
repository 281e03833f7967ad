//! The job `recount`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// Derived ratings are computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recount {}

impl JobSpec for Recount {
    const KIND: &str = "recount";
    const QUEUE: Queue = Queue::Calls;
}
