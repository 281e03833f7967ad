//! The job `watch`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// The monitor looks for judges to review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {}

impl JobSpec for Watch {
    const KIND: &str = "watch";
    const QUEUE: Queue = Queue::Calls;
}
