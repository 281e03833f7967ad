//! `/quiz/statistics`: what has been written here, and `/quiz/release`: what is published of it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use luna_app::format::{date, percent};
use luna_app::quiz::release::Release;
use luna_app::quiz::statistics::{Phenomenon, Statistics, TrickCounts};
use luna_core::assignment::Agreement;
use luna_core::quiz::question::PHENOMENA;
use luna_figures::{Frame, Range, Row, intervals};
use luna_store::Tx;
use luna_store::quiz::play;
use luna_store::quiz::release::{self, Version};
use maud::{Markup, html};

use crate::html::chart;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::download::headers;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

const JSON: &str = "application/json; charset=utf-8";

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        let latest = release::latest(tx)?;
        Ok::<_, Error>((asking.player(tx)?, Statistics::read(tx)?, latest))
    };
    let (me, all, latest) = app.db.read(read).await?;
    let body = html! {
        h1 { "Questions written here" }
        div.tiles {
            @for (number, what) in [
                (all.questions, ["question accepted", "questions accepted"]),
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
            p { "No question has been accepted yet. " a href="/quiz/write" { "Write the first one" } "." }
        } @else {
            (breakdown(&Breakdown::CATEGORY, named(&all.by_category)))
            (breakdown(&Breakdown::MACHINE, named(&all.by_machine)))
            (breakdown(&Breakdown::MONTH, named(&all.by_month)))
            @if !all.by_round.is_empty() {
                (breakdown(&Breakdown::ROUND, all.by_round.iter().map(|(round, it)| (round.name.as_str(), *it))))
            }
            (phenomena(&all))
        }
        h2 { "Data" }
        (data(latest.as_ref()))
        p.after { a href="/quiz" { "Back to trivia" } }
    };
    Ok(Page::new("Questions written here", body).of(me.as_ref()).wide().render(&app))
}

fn share(it: TrickCounts) -> String {
    it.share().map_or_else(|| "none".to_owned(), percent)
}

fn data(latest: Option<&Version>) -> Markup {
    html! {
        p {
            @match latest {
                Some(latest) => {
                    "Release " (latest.number) " of " (date(latest.released_at)) ", for any use that the licences of its "
                    "questions allow: "
                },
                None => "Nothing has been released yet. The files will be here: ",
            }
            a href="/quiz/release/qanta.json" download { "QANTA JSON" } ", "
            a href="/quiz/release/questions.jsonl" download { "JSON lines" } " with guesses and phenomena, and "
            a href="/quiz/release/withdrawn.json" download { "what was withdrawn" } "."
        }
        p.small.soft {
            "Only questions whose writers agree to publication for research are in a release, and their drafts only if the "
            "writer has ticked them. Each question gives its writer a new pseudonym in each download. If a question is withdrawn, it leaves these "
            "files at once: please delete it from your copy as well. Once a question is released, plays of it are practice and "
            "do not count."
        }
    }
}

/// A way to group the questions: the id of its chart, its titles, and the head of its groups.
struct Breakdown {
    id: &'static str,
    title: &'static str,
    chart: &'static str,
    head: &'static str,
    /// Each group is of one machine, so its interval can be computed.
    has_interval: bool,
}

impl Breakdown {
    const CATEGORY: Breakdown = Breakdown {
        id: "by-category",
        title: "By category",
        chart: "Machines tricked by category",
        head: "Category",
        has_interval: false,
    };
    const MACHINE: Breakdown = Breakdown {
        id: "by-machine",
        title: "By machine",
        chart: "How often each machine was tricked",
        head: "Machine",
        has_interval: true,
    };
    const MONTH: Breakdown = Breakdown {
        id: "by-month",
        title: "By month",
        chart: "Machines tricked by month",
        head: "Month",
        has_interval: false,
    };
    const ROUND: Breakdown = Breakdown {
        id: "by-round",
        title: "By round",
        chart: "Machines tricked by round",
        head: "Round",
        has_interval: false,
    };
}

fn named(all: &BTreeMap<String, TrickCounts>) -> impl Iterator<Item = (&str, TrickCounts)> + Clone {
    all.iter().map(|(name, it)| (name.as_str(), *it))
}

