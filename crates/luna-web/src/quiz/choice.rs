//! `/quiz/read`: what to read and how fast, and the next question.

use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::format::thousands;
use luna_app::quiz::reading_room::{self, Condition, Start};
use luna_store as store;
use luna_store::player::Player;
use luna_store::quiz::source::Source;
use luna_store::quiz::tossup::Choices;
use luna_store::quiz::{play, source, tossup};
use maud::{Markup, html};

use super::selection::{BY_HAND, SPEEDS, address, read, speed};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The questions that there are, and what this person read last.
struct Shelf {
    me: Option<Player>,
    choices: Choices,
    sources: Vec<Source>,
    last: Condition,
    /// A question that is not over.
    open: Option<String>,
}

impl Shelf {
    fn read(tx: &mut store::Tx<'_>, visitor: &Visitor) -> Result<Shelf, Error> {
        let me = visitor.player(tx)?;
        let mut shelf = Shelf {
            choices: tossup::choices(tx)?,
            sources: source::all(tx)?.into_iter().filter(|it| it.tossups > 0).collect(),
            last: Condition::default(),
            open: None,
            me,
        };
        let Some(me) = &shelf.me else { return Ok(shelf) };
        if let Some(last) = play::latest_of(tx, &me.id, (i64::MAX, ""), 1)?.first() {
            shelf.last = Condition::read(&last.condition);
        }
        shelf.open = reading_room::open_of(tx, visitor.now, &me.id)?;
        Ok(shelf)
    }
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let shelf = app.db.read(move |tx| Shelf::read(tx, &asking)).await?;
    let condition = match query.as_deref() {
        None | Some("") => shelf.last.clone(),
        query => read(&Form::of_query(query), &shelf.last),
    };
    Ok(page(&app, &visitor, &shelf, &condition, false))
}

/// Opens a question. A visitor agrees first, and comes back to what they chose.
pub(super) async fn start(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let condition = read(&form, &Condition::default());
    // A script says that it can show the words in time.
    let is_timed = form.has("timed") && condition.word_ms > 0;
    let (doing, asking, wanted) = (app.clone(), visitor.clone(), condition.clone());
    let started = app
        .db
        .write_retrying(move |tx| {
            let back = address(&wanted);
            let me = match asking.playing(tx) {
                Ok((me, true)) => me,
                Ok((_, false)) | Err(Error::LoggedOut { .. }) => {
                    return Err(Error::ConsentFirst { back });
                }
                Err(other) => return Err(other),
            };
            Ok(reading_room::start(tx, &doing, &me.id, &wanted, is_timed)?)
        })
        .await?;
    if let Start::Play(id) = started {
        return Ok(Redirect::to(&format!("/quiz/read/{id}")).into_response());
    }
    let asking = visitor.clone();
    let shelf = app.db.read(move |tx| Shelf::read(tx, &asking)).await?;
    Ok(page(&app, &visitor, &shelf, &condition, true).into_response())
}

fn page(
    app: &App,
    visitor: &Visitor,
    shelf: &Shelf,
    condition: &Condition,
    nothing_left: bool,
) -> Markup {
    let body = html! {
        h1 { "What would you like to read?" }
        @if shelf.choices.categories.is_empty() {
            p { "This Luna has no questions yet. Its operators can import some." }
            p { a.button href="/quiz" { "About trivia" } }
        } @else {
            @if nothing_left { (read_all(condition)) }
            @match &shelf.open {
                Some(open) => (still_open(open)),
                None => (form(visitor, shelf, condition)),
            }
        }
    };
    Page::new("The reading room", body).of(shelf.me.as_ref()).scripts(&["buzzer.js"]).render(app)
}

fn read_all(condition: &Condition) -> Markup {
    html! {
        p.note role="status" {
            @if condition.misses { strong { "Nothing left to repeat." } " You have not missed any questions of this kind, or you have read them all again since." }
            @else if condition.is_narrow() { strong { "You have read them all." } " There are no more questions of this kind. Choose others below." }
            @else { strong { "You have read them all." } " Well done! Every import brings new ones. Until then you can repeat the questions you missed." }
        }
    }
}

fn still_open(id: &str) -> Markup {
    html! {
        p { "You have a question open. Finish it before you start another." }
        p { a.button.now href={ "/quiz/read/" (id) } { "Back to the question" } }
    }
}

fn form(visitor: &Visitor, shelf: &Shelf, condition: &Condition) -> Markup {
    let count = |count: i64| format!(" ({})", thousands(count));
    let choices = |all: &[(String, i64)]| -> Vec<(String, String)> {
        let named = all.iter().filter(|(name, _)| !name.is_empty());
        named.map(|(name, many)| (name.clone(), format!("{name}{}", count(*many)))).collect()
    };
    let categories = choices(&shelf.choices.categories);
    let difficulties = choices(&shelf.choices.difficulties);
    let sources: Vec<(String, String)> = shelf
        .sources
        .iter()
        .map(|it| (it.id.clone(), format!("{}{}", it.name, count(it.tossups))))
        .collect();
    let chosen = speed(condition);
    html! {
        form method="post" action="/quiz/read" data-start {
            (csrf(visitor))
            div.field {
                label for="speed" { "Speed" }
                select #speed name="speed" aria-describedby="speed-hint" {
                    @for speed in SPEEDS {
                        @let value = speed.to_string();
                        option value=(value) selected[value == chosen] { (value) " words a minute" }
                    }
                    option value=(BY_HAND) selected[chosen == BY_HAND] { "Untimed: I ask for the words" }
                }
                p.hint #speed-hint {
                    "People read aloud at about 200 words a minute."
                    noscript { " Without scripts you ask for the words yourself, and nothing is timed." }
                }
            }
            (select("category", "Category", "All categories", &categories, condition.category.as_deref()))
            (select("difficulty", "Difficulty", "Any difficulty", &difficulties, condition.difficulty.as_deref()))
            (select("source", "Set", "All sets", &sources, condition.source.as_deref()))
            @if shelf.me.is_some() {
                div.field {
                    label.tick {
                        input type="checkbox" name="misses" value="yes" checked[condition.misses];
                        span { "Only questions I have missed" }
                    }
                }
            }
            div.row { button.button.now { "Start" } }
        }
        @if shelf.me.is_some() { p.after { a href="/quiz/me" { "Your statistics" } } }
    }
}

/// A choice; it is left out where there is nothing to choose.
fn select(
    name: &str,
    label: &str,
    all: &str,
    choices: &[(String, String)],
    chosen: Option<&str>,
) -> Markup {
    html! {
        @if choices.len() > 1 {
            div.field {
                label for=(name) { (label) }
                select id=(name) name=(name) {
                    option value="" { (all) }
                    @for (value, words) in choices {
                        option value=(value) selected[chosen == Some(value)] { (words) }
                    }
                }
            }
        }
    }
}
