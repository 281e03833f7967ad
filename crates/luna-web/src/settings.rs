//! `/settings`: name, address, password, mails, devices, one's data.

mod data;

use luna_app::mail::Mailer;
use luna_app::password;
use luna_app::rate_limit;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_core::identity::{Email, Refusal};
use luna_core::name;
use luna_store::player::{Clash, Player};
use luna_store::session::Session;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::account::field::field;
use crate::account::recovery;
use crate::consent::section;
use crate::cookie;
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::{BareFormRequest, FormRequest};
use crate::layout::frame::download_link;
use crate::layout::{Page, csrf};
use crate::notice::{self, Notice};
use crate::page_request::QueryRequest;
use crate::rating::hidden;
use crate::state::App;
use crate::times::ago;
use crate::visitor::Visitor;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/settings", get(show))
        .route("/settings/name", post(name))
        .route("/settings/email", post(email))
        .route("/settings/email/again", post(email_again))
        .route("/settings/password", post(new_password))
        .route("/settings/mail", post(wants_mail))
        .route("/settings/devices/{id}", post(sign_out))
        .route("/settings/data", get(data::send))
        .route("/settings/erase", get(erase_page).post(erase))
}

/// A refused form, with the field and its problem.
struct RefusedForm {
    field: &'static str,
    why: String,
    form: Form,
}

async fn show(QueryRequest { app, visitor, query }: QueryRequest) -> Result<Markup, Error> {
    page(&app, &visitor, None, query.as_deref()).await
}

/// The page after a form: the settings as they are now or, where it was refused, the form again.
async fn answer(
    app: &App,
    visitor: &Visitor,
    form: Form,
    field: &'static str,
    outcome: Result<(), Error>,
) -> Result<Response, Error> {
    match outcome {
        Ok(()) => Ok(Redirect::to("/settings").into_response()),
        Err(Error::Refused(why)) => {
            let refused = RefusedForm { field, why, form };
            let page = page(app, visitor, Some(&refused), None).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Ok(other.page(Some(&form))),
    }
}

async fn page(
    app: &App,
    visitor: &Visitor,
    refused: Option<&RefusedForm>,
    query: Option<&str>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, sessions, pending, consents, code_since) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let sessions = store::session::list(tx, &me.id)?;
            let pending = store::email_link::pending(
                tx,
                &me.id,
                store::email_link::Kind::Verify,
                asking.now,
            )?;
            let consents = store::consent::history(tx, &me.id)?;
            let code_since = store::recovery::made_at(tx, &me.id)?;
            Ok::<_, Error>((me, sessions, pending, consents, code_since))
        })
        .await?;
    let room = data::room(app, &me).await?;
    let body = html! {
        h1 { "Settings" }
        (notice::shown(query))
        h2 { "Name" }
        p.soft { "Partners see it when a game is over. It need not be your real name." }
        form method="post" action="/settings/name" {
            (csrf(visitor))
            (field("name", "name", "text", "Name", typed(refused, "name").unwrap_or(&me.name), "nickname", problem(refused, "name")))
            button.button { "Change name" }
        }
        h2 { "Account" }
        (account(&me, visitor, pending.as_deref(), refused))
        @if me.email.is_none() { (recovery::offer(visitor, code_since)) }
        h2 { "Other players" }
        (hidden::section(&me, visitor))
        p.after { a href="/settings/blocks" { "Players you are never paired with again" } }
        h2 { "Devices" }
        p.soft { "Where you are logged in." }
        (devices(&sessions, visitor))
        form.after method="post" action="/logout" {
            (csrf(visitor))
            @if me.email.is_none() {
                @if code_since.is_some() { p.note { "You are a guest: after you log out, only your recovery code brings you back." } }
                @else { p.note { "You are a guest: after you log out, you cannot come back. " a href="#recovery" { "Get a recovery code first." } } }
            }
            button.button { "Log out here" }
        }
        h2 { "Machines" }
        p { "A program you have written can play here too. " a href="/settings/machines" { "Your machines" } }
        h2 #consent { "What you agreed to" }
        (section::section(&consents, visitor))
        h2 { "Your data" }
        p { "Your texts, games, settings and consents, in one file. It says what it leaves out, and why." }
        (room)
        p { (download_link()) }
        p.after { a href="/settings/erase" { "Erase me" } }
    };
    Ok(Page::new("Settings", body).of(Some(&me)).render(app))
}

