//! The job `predict`.

use serde::{Deserialize, Serialize};

use super::spec::{JobSpec, Queue};

/// The model that predicts ratings from answers is trained again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predict {}

impl JobSpec for Predict {
    const KIND: &str = "predict";
    const QUEUE: Queue = Queue::Calls;
}
