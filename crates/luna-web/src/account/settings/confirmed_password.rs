//! A password that a player has entered once more, to change something.

use luna_app::{password, rate_limit};
use luna_store::player::Player;
use luna_store::{self as store, Tx};

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::state::App;
use crate::http::visitor::Visitor;

pub(super) fn not_yours() -> Error {
    Error::Refused("Wrong password.".into())
}

/// A player who has entered their password, and its hash at that time.
pub(super) struct ConfirmedPassword {
    pub(super) id: String,
    pub(super) hash: String,
    pub(super) email: String,
    pub(super) name: String,
}

impl ConfirmedPassword {
    /// The player, locked for update, if that is still their password.
    pub(super) fn still(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        store::player::with_password(tx, &self.id, &self.hash)?.ok_or_else(not_yours)
    }
}

/// Checks a player's password, with the same limits as logging in.
pub(super) async fn confirmed(
    app: &App,
    visitor: &Visitor,
    form: &Form,
) -> Result<ConfirmedPassword, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    confirmed_as(app, visitor, form, me).await
}

pub(super) async fn confirmed_as(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    me: Player,
) -> Result<ConfirmedPassword, Error> {
    let asking = me.id.clone();
    let stored = app.db.read(move |tx| store::player::password(tx, &asking)).await?;
    app.limits.take(rate_limit::PASSWORD, &me.id, visitor.now)?;
    let candidates = stored.map(|hash| (me.id, hash)).into_iter().collect();
    let found = password::compare(form.text("current").to_owned(), candidates).await;
    let (email, name) = (me.email.unwrap_or_default(), me.name);
    found.map(|(id, hash)| ConfirmedPassword { id, hash, email, name }).ok_or_else(not_yours)
}
