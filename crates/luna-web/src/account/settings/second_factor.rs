//! `/settings/second-factor`: setting up a second factor, its recovery codes, and turning it off.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::format::date;
use luna_app::mail::Mailer;
use luna_app::second_factor::{self, Keys, Secret};
use luna_app::{hash_secret, rate_limit};
use luna_store::player::Player;
use luna_store::second_factor::SecondFactor;
use luna_store::{self as store, Tx};
use maud::{Markup, PreEscaped, html};
use qrcodegen::{QrCode, QrCodeEcc};

use super::confirmed_password::{ConfirmedPassword, confirmed};
use crate::account::field::field;
use crate::account::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const TITLE: &str = "Second factor";
const HERE: &str = "/settings/second-factor";
const WRONG: &str = "This code is wrong, or was used before. Type the one that your app shows now.";
const UNREADABLE: &str = "The stored secret can no longer be read, because the secret of this Luna has changed. Recovery \
     codes still work. Turn the second factor off with one, and set it up again.";

/// The state of an account's second factor.
struct State {
    me: Player,
    found: Option<SecondFactor>,
    secret: Option<Secret>,
    codes_left: usize,
}

/// A refused form: the field and its problem.
type Problem<'a> = Option<(&'a str, &'a str)>;

pub(super) async fn show(
    QueryRequest { app, visitor, .. }: QueryRequest,
) -> Result<Response, Error> {
    page(&app, &visitor, None).await
}

/// The link to the page, in the settings.
pub(super) fn section(me: &Player, on: bool) -> Markup {
    html! {
        @if me.email.is_some() {
            h3 { "Second factor" }
            p {
                @if on { "It is on: logging in takes a code from your app after the password. " }
                @else { "With a second factor, logging in takes a code from your phone after the password. " }
                a href=(HERE) { @if on { "Recovery codes, or turn it off" } @else { "Set it up" } }
            }
        }
    }
}

async fn page(app: &App, visitor: &Visitor, problem: Problem<'_>) -> Result<Response, Error> {
    let (asking, doing) = (visitor.clone(), app.clone());
    let key = app.key().await?;
    let state = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let keys = Keys::known(&doing.settings, &key);
            let found = store::second_factor::find(tx, &me.id)?;
            let found = found.filter(|it| it.is_current(asking.now));
            let secret = second_factor::secret(tx, &keys, &me.id)?;
            let codes_left = store::second_factor::codes_left(tx, &me.id)?;
            Ok::<_, Error>(State { me, found, secret, codes_left })
        })
        .await?;
    let body = html! {
        h1 { (TITLE) }
        @match &state.found {
            _ if !state.me.verified => (unconfirmed()),
            None => {
                @if app.settings.admin_second_factor {
                    p.note { "On this Luna, moderators and administrators need a second factor. Until they have one, the pages of operators stay closed." }
                }
                (start(visitor, problem))
            },
            Some(SecondFactor { confirmed_at: None, .. }) => (set_up(app, &state, visitor, problem)),
            Some(SecondFactor { confirmed_at: Some(at), .. }) => (on(&state, *at, visitor, problem)),
        }
        p.after { a href="/settings" { "Settings" } }
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = Page::new(TITLE, body).of(Some(&state.me)).render(app);
    Ok((status, [(CACHE_CONTROL, "no-store")], page).into_response())
}

fn unconfirmed() -> Markup {
    html! {
        p { "A second factor needs an account with a confirmed address, so that we can tell you when it changes. Open the link that we have sent to your address, or create an account first." }
    }
}

fn of<'a>(problem: Problem<'a>, field: &str) -> Option<&'a str> {
    problem.filter(|(name, _)| *name == field).map(|(_, why)| why)
}

fn start(visitor: &Visitor, problem: Problem<'_>) -> Markup {
    html! {
        p {
            "After your password, Luna then asks for a code that an authenticator app on your phone shows: six digits, new every "
            "thirty seconds. Somebody who learns your password cannot log in without it."
        }
        form method="post" action={ (HERE) "/begin" } {
            (csrf(visitor))
            (field("current", "current", "password", "Your password", "", "current-password", of(problem, "current")))
            button.button.now { "Set it up" }
        }
    }
}

