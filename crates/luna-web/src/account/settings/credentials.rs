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
use luna_store::{self as store, ways_in};
use maud::html;

use super::confirmed_password::confirmed;
use super::page::answer;
use crate::account::device;
use crate::account::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::page::layout::Page;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/settings/email", post(email))
        .route("/settings/email/again", post(email_again))
        .route("/settings/password", post(new_password))
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
    Ok(Page::new("Check your email", body).of(Some(&me)).quiet().render(&app).into_response())
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
