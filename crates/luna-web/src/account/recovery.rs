//! Recovery codes: guests, who have no password, get back in with a code that is shown once.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use luna_app::hash_secret;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use luna_app::rate_limit::Limit;

use super::field::field;
use super::session::{logged_in, open_session};
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// Tries with a code from one address. A code has 128 bits; this only keeps the log quiet.
const TRIES: Limit = Limit { what: "recovery", burst: 30, window_ms: 15 * 60_000 };

const UNKNOWN: &str = "There is no guest with this code. Each code works only once: after you used it, \
    a new one was shown in its place.";

/// Writes a code in groups of four, which are easier to copy by hand.
fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Reads a code as it was typed: without dashes and spaces, in either case.
fn ungrouped(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Keeps the hash of a new code and returns the code.
fn renew(tx: &mut Tx<'_>, app: &App, player_id: &str, now: i64) -> Result<String, Error> {
    let code = app.random.secret().to_lowercase();
    store::recovery::set(tx, player_id, &hash_secret(&code), now)?;
    Ok(code)
}

/// The section of the settings that offers a code to guests.
pub(crate) fn offer(visitor: &Visitor, made_at: Option<i64>) -> Markup {
    html! {
        h3 #recovery { "Recovery code" }
        p {
            "A recovery code brings you back to your games and your data from any browser, even "
            "after logging out. "
            @if made_at.is_some() { "You have one. A new one replaces it." }
            @else { "You do not have one yet." }
        }
        form method="post" action="/settings/recovery" {
            (csrf(visitor))
            button.button { @if made_at.is_some() { "Create a new recovery code" } @else { "Create a recovery code" } }
        }
    }
}

/// `POST /settings/recovery`: makes a code and shows it, once.
pub(super) async fn make(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    let (asking, doing) = (visitor.clone(), app.clone());
    let (me, code) = app
        .db
        .write(move |tx| {
            let id = asking.anyone(tx)?.id;
            store::ways_in::lock(tx, &id)?;
            let me = asking.anyone(tx)?;
            if me.email.is_some() {
                return Err(Error::Refused(
                    "You have an account: its address and password bring you back.".into(),
                ));
            }
            let code = renew(tx, &doing, &me.id, asking.now)?;
            Ok((me, code))
        })
        .await?;
    let page = Page::new("Your recovery code", shown(&code)).of(Some(&me)).render(&app);
    Ok(([(CACHE_CONTROL, "no-store")], page).into_response())
}

fn shown(code: &str) -> Markup {
    html! {
        h1 { "Your recovery code" }
        p.lead { code { (grouped(code)) } }
        p {
            "Save it where you will find it again. It is shown only now and works only once: when you use "
            "it, you get a new one. Anybody who has it can log in as you."
        }
        p { a.button.now href="/games" { "Your games" } " " a.button href="/settings" { "Settings" } }
    }
}

/// `GET /recover`: the form that takes a code.
pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    Ok(form(&app, &visitor, "", None))
}

fn form(app: &App, visitor: &Visitor, typed: &str, problem: Option<&str>) -> Response {
    let body = html! {
        h1 { "Come back as a guest" }
        p { "Type the recovery code you were shown in the settings." }
        form method="post" action="/recover" {
            (csrf(visitor))
            (field("code", "code", "text", "Recovery code", typed, "off", problem))
            button.button.now { "Come back" }
        }
        p.after { "Do you have an account? " a href="/login" { "Log in" } }
    };
    let status = if problem.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    (status, Page::new("Come back as a guest", body).render(app)).into_response()
}

/// `POST /recover`: logs in with a code and shows the next one.
pub(super) async fn send(
    BareFormRequest { app, visitor, form: typed }: BareFormRequest,
) -> Result<Response, Error> {
    let address = visitor.address.to_string();
    app.limits.take(TRIES, &address, visitor.now).map_err(Error::outside)?;
    let (code, token) = (ungrouped(typed.text("code")), app.random.secret());
    let (asking, doing, session) = (visitor.clone(), app.clone(), hash_secret(&token));
    let opened = app
        .db
        .write(move |tx| {
            let id = store::recovery::spend(tx, &hash_secret(&code))?;
            open_session(tx, &asking, &session, &id, asking.now)?;
            renew(tx, &doing, &id, asking.now)
        })
        .await;
    match opened {
        Ok(code) => {
            let page = Page::new("Your recovery code", shown(&code)).render(&app);
            let answer = ([(CACHE_CONTROL, "no-store")], page);
            Ok(logged_in(&app, &token, answer))
        }
        Err(Error::NotFound) => Ok(form(&app, &visitor, typed.text("code"), Some(UNKNOWN))),
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_shown_and_as_people_type_it() {
        let code = "0123456789abcdefghjkmnpqrs";
        assert_eq!(grouped(code), "0123-4567-89ab-cdef-ghjk-mnpq-rs");
        for typed in [
            grouped(code),
            grouped(code).to_uppercase(),
            format!(" {} ", grouped(code).replace('-', " ")),
        ] {
            assert_eq!(ungrouped(&typed), code);
        }
    }
}
