//! The job `notify`.

use luna_store::job::Notify;
use luna_store::{self as store, Tx};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::mail::Mailer;

impl Transaction for Notify {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        match store::player::find(tx, &self.player) {
            Err(store::Error::NotFound) => Ok(()),
            player => {
                let (at, settings) = (&app.moment(), &app.settings);
                Mailer { tx, at, settings }.about_games(&player?)
            }
        }
    }
}
