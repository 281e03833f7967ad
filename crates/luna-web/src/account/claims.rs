//! The page of a mail about a forgotten password, where several accounts claim its address: the
//! owner of the address names the account.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::date;
use luna_app::{claim_link, mail, rate_limit};
use luna_store as store;
use luna_store::email_link::Kind;
use luna_store::player::Player;
use maud::{Markup, html};

use super::field::field;
use super::links::stale;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const TITLE: &str = "Which account is yours?";

/// Accounts that the page lists. Any other can be named all the same.
const LISTED: i64 = 100;

/// The address that a link was sent to, and the time at which the link was made.
async fn open(app: &App, visitor: &Visitor, token: &str) -> Result<(String, i64), Error> {
    let key = app.key().await?;
    claim_link::open(&key, token, visitor.now).ok_or_else(|| stale(Kind::Reset))
}

pub(super) async fn show(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Response, Error> {
    let (email, _) = open(&app, &visitor, &token).await?;
    page(&app, &visitor, &token, email, "", None).await
}

/// Once the address has an owner, nobody claims it and its links are stale.
async fn page(
    app: &App,
    visitor: &Visitor,
    token: &str,
    email: String,
    typed: &str,
    problem: Option<&str>,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let (me, claims) = app
        .db
        .read(move |tx| {
            let claims = store::player::by_claimed_email(tx, &email, LISTED)?;
            if claims.is_empty() {
                return Err(stale(Kind::Reset));
            }
            Ok::<_, Error>((asking.player(tx)?, claims))
        })
        .await?;
    let body = html! {
        h1 { (TITLE) }
        p { "These accounts were created with your address, by you or by somebody else:" }
        (list(&claims))
        @if i64::try_from(claims.len()) == Ok(LISTED) {
            p { "Only the first " (LISTED) " are listed. You can also type the name of another." }
        }
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
                li { strong { bdi { (claim.name) } } ", created on " (date(claim.created_at)) }
            }
        }
    }
}

/// `POST /claims/{token}`: leads to the page that sets the password of the account.
pub(super) async fn send(
    FormRequest { app, visitor, id: token, form }: FormRequest,
) -> Result<Response, Error> {
    let (email, made_at) = open(&app, &visitor, &token).await?;
    app.limits.take(rate_limit::CLAIM, &email, visitor.now).map_err(Error::outside)?;
    let (at, of, name) = (app.moment(), email.clone(), form.text("name").trim().to_owned());
    let path = app
        .db
        .write(move |tx| {
            let claim = match store::player::by_name(tx, &name) {
                Err(store::Error::NotFound) => None,
                found => Some(found?).filter(|found| claims(found, &of)),
            };
            let Some(claim) = claim else { return Ok(None) };
            // A change of the account ends this way in like all others.
            if store::ways_in::ended_at(tx, &claim.id)? > made_at {
                return Err(stale(Kind::Reset));
            }
            Ok::<_, Error>(Some(mail::reset_path(tx, &at, &claim.id, &of)?))
        })
        .await?;
    if let Some(path) = path {
        return Ok(Redirect::to(&path).into_response());
    }
    let problem = "No account with this name claims your address.";
    page(&app, &visitor, &token, email, form.text("name"), Some(problem)).await
}

/// An account that has confirmed the address claims it no longer: its owner asks for another link.
fn claims(account: &Player, email: &str) -> bool {
    account.email.as_deref() == Some(email) && !account.verified
}
