//! The job `follow`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// Ratings are brought in line with the decision to count a judge's guesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follow {
    pub judge: String,
}

impl JobSpec for Follow {
    const KIND: &str = "follow";
    const QUEUE: Queue = Queue::Work;
}
