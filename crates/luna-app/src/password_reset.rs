//! Mails to people who have forgotten their password.

use luna_store::Tx;
use luna_store::job::{JobSpec, Queue};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::mail;

/// Writes to an address whose password was forgotten, if an account has or claims it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordReset {
    pub email: String,
}

impl JobSpec for PasswordReset {
    const KIND: &str = "forgotten";
    const QUEUE: Queue = Queue::Work;
}

impl Transaction for PasswordReset {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        mail::forgotten(tx, &app.moment(), &app.settings, &self.email)
    }
}