/// The share of tricked machines in each group, with the table behind.
fn breakdown<'a>(
    by: &Breakdown,
    all: impl Iterator<Item = (&'a str, TrickCounts)> + Clone,
) -> Markup {
    let rows = html! {
        @for (name, it) in all.clone() {
            tr {
                td.words dir="auto" { (name) }
                td.number { (it.questions) }
                td.number { (it.tricked) " of " (it.machines) }
                td.number { (share(it)) }
            }
        }
    };
    let heads = [Text(by.head), Number("Questions"), Number("Machines tricked"), Number("Share")];
    let ends = |it: TrickCounts| {
        let (low, high) = it.interval();
        by.has_interval.then_some((100.0 * low, 100.0 * high))
    };
    let drawn: Vec<Row<'_>> = all
        .filter_map(|(name, it)| Some(Row { name, mean: 100.0 * it.share()?, ends: ends(it) }))
        .collect();
    let frame = Frame {
        id: by.id,
        title: by.chart,
        description: "For each row the share of tricked machines among those that were asked about its questions, in percent. The table below has the numbers.",
        x_label: if by.has_interval {
            "percent, with 95 % interval"
        } else {
            "percent of machines asked"
        },
        y_label: by.head,
    };
    html! {
        h2 { (by.title) }
        (picture(&frame, &drawn, &table(by.title, &heads, &rows)))
    }
}

/// Shares from 0 to 100 %, with the table behind; the table alone where there is nothing to draw.
fn picture(frame: &Frame<'_>, rows: &[Row<'_>], table: &Markup) -> Markup {
    if rows.is_empty() {
        return table.clone();
    }
    chart::before(&intervals(frame, rows, Range { low: 0.0, high: 100.0 }), table)
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
    let drawn: Vec<Row<'_>> = all
        .phenomena
        .iter()
        .map(|it| Row {
            name: words(&it.name),
            mean: 100.0 * it.share,
            ends: Some((100.0 * it.interval.0, 100.0 * it.interval.1)),
        })
        .collect();
    let frame = Frame {
        id: "phenomena",
        title: "Phenomena in accepted questions",
        description: "For each phenomenon the share of accepted questions that an editor has marked with it, with the exact 95 % interval, in percent. The table below has the numbers.",
        x_label: "percent, with 95 % interval",
        y_label: "phenomenon",
    };
    html! {
        h2 { "Why machines fail" }
        p {
            "Editors mark each question they accept. A question may show several phenomena, so shares may add up to more "
            "than 100 %. The first two editors of an accepted question gave the same verdict in " (agreed(all.agreement)) "."
        }
        (picture(&frame, &drawn, &table("Phenomena", &heads, &rows)))
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

/// The release as QANTA JSON.
pub(super) async fn qanta(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let release = read(&app, visitor).await?;
    Ok((headers(JSON, "luna-qanta.json"), release.qanta().to_string()).into_response())
}

/// The release with guesses, phenomena and ticked drafts, a question on each line.
pub(super) async fn lines(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let release = read(&app, visitor).await?;
    let kind = "application/x-ndjson; charset=utf-8";
    Ok((headers(kind, "luna-questions.jsonl"), release.lines()?).into_response())
}

/// What was withdrawn from releases.
pub(super) async fn withdrawals(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Response, Error> {
    let release = read(&app, visitor).await?;
    Ok((headers(JSON, "luna-withdrawn.json"), release.withdrawals().to_string()).into_response())
}

/// Reads the release, unless the visitor has a question open: it may be one of these.
async fn read(app: &App, visitor: Visitor) -> Result<Release, Error> {
    let salt = app.random.secret();
    app.db
        .read(move |tx| {
            if let Some(me) = visitor.player(tx)?
                && play::open_of(tx, &me.id)?.is_some()
            {
                let why = "You have a question open in the reading room. Finish it first; then you can download the \
                           release.";
                return Err(Error::Refused(why.to_owned()));
            }
            Ok(Release::read(tx, &salt)?)
        })
        .await
}
