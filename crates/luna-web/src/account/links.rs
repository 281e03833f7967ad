//! Links from mails. Opening one shows a page with a button; only the button
//! does something, since mail programs open links to look at them.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_core::person::{Email, Refusal, check_password};
use luna_store::{self as store, link};
use maud::{Markup, html};

use super::{field, open_session, signed_in};
use crate::error::Error;
use crate::form::{self, Form};
use crate::layout::{Page, csrf};
use crate::visitor::{Visitor, hash};
use crate::{App, limit, mail, password};

const STALE: &str = "This link has been used or has run out. Please ask for a new one.";

fn stale() -> Error {
    Error::Refused(STALE.into())
}

/// It, or its player, has gone since it was looked up.
fn gone(error: store::Error) -> Error {
    match error {
        store::Error::NotFound => stale(),
        other => other.into(),
    }
}

/// A page around a link, or the sentence that it opens nothing more.
async fn page(
    app: &App,
    visitor: &Visitor,
    token: &str,
    kind: &'static str,
    title: &str,
    body: Markup,
) -> Result<Response, Error> {
    let (id, asking) = (hash(token), visitor.clone());
    let (me, found) = app
        .db
        .read(move |tx| {
            let me = asking.player(tx)?;
            Ok::<_, Error>((me, link::find(tx, &id, kind, asking.now)?))
        })
        .await?;
    let body = match found {
        Some(_) => body,
        None => {
            html! { h1 { (title) } p role="alert" { (STALE) } p { a.button href="/games" { "Your games" } } }
        }
    };
    Ok(Page::new(title, body).of(me.as_ref()).render(app).into_response())
}

pub(super) async fn verify_page(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Error> {
    let body = html! {
        h1 { "Is this your address?" }
        p { "One click, and the account is yours: from then on we can write to you when it is your move." }
        form method="post" action={ "/verify/" (token) } {
            (csrf(&visitor))
            button.button.now { "Yes, it is mine" }
        }
    };
    page(&app, &visitor, &token, "verify", "Confirm your address", body).await
}

pub(super) async fn verify(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    _form: Form,
) -> Result<Redirect, Error> {
    let here = app
        .db
        .write(move |tx| {
            let link = hash(&token);
            let found = link::find(tx, &link, "verify", visitor.now)?.ok_or_else(stale)?;
            store::player::verify_email(tx, &found.player_id, &found.email).map_err(|error| {
                match error {
                    store::Error::Conflict => Error::Refused(
                        "Another account has this address by now. Log in to that one instead."
                            .into(),
                    ),
                    other => gone(other),
                }
            })?;
            link::spend(tx, &link, "verify").map_err(gone)?;
            Ok::<_, Error>(visitor.player(tx)?.is_some_and(|me| me.id == found.player_id))
        })
        .await?;
    // The link may have been opened on another device than the one signed in.
    Ok(Redirect::to(if here { "/settings" } else { "/login?confirmed" }))
}

pub(super) async fn forgot_page(State(app): State<App>, visitor: Visitor) -> Markup {
    forgot_form(&app, &visitor, "", None)
}

fn forgot_form(app: &App, visitor: &Visitor, typed: &str, problem: Option<&str>) -> Markup {
    let body = html! {
        h1 { "Set a new password" }
        p { "We send a link to your address. It is good for an hour." }
        form method="post" action="/forgot" {
            (csrf(visitor))
            (field("email", "email", "email", "E-mail address", typed, "email", problem))
            button.button.now { "Send me the link" }
        }
    };
    Page::new("Set a new password", body).render(app)
}

/// The same answer whether or not there is such an account.
pub(super) async fn forgot(
    State(app): State<App>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Error> {
    let typed = form.text("email");
    let email = match Email::parse(typed) {
        Ok(email) => email,
        Err(refusal) => {
            let page = forgot_form(&app, &visitor, typed, Some(&refusal.to_string()));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
    };
    app.limits.take(limit::MAIL_ADDRESS, &visitor.address.to_string(), visitor.now)?;
    app.limits.take(limit::MAIL_ACCOUNT, email.as_str(), visitor.now)?;
    let (at, settings, shown) =
        (app.moment(), Arc::clone(&app.settings), email.as_str().to_owned());
    app.db
        .write(move |tx| {
            if let Some(owner) = store::player::by_verified_email(tx, email.as_str())? {
                mail::reset(tx, &at, &settings, &owner.id, email.as_str())?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    let body = html! {
        h1 { "Look into your mail" }
        p { "If there is an account with the address " strong { (shown) } ", a link is on its way to it." }
    };
    Ok(Page::new("Look into your mail", body).render(&app).into_response())
}

pub(super) async fn reset_page(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Error> {
    let body = reset_form(&visitor, &token, None);
    page(&app, &visitor, &token, "reset", "Set a new password", body).await
}

fn reset_form(visitor: &Visitor, token: &str, problem: Option<&str>) -> Markup {
    html! {
        h1 { "Set a new password" }
        p { "All devices are signed out, and this one is signed in." }
        form method="post" action={ "/reset/" (token) } {
            (csrf(visitor))
            (field("password", "password", "password", "New password, at least 8 characters", "", "new-password", problem))
            button.button.now { "Set the password" }
        }
    }
}

pub(super) async fn reset(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    form: Form,
) -> Result<Response, Error> {
    let secret = form.text("password").to_owned();
    if let Err(refusal) = check_password(&secret) {
        let body = reset_form(&visitor, &token, Some(&refusal.to_string()));
        let page = page(&app, &visitor, &token, "reset", "Set a new password", body).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let hashed = password::hash(secret).await.ok_or(Refusal::LongPassword)?;
    let cookie = app.random.secret();
    let session = hash(&cookie);
    app.db
        .write(move |tx| {
            let link = hash(&token);
            let found = link::find(tx, &link, "reset", visitor.now)?.ok_or_else(stale)?;
            store::player::set_password(tx, &found.player_id, &hashed).map_err(gone)?;
            link::spend(tx, &link, "reset").map_err(gone)?;
            store::session::close_others(tx, &found.player_id, "")?;
            if let Some(why) = store::player::find(tx, &found.player_id)?.banned_why {
                return Err(Error::Banned(why));
            }
            open_session(tx, &visitor, &session, &found.player_id, visitor.now)
        })
        .await?;
    Ok(signed_in(&app, &cookie, Redirect::to("/games")))
}

pub(super) async fn mail_off_page(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Error> {
    let body = html! {
        h1 { "No more mails about games" }
        p { "You can switch them on again in the settings at any time." }
        form method="post" action={ "/mail/off/" (token) } {
            (csrf(&visitor))
            button.button.now { "Stop these mails" }
        }
    };
    page(&app, &visitor, &token, "mail_off", "No more mails about games", body).await
}

/// Also reached by mail programs in one click (RFC 8058), which have no cookie
/// and no token but the one in the address.
pub(super) async fn mail_off(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    request: Request,
) -> Result<Markup, Error> {
    form::read(&app, request).await?;
    let now = visitor.now;
    app.db
        .write(move |tx| {
            let found = link::find(tx, &hash(&token), "mail_off", now)?.ok_or_else(stale)?;
            store::player::set_wants_mail(tx, &found.player_id, false).map_err(gone)
        })
        .await?;
    let body = html! {
        h1 { "No more mails about games" }
        p { "Done. You can switch them on again in the settings." }
    };
    Ok(Page::new("No more mails about games", body).render(&app))
}
