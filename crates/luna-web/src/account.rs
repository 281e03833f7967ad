//! Coming and going: guests, accounts, logging in and out, links from mails.

mod device;
mod links;
mod log_in;
pub(crate) mod recovery;
mod sign_up;
mod verify;

pub(crate) use log_in::page_here;

use luna_app::hash_secret;
use luna_app::rate_limit;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_core::identity::nickname;
use luna_core::rng::Chance;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::error::Error;
use crate::form::Form;
use crate::visitor::Visitor;
use crate::{App, consent, cookie};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/guest", post(guest))
        .route("/signup", get(sign_up::show).post(sign_up::send))
        .route("/login", get(log_in::show).post(log_in::send))
        .route("/logout", post(log_out))
        .route("/recover", get(recovery::show).post(recovery::send))
        .route("/settings/recovery", post(recovery::make))
        .route("/verify/{token}", get(verify::show).post(verify::send))
        .route("/verify/{token}/refuse", post(verify::refuse))
        .route("/forgot", get(links::forgot_page).post(links::forgot))
        .route("/reset/{token}", get(links::reset_page).post(links::reset))
        .route("/mail/off/{token}", get(links::mail_off_page).post(links::mail_off))
}

/// A button that is pressed again within this time is the same press.
const SAME_PRESS_MS: i64 = 10_000;

/// One click after the boxes, and somebody can play.
async fn guest(State(app): State<App>, visitor: Visitor, form: Form) -> Result<Response, Error> {
    if let Some(problem) = consent::needed(&form) {
        return consent::again(&app, &visitor, &form, &problem).await;
    }
    let limit = rate_limit::guests(app.settings.guests_per_hour);
    let (at, token) = (app.moment(), app.random.secret());
    let (asking, limits, session) = (visitor.clone(), Arc::clone(&app.limits), hash_secret(&token));
    let made = app
        .db
        .write(move |tx| {
            // Somebody signed in who comes here again stays who they are.
            if asking.player(tx)?.is_some() {
                return Ok(false);
            }
            let visit = visit(&asking);
            let same = store::session::guest_of_visit(tx, &visit, at.now - SAME_PRESS_MS)?;
            if let Some(id) = same {
                open_session(tx, &asking, &session, &id, at.now)?;
                return Ok(true);
            }
            limits.take(limit, &asking.address.to_string(), at.now).map_err(Error::outside)?;
            let id = create(tx, &at)?;
            consent::record(tx, &id, &form, at.now)?;
            open_session(tx, &asking, &session, &id, at.now)?;
            store::session::note_visit(tx, &session, &visit)?;
            store::counters::count(tx, at.now, "guest", &id, 1)?;
            Ok::<_, Error>(true)
        })
        .await?;
    let home = Redirect::to("/games");
    Ok(if made { signed_in(&app, &token, home) } else { home.into_response() })
}

/// One browser's visit. Somebody on another network who has the same cookie, because they gave
/// it to the browser, is another visit and never comes into the guest.
fn visit(visitor: &Visitor) -> String {
    let cookie = visitor.cookie.as_deref().unwrap_or_default();
    hash_secret(&format!("visit:{cookie}:{}", visitor.address))
}

/// A person with a given name and nothing else: consent is for the caller to record.
fn create(tx: &mut Tx<'_>, at: &store::game::Context) -> Result<String, Error> {
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

fn open_session(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    session: &str,
    player_id: &str,
    now: i64,
) -> Result<(), Error> {
    let expires_at = now + cookie::SESSION_MS;
    Ok(store::session::open(tx, session, player_id, &visitor.device, now, expires_at)?)
}

/// The answer that makes a browser signed in.
fn signed_in(app: &App, token: &str, to: impl IntoResponse) -> Response {
    let secure = app.settings.secure();
    let set = cookie::write(cookie::SESSION, token, cookie::SESSION_MS / 1000, secure);
    let clear = cookie::write(cookie::VISIT, "", 0, secure);
    (AppendHeaders([(SET_COOKIE, set), (SET_COOKIE, clear)]), to).into_response()
}

async fn log_out(State(app): State<App>, visitor: Visitor, _form: Form) -> Result<Response, Error> {
    app.db
        .write(move |tx| {
            if let Some(session) = &visitor.session
                && let Some(here) = store::session::signed_in(tx, session, visitor.now)?
            {
                store::session::close(tx, session, &here.player.id)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    let gone = cookie::write(cookie::SESSION, "", 0, app.settings.secure());
    Ok(([(SET_COOKIE, gone)], Redirect::to("/")).into_response())
}

/// A line for one thing to type, with what is wrong with it.
pub(crate) fn field(
    id: &str,
    name: &str,
    kind: &str,
    label: &str,
    value: &str,
    complete: &str,
    problem: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label for=(id) { (label) }
            input id=(id) name=(name) type=(kind) value=(value) autocomplete=(complete) required
                dir=[(kind == "text").then_some("auto")]
                aria-describedby=[problem.map(|_| format!("{id}-problem"))]
                aria-invalid=[problem.map(|_| "true")];
            @if let Some(problem) = problem {
                p.problem #{ (id) "-problem" } role="alert" { (problem) }
            }
        }
    }
}
