//! The job `forgotten`.

use luna_store::Tx;
use luna_store::job::{JobSpec, Queue};
use serde::{Deserialize, Serialize};

use super::worker::Transaction;
use crate::error::Error;
use crate::instance::Instance;
use crate::mail;

/// An address whose password somebody has forgotten is written to, if there is anything to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "work", rename = "forgotten")]
pub struct Forgotten {
    pub email: String,
}

impl JobSpec for Forgotten {
    const KIND: &str = "forgotten";
    const QUEUE: Queue = Queue::Work;
}

impl Transaction for Forgotten {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        mail::forgotten(tx, &app.moment(), &app.settings, &self.email)
    }
}
