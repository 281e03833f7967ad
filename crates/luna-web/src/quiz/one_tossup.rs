//! `/quiz/one`: one tossup to read at once, without an account. Its place is in the address, so nothing is
//! stored and nothing counts.

use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use luna_app::quiz::reading_room::LONGEST_ANSWER;
use luna_app::quiz::reading_room::sample::{Reply, Sample};
use luna_app::quiz::reading_room::view::{Ending, PendingAnswer};
use luna_store::Tx;
use luna_store::player::Player;
use maud::{Markup, html};

use super::machine::{self, MachineView};
use super::{answer_line, ending};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

/// The longest tossup has fewer sentences.
const MOST_SENTENCES: usize = 40;

/// A tossup that a visitor has heard so many sentences of.
#[derive(Clone)]
struct Place {
    id: String,
    sentences: usize,
}

impl Place {
    fn of(id: &str, form: &Form) -> Place {
        let sentences = form.text("read").parse().unwrap_or(1_usize).clamp(1, MOST_SENTENCES);
        Place { id: id.to_owned(), sentences }
    }

    /// The address of the tossup with so many sentences.
    fn read(&self, sentences: usize) -> String {
        format!("/quiz/one/{}?read={sentences}", self.id)
    }

    fn end(&self) -> String {
        format!("/quiz/one/{}/answer", self.id)
    }
}

/// The tossup that a visitor reads first today, and another one than the one that is named.
pub(super) fn draw(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    me: Option<&Player>,
    other_than: &str,
) -> Result<Option<Sample>, Error> {
    let day = (visitor.now / 86_400_000).to_string();
    let words = ["one tossup", &visitor.csrf, &day, other_than];
    Ok(Sample::draw(tx, me.map(|me| me.id.as_str()), &words, other_than)?)
}

/// The heading and one sentence, with the tossup beside them.
pub(super) fn night(sheet: &Markup) -> Markup {
    html! {
        div.halves.start {
            div {
                h1 { "Who knows it first?" }
                p.lead { "A question from hard clues to easy ones. Buzz as soon as you know the answer." }
            }
            (sheet)
        }
    }
}

/// The words so far, and the buzzer.
pub(super) fn reading(it: &Sample, sentences: usize) -> Markup {
    let heard = it.reading(sentences);
    let place = Place { id: it.id().to_owned(), sentences };
    let words = html! {
        p.question dir="auto" { (heard.text) }
        div.row {
            a.button.now href={ (place.read(sentences)) "&buzz=yes" } data-another { "Buzz" }
            @if heard.is_read { a.button href=(place.end()) data-another { "Show the answer" } }
            @else { a.button href=(place.read(sentences + 1)) data-another { "Read on" } }
        }
        @if heard.is_read { p.hint { "That was the whole question." } }
    };
    sheet("A question", &words)
}

