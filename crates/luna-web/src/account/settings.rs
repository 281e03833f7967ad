//! `/settings`: name, address, password, mails, devices, one's data.

mod account_section;
mod confirmed_password;
mod credentials;
mod data;
mod page;
mod refused_form;
mod second_factor;
mod ways_in;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_core::name;
use luna_store::player::Clash;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::account::field::field;
use crate::html::frame::download_link;
use crate::html::notice::Notice;
use crate::http::cookie;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

use self::confirmed_password::{confirmed_as, not_yours};
use self::page::answer;
use self::refused_form::{RefusedForm, problem, typed};

pub(crate) use self::account_section::send_again;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/settings", get(page::show))
        .route("/settings/name", post(name))
        .merge(credentials::routes())
        .route("/settings/mail", post(wants_mail))
        .route("/settings/data", get(data::send))
        .route("/settings/second-factor", get(second_factor::show))
        .route("/settings/second-factor/begin", post(second_factor::begin))
        .route("/settings/second-factor/confirm", post(second_factor::confirm))
        .route("/settings/second-factor/codes", post(second_factor::codes))
        .route("/settings/second-factor/off", post(second_factor::off))
        .route("/settings/ways-in/end", post(ways_in::end))
        .route("/settings/ways-in/end-all", post(ways_in::end_all))
        .route("/settings/erase", get(erase_page).post(erase))
}

async fn name(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Response, Error> {
    let (name, asking) = (form.text("name").trim().to_owned(), visitor.clone());
    let renamed = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            name::check_person(&name)?;
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
