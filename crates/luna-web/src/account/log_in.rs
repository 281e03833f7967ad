//! Logging in. A wrong address and a wrong password get the same answer in the
//! same time.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::account_change::AccountChange;
use luna_app::hash_secret;
use luna_app::mail::Mailer;
use luna_app::rate_limit;
use luna_core::identity::Email;
use luna_store as store;
use maud::{Markup, html};

use luna_app::password::{self, MatchedAccount};

use super::device;
use super::field::field;
use super::second_step::{self, Ticket};
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form::{Form, leading_back};
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::return_path::{asked_from, page_here};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const WRONG: &str =
    "Wrong email or password. If you have forgotten the password, you can set a new one.";

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let asked = Form::of_query(query.as_deref());
    let typed = LoginForm { back: asked_from(&asked, &visitor.came_from), ..LoginForm::default() };
    page(&app, &visitor, &typed, None).await
}

/// The fields of the form besides the password.
#[derive(Clone, Copy, Default)]
struct LoginForm<'a> {
    email: &'a str,
    /// The page that was asked for before.
    back: &'a str,
}

pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let typed = LoginForm { email: form.text("email"), back: form.text("back") };
    let address = visitor.address.to_string();
    app.limits.take(rate_limit::LOG_IN_ADDRESS, &address, visitor.now).map_err(Error::log_in)?;
    let secret = form.text("password").to_owned();
    let Ok(email) = Email::parse(typed.email) else {
        // What is no address belongs to nobody, and takes as long to find out.
        password::find_nobody(secret).await;
        return page(&app, &visitor, &typed, Some(WRONG)).await;
    };
    let known = device::count_try(&app, &visitor, &email).await.map_err(Error::log_in)?;
    let token = app.random.secret();
    let opened = match password::find(&app, &email, secret).await? {
        Some(found) => open(&app, &visitor, (&email, known), found, hash_secret(&token)).await?,
        None => Opened::Not,
    };
    match opened {
        Opened::Session => {}
        Opened::Ticket(ticket) => {
            return second_step::ask(&app, &visitor, &ticket, typed.back).await;
        }
        Opened::Not => return page(&app, &visitor, &typed, Some(WRONG)).await,
    }
    let response = logged_in(&app, &token, Redirect::to(&page_here(&app, typed.back).await));
    device::remember(&app, email.as_str(), response).await
}

/// What the right password has opened.
enum Opened {
    Session,
    /// The account has a second factor, which comes next.
    Ticket(Ticket),
    /// Nothing: the password has changed meanwhile, or was wrong.
    Not,
}

/// `GET /login/code`: the address of a code that was refused, opened again.
pub(super) async fn begin_again() -> Redirect {
    Redirect::to("/login")
}

/// Opens a session, unless the password has been changed since it was compared.
async fn open(
    app: &App,
    visitor: &Visitor,
    (email, known): (&Email, bool),
    found: MatchedAccount,
    session: String,
) -> Result<Opened, Error> {
    let (asking, address) = (visitor.clone(), email.as_str().to_owned());
    let doing = app.clone();
    app.db
        .write(move |tx| {
            // A banned player gets in as well: to read why, to download and to erase.
            let Some(player) = store::player::with_password(tx, &found.id, &found.stored)? else {
                return Ok(Opened::Not);
            };
            let mut stored = &found.stored;
            if found.stored != found.salted && player.email.as_deref() == Some(&address) {
                store::player::set_password(tx, &found.id, &found.salted)?;
                stored = &found.salted;
            }
            if store::second_factor::is_on(tx, &found.id)? {
                return Ok(Opened::Ticket(Ticket {
                    player_id: found.id,
                    password: hash_secret(stored),
                    address,
                    known,
                    made_at: asking.now,
                }));
            }
            open_session(tx, &asking, &session, &found.id, asking.now)?;
            if !known && player.banned_why.is_none() {
                let (at, settings) = (doing.moment(), &doing.settings);
                let mut mailer = Mailer { tx, at: &at, settings };
                let change = AccountChange::NewBrowser(&asking.device);
                mailer.account_changed(&found.id, &change)?;
            }
            Ok::<_, Error>(Opened::Session)
        })
        .await
}

async fn page(
    app: &App,
    visitor: &Visitor,
    typed: &LoginForm<'_>,
    problem: Option<&str>,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.player(tx)).await?;
    let guest = me.as_ref().is_some_and(|me| me.email.is_none());
    let body: Markup = html! {
        h1 { "Log in" }
        @if guest {
            p.note {
                "You are playing as a guest here. If you log in, you leave this guest and its games behind. "
                "To keep them, " a href=(leading_back("/signup", typed.back)) { "turn the guest into an account" } " instead."
            }
        }
        form method="post" action="/login" {
            (csrf(visitor))
            input type="hidden" name="back" value=(typed.back);
            (field("email", "email", "email", "Email address", typed.email, "email", None))
            (field("password", "password", "password", "Password", "", "current-password", problem))
            button.button.now { "Log in" }
        }
        p.after {
            a href="/forgot" { "Forgot your password?" } " · "
            a href=(leading_back("/signup", typed.back)) { "Create an account" } " · "
            a href=(leading_back("/consent", typed.back)) { "Play as a guest" } " · "
            a href="/recover" { "Use a recovery code" }
        }
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, Page::new("Log in", body).of(me.as_ref()).render(app)).into_response())
}