fn problem<'a>(refused: Option<&'a RefusedForm>, field: &str) -> Option<&'a str> {
    refused.filter(|refused| refused.field == field).map(|refused| refused.why.as_str())
}

/// The text in a field of a refused form.
fn typed<'a>(refused: Option<&'a RefusedForm>, name: &str) -> Option<&'a str> {
    refused.filter(|refused| refused.form.has(name)).map(|refused| refused.form.text(name))
}

fn account(
    me: &Player,
    visitor: &Visitor,
    pending: Option<&str>,
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
                        "We have sent a link to " strong { (address) } ". Open it to confirm the "
                        "address. Until then, we do not email you about games. Is the address wrong? Change it here."
                    }
                    (send_again(visitor))
                }
                h3 { "Change address" }
                form method="post" action="/settings/email" {
                    (csrf(visitor))
                    (field("email", "email", "email", "New email address", typed(refused, "email").unwrap_or(""), "email", problem("email")))
                    (field("email-current", "current", "password", "Your password", "", "current-password", problem("email-current")))
                    button.button { "Send a link to the new address" }
                }
                h3 { "Change password" }
                form method="post" action="/settings/password" {
                    (csrf(visitor))
                    (field("current", "current", "password", "Your password", "", "current-password", problem("current")))
                    (field("password", "password", "password", "New password, at least 8 characters", "", "new-password", problem("password")))
                    button.button { "Change password" }
                }
            }
        }
    }
}

fn devices(sessions: &[Session], visitor: &Visitor) -> Markup {
    html! {
        ul.plain {
            @for session in sessions {
                @let here = visitor.session.as_ref() == Some(&session.id);
                li.row.apart {
                    span {
                        bdi { (session.device) } " "
                        span.soft.small { @if here { "this one" } @else { "last used " (ago(visitor.now, session.seen_at)) } }
                    }
                    @if !here {
                        form method="post" action={ "/settings/devices/" (session.id) } {
                            (csrf(visitor))
                            button.button.quiet { "Log out" }
                        }
                    }
                }
            }
        }
    }
}

async fn name(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Response, Error> {
    let (name, asking) = (form.text("name").trim().to_owned(), visitor.clone());
    let renamed = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            name::check(&name)?;
            free(tx, &name, &me.id)?;
            Ok(store::player::rename(tx, &me.id, &name)?)
        })
        .await;
    if renamed.is_ok() {
        return Ok(Notice::Renamed.redirect("/settings").into_response());
    }
    answer(&app, &visitor, form, "name", renamed).await
}

/// Refuses a name that is taken or looks like one that is.
pub(crate) fn free(tx: &mut Tx<'_>, name: &str, player_id: &str) -> Result<(), Error> {
    match store::player::clash(tx, name, player_id)? {
        None => Ok(()),
        Some(Clash::Taken) => Err(name::Refusal::Taken.into()),
        Some(Clash::Lookalike) => Err(name::Refusal::Lookalike.into()),
    }
}

fn not_yours() -> Error {
    Error::Refused("Wrong password.".into())
}

/// A player who has entered their password, and its hash at that time.
struct ConfirmedPassword {
    id: String,
    hash: String,
    email: String,
    name: String,
}

impl ConfirmedPassword {
    /// The player, locked for update, if that is still their password.
    fn still(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        store::player::with_password(tx, &self.id, &self.hash)?.ok_or_else(not_yours)
    }
}

/// Checks a player's password, with the same limits as logging in.
async fn confirmed(app: &App, visitor: &Visitor, form: &Form) -> Result<ConfirmedPassword, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    confirmed_as(app, visitor, form, me).await
}

