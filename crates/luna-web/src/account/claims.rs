//! The page of a mail about a forgotten password, where several accounts claim its address: the
//! owner of the address names the account.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::date;
use luna_app::{hash_secret, mail};
use luna_store::player::Player;
use luna_store::{self as store, Tx, email_link};
use maud::{Markup, html};

use super::field::field;
use super::links::stale;
use crate::error::Error;
use crate::form::Form;
use crate::layout::{Page, csrf};
use crate::state::App;
use crate::visitor::Visitor;

const TITLE: &str = "Which account is yours?";

/// Accounts that the page lists. Any other can be named all the same.
const LISTED: i64 = 100;

/// The address that a link was sent to.
fn address(tx: &mut Tx<'_>, token: &str, now: i64) -> Result<String, Error> {
    let found = email_link::find(tx, &hash_secret(token), "claims", now)?;
    Ok(found.ok_or_else(|| stale("reset"))?.email)
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Error> {
    page(&app, &visitor, token, "", None).await
}

async fn page(
    app: &App,
    visitor: &Visitor,
    token: String,
    typed: &str,
    problem: Option<&str>,
) -> Result<Response, Error> {
    let (asking, link) = (visitor.clone(), token.clone());
    let (me, claims) = app
        .db
        .read(move |tx| {
            let email = address(tx, &link, asking.now)?;
            let claims = store::player::by_claimed_email(tx, &email, LISTED)?;
            if claims.is_empty() {
                return Err(stale("reset"));
            }
            Ok::<_, Error>((asking.player(tx)?, claims))
        })
        .await?;
    let body = html! {
        h1 { (TITLE) }
        p { "Several accounts were made with your address, by you or by somebody else:" }
        (list(&claims))
        form method="post" action={ "/claims/" (token) } {
            (csrf(visitor))
            (field("name", "name", "text", "The name of your account", typed, "off", problem))
            button.button.now { "Choose a password for it" }
        }
        p.after { "None of them is yours? " a href="/signup" { "Create an account" } "." }
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, Page::new(TITLE, body).of(me.as_ref()).render(app)).into_response())
}

fn list(claims: &[Player]) -> Markup {
    html! {
        ul {
            @for claim in claims {
                li { strong { bdi { (claim.name) } } ", made on " (date(claim.created_at)) }
            }
        }
    }
}

/// `POST /claims/{token}`: leads to the page that sets the password of the account.
pub(super) async fn send(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    form: Form,
) -> Result<Response, Error> {
    let (at, link, name) = (app.moment(), token.clone(), form.text("name").trim().to_owned());
    let path = app
        .db
        .write(move |tx| {
            let email = address(tx, &link, at.now)?;
            let claim = match store::player::by_name(tx, &name) {
                Err(store::Error::NotFound) => None,
                found => Some(found?).filter(|found| found.email.as_deref() == Some(&email)),
            };
            let Some(claim) = claim else { return Ok(None) };
            Ok::<_, Error>(Some(mail::reset_path(tx, &at, &claim.id, &email)?))
        })
        .await?;
    if let Some(path) = path {
        return Ok(Redirect::to(&path).into_response());
    }
    let problem = "No account with this name claims your address.";
    page(&app, &visitor, token, form.text("name"), Some(problem)).await
}
