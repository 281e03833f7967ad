//! The address and the password of an account, in the settings.

use std::sync::Arc;

use axum::Router;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::post;
use luna_app::account_change::AccountChange;
use luna_app::mail::Mailer;
use luna_app::{hash_secret, password, rate_limit};
use luna_core::identity::{Email, Refusal};
use luna_store::email_link::Kind;
use luna_store::player::Player;
use luna_store::{self as store, Tx, ways_in};
use maud::{Markup, html};

use super::ways_in::tokens_end;
use super::{RefusedForm, answer, problem, typed};
use crate::account::device;
use crate::account::field::field;
use crate::account::session::{logged_in, open_session};
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::BareFormRequest;
use crate::layout::{Page, csrf};
use crate::state::App;
use crate::visitor::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/settings/email", post(email))
        .route("/settings/email/again", post(email_again))
        .route("/settings/password", post(new_password))
}

pub(super) fn account(
    me: &Player,
    visitor: &Visitor,
    pending: Option<&str>,
    tokens: usize,
    refused: Option<&RefusedForm>,
) -> Markup {
    let problem = |field| problem(refused, field);
    html! {
        @match &me.email {
            None => {
                p { "You are playing as a guest, on this device only." }
                p { a.button.now href="/signup" { "Create an account" } }
            }
            Some(address) => {
                @if me.verified {
                    p { "Your address is " strong { (address) } "." }
                    @if let Some(new) = pending.filter(|new| new != address) {
                        p.note { "We have sent a link to " strong { (new) } ". Open the link to switch to that address." }
                    }
                    form method="post" action="/settings/mail" {
                        (csrf(visitor))
                        input type="hidden" name="wants" value=(if me.wants_mail { "no" } else { "yes" });
                        p {
                            @if me.wants_mail { "We email you when it is your move, and combine news into a few mails." }
                            @else { "We do not email you about games." }
                        }
                        button.button { @if me.wants_mail { "Stop mails about games" } @else { "Email me about games" } }
                    }
                } @else {
                    p.note {
                        @if pending.is_some() { "We have sent a link to " strong { (address) } ". Open it to confirm the address. " }
                        @else { "Your address " strong { (address) } " is not confirmed, and no link to confirm it is valid. Ask for one. " }
                        "Until then, we do not email you about games. Is the address wrong? Change it here."
                    }
                    (send_again(visitor))
                }
                h3 { "Change address" }
                form method="post" action="/settings/email" {
                    (csrf(visitor))
                    (field("email", "email", "email", "New email address", typed(refused, "email").unwrap_or(""), "email", problem("email")))
                    (field("email-current", "current", "password", "Your password", "", "current-password", problem("email-current")))
                    p.hint { "When the address changes, all other browsers are logged out." (tokens_end(tokens)) }
                    button.button { "Send a link to the new address" }
                }
                h3 { "Change password" }
                form method="post" action="/settings/password" {
                    (csrf(visitor))
                    (field("current", "current", "password", "Your password", "", "current-password", problem("current")))
                    (field("password", "password", "password", "New password, at least 8 characters", "", "new-password", problem("password")))
                    p.hint { "This browser stays logged in. All others are logged out." (tokens_end(tokens)) }
                    button.button { "Change password" }
                }
            }
        }
    }
}

pub(super) fn not_yours() -> Error {
    Error::Refused("Wrong password.".into())
}

