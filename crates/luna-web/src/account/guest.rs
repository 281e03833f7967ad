//! Guests: players without an account.

use axum::response::{IntoResponse, Redirect, Response};
use luna_app::{hash_secret, house_machines, rate_limit};
use luna_core::identity::nickname;
use luna_core::rng::Chance;
use luna_machines::HouseMachine;
use luna_store::game::Kind;
use luna_store::{self as store, Tx};

use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::return_path::page_here;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::privacy::consent::boxes::{needed, record};
use crate::privacy::consent::page::{self, FIRST};

/// A button that is pressed again within this time is the same press.
pub(super) const SAME_PRESS_MS: i64 = 10_000;

/// Creates a guest, who can play at once.
pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    if let Some(problem) = needed(&form) {
        return page::again(&app, &visitor, &form, &problem).await;
    }
    let home = Redirect::to(&page_here(&app, form.text("back")).await);
    let newcomer = Newcomer::new(&app, &visitor);
    let entering = newcomer.clone();
    let made = app
        .db
        .write(move |tx| {
            // Somebody logged in who comes here again stays who they are.
            if visitor.player(tx)?.is_some() {
                return Ok(None);
            }
            let id = entering.enter(tx)?;
            record(tx, &id, &form, entering.at.now)?;
            let seat = if form.has(FIRST) { practise(tx, &entering, &id)? } else { None };
            Ok::<_, Error>(Some(seat))
        })
        .await?;
    Ok(match made {
        Some(Some(seat)) => newcomer.logged_in(Redirect::to(&format!("/games/{seat}"))),
        Some(None) => newcomer.logged_in(home),
        None => home.into_response(),
    })
}

/// Starts a newcomer's first game. Where no machine may play, or the button was pressed twice, they find
/// their games instead.
fn practise(tx: &mut Tx<'_>, it: &Newcomer, id: &str) -> Result<Option<String>, Error> {
    let has_begun = store::game::list::open_count(tx, id)? > 0;
    if has_begun || house_machines::partner(tx, HouseMachine::ALL, id).is_err() {
        return Ok(None);
    }
    let rules = it.app.settings.rules;
    Ok(Some(store::game::start(tx, &it.at, id, rules, Kind::Practice)?))
}

/// Somebody who is not logged in and becomes a guest.
#[derive(Clone)]
pub(crate) struct Newcomer {
    app: App,
    visitor: Visitor,
    at: store::game::Context,
    token: String,
}

impl Newcomer {
    pub(crate) fn new(app: &App, visitor: &Visitor) -> Newcomer {
        let (app, visitor) = (app.clone(), visitor.clone());
        Newcomer { at: app.moment(), token: app.random.secret(), app, visitor }
    }

    /// Creates the guest and opens their session. A button that is pressed twice creates one guest. The
    /// caller records consent.
    pub(crate) fn enter(&self, tx: &mut Tx<'_>) -> Result<String, Error> {
        let Newcomer { app, visitor, at, token } = self;
        let (visit, session) = (visit(visitor), hash_secret(token));
        let same = store::session::guest_of_visit(tx, &visit, at.now - SAME_PRESS_MS)?;
        if let Some(id) = same {
            open_session(tx, visitor, &session, &id, at.now)?;
            return Ok(id);
        }
        let limit = rate_limit::guests(app.settings.guests_per_hour);
        let address = visitor.address.to_string();
        app.limits.take(limit, &address, at.now).map_err(Error::outside)?;
        let id = create(tx, at)?;
        open_session(tx, visitor, &session, &id, at.now)?;
        store::session::note_visit(tx, &session, &visit)?;
        store::counters::count(tx, at.now, "guest", &id, 1)?;
        Ok(id)
    }

    /// The response that logs their browser in.
    pub(crate) fn logged_in(&self, to: impl IntoResponse) -> Response {
        logged_in(&self.app, &self.token, to)
    }
}

/// One browser's visit. The same cookie from another network is another visit and never opens the
/// guest.
fn visit(visitor: &Visitor) -> String {
    let cookie = visitor.cookie.as_deref().unwrap_or_default();
    hash_secret(&format!("visit:{cookie}:{}", visitor.address))
}

/// Creates a person with a generated name; the caller records consent.
pub(super) fn create(tx: &mut Tx<'_>, at: &store::game::Context) -> Result<String, Error> {
    let id = at.random.id(at.now);
    let mut chance = Chance::from_words(&[&at.random.secret()]);
    let mut tries = 0;
    loop {
        let name = nickname(&mut chance, tries);
        match store::player::create(tx, &id, false, &name, at.now) {
            Err(store::Error::Conflict) if tries < 50 => tries += 1,
            other => return Ok(other.map(|()| id)?),
        }
    }
}
