//! `/consent`: the page where somebody agrees before they play, or play on after a text has
//! changed.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_store::consent::Purpose;
use maud::{Markup, html};

use luna_app::consent::text;
use luna_app::rate_limit;

use super::boxes::{adult_box, free_boxes, needed, record};
use super::points::whole;
use super::section::{ConsentState, consent_state};
use crate::http::error::Error;
use crate::http::form::{Form, leading_back};
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::return_path::page_here;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The field of somebody who comes to see what a game is like: they go straight into practice.
pub(crate) const FIRST: &str = "first";

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let asked = Form::of_query(query.as_deref());
    let mut fields = vec![("back", asked.text("back").to_owned())];
    if asked.has(FIRST) {
        fields.push((FIRST, "practice".to_owned()));
    }
    page(&app, &visitor, &Form::filled(fields), None).await
}

/// Returns the page with the submitted form and its problems.
pub(crate) async fn again(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    problem: &(&'static str, String),
) -> Result<Response, Error> {
    let page = page(app, visitor, form, Some(&problem.1)).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// A player agrees to the texts in force.
pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let (doing, asking, sent) = (app.clone(), visitor.clone(), form.clone());
    let missing = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            let adult = consent_state(tx, &asking)?.adult;
            let missing = needed(&sent).filter(|_| !adult);
            if missing.is_none() {
                doing.limits.take(rate_limit::AGREEMENTS, &me.id, asking.now)?;
                record(tx, &me.id, &sent, asking.now)?;
            }
            Ok::<_, Error>(missing)
        })
        .await?;
    match missing {
        Some(problem) => again(&app, &visitor, &form, &problem).await,
        None => Ok(Redirect::to(&page_here(&app, form.text("back")).await).into_response()),
    }
}

async fn page(
    app: &App,
    visitor: &Visitor,
    form: &Form,
    problem: Option<&str>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let standing = app.db.read(move |tx| consent_state(tx, &asking)).await?;
    let back = &*page_here(app, form.text("back")).await;
    let body = html! {
        h1 { "Before you play" }
        @if standing.may_play() && problem.is_none() {
            (agreed(app, back))
        } @else {
            (ask(&standing, visitor, form, back, problem))
        }
    };
    Ok(Page::new("Before you play", body).of(standing.me.as_ref()).render(app))
}

fn further() -> Markup {
    html! {
        p.after {
            "More about your data and your rights is on the page about " a href="/privacy" { "privacy" }
            ". The " a href="/conduct" { "conduct rules" } " say what is allowed in a game."
        }
    }
}

/// The button that leads back after an agreement. A page of no discipline belongs to a game, as do those
/// below the list of games.
fn agreed(app: &App, back: &str) -> Markup {
    let mut left = app.disciplines.iter();
    let left =
        left.find(|it| if it.for_players { back == it.home } else { back.starts_with(it.home) });
    let label = left.map_or("Back to your game", |it| it.back);
    html! {
        p.note { "You have agreed to this." }
        (whole(text(Purpose::Play)))
        (further())
        p {
            "You choose whether your texts may be published and whether Recall may repeat them in the "
            a href="/settings#consent" { "settings" } "."
        }
        a.button.now href=(back) {
            (label)
        }
    }
}

fn ask(
    standing: &ConsentState,
    visitor: &Visitor,
    form: &Form,
    back: &str,
    problem: Option<&str>,
) -> Markup {
    let known = standing.me.is_some();
    let ticked = |purpose: Purpose| {
        form.has(purpose.name()) || problem.is_none() && standing.free.contains(&purpose)
    };
    html! {
        @if problem.is_some() {
            div.problem.all role="alert" {
                p { "Nothing has been sent yet: " a href="#adult" { "one box is not ticked" } "." }
            }
        }
        @if known {
            p.note { "You have not agreed to the current text." }
        }
        (whole(text(Purpose::Play)))
        form method="post" action=(if known { "/consent" } else { "/guest" }) {
            (csrf(visitor))
            input type="hidden" name="back" value=(back);
            @if form.has(FIRST) { input type="hidden" name=(FIRST) value="practice"; }
            @if !standing.adult { (adult_box(form, problem)) }
            button.button.now { @if known { "I agree" } @else { "I agree, play as a guest" } }
            (free_boxes(ticked))
        }
        (further())
        @if !known {
            p.after {
                "Or " a href=(leading_back("/signup", back)) { "create an account" } " to keep your games on every device, or "
                a href=(leading_back("/login", back)) { "log in" } "."
            }
        }
    }
}
