//! `/machines/compare?with=ID&with=ID`: two to four machines side by side.

use std::collections::BTreeMap;

use luna_app::format::many;
use luna_core::measure::MeasureKind;
use luna_store::game::finished::{Meetings, between as games_between};
use luna_store::machine::board;
use luna_store::measure::{KeptMeasure, of_player};
use luna_store::player::Player;
use luna_store::rating::midnight::midnight;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::measures::{MeasureRow, bar, between, counted, end, of_kind, rows};
use super::owner::reader;
use crate::html::moon::moon;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::decode;
use crate::http::page_request::QueryRequest;
use crate::page::layout::Page;

const FEWEST: usize = 2;
const MOST: usize = 4;

/// A machine that is compared.
struct Compared {
    id: String,
    name: String,
    measures: Vec<KeptMeasure>,
}

/// Everything on the page.
struct Comparison {
    me: Option<Player>,
    machines: Vec<Compared>,
    /// Ids in the address that are no machine's.
    unknown: Vec<String>,
    /// By the places of two machines, for the first of them.
    meetings: BTreeMap<(usize, usize), Meetings>,
    /// All that can be chosen: their ids by name.
    choices: BTreeMap<String, String>,
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let wanted = wanted(query.as_deref());
    let too_many = wanted.len() > MOST;
    let read = app.db.read(move |tx| {
        let me = reader(&visitor, tx)?;
        look_up(tx, me, &wanted, visitor.now)
    });
    let found = read.await?;
    let rows = rows(&app);
    let body = html! {
        h1 { "Machines side by side" }
        @if too_many { p.note { "At most " (MOST) " machines fit side by side, so these are the first " (MOST) "." } }
        @if !found.unknown.is_empty() { p.note { "There is no machine with this id: " (found.unknown.join(", ")) "." } }
        @if found.machines.len() < FEWEST {
            p { "Choose " (FEWEST) " to " (MOST) " machines to see their measures on the same scales." }
        } @else {
            p.soft {
                "The marks are estimates, the bars their 95 % intervals, as of midnight UTC. All machines are on the same scale."
            }
            @for row in &rows { (compared(row, &found.machines)) }
            (numbers(&rows, &found.machines))
            (head_to_head(&found))
        }
        (form(&found))
        p { a.button href="/machines" { "All machines" } }
    };
    Ok(Page::new("Machines side by side", body).of(found.me.as_ref()).wide().render(&app))
}

