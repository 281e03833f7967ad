//! Queues of assignments: a reviewer takes the next item of a kind, gives one back, and sees what
//! others have.

use axum::response::Redirect;
use luna_app::Instance;
use luna_app::format::minute;
use luna_store::assignment::{self, Lease};
use luna_store::player::{Player, Role};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{act, plain};
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The queue of one kind of items.
pub(crate) struct Queue {
    pub(crate) kind: &'static str,
    /// Its page.
    pub(crate) here: &'static str,
    pub(crate) items: Items,
    /// The word for an item, in the singular.
    pub(crate) noun: &'static str,
    /// The sentence for a reviewer who has nothing to review.
    pub(crate) none: &'static str,
    /// Leases the next item to a reviewer.
    pub(crate) lease:
        fn(&mut Tx<'_>, &Instance, &Player) -> Result<Option<String>, luna_app::Error>,
}

/// The place where reviewers see an item. The addresses of actions begin with the same text.
pub(crate) enum Items {
    /// Each has a page below this address.
    Pages(&'static str),
    /// Each is a section of the queue's page.
    Sections(&'static str),
}

/// The leases of a queue, as one reviewer sees them.
pub(crate) struct Leases {
    all: Vec<Lease>,
    me: String,
}

impl Leases {
    fn of(&self, id: &str) -> Option<&Lease> {
        self.all.iter().find(|it| it.item_id == id)
    }

    fn by_another(&self, id: &str) -> Option<&Lease> {
        self.of(id).filter(|it| it.reviewer_id != self.me)
    }

    /// Returns true if the reviewer may decide about an item: nobody else has it.
    pub(crate) fn is_free(&self, id: &str) -> bool {
        self.by_another(id).is_none()
    }

    /// "With NAME until TIME" for an item that somebody has.
    pub(crate) fn words(&self, id: &str) -> Option<Markup> {
        self.of(id).map(|it| {
            html! {
                "With "
                @if it.reviewer_id == self.me { "you" }
                @else { a dir="auto" href={ "/admin/players/" (it.reviewer_id) } { (it.reviewer) } }
                " until " (minute(it.until))
            }
        })
    }
}

impl Queue {
    /// The address of an item, or of the actions on it.
    pub(crate) fn address(&self, id: &str) -> String {
        match self.items {
            Items::Pages(address) => format!("{address}/{id}"),
            Items::Sections(_) => format!("{}#{}", self.here, section_id(id)),
        }
    }

    fn action(&self, id: &str, what: &str) -> String {
        let (Items::Pages(address) | Items::Sections(address)) = self.items;
        format!("{address}/{id}/{what}")
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

    /// The button that takes the reviewer to their next item.
    pub(crate) fn next_form(&self, visitor: &Visitor) -> Markup {
        html! {
            form method="post" action={ (self.here) "/next" } {
                (csrf(visitor))
                button.button.now { "Take the next " (self.noun) }
            }
        }
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

    /// Reads who has which item.
    pub(crate) fn leases(&self, tx: &mut Tx<'_>, me: &Player, now: i64) -> store::Result<Leases> {
        Ok(Leases { all: assignment::leases(tx, self.kind, now)?, me: me.id.clone() })
    }

    /// The name of the reviewer who has an item; for themselves also the button that gives it back.
    pub(crate) fn mark(&self, leases: &Leases, id: &str, visitor: &Visitor) -> Markup {
        html! {
            @if let Some(words) = leases.words(id) {
                p.small { (words) "." }
                @if leases.is_free(id) {
                    form method="post" action=(self.action(id, "give-back")) {
                        (csrf(visitor))
                        button.button.quiet { "Give the " (self.noun) " back" }
                    }
                }
            }
        }
    }

    /// Leases an item that a reviewer has opened by themselves, and refuses one that somebody else has.
    pub(crate) fn take(
        &self,
        tx: &mut Tx<'_>,
        me: &Player,
        id: &str,
        now: i64,
    ) -> Result<(), Error> {
        self.claim(tx, me, id, now)?;
        Ok(assignment::lease_first(tx, self.kind, &me.id, &[id.to_owned()], now).map(drop)?)
    }

    /// Ends the leases of an item that a reviewer decides. Refuses while somebody else has it.
    pub(crate) fn decide(
        &self,
        tx: &mut Tx<'_>,
        me: &Player,
        id: &str,
        now: i64,
    ) -> Result<(), Error> {
        self.claim(tx, me, id, now)?;
        Ok(assignment::end(tx, self.kind, id)?)
    }

    /// Refuses an item that somebody else has. Nobody takes it meanwhile.
    fn claim(&self, tx: &mut Tx<'_>, me: &Player, id: &str, now: i64) -> Result<(), Error> {
        assignment::take_turns(tx, self.kind)?;
        match self.leases(tx, me, now)?.by_another(id) {
            None => Ok(()),
            Some(other) => Err(Error::Refused(format!(
                "{} has this {} until {}. Take the next one, or come back then.",
                other.reviewer,
                self.noun,
                minute(other.until)
            ))),
        }
    }
}

/// The id of the section of an item on the queue's page.
pub(crate) fn section_id(id: &str) -> String {
    format!("item-{id}")
}
