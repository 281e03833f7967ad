//! The job `sweep`.

use luna_store::job::{self, JobSpec};
use luna_store::{self as store, Tx};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::mail::Mailer;

/// Idempotency receipts and sandbox games are kept for a day.
const DAY_MS: i64 = 86_400_000;
const SWEPT_AT_ONCE: i64 = 1_000;

/// Deletes expired rows, and tells what is told once a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sweep {}

impl JobSpec for Sweep {
    const KIND: &str = "sweep";
}

impl Transaction for Sweep {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let at = app.moment();
        store::email_link::sweep(tx, at.now)?;
        store::idempotency::sweep(tx, at.now - DAY_MS)?;
        let swept = store::game::sweep(tx, at.now - DAY_MS, SWEPT_AT_ONCE)?;
        // There may be more, and moves are not to wait for all of them.
        let full = i64::try_from(swept).is_ok_and(|swept| swept >= SWEPT_AT_ONCE);
        app.disciplines.iter().try_for_each(|it| (it.sweep)(tx, at.now))?;
        Mailer { tx, at: &at, settings: &app.settings }.erasures()?;
        store::rating::closeness::tell_ripened(tx, &at)?;
        let more = store::retention::sweep(tx, &at, &app.settings.retention)?;
        let after = if full || more { 1_000 } else { 3_600_000 };
        Ok(job::schedule(tx, "sweep", &Sweep {}, at.now + after)?)
    }
}
