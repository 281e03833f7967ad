//! `/quiz/statistics`: what has been written here, and `/quiz/release`: what is published of it.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use luna_app::format::percent;
use luna_app::quiz::release::Release;
use luna_app::quiz::statistics::{Phenomenon, Statistics, TrickCounts};
use luna_core::assignment::Agreement;
use luna_core::quiz::question::PHENOMENA;
use maud::{Markup, html};

use super::writing::state_words::state_words;
use crate::error::Error;
use crate::layout::Page;
use crate::state::App;
use crate::table::Column::{Number, Text};
use crate::table::table;
use crate::visitor::Visitor;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, all) =
        app.db.read(move |tx| Ok::<_, Error>((asking.player(tx)?, Statistics::read(tx)?))).await?;
    let body = html! {
        h1 { "Questions written here" }
        div.tiles {
            @for (number, what) in [
                (all.questions, ["question submitted", "questions submitted"]),
                (all.sentences, ["sentence", "sentences"]),
                (all.writers, ["writer", "writers"]),
            ] {
                div.sheet { div.figure { (number) } div.small { (if number == 1 { what[0] } else { what[1] }) } }
            }
            div.sheet {
                div.figure { (share(all.tricked)) }
                div.small { "of machines tricked" }
            }
        }
        @if all.questions == 0 {
            p { "Nothing has been submitted yet. " a href="/quiz/write" { "Write the first question" } "." }
        } @else {
            (states(&all))
            (breakdown("By category", "Category", all.by_category.iter().map(|(name, it)| (name.as_str(), *it))))
            (breakdown("By machine", "Machine", all.by_machine.iter().map(|(name, it)| (name.as_str(), *it))))
            (breakdown("By month", "Month", all.by_month.iter().map(|(name, it)| (name.as_str(), *it))))
            @if !all.by_round.is_empty() {
                (breakdown("By round", "Round", all.by_round.iter().map(|(round, it)| (round.name.as_str(), *it))))
            }
            (phenomena(&all))
        }
        h2 { "Data" }
        p {
            "Download all published questions, for any use that their licences allow: "
            a href="/quiz/release/qanta.json" download { "QANTA JSON" } " and "
            a href="/quiz/release/questions.jsonl" download { "JSON lines" }
            " with revisions, guesses and phenomena. Writers get new pseudonyms in each download."
        }
        p.after { a href="/quiz" { "Back to trivia" } }
    };
    Ok(Page::new("Questions written here", body).of(me.as_ref()).wide().render(&app))
}

fn share(it: TrickCounts) -> String {
    let float = |n: i64| u32::try_from(n).map_or(0.0, f64::from);
    if it.machines == 0 {
        "none".to_owned()
    } else {
        percent(float(it.tricked) / float(it.machines))
    }
}

fn states(all: &Statistics) -> Markup {
    let rows = html! {
        @for (state, count) in &all.by_state { tr { td { (state_words(*state)) } td.number { (count) } } }
    };
    html! {
        h2 { "By state" }
        (table("Questions by state", &[Text("State"), Number("Questions")], &rows))
    }
}

fn breakdown<'a>(
    title: &str,
    head: &str,
    all: impl Iterator<Item = (&'a str, TrickCounts)>,
) -> Markup {
    let rows = html! {
        @for (name, it) in all {
            tr {
                td.words dir="auto" { (name) }
                td.number { (it.questions) }
                td.number { (it.tricked) " of " (it.machines) }
                td.number { (share(it)) }
            }
        }
    };
    let heads = [Text(head), Number("Questions"), Number("Machines tricked"), Number("Share")];
    html! { h2 { (title) } (table(title, &heads, &rows)) }
}

fn phenomena(all: &Statistics) -> Markup {
    let rows = html! {
        @for it in &all.phenomena {
            tr {
                td.words dir="auto" { (words(&it.name)) }
                td.number { (it.questions) }
                td.number { (percent(it.share)) }
                td.number { (percent(it.interval.0)) " to " (percent(it.interval.1)) }
                td.number { (agreement(it)) }
            }
        }
    };
    let heads = [
        Text("Phenomenon"),
        Number("Questions"),
        Number("Share"),
        Number("95 % interval"),
        Number("Editors agree"),
    ];
    html! {
        h2 { "Why machines fail" }
        p {
            "Editors mark each question they accept. A question may show several phenomena, so shares may add up to more "
            "than 100 %. The first two editors of a question gave the same verdict in " (agreed(all.agreement)) "."
        }
        (table("Phenomena", &heads, &rows))
        p.small.soft { "Shares of the " (all.marked) " questions that an editor has accepted. Intervals are exact." }
    }
}

fn words(name: &str) -> &str {
    PHENOMENA.iter().find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

fn agreement(it: &Phenomenon) -> String {
    agreed(it.agreement)
}

fn agreed(it: Agreement) -> String {
    match it.share() {
        Some(share) => format!("{} of {}", percent(share), it.items),
        None => "no pairs yet".to_owned(),
    }
}

/// Published questions as QANTA JSON.
pub(super) async fn qanta(State(app): State<App>) -> Result<Response, Error> {
    let release = read(&app).await?;
    let kind = [
        (CONTENT_TYPE, "application/json; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"luna-qanta.json\""),
    ];
    Ok((kind, release.qanta().to_string()).into_response())
}

/// Published questions with revisions, guesses and phenomena, one on each line.
pub(super) async fn lines(State(app): State<App>) -> Result<Response, Error> {
    let release = read(&app).await?;
    let mut text = String::new();
    for line in release.lines()? {
        text.push_str(&line.to_string());
        text.push('\n');
    }
    let kind = [
        (CONTENT_TYPE, "application/x-ndjson; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"luna-questions.jsonl\""),
    ];
    Ok((kind, text).into_response())
}

async fn read(app: &App) -> Result<Release, Error> {
    let salt = app.random.secret();
    app.db.read(move |tx| Ok::<_, Error>(Release::read(tx, &salt)?)).await
}