/// A player who has entered their password, and its hash at that time.
pub(super) struct ConfirmedPassword {
    pub(super) id: String,
    pub(super) hash: String,
    email: String,
    name: String,
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

async fn email(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Response, Error> {
    let email = match Email::parse(form.text("email")) {
        Ok(email) => email,
        Err(refusal) => return answer(&app, &visitor, form, "email", Err(refusal.into())).await,
    };
    let confirmed = match confirmed(&app, &visitor, &form).await {
        Ok(confirmed) => confirmed,
        Err(error) => return answer(&app, &visitor, form, "email-current", Err(error)).await,
    };
    app.limits.take(rate_limit::MAIL_CLAIM, email.as_str(), visitor.now)?;
    let (at, settings) = (app.moment(), Arc::clone(&app.settings));
    let salt = password::salt(&app, email.as_str()).await?;
    let hashed = password::hash(form.text("current").to_owned(), salt).await;
    let hashed = hashed.ok_or(Refusal::LongPassword)?;
    let (token, asking, address) =
        (app.random.secret(), visitor.clone(), email.as_str().to_owned());
    let session = hash_secret(&token);
    let sent = app
        .db
        .write(move |tx| {
            ways_in::lock(tx, &confirmed.id)?;
            let me = confirmed.still(tx)?;
            let claims = !me.verified;
            if claims {
                store::player::claim_email(tx, &me.id, email.as_str(), &hashed, at.now)?;
                ways_in::end_all(tx, &me.id, at.now)?;
                open_session(tx, &asking, &session, &me.id, at.now)?;
            }
            // The latest request counts.
            store::email_link::replace(tx, &me.id, Kind::Verify)?;
            let mut mailer = Mailer { tx, at: &at, settings: &settings };
            mailer.send_claim(&me.id, email.as_str())?;
            if let Some(old) = me.email.filter(|_| me.verified) {
                mailer.address_changes(&me.id, &old, email.as_str())?;
            }
            Ok::<_, Error>(claims)
        })
        .await;
    match sent {
        Ok(true) => {
            let response = logged_in(&app, &token, Redirect::to("/settings"));
            device::remember(&app, &address, response).await
        }
        sent => answer(&app, &visitor, form, "email-current", sent.map(drop)).await,
    }
}

/// A button for people who have not received the link, or have lost it.
pub(crate) fn send_again(visitor: &Visitor) -> Markup {
    html! {
        form method="post" action="/settings/email/again" {
            (csrf(visitor))
            button.button { "Send the mail again" }
        }
    }
}

async fn email_again(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    let Some(address) = me.email.clone().filter(|_| !me.verified) else {
        return Ok(Redirect::to("/settings").into_response());
    };
    app.limits.take(rate_limit::MAIL_ADDRESS, &visitor.address.to_string(), visitor.now)?;
    app.limits.take(rate_limit::MAIL_CLAIM, &address, visitor.now)?;
    let (at, settings, id, to) =
        (app.moment(), Arc::clone(&app.settings), me.id.clone(), address.clone());
    app.db
        .write(move |tx| Mailer { tx, at: &at, settings: &settings }.send_claim(&id, &to))
        .await?;
    let body = html! {
        h1 { "Check your email" }
        p { "A link is on its way to " strong { (address) } ". Open it to confirm the address." }
        p { a href="/settings" { "Settings" } }
    };
    Ok(Page::new("Check your email", body).of(Some(&me)).render(&app).into_response())
}

async fn new_password(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let secret = form.text("password").to_owned();
    let confirmed = match confirmed(&app, &visitor, &form).await {
        Ok(confirmed) => confirmed,
        Err(error) => return answer(&app, &visitor, form, "current", Err(error)).await,
    };
    if let Err(why) = password::check(&secret, &[&confirmed.email, &confirmed.name]).await {
        return answer(&app, &visitor, form, "password", Err(Error::Refused(why))).await;
    }
    let salt = password::salt(&app, &confirmed.email).await?;
    let hashed = password::hash(secret, salt).await.ok_or(Refusal::LongPassword)?;
    let (at, settings, token) = (app.moment(), Arc::clone(&app.settings), app.random.secret());
    let (session, asking) = (hash_secret(&token), visitor.clone());
    let set = app
        .db
        .write(move |tx| {
            ways_in::lock(tx, &confirmed.id)?;
            let me = confirmed.still(tx)?;
            store::player::set_password(tx, &me.id, &hashed)?;
            ways_in::end_all(tx, &me.id, at.now)?;
            open_session(tx, &asking, &session, &me.id, at.now)?;
            let mut mailer = Mailer { tx, at: &at, settings: &settings };
            Ok::<_, Error>(mailer.account_changed(&me.id, &AccountChange::Password)?)
        })
        .await;
    match set {
        Ok(()) => Ok(logged_in(&app, &token, Redirect::to("/settings"))),
        refused => answer(&app, &visitor, form, "current", refused).await,
    }
}
