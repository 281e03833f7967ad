//! Owners of machines, and readers of the pages about them.

use luna_store::Tx;
use luna_store::player::Player;

use crate::http::error::Error;
use crate::http::visitor::Visitor;

/// The address of a machine's settings.
pub(crate) fn settings_of(id: &str) -> String {
    format!("/settings/machines/{id}")
}

/// Returns the visitor if they can own machines, which takes an account.
pub(crate) fn owner(visitor: &Visitor, tx: &mut Tx<'_>) -> Result<Player, Error> {
    let me = visitor.logged_in(tx)?;
    if me.email.is_some() {
        return Ok(me);
    }
    Err(Error::Refused(
        "Guests cannot register machines, because a machine needs an owner who can be reached. Please create \
         an account first, in the settings."
            .into(),
    ))
}

/// The reader of a page about machines; banned people may read it without being named.
pub(crate) fn reader(visitor: &Visitor, tx: &mut Tx<'_>) -> Result<Option<Player>, Error> {
    match visitor.player(tx) {
        Err(Error::Banned(_)) => Ok(None),
        player => player,
    }
}
