//! `/quiz/write/{id}/history`: the revisions of a question, those that its writer lets be published,
//! and the edits that changed a machine's mind.

use axum::response::Redirect;
use luna_app::format::{percent, stamp};
use luna_app::quiz::assessment::{self, Assessment, Turn};
use luna_app::quiz::writing;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::revision::{self, Revision};
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// Before the number of a revision: the field that lets it be published.
const DRAFT: &str = "draft-";

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, question, revisions) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let question = question::find(tx, &id)?;
            if question.writer_id != me.id {
                return Err(Error::NotFound);
            }
            let revisions = revision::all(tx, &id)?;
            Ok::<_, Error>((me, question, revisions))
        })
        .await?;
    let body = html! {
        h1 { "History of a question" }
        p { a href={ "/quiz/write/" (question.id) } dir="auto" {
            @if question.page.is_empty() { "Back to the question" } @else { (question.page) }
        } }
        @if !revisions.is_empty() { (choice(&question, &revisions, &visitor)) }
        (timeline(&revisions)?)
    };
    Ok(Page::new("History of a question", body).of(Some(&me)).wide().render(&app))
}

/// Every draft with a box: those that are ticked are published with the question.
fn choice(question: &Question, revisions: &[Revision], visitor: &Visitor) -> Markup {
    let public = revisions.iter().filter(|it| it.is_public).count();
    html! {
        h2 #drafts { "Drafts that may be published" }
        p {
            "When a release has this question, it also has the drafts that you tick here: their text, answer and answer line, "
            "the machines' guesses at them, and their time since you began. "
            @if public == 0 { "None is ticked." } @else { (public) " of " (revisions.len()) " are ticked." }
            " You can change this at any time; downloads follow at once."
        }
        form method="post" action={ "/quiz/write/" (question.id) "/history" } {
            (csrf(visitor))
            details open[public > 0] {
                summary { "Choose drafts" }
                @for it in revisions.iter().rev() {
                    div.sheet {
                        label.tick {
                            input type="checkbox" name={ (DRAFT) (it.seq) } value="yes" checked[it.is_public];
                            span { "Publish revision " (it.seq) ", " time { (stamp(it.at)) } }
                        }
                        p.kept dir="auto" { (it.text) }
                        p.small.soft dir="auto" { (it.page) " · " (it.answer_line) }
                    }
                }
                div.row {
                    button.button.now { "Save the choice" }
                    button.button.quiet name="do" value="none" { "Publish no draft" }
                }
            }
        }
    }
}

pub(super) async fn choose(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let back = format!("/quiz/write/{id}/history#drafts");
    let ticked = form.fields().filter_map(|(name, _)| name.strip_prefix(DRAFT)?.parse().ok());
    let seqs: Vec<i64> = if form.text("do") == "none" { Vec::new() } else { ticked.collect() };
    app.db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            Ok::<_, Error>(writing::publish_drafts(tx, &me, &id, &seqs)?)
        })
        .await?;
    Ok(Redirect::to(&back))
}

/// The turns and the revisions of a question.
pub(crate) fn timeline(revisions: &[Revision]) -> Result<Markup, Error> {
    let mut views = Vec::new();
    for revision in revisions {
        views.push((revision.seq, assessment::parse(&revision.machines)?));
    }
    let turns = assessment::turns(&views);
    Ok(html! {
        h2 { "Edits that changed a machine's first guess" }
        @if turns.is_empty() { p.soft { "None so far." } } @else { (turn_table(&turns)) }
        h2 { "Revisions" }
        @if revisions.is_empty() { p.soft { "Nothing has been saved yet." } }
        @for (revision, (_, machines)) in revisions.iter().zip(&views).rev() {
            details {
                summary {
                    "Revision " (revision.seq) ", " time { (stamp(revision.at)) } ", tricked "
                    (revision.tricked) " of " (revision.machine_count)
                    @if revision.watching.is_empty() { ", the search machine alone" }
                }
                p.kept dir="auto" { (revision.text) }
                p.small.soft dir="auto" { (revision.page) " · " (revision.answer_line) }
                @for machine in machines { (view(machine)) }
            }
        }
    })
}

fn turn_table(turns: &[Turn]) -> Markup {
    let shown = |guess: &Option<String>| guess.clone().unwrap_or_else(|| "nothing".to_owned());
    let rows = html! {
        @for turn in turns {
            tr {
                td.number { (turn.seq) }
                td { (turn.machine) }
                td.words dir="auto" { (shown(&turn.before)) }
                td.words dir="auto" { (shown(&turn.after)) }
            }
        }
    };
    let heads = [Number("Revision"), Text("Machine"), Text("Before"), Text("After")];
    table("Edits that changed a first guess", &heads, &rows)
}

fn view(machine: &Assessment) -> Markup {
    html! {
        p.small {
            strong { (machine.name) } ": "
            @for (nth, guess) in machine.guesses.iter().enumerate() {
                @if nth > 0 { ", " }
                span dir="auto" { (guess.answer) } " " (percent(guess.probability))
            }
            @if let Some(why) = &machine.silence { (why) }
            @match machine.buzz {
                Some(words) => { "; buzzes after " (words) " words" },
                None => { "; does not buzz" },
            }
        }
    }
}
