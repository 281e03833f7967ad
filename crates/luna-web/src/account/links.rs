//! Links from mails. Opening one shows a page with a button; only the button
//! does something, since mail programs open links to look at them. Links that confirm an
//! address are in `verify`.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_app::password;
use luna_app::password_reset::PasswordReset;
use luna_app::rate_limit;
use luna_core::identity::{Email, Refusal};
use luna_store::email_link::Kind;
use luna_store::job;
use luna_store::player::Player;
use luna_store::{self as store, Tx, email_link};
use maud::{Markup, html};

use super::device;
use super::field::field;
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The refusal of a stale link of this kind, with the way to a new one.
pub(super) fn stale(kind: Kind) -> Error {
    let (next, label) = match kind {
        Kind::Reset => ("/forgot", "Get a new link"),
        Kind::Verify => ("/settings", "Get a new link in the settings"),
        Kind::MailOff => ("/settings", "Choose your mails in the settings"),
    };
    Error::StaleLink { next, label }
}

/// The link or its player has been deleted since it was looked up.
pub(super) fn gone(kind: Kind) -> impl Fn(store::Error) -> Error {
    move |error| match error {
        store::Error::NotFound => stale(kind),
        other => other.into(),
    }
}

/// A page for a link, or the refusal if the link is stale.
async fn page(
    app: &App,
    visitor: &Visitor,
    token: &str,
    kind: Kind,
    title: &str,
    body: Markup,
) -> Result<Response, Error> {
    let (me, found) = look_up(app, visitor, token, move |tx, link, visitor| {
        Ok(email_link::find(tx, link, kind, visitor.now)?)
    })
    .await?;
    let body = match found {
        Some(_) => body,
        None => spent(kind, title),
    };
    Ok(Page::new(title, body).of(me.as_ref()).render(app).into_response())
}

/// Reads the visitor and what a link leads to; nothing if it is stale. `find` is told the link's hash.
pub(super) async fn look_up<T: Send + 'static>(
    app: &App,
    visitor: &Visitor,
    token: &str,
    find: impl Fn(&mut Tx<'_>, &str, &Visitor) -> Result<Option<T>, Error> + Send + 'static,
) -> Result<(Option<Player>, Option<T>), Error> {
    let (link, asking) = (hash_secret(token), visitor.clone());
    let read = move |tx: &mut Tx<'_>| Ok((asking.player(tx)?, find(tx, &link, &asking)?));
    app.db.read(read).await
}

pub(super) fn spent(kind: Kind, title: &str) -> Markup {
    let error = stale(kind);
    html! {
        h1 { (title) }
        p role="alert" { (error.sentence()) }
        p { (error.ways_on()) }
    }
}

/// Makes an address a player's own.
pub(super) fn own(tx: &mut Tx<'_>, kind: Kind, player_id: &str, email: &str) -> Result<(), Error> {
    store::player::verify_email(tx, player_id, email).map_err(|error| match error {
        store::Error::Conflict => Error::Refused(
            "Another account now has this address. Log in to that one instead.".into(),
        ),
        other => gone(kind)(other),
    })
}

pub(super) async fn forgot_page(State(app): State<App>, visitor: Visitor) -> Markup {
    forgot_form(&app, &visitor, "", None)
}

fn forgot_form(app: &App, visitor: &Visitor, typed: &str, problem: Option<&str>) -> Markup {
    let body = html! {
        h1 { "Set a new password" }
        p { "We will send a link to your address. It is valid for an hour." }
        form method="post" action="/forgot" {
            (csrf(visitor))
            (field("email", "email", "email", "Email address", typed, "email", problem))
            button.button.now { "Send me the link" }
        }
    };
    Page::new("Set a new password", body).render(app)
}

