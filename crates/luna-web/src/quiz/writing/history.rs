//! `/quiz/write/{id}/history`: the revisions of a question, and the edits that changed a machine's
//! mind.

use luna_app::format::{percent, stamp};
use luna_app::quiz::assessment::{self, Assessment, Turn};
use luna_store::quiz::question;
use luna_store::quiz::revision::{self, Revision};
use maud::{Markup, html};

use crate::error::Error;
use crate::layout::Page;
use crate::page_request::PageRequest;
use crate::table::Column::{Number, Text};
use crate::table::table;

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (me, question, revisions) = app
        .db
        .read(move |tx| {
            let me = visitor.logged_in(tx)?;
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
        (timeline(&revisions)?)
    };
    Ok(Page::new("History of a question", body).of(Some(&me)).wide().render(&app))
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