fn set_up(app: &App, state: &State, visitor: &Visitor, problem: Problem<'_>) -> Markup {
    let host = app.settings.public_url.split_once("//").map_or("Luna", |(_, host)| host);
    let account = state.me.email.as_deref().unwrap_or(&state.me.name);
    html! {
        @if let Some(secret) = &state.secret {
            ol {
                li { "Scan this picture with an authenticator app, or type the secret below it." }
                li { "Type the six digits that the app shows." }
            }
            (picture(&secret.uri(host, account)))
            p { "Secret: " code.secret { (secret.spelled()) } }
        } @else { p.note { "Please begin again: the secret of this Luna has changed meanwhile." } }
        form method="post" action={ (HERE) "/confirm" } {
            (csrf(visitor))
            (field("code", "code", "text", "Code from the app", "", "one-time-code", of(problem, "code")))
            p.hint { "This logs out your other browsers." }
            button.button.now { "Turn it on" }
        }
        details {
            summary { "Begin again with another secret" }
            (start(visitor, problem))
        }
    }
}

/// A QR code: dark on white, whatever the colours of the page.
fn picture(text: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return html! {} };
    let (modules, quiet) = (code.size(), 4);
    let mut path = String::new();
    for y in 0..modules {
        for x in (0..modules).filter(|&x| code.get_module(x, y)) {
            path.push_str(&format!("M{} {}h1v1h-1z", x + quiet, y + quiet));
        }
    }
    let side = modules + 2 * quiet;
    html! {
        svg role="img" aria-label="QR code with the secret" width="240" height="240"
            viewBox={ "0 0 " (side) " " (side) } shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(PreEscaped(path)) fill="#000" {}
        }
    }
}

fn on(state: &State, since: i64, visitor: &Visitor, problem: Problem<'_>) -> Markup {
    html! {
        p { "Your second factor is on since " (date(since)) "." }
        @if state.secret.is_none() { p.note { (UNREADABLE) } }
        h2 { "Recovery codes" }
        p { "A recovery code stands in for the app, once. You have " (state.codes_left) " left." }
        form method="post" action={ (HERE) "/codes" } {
            (csrf(visitor))
            (field("code", "code", "text", "Code from the app, or a recovery code", "", "one-time-code", of(problem, "code")))
            button.button { "Create ten new recovery codes" }
        }
        h2 { "Turn it off" }
        form method="post" action={ (HERE) "/off" } {
            (csrf(visitor))
            (field("current", "current", "password", "Your password", "", "current-password", of(problem, "current")))
            (field("code-off", "code", "text", "Code from the app, or a recovery code", "", "one-time-code", of(problem, "code-off")))
            button.button { "Turn the second factor off" }
        }
    }
}

/// Codes that have just been made: they are shown once.
fn codes_page(app: &App, me: &Player, codes: &[String]) -> Markup {
    let body = html! {
        h1 { "Your recovery codes" }
        p { "Each stands in for the app once, if you lose your phone. Save them where you will find them again; they are shown only now." }
        ul.plain { @for code in codes { li { code { (grouped(code)) } } } }
        p { a.button.now href=(HERE) { "I’ve saved them" } }
    };
    Page::new("Your recovery codes", body).of(Some(me)).render(app)
}

fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The password of a form, or the page again with the problem.
async fn password(
    app: &App,
    visitor: &Visitor,
    form: &Form,
) -> Result<Result<ConfirmedPassword, Response>, Error> {
    match confirmed(app, visitor, form).await {
        Ok(confirmed) => Ok(Ok(confirmed)),
        Err(Error::Refused(why)) => Ok(Err(page(app, visitor, Some(("current", &why))).await?)),
        Err(other) => Err(other),
    }
}

/// Counts an attempt to guess a code.
async fn count_try(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    Ok(app.limits.take(rate_limit::SECOND_FACTOR_SETTINGS, &me.id, visitor.now)?)
}

