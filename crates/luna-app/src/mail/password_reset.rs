//! Mails to people who have forgotten their password.

use luna_store::Tx;
use luna_store::job::JobSpec;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::mail::Mailer;

/// Writes to an address whose password was forgotten, if an account has or claims it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordReset {
    pub email: String,
}

impl JobSpec for PasswordReset {
    const KIND: &str = "forgotten";
}

impl Transaction for PasswordReset {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        Mailer { tx, at: &app.moment(), settings: &app.settings }.forgotten(&self.email)
    }
}