async fn confirmed_as(
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
    let here = visitor.session.clone().unwrap_or_default();
    let sent = app
        .db
        .write(move |tx| {
            let me = confirmed.still(tx)?;
            if !me.verified {
                store::player::claim_email(tx, &me.id, email.as_str(), &hashed, at.now)?;
                store::session::close_others(tx, &me.id, &here)?;
            }
            let mut mailer = Mailer { tx, at: &at, settings: &settings };
            mailer.send_claim(&me.id, email.as_str())?;
            if let Some(old) = me.email.filter(|_| me.verified) {
                mailer.address_changes(&me.id, &old, email.as_str())?;
            }
            Ok::<_, Error>(())
        })
        .await;
    answer(&app, &visitor, form, "email-current", sent).await
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
    let here = visitor.session.clone().unwrap_or_default();
    let set = app
        .db
        .write(move |tx| {
            let me = confirmed.still(tx)?;
            store::player::set_password(tx, &me.id, &hashed)?;
            Ok::<_, Error>(store::session::close_others(tx, &me.id, &here)?)
        })
        .await;
    answer(&app, &visitor, form, "current", set).await
}

async fn wants_mail(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let wants = form.text("wants") == "yes";
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(store::player::set_wants_mail(tx, &me.id, wants)?)
        })
        .await?;
    Ok(Redirect::to("/settings"))
}

async fn sign_out(FormRequest { app, visitor, id, .. }: FormRequest) -> Result<Redirect, Error> {
    let id: String = id.chars().filter(char::is_ascii_hexdigit).collect();
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(store::session::close(tx, &id, &me.id)?)
        })
        .await?;
    Ok(Redirect::to("/settings"))
}

async fn erase_page(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    erase_form(&app, &visitor, None).await
}

async fn erase_form(
    app: &App,
    visitor: &Visitor,
    refused: Option<&RefusedForm>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.anyone(tx)).await?;
    let body = html! {
        h1 { "Erase me" }
        p {
            "Your name, your address and every word you wrote here are deleted at once and for "
            "good. You leave your open games, and your partners get new partners. Finished games "
            "stay for your partners, without your words; your guesses stay, so that ratings stay "
            "correct."
        }
        p { (download_link()) }
        form method="post" action="/settings/erase" {
            (csrf(visitor))
            @if me.email.is_some() {
                (field("current", "current", "password", "Your password", "", "current-password", problem(refused, "current")))
            }
            label.tick {
                input type="checkbox" name="sure" value="yes" checked[typed(refused, "sure").is_some()] required;
                " I am sure: this cannot be undone"
            }
            @if let Some(why) = problem(refused, "sure") { p.problem role="alert" { (why) } }
            button.button { "Erase me for good" }
        }
    };
    Ok(Page::new("Erase me", body).of(Some(&me)).render(app))
}

async fn erase(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Response, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.anyone(tx)).await?;
    let (mut problem, mut known) = (None, None);
    if !form.has("sure") {
        problem = Some(("sure", "Please tick the box to confirm.".to_owned()));
    } else if me.email.is_some() {
        match confirmed_as(&app, &visitor, &form, me.clone()).await {
            Ok(confirmed) => known = Some(confirmed.hash),
            Err(Error::Refused(why)) => problem = Some(("current", why)),
            Err(other) => return Err(other),
        }
    }
    let (at, erased) = (app.moment(), me.id.clone());
    let erase = move |tx: &mut Tx<'_>| {
        // Not held: their games come first.
        if known.is_some() && known != store::player::password(tx, &erased)? {
            return Ok(false);
        }
        store::erase::erase(tx, &at, &erased)?;
        Ok::<_, Error>(true)
    };
    if problem.is_none() && !app.db.write(erase).await? {
        problem = Some(("current", not_yours().to_string()));
    }
    if let Some((field, why)) = problem {
        let page = erase_form(&app, &visitor, Some(&RefusedForm { field, why, form })).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let gone = cookie::write(cookie::SESSION, "", 0, app.settings.secure());
    Ok(([(SET_COOKIE, gone)], Notice::Erased.redirect("/")).into_response())
}