fn sheet(label: &str, content: &Markup) -> Markup {
    html! { section #try.sheet aria-label=(label) tabindex="-1" { (content) } }
}

pub(super) async fn another(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let other_than = Form::of_query(query.as_deref()).text("not").to_owned();
    let read = app.db.read(move |tx| {
        let me = visitor.reader(tx)?;
        let found = draw(tx, &visitor, me.as_ref(), &other_than)?;
        Ok::<_, Error>((me, found.ok_or(Error::NotFound)?))
    });
    let (me, found) = read.await?;
    Ok(page(&app, me.as_ref(), &reading(&found, 1)))
}

/// The tossup with as many sentences as the address says, or the field for an answer to it.
pub(super) async fn show(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let form = Form::of_query(query.as_deref());
    let place = Place::of(&id, &form);
    let read = app.db.read(move |tx| {
        let me = visitor.reader(tx)?;
        let found = Sample::find(tx, &id, me.as_ref().map(|me| me.id.as_str()))?;
        Ok::<_, Error>((me, found))
    });
    let (me, found) = read.await?;
    if !form.has("buzz") {
        return Ok(page(&app, me.as_ref(), &reading(&found, place.sentences)));
    }
    let pending =
        PendingAnswer { text: found.reading(place.sentences).text, prompt: None, left_ms: None };
    Ok(page(&app, me.as_ref(), &answering(&place, &pending, None)))
}

/// The end: after an answer, or without one.
pub(super) async fn answer(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    let form = Form::of_query(query.as_deref());
    let place = Place::of(&id, &form);
    let (sent, at) = (form.clone(), place.clone());
    let read = app.db.read(move |tx| {
        let me = visitor.reader(tx)?;
        let found = Sample::find(tx, &id, me.as_ref().map(|me| me.id.as_str()))?;
        let heard = found.reading(at.sentences).text;
        if !sent.has("answer") {
            let buzzed = sent.has("read").then_some(at.sentences);
            return Ok((me, heard, Ok(Reply::Over(Box::new(found.give_up(tx, buzzed)?)))));
        }
        let more = sent.has("more").then(|| sent.text("more"));
        match found.answer(tx, at.sentences, sent.text("answer"), more) {
            Err(luna_app::Error::Refused(why)) => Ok((me, heard, Err(why))),
            reply => Ok::<_, Error>((me, heard, Ok(reply?))),
        }
    });
    let (me, heard, reply) = read.await?;
    let me = me.as_ref();
    match reply {
        Ok(Reply::Over(end)) => {
            let machine = machine::view(&app, &end).await?;
            Ok(page(&app, me, &over(&place, &end, machine.as_ref())).into_response())
        }
        Ok(Reply::Prompt(pending)) => {
            Ok(page(&app, me, &answering(&place, &pending, None)).into_response())
        }
        Err(why) => {
            let pending = PendingAnswer { text: heard, prompt: None, left_ms: None };
            let page = page(&app, me, &answering(&place, &pending, Some(&why)));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
    }
}

fn page(app: &App, me: Option<&Player>, sheet: &Markup) -> Markup {
    Page::new("One question", html! {}).of(me).night(night(sheet)).scripts(&["try.js"]).render(app)
}

fn answering(place: &Place, pending: &PendingAnswer, problem: Option<&str>) -> Markup {
    let prompt = pending.prompt.as_ref();
    let name = if prompt.is_some() { "more" } else { "answer" };
    let fields = html! {
        p.question dir="auto" { (pending.text) " " span.due { "your buzz" } }
        @if let Some(prompt) = prompt { (ending::more_specific(prompt)) }
        form method="get" action=(place.end()) {
            input type="hidden" name="read" value=(place.sentences);
            @if let Some(prompt) = prompt { input type="hidden" name="answer" value=(prompt.first); }
            div.field {
                label for="answer" { @if prompt.is_some() { "Your more specific answer" } @else { "Your answer" } }
                input #answer name=(name) type="text" dir="auto" required maxlength=(LONGEST_ANSWER) autocomplete="off"
                    autocapitalize="off" spellcheck="false" autofocus
                    aria-describedby=[problem.map(|_| "answer-problem")] aria-invalid=[problem.map(|_| "true")];
                @if let Some(why) = problem { p.problem #answer-problem role="alert" { (why) } }
            }
            div.row {
                button.button.now { "Answer" }
                a.button.quiet href={ (place.end()) "?read=" (place.sentences) } data-another { "Show the answer" }
            }
        }
    };
    sheet("Your answer", &fields)
}

fn over(place: &Place, end: &Ending, machine: Option<&MachineView>) -> Markup {
    let words = end.words.len();
    let told = html! {
        p.verdict {
            (ending::title(end.outcome)) ": " span.whole { (ending::points(end.outcome.points())) }
        }
        (ending::said(end))
        p { "The answer: " strong { bdi { (answer_line::markup(&end.answer_line)) } } }
        @if let Some(machine) = machine { (machine.first_buzz(words)) }
        div.row {
            a.button.now href="/quiz/read" { "Start reading" }
            a.button href={ "/quiz/one?not=" (place.id) } data-another { "Another one" }
        }
        p.small.soft.after {
            "Nothing of this is stored. In the reading room words come one by one, and your points are kept."
        }
        details {
            summary { "The whole question" }
            (ending::question(end))
            (ending::origin(end))
            @if let Some(machine) = machine { (machine.section(words)) }
        }
    };
    sheet("The answer", &told)
}
