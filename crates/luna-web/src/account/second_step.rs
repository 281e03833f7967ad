//! The second step of a log-in: the code of the second factor, after the password.
//!
//! Between the steps nothing is stored. The form carries a ticket, which is encrypted, good for ten
//! minutes, in this browser alone, and only as long as the password stays and no way in has ended
//! since. By itself it opens nothing.

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_app::rate_limit;
use luna_app::second_factor::{self, Keys, Proof};
use luna_machines::encryption::Cipher;
use luna_store::{self as store};
use maud::html;

use super::device;
use super::field::field;
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::return_path::page_here;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const TITLE: &str = "Enter your code";
const WRONG: &str = "This code is wrong, or was used before. Type the one that your app shows now, or a recovery code.";
const LATE: &str =
    "Logging in took too long, or your account has changed meanwhile. Please log in again.";
const VALID_MS: i64 = 600_000;

/// Somebody who has given the right password.
pub(super) struct Ticket {
    pub(super) player_id: String,
    /// The hash of the stored hash of the password.
    pub(super) password: String,
    /// The address with which they log in.
    pub(super) address: String,
    /// This browser had logged in to the account before.
    pub(super) known: bool,
    pub(super) made_at: i64,
}

impl Ticket {
    fn seal(&self, app: &App, key: &str, visitor: &Visitor) -> String {
        let Ticket { player_id, password, address, known, made_at } = self;
        let plain = format!("{made_at}\n{player_id}\n{password}\n{known}\n{address}");
        let [nonce @ .., _, _, _, _] = (app.random.0)();
        Cipher::new(key).seal(nonce, &context(visitor), &plain)
    }

    fn open(key: &str, visitor: &Visitor, sealed: &str) -> Option<Ticket> {
        let plain = Cipher::new(key).open(&context(visitor), sealed)?;
        let mut lines = plain.split('\n');
        let mut next = || lines.next().map(str::to_owned);
        let ticket = Ticket {
            made_at: next()?.parse().ok()?,
            player_id: next()?,
            password: next()?,
            known: next()?.parse().ok()?,
            address: next()?,
        };
        (0..VALID_MS).contains(&(visitor.now - ticket.made_at)).then_some(ticket)
    }
}

/// What a ticket is encrypted for: this browser's log-in.
fn context(visitor: &Visitor) -> String {
    format!("log-in {}", visitor.cookie.as_deref().unwrap_or_default())
}

/// The page that asks for the code, after the right password.
pub(super) async fn ask(
    app: &App,
    visitor: &Visitor,
    ticket: &Ticket,
    back: &str,
) -> Result<Response, Error> {
    let sealed = ticket.seal(app, &app.key().await?, visitor);
    Ok(page(app, visitor, &sealed, back, None))
}

fn page(app: &App, visitor: &Visitor, sealed: &str, back: &str, problem: Option<&str>) -> Response {
    let body = html! {
        h1 { (TITLE) }
        p { "Your account has a second factor. Type the six digits that your authenticator app shows for it, or one of your recovery codes." }
        form method="post" action="/login/code" {
            (csrf(visitor))
            input type="hidden" name="ticket" value=(sealed);
            input type="hidden" name="back" value=(back);
            (field("code", "code", "text", "Code", "", "one-time-code", problem))
            button.button.now { "Log in" }
        }
        p.after { "Have you lost the app and the recovery codes? Write to the operators: " a href="/contact" { "Contact" } "." }
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    (status, [(CACHE_CONTROL, "no-store")], Page::new(TITLE, body).render(app)).into_response()
}

/// `POST /login/code`: logs in with the ticket and a code.
pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let key = app.key().await?;
    let sealed = form.text("ticket");
    let Some(ticket) = Ticket::open(&key, &visitor, sealed) else {
        return Err(Error::LogInAgain(LATE));
    };
    count_try(&app, &visitor, &ticket).await?;
    let (address, token) = (ticket.address.clone(), app.random.secret());
    let (asking, doing) = (visitor.clone(), app.clone());
    let (typed, session) = (form.text("code").to_owned(), hash_secret(&token));
    let opened = app
        .db
        .write(move |tx| {
            let id = &ticket.player_id;
            let stored = store::player::password(tx, id)?.unwrap_or_default();
            let player = store::player::with_password(tx, id, &stored)?;
            let same = hash_secret(&stored) == ticket.password
                && store::ways_in::ended_at(tx, id)? <= ticket.made_at;
            let Some(player) = player.filter(|_| same) else {
                return Err(Error::LogInAgain(LATE));
            };
            let at = doing.moment();
            let keys = Keys::of(tx, &doing.settings, &at.random)?;
            // It may have been turned off meanwhile.
            let proof = match store::second_factor::is_on(tx, id)? {
                true => second_factor::check(tx, &keys, id, &typed, at.now)?,
                false => Some(Proof::Code),
            };
            let Some(proof) = proof else { return Ok(false) };
            open_session(tx, &asking, &session, id, at.now)?;
            let mut mailer = Mailer { tx, at: &at, settings: &doing.settings };
            if let Proof::RecoveryCode { left } = proof {
                mailer.account_changed(id, &AccountChange::SecondFactorCode { left })?;
            }
            if !ticket.known && player.banned_why.is_none() {
                mailer.account_changed(id, &AccountChange::NewBrowser(&asking.device))?;
            }
            Ok::<_, Error>(true)
        })
        .await?;
    if !opened {
        return Ok(page(&app, &visitor, sealed, form.text("back"), Some(WRONG)));
    }
    let response = logged_in(&app, &token, Redirect::to(&page_here(&app, form.text("back")).await));
    device::remember(&app, &address, response).await
}

/// Counts an attempt. Known devices have a limit of their own, so that nobody who knows the password
/// keeps the owner out.
async fn count_try(app: &App, visitor: &Visitor, ticket: &Ticket) -> Result<(), Error> {
    let mut whose = ticket.player_id.clone();
    if let Some(nonce) = device::nonce(app, visitor, &ticket.address).await? {
        whose = format!("{whose} {nonce}");
    }
    app.limits.take(rate_limit::SECOND_FACTOR, &whose, visitor.now).map_err(Error::outside)
}
