//! The job `quiz_publish`.

use luna_store::Tx;

use super::worker::Transaction;
use crate::error::Error;
use crate::instance::Instance;
use crate::quiz::review::{self, Publish};

impl Transaction for Publish {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        review::publish(tx, app, &self.question)
    }
}
