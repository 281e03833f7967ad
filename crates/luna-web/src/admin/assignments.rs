//! Queues of assignments: a reviewer takes the next item of a kind, and gives one back.

use axum::response::Redirect;
use luna_app::Instance;
use luna_store::player::{Player, Role};
use luna_store::{Tx, assignment};

use super::listing::{act, plain};
use crate::error::Error;
use crate::form_request::{BareFormRequest, FormRequest};
use crate::state::App;

/// The queue of one kind of items.
pub(crate) struct Queue {
    pub(crate) kind: &'static str,
    /// Its page.
    pub(crate) here: &'static str,
    /// The items, as a part of their addresses.
    pub(crate) items: &'static str,
    /// The sentence for a reviewer who has nothing to review.
    pub(crate) none: &'static str,
    /// Leases the next item to a reviewer.
    pub(crate) lease:
        fn(&mut Tx<'_>, &Instance, &Player) -> Result<Option<String>, luna_app::Error>,
}

impl Queue {
    pub(crate) fn address(&self, id: &str) -> String {
        format!("{}/{}/{id}", self.here, self.items)
    }

    /// The address of the reviewer's next item; none if none waits for them.
    pub(crate) fn next_of(
        &self,
        tx: &mut Tx<'_>,
        app: &App,
        me: &Player,
    ) -> Result<Option<String>, Error> {
        Ok((self.lease)(tx, app, me)?.map(|id| self.address(&id)))
    }

    /// Takes the reviewer to their next item.
    pub(crate) async fn next(
        &'static self,
        BareFormRequest { app, visitor, .. }: BareFormRequest,
    ) -> Result<Redirect, Error> {
        let doing = app.clone();
        let found = app.db.write(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            self.next_of(tx, &doing, &me)
        });
        match found.await? {
            Some(address) => Ok(Redirect::to(&address)),
            None => Err(Error::Refused(self.none.to_owned())),
        }
    }

    /// Gives an item back, so that somebody else may take it.
    pub(crate) async fn give_back(
        &'static self,
        FormRequest { app, visitor, id, .. }: FormRequest,
    ) -> Result<Redirect, Error> {
        let id = plain(&id)?;
        act(&app, visitor, Role::Moderator, self.here, move |tx, me| {
            Ok(assignment::give_back(tx, self.kind, &id, &me.id)?)
        })
        .await
    }
}