/// `POST …/begin`: a new secret, which nothing asks for yet.
pub(super) async fn begin(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let confirmed = match password(&app, &visitor, &form).await? {
        Ok(confirmed) => confirmed,
        Err(page) => return Ok(page),
    };
    let (at, settings) = (app.moment(), Arc::clone(&app.settings));
    app.db
        .write(move |tx| {
            let me = confirmed.still(tx)?;
            if !me.verified {
                return Err(Error::Refused("Please confirm your address first.".into()));
            }
            let keys = Keys::of(tx, &settings, &at.random)?;
            if !second_factor::begin(tx, &keys, &at.random, &me.id, at.now)? {
                return Err(Error::Refused("Your account already has a second factor.".into()));
            }
            Ok(())
        })
        .await?;
    Ok(Redirect::to(HERE).into_response())
}

/// `POST …/confirm`: a code shows that the app has the secret, and turns the second factor on.
pub(super) async fn confirm(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    count_try(&app, &visitor).await?;
    let (typed, token) = (form.text("code").to_owned(), app.random.secret());
    let (asking, doing, session) = (visitor.clone(), app.clone(), hash_secret(&token));
    let made = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            let pending = store::second_factor::find(tx, &me.id)?
                .is_some_and(|it| it.confirmed_at.is_none() && it.is_current(asking.now));
            if !pending || !checks(tx, &doing, &me, &typed)? {
                return Ok(None);
            }
            let at = doing.moment();
            store::second_factor::confirm(tx, &me.id, at.now)?;
            let codes = second_factor::new_codes(tx, &at.random, &me.id)?;
            // No browser stays logged in that has not shown it.
            store::session::close_others(tx, &me.id, "")?;
            open_session(tx, &asking, &session, &me.id, at.now)?;
            let mut mailer = Mailer { tx, at: &at, settings: &doing.settings };
            mailer.account_changed(&me.id, &AccountChange::SecondFactorOn)?;
            Ok::<_, Error>(Some((me, codes)))
        })
        .await?;
    let Some((me, codes)) = made else {
        return page(&app, &visitor, Some(("code", WRONG))).await;
    };
    let shown = codes_page(&app, &me, &codes);
    Ok(logged_in(&app, &token, ([(CACHE_CONTROL, "no-store")], shown)))
}

/// Checks a typed code and spends it.
fn checks(tx: &mut Tx<'_>, app: &App, me: &Player, typed: &str) -> Result<bool, Error> {
    let keys = Keys::of(tx, &app.settings, &app.random)?;
    Ok(second_factor::check(tx, &keys, &me.id, typed, app.now())?.is_some())
}

/// `POST …/codes`: ten new recovery codes in place of those before.
pub(super) async fn codes(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    count_try(&app, &visitor).await?;
    let (typed, asking, doing) = (form.text("code").to_owned(), visitor.clone(), app.clone());
    let made = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            if !store::second_factor::is_on(tx, &me.id)? || !checks(tx, &doing, &me, &typed)? {
                return Ok(None);
            }
            let codes = second_factor::new_codes(tx, &doing.random, &me.id)?;
            Ok::<_, Error>(Some((me, codes)))
        })
        .await?;
    let Some((me, codes)) = made else {
        return page(&app, &visitor, Some(("code", WRONG))).await;
    };
    Ok(([(CACHE_CONTROL, "no-store")], codes_page(&app, &me, &codes)).into_response())
}

/// `POST …/off`: turns it off, with the password and a code.
pub(super) async fn off(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    count_try(&app, &visitor).await?;
    let confirmed = match password(&app, &visitor, &form).await? {
        Ok(confirmed) => confirmed,
        Err(page) => return Ok(page),
    };
    let (typed, doing) = (form.text("code").to_owned(), app.clone());
    let done = app
        .db
        .write(move |tx| {
            let me = confirmed.still(tx)?;
            if !checks(tx, &doing, &me, &typed)? {
                return Ok(false);
            }
            store::second_factor::remove(tx, &me.id)?;
            let at = doing.moment();
            let mut mailer = Mailer { tx, at: &at, settings: &doing.settings };
            mailer.account_changed(&me.id, &AccountChange::SecondFactorOff)?;
            Ok::<_, Error>(true)
        })
        .await?;
    match done {
        true => Ok(Redirect::to(HERE).into_response()),
        false => page(&app, &visitor, Some(("code-off", WRONG))).await,
    }
}
