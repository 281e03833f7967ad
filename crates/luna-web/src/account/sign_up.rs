//! Signing up. A guest who signs up keeps everything.
//!
//! The response is the same whether or not the address is taken: only a mail to the address says
//! so. Until its link is opened the address is a claim.

use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_app::password;
use luna_app::rate_limit;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_core::identity::{Email, Refusal};
use luna_store::consent::Purpose;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::device;
use super::field::field;
use super::guest::{SAME_PRESS_MS, create};
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form::{Form, leading_back};
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::return_path::{asked_from, page_here};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::boxes::{adult_box, free_boxes, needed, record, tick};
use crate::privacy::consent::points::whole;
use crate::privacy::consent::section::consent_state;

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let asked = Form::of_query(query.as_deref());
    let back = asked_from(&asked, &visitor.came_from).to_owned();
    page(&app, &visitor, &Form::filled([("back", back)]), &[]).await
}

pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let address = visitor.address.to_string();
    app.limits.take(rate_limit::SIGN_UP, &address, visitor.now).map_err(|error| {
        if visitor.session.is_some() { error.into() } else { Error::outside(error) }
    })?;
    let email = Email::parse(form.text("email"));
    let secret = form.text("password").to_owned();
    let mut problems = Vec::new();
    if let Err(refusal) = &email {
        problems.push(("email", refusal.to_string()));
    }
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.player(tx)).await?;
    let name = me.as_ref().map_or("", |me| me.name.as_str());
    if let Err(why) = password::check(&secret, &[form.text("email"), name]).await {
        problems.push(("password", why));
    }
    let asking = visitor.clone();
    let standing = app.db.read(move |tx| consent_state(tx, &asking)).await?;
    if !standing.may_play() {
        problems.extend(needed(&form));
        if !form.has("agree") {
            let why = "Please tick this box if you agree. Without it we cannot create an account.";
            problems.push(("agree", why.to_owned()));
        }
    }
    let email = match email {
        Ok(email) if problems.is_empty() => email,
        _ => return page(&app, &visitor, &form, &problems).await,
    };
    let salt = password::salt(&app, email.as_str()).await?;
    let hashed = password::hash(secret, salt).await.ok_or(Refusal::LongPassword)?;
    make(&app, visitor, email, hashed, form).await
}

async fn make(
    app: &App,
    visitor: Visitor,
    email: Email,
    hashed: String,
    form: Form,
) -> Result<Response, Error> {
    let (at, token) = (app.moment(), app.random.secret());
    let (session, settings) = (hash_secret(&token), Arc::clone(&app.settings));
    // Strangers who claim an address use up its mails, but not its owner's way in.
    let mailed = app.limits.take(rate_limit::MAIL_CLAIM, email.as_str(), visitor.now).is_ok();
    let address = email.as_str().to_owned();
    let to = page_here(app, form.text("back")).await;
    app.db
        .write(move |tx| {
            if let Some(me) = visitor.player(tx)? {
                store::ways_in::lock(tx, &me.id)?;
            }
            let me = visitor.player(tx)?;
            if me.as_ref().is_some_and(|me| me.email.is_some()) {
                return Err(Error::Refused(
                    "You already have an account. Its address and password can be changed in the \
                     settings."
                        .into(),
                ));
            }
            let same = same_press(tx, &visitor, email.as_str(), &hashed)?;
            if let Some(id) = same.filter(|_| me.is_none()) {
                return open_session(tx, &visitor, &session, &id, at.now);
            }
            let asked = !consent_state(tx, &visitor)?.may_play();
            let id = match me {
                Some(guest) => guest.id,
                None => create(tx, &at)?,
            };
            if asked {
                record(tx, &id, &form, at.now)?;
            }
            store::player::claim_email(tx, &id, email.as_str(), &hashed, at.now)?;
            // The guest's recovery code and other browsers were ways into a guest, not into this.
            store::ways_in::end_all(tx, &id, at.now)?;
            open_session(tx, &visitor, &session, &id, at.now)?;
            store::counters::count(tx, at.now, "sign_up", &id, 1)?;
            if mailed {
                Mailer { tx, at: &at, settings: &settings }.send_claim(&id, email.as_str())?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    let response = logged_in(app, &token, Redirect::to(&to));
    device::remember(app, &address, response).await
}

/// Returns the account that this form has just created: a button that is pressed again comes with
/// the session of the guest, which the first press has ended.
fn same_press(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    email: &str,
    hashed: &str,
) -> Result<Option<String>, Error> {
    if visitor.session.is_none() {
        return Ok(None);
    }
    let Some(id) = store::player::by_password(tx, email, hashed)? else { return Ok(None) };
    let is_new = store::ways_in::ended_at(tx, &id)? >= visitor.now - SAME_PRESS_MS;
    let is_unconfirmed = !store::player::find(tx, &id)?.verified;
    Ok((is_new && is_unconfirmed).then_some(id))
}

async fn page(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    problems: &[(&str, String)],
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        asking.player(tx)?;
        consent_state(tx, &asking)
    };
    let standing = app.db.read(read).await?;
    let me = &standing.me;
    let problem = |name: &str| {
        problems.iter().find(|(field, _)| *field == name).map(|(_, problem)| problem.as_str())
    };
    let body: Markup = html! {
        h1 { "Create an account" }
        @if me.is_some() { p { "The guest becomes the account: you keep your games, your drafts and your rating." } }
        p { "With an account you can play on every device, and we email you when it is your move." }
        form method="post" action="/signup" {
            (csrf(visitor))
            input type="hidden" name="back" value=(form.text("back"));
            (field("email", "email", "email", "Email address", form.text("email"), "email", problem("email")))
            (field("password", "password", "password", "Password, at least 8 characters", "", "new-password", problem("password")))
            @if !standing.may_play() {
                fieldset.plain {
                    legend { "What you agree to" }
                    (whole(luna_app::consent::text(Purpose::Play)))
                    (tick("agree", luna_app::consent::text(Purpose::Play).label, form.has("agree"), true, problem("agree")))
                    (adult_box(form, problem("adult")))
                }
                (free_boxes(|purpose| form.has(purpose.name())))
            }
            button.button.now { "Create my account" }
        }
        p.after { "Already have one? " a href=(leading_back("/login", form.text("back"))) { "Log in" } "." }
    };
    let status =
        if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, Page::new("Create an account", body).of(me.as_ref()).render(app)).into_response())
}
