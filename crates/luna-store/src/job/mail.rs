//! The job `mail`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// A mail is handed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub mail: String,
}

impl JobSpec for Mail {
    const KIND: &str = "mail";
    const QUEUE: Queue = Queue::Work;
}
