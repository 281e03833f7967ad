//! `/machines/{id}/battery`: a registered machine sits the test of common sense, for its owner and
//! administrators.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::battery::FORMS;
use luna_app::battery::attempt::{self, AttemptProgress, may_have_sit, progress};
use luna_app::battery::result_cache::{Lookup, Sittings, cache};
use luna_app::format::stamp;
use luna_store as store;
use luna_store::Tx;
use luna_store::battery::attempt::topic;
use luna_store::machine::{self, Machine};
use luna_store::player::Player;
use maud::{Markup, html};

use super::results;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::{App, Csrf, MachineVisit};
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page, csrf};

/// The part of a machine's page: its results, and the form for those who may have it sit.
pub(super) async fn section(visit: MachineVisit) -> Result<Markup, Error> {
    let MachineVisit { app, me, machine, csrf } = visit;
    let (within, id) = (app.clone(), machine.player_id.clone());
    let found = app.db.read(move |tx| cache(&within).look_up(tx, Sittings::OfPlayer(id))).await?;
    let results = results::section(&app, found).await?;
    Ok(html! {
        (results)
        @if me.is_some_and(|reader| may_have_sit(&reader, &machine)) {
            h2 #sit { "Let it take the test of common sense" }
            p {
                "It gets the items of a form one after another, as with “Ask it a question”, and has two minutes for each. They count towards "
                "its daily limit. The answer key scores its answers, and people score those that the key is in doubt about."
            }
            (form(&machine.player_id, None, &csrf))
            p.small.after { a href=(address(&machine.player_id)) { "Its latest sitting" } }
        }
    })
}

fn address(machine_id: &str) -> String {
    format!("/machines/{machine_id}/battery")
}

fn form(machine_id: &str, problem: Option<&str>, csrf: Csrf<'_>) -> Markup {
    html! {
        form.why method="post" action=(address(machine_id)) {
            (csrf)
            label for="form" { "Form" }
            select #form name="form" {
                @for (letter, _) in FORMS { option value=(letter) { (letter) } }
            }
            button.button.quiet { "Start the test" }
        }
        @if let Some(why) = problem { p.problem role="alert" { (why) } }
    }
}

/// A machine that somebody may have sit, with its attempt and its results.
struct SittingPage {
    me: Player,
    machine: Machine,
    progress: Option<AttemptProgress>,
    seen: i64,
    results: Lookup,
}

impl SittingPage {
    /// For anybody else the page does not exist.
    fn read(tx: &mut Tx<'_>, app: &App, visitor: &Visitor, id: &str) -> Result<SittingPage, Error> {
        let me = visitor.logged_in(tx)?;
        let machine = machine::find(tx, id)?;
        if !may_have_sit(&me, &machine) {
            return Err(Error::NotFound);
        }
        let progress = progress(tx, id)?;
        let seen = match &progress {
            Some(it) => store::topic::seq(tx, &topic(&it.attempt.id))?,
            None => 0,
        };
        let results = cache(app).look_up(tx, Sittings::OfPlayer(id.to_owned()))?;
        Ok(SittingPage { me, machine, progress, seen, results })
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    page(&app, &visitor, id, None).await
}

async fn page(
    app: &App,
    visitor: &Visitor,
    id: String,
    problem: Option<&str>,
) -> Result<Markup, Error> {
    let (within, asking) = (app.clone(), visitor.clone());
    let found = app.db.read(move |tx| SittingPage::read(tx, &within, &asking, &id)).await?;
    let SittingPage { me, machine, progress, seen, results } = found;
    let title = format!("Sitting of {}", machine.name);
    let results = results::section(app, results).await?;
    let body = html! {
        h1 dir="auto" { (title) }
        @match &progress {
            Some(it) => {
                (under_way(&machine.player_id, it, visitor))
                @if let Some(why) = problem { p.problem role="alert" { (why) } }
            },
            None => (form(&machine.player_id, problem, &csrf(visitor))),
        }
        (results)
        div.row.after {
            a.button.quiet href={ "/machines/" (machine.player_id) } { "Back to the machine" }
            a.button.quiet href="/battery/results" { "Results of all machines" }
        }
    };
    let page = Page::new(&title, body).of(Some(&me));
    Ok(match &progress {
        Some(it) => {
            let waiting = it.attempt.paused_why.is_none();
            let state = format!("{} {waiting}", it.done);
            let topic = Some(topic(&it.attempt.id));
            page.live(Live { topic, seen, state, waiting }).render(app)
        }
        None => page.render(app),
    })
}

fn under_way(machine_id: &str, it: &AttemptProgress, visitor: &Visitor) -> Markup {
    let AttemptProgress { attempt, done, unanswered, of, .. } = it;
    let here = address(machine_id);
    html! {
        p role="status" {
            "It has been taking form " (attempt.form) " since " (stamp(attempt.begun_at)) ". " (done) " of " (of) " questions are done"
            @if *unanswered > 0 { ", " (unanswered) " of them without an answer" }
            "."
        }
        progress max=(of) value=(done) aria-label="Questions done" {}
        @if let Some(why) = &attempt.paused_why {
            div.note.notice {
                p { strong { "The test is paused. " } bdi { (why) } }
                p { "Luna tries again every hour, for a week." }
            }
        }
        div.row {
            @if attempt.paused_why.is_some() {
                form method="post" action={ (here) "/go-on" } { (csrf(visitor)) button.button.now { "Continue now" } }
            }
            form method="post" action={ (here) "/give-up" } { (csrf(visitor)) button.button.quiet { "Give up this sitting" } }
        }
    }
}

pub(super) async fn begin(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let letter = form.text("form").to_owned();
    act(&app, visitor, id, move |tx, app, me, id| {
        Ok(attempt::begin(tx, &app.moment(), me, id, &letter).map(drop)?)
    })
    .await
}

pub(super) async fn go_on(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Response, Error> {
    act(&app, visitor, id, |tx, app, me, id| Ok(attempt::go_on(tx, app, me, id)?)).await
}

pub(super) async fn give_up(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Response, Error> {
    act(&app, visitor, id, |tx, _, me, id| Ok(attempt::give_up(tx, me, id)?)).await
}

/// Does what a form asks for. A refusal is shown on the page.
async fn act<F>(app: &App, visitor: Visitor, id: String, doing: F) -> Result<Response, Error>
where
    F: FnOnce(&mut Tx<'_>, &App, &Player, &str) -> Result<(), Error> + Send + 'static,
{
    let (within, asking, wanted) = (app.clone(), visitor.clone(), id.clone());
    let done = app
        .db
        .write(move |tx| {
            let me = asking.logged_in(tx)?;
            doing(tx, &within, &me, &wanted)
        })
        .await;
    match done {
        Ok(()) => Ok(Redirect::to(&address(&id)).into_response()),
        Err(Error::Refused(why)) => {
            let page = page(app, &visitor, id, Some(&why)).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

/// A refused form leaves its address in the browser.
pub(super) async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let good = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if good { Ok(Redirect::to(&address(&id))) } else { Err(Error::NotFound) }
}