/// Responds the same, after the same work, whether or not there is such an account: a job looks
/// that up.
pub(super) async fn forgot(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let typed = form.text("email");
    let email = match Email::parse(typed) {
        Ok(email) => email,
        Err(refusal) => {
            let page = forgot_form(&app, &visitor, typed, Some(&refusal.to_string()));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
    };
    let take =
        |limit, whose: &str| app.limits.take(limit, whose, visitor.now).map_err(Error::outside);
    take(rate_limit::MAIL_ADDRESS, &visitor.address.to_string())?;
    take(rate_limit::MAIL_RESET, email.as_str())?;
    let (id, shown) = (app.random.id(visitor.now), email.as_str().to_owned());
    app.db
        .write(move |tx| {
            let work = PasswordReset { email: email.as_str().to_owned() };
            job::schedule(tx, &format!("forgotten:{id}"), &work, visitor.now)
        })
        .await?;
    let body = html! {
        h1 { "Check your email" }
        p { "If there is an account with the address " strong { (shown) } ", we have sent it a link." }
        p { "Nothing there? Check your spam folder, or " a href="/signup" { "create an account" } " if you never had one." }
    };
    Ok(Page::new("Check your email", body).render(&app).into_response())
}

pub(super) async fn reset_page(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Response, Error> {
    let body = reset_form(&visitor, &token, None);
    page(&app, &visitor, &token, Kind::Reset, "Set a new password", body).await
}

fn reset_form(visitor: &Visitor, token: &str, problem: Option<&str>) -> Markup {
    html! {
        h1 { "Set a new password" }
        p {
            "This logs you in here, logs out all your other devices, and ends the tokens of your machines: "
            "their programs need new ones."
        }
        form method="post" action={ "/reset/" (token) } {
            (csrf(visitor))
            (field("password", "password", "password", "New password, at least 8 characters", "", "new-password", problem))
            button.button.now { "Set the password" }
        }
    }
}

pub(super) async fn reset(
    FormRequest { app, visitor, id: token, form }: FormRequest,
) -> Result<Response, Error> {
    let (id, now) = (hash_secret(&token), visitor.now);
    let about = app.db.read(move |tx| Reset::find(tx, &id, now)).await?;
    let secret = form.text("password").to_owned();
    if let Err(why) = password::check(&secret, &[&about.email, &about.name]).await {
        let body = reset_form(&visitor, &token, Some(&why));
        let page = page(&app, &visitor, &token, Kind::Reset, "Set a new password", body).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let salt = password::salt(&app, &about.email).await?;
    let hash = password::hash(secret, salt).await.ok_or(Refusal::LongPassword)?;
    let cookie = app.random.secret();
    let new = NewPassword { hash, session: hash_secret(&cookie) };
    let address = about.email.clone();
    let doing = app.clone();
    let opened =
        app.db.write(move |tx| set(tx, &doing, &visitor, &hash_secret(&token), &new)).await?;
    if !opened {
        return Ok(Redirect::to("/login").into_response());
    }
    let response = logged_in(&app, &cookie, Redirect::to("/games"));
    device::remember(&app, &address, response).await
}

/// The account whose password a link sets.
struct Reset {
    player_id: String,
    name: String,
    email: String,
    /// The address has been confirmed.
    verified: bool,
}

impl Reset {
    /// Refuses a link that was sent to a former address of the account.
    fn find(tx: &mut Tx<'_>, link: &str, now: i64) -> Result<Reset, Error> {
        let found =
            email_link::find(tx, link, Kind::Reset, now)?.ok_or_else(|| stale(Kind::Reset))?;
        let player = store::player::find(tx, &found.player_id).map_err(gone(Kind::Reset))?;
        if player.email.as_deref() != Some(&found.email) {
            return Err(stale(Kind::Reset));
        }
        let (name, verified) = (player.name, player.verified);
        Ok(Reset { player_id: player.id, name, email: found.email, verified })
    }
}

/// Sets a password with a link and ends all other ways in. The link came by mail, so it also
/// confirms the address.
fn set(
    tx: &mut Tx<'_>,
    app: &App,
    visitor: &Visitor,
    link: &str,
    new: &NewPassword,
) -> Result<bool, Error> {
    let player_id = Reset::find(tx, link, visitor.now)?.player_id;
    store::ways_in::lock(tx, &player_id)?;
    let Reset { email, verified, .. } = Reset::find(tx, link, visitor.now)?;
    if !verified {
        // First: it holds the address before any player.
        own(tx, Kind::Reset, &player_id, &email)?;
    }
    email_link::spend(tx, link, Kind::Reset).map_err(gone(Kind::Reset))?;
    let opened = enter(tx, visitor, &player_id, new)?;
    if verified {
        let at = app.moment();
        let mut mailer = Mailer { tx, at: &at, settings: &app.settings };
        mailer.account_changed(&player_id, &AccountChange::Password)?;
    }
    Ok(opened)
}

/// The hash of a new password, and the session that begins with it.
pub(super) struct NewPassword {
    pub(super) hash: String,
    pub(super) session: String,
}

/// Sets an account's password, logs in with it and closes every other way in: somebody else may
/// have created the account or known its password. Returns false if the account has a second factor:
/// a mail does not stand in for it, so a log-in comes next.
pub(super) fn enter(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    player_id: &str,
    new: &NewPassword,
) -> Result<bool, Error> {
    store::player::set_password(tx, player_id, &new.hash)?;
    store::ways_in::end_all(tx, player_id, visitor.now)?;
    store::ways_in::forget_devices(tx, player_id)?;
    if let Some(why) = store::player::find(tx, player_id)?.banned_why {
        return Err(Error::Banned(why));
    }
    if store::second_factor::is_on(tx, player_id)? {
        return Ok(false);
    }
    open_session(tx, visitor, &new.session, player_id, visitor.now)?;
    Ok(true)
}

pub(super) async fn mail_off_page(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Response, Error> {
    let body = html! {
        h1 { "No more mails about games" }
        p { "You can turn them on again in the settings at any time." }
        form method="post" action={ "/mail/off/" (token) } {
            (csrf(&visitor))
            button.button.now { "Stop these mails" }
        }
    };
    page(&app, &visitor, &token, Kind::MailOff, "No more mails about games", body).await
}

/// Also reached by mail programs in one click (RFC 8058), which have no cookie
/// and no token but the one in the address.
pub(super) async fn mail_off(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    request: Request,
) -> Result<Markup, Error> {
    form_request::read(&app, request).await?;
    let now = visitor.now;
    app.db
        .write(move |tx| {
            let found = email_link::find(tx, &hash_secret(&token), Kind::MailOff, now)?;
            let found = found.ok_or_else(|| stale(Kind::MailOff))?;
            store::player::set_wants_mail(tx, &found.player_id, false).map_err(gone(Kind::MailOff))
        })
        .await?;
    let body = html! {
        h1 { "No more mails about games" }
        p { "Done. You can turn them on again in the settings." }
    };
    Ok(Page::new("No more mails about games", body).render(&app))
}
