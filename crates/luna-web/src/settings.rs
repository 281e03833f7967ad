//! `/settings`: name, address, password, mails, devices, one's data.

mod credentials;
mod data;
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
use crate::account::recovery;
use crate::consent::section;
use crate::cookie;
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::BareFormRequest;
use crate::layout::frame::download_link;
use crate::layout::{Page, csrf};
use crate::notice::{self, Notice};
use crate::page_request::QueryRequest;
use crate::rating::hidden;
use crate::state::App;
use crate::visitor::Visitor;

use self::credentials::{account, confirmed_as, not_yours};

pub(crate) use self::credentials::send_again;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/settings", get(show))
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
    let (me, ways_in, pending, consents, code_since, has_factor) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let ways_in = store::ways_in::list(tx, &me.id, asking.now)?;
            let pending = store::email_link::pending(
                tx,
                &me.id,
                store::email_link::Kind::Verify,
                asking.now,
            )?;
            let consents = store::consent::history(tx, &me.id)?;
            let code_since = store::recovery::made_at(tx, &me.id)?;
            let has_factor = store::second_factor::is_on(tx, &me.id)?;
            Ok::<_, Error>((me, ways_in, pending, consents, code_since, has_factor))
        })
        .await?;
    let room = data::room(app, &me).await?;
    let tokens = ways_in.iter().filter(|way| way.kind == store::ways_in::Kind::Token).count();
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
        (account(&me, visitor, pending.as_deref(), tokens, refused))
        (second_factor::section(&me, has_factor))
        @if me.email.is_none() { (recovery::offer(visitor, code_since)) }
        h2 { "Other players" }
        (hidden::section(&me, visitor))
        p.after { a href="/settings/blocks" { "Players you are never paired with again" } }
        (ways_in::section(&ways_in, me.email.is_none(), visitor))
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