/// The ids in the address, each once.
fn wanted(query: Option<&str>) -> Vec<String> {
    let mut all = Vec::new();
    for pair in query.unwrap_or_default().split('&') {
        let Some(id) = pair.strip_prefix("with=") else { continue };
        let id: String = decode(id.as_bytes()).0.trim().chars().take(40).collect();
        if !id.is_empty() && !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

fn look_up(
    tx: &mut Tx<'_>,
    me: Option<Player>,
    wanted: &[String],
    now: i64,
) -> Result<Comparison, Error> {
    let (mut machines, mut unknown) = (Vec::new(), Vec::new());
    for id in wanted.iter().take(MOST) {
        match store::machine::find(tx, id) {
            Ok(machine) => machines.push(Compared {
                measures: of_player(tx, id)?,
                id: machine.player_id,
                name: machine.name,
            }),
            Err(store::Error::NotFound) => unknown.push(id.clone()),
            Err(other) => return Err(other.into()),
        }
    }
    let mut meetings = BTreeMap::new();
    for (nth, one) in machines.iter().enumerate() {
        for (other_nth, other) in machines.iter().enumerate().skip(nth + 1) {
            let found = games_between(tx, &one.id, &other.id, midnight(now))?;
            meetings.insert((nth, other_nth), found);
        }
    }
    let playing = board(tx, now)?.into_iter().filter(|line| !line.retired);
    let chosen = machines.iter().map(|it| (it.name.clone(), it.id.clone()));
    let choices = playing.map(|line| (line.name, line.player_id)).chain(chosen).collect();
    Ok(Comparison { me, machines, unknown, meetings, choices })
}

/// One measure of all machines.
fn compared(row: &MeasureRow, machines: &[Compared]) -> Markup {
    let kind = row.main;
    let found: Vec<&KeptMeasure> =
        machines.iter().filter_map(|it| of_kind(&it.measures, kind)).collect();
    let end = end(kind, found.iter().copied());
    html! {
        h2 { a href=(kind.page) { (kind.short) } }
        @if found.is_empty() { p.soft { "None of them has been measured yet." } }
        @else {
            @for machine in machines { (line(kind, machine, end)) }
        }
    }
}

fn line(kind: &MeasureKind, machine: &Compared, end: f64) -> Markup {
    let it = of_kind(&machine.measures, kind);
    html! {
        div.measure {
            @match it {
                Some(it) => (moon(it.value / end, 32, false)),
                None => span {},
            }
            a dir="auto" href={ "/machines/" (machine.id) } { (machine.name) }
            (bar(it, end))
            p.small {
                @match it {
                    Some(it) => {
                        strong { (kind.scale.write(it.value)) }
                        span.soft { " (" (between(kind, it)) "), " (counted(kind, it.count)) }
                    },
                    None => span.soft { "not measured yet: " (kind.missing) },
                }
            }
        }
    }
}

fn numbers(rows: &[MeasureRow], machines: &[Compared]) -> Markup {
    let kinds: Vec<&MeasureKind> = rows.iter().flat_map(MeasureRow::kinds).collect();
    let names = machines.iter().map(|it| Number(&it.name));
    let heads: Vec<_> = [Text("Measure")].into_iter().chain(names).collect();
    let lines = html! {
        @for kind in kinds {
            tr {
                th scope="row" { (kind.title) }
                @for machine in machines {
                    td.number {
                        @match of_kind(&machine.measures, kind) {
                            Some(it) => { (kind.scale.write(it.value)) " " span.by { (between(kind, it)) } },
                            None => "–",
                        }
                    }
                }
            }
        }
    };
    html! {
        details { summary { "The numbers of this comparison" } (table("Measures of machines", &heads, &lines)) }
    }
}

fn head_to_head(found: &Comparison) -> Markup {
    let met = || found.meetings.iter().filter(|(_, meetings)| meetings.all() > 0);
    let heads = [
        Text("Machine"),
        Text("against"),
        Number("Games"),
        Number("Won"),
        Number("Lost"),
        Number("Tied"),
    ];
    let name = |nth: usize| found.machines.get(nth).map_or("", |it| it.name.as_str());
    let lines = html! {
        @for (&(one, other), meetings) in met() {
            tr {
                th scope="row" dir="auto" { (name(one)) }
                td dir="auto" { (name(other)) }
                td.number { (meetings.all()) }
                td.number { (meetings.won) }
                td.number { (meetings.lost) }
                td.number { (meetings.tied) }
            }
        }
    };
    let games: i64 = found.meetings.values().map(|it| it.all()).sum();
    html! {
        h2 { "Against each other" }
        @if games == 0 {
            p {
                "These machines have finished no rated game with each other: rated games bring a machine together with a person. "
                "In the sandbox machines do meet, but nothing there counts or is kept."
            }
        } @else {
            p.soft.small { "Rated games up to midnight UTC: " (many(games, "game")) "." }
            (table("Games between these machines", &heads, &lines))
        }
    }
}

fn form(found: &Comparison) -> Markup {
    html! {
        h2 { "Compare others" }
        form method="get" action="/machines/compare" {
            div.fields {
                @for nth in 0..MOST {
                    @let chosen = found.machines.get(nth).map(|it| it.id.as_str());
                    div.field {
                        label for={ "with" (nth) } { "Machine " (nth + 1) }
                        select id={ "with" (nth) } name="with" {
                            option value="" { "None" }
                            @for (name, id) in &found.choices {
                                option dir="auto" value=(id) selected[chosen == Some(id.as_str())] { (name) }
                            }
                        }
                    }
                }
            }
            button.button { "Compare" }
        }
    }
}
