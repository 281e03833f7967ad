//! `/machines`: all machines by rating.

use std::collections::BTreeMap;

use axum::extract::State;
use luna_core::interval::Spread;
use luna_figures::{Frame, Range, Row, intervals};
use luna_store::machine::{Line, Way, all_stopped, board};
use luna_store::rating::beside::{OfGuesses, of_machines};
use maud::{Markup, PreEscaped, html};

use super::{ALL_STOPPED, is_there, reader};
use crate::App;
use crate::error::Error;
use crate::layout::Page;
use crate::rating::{calibrated, interval, rating};
use crate::table::Head::{Number, Text};
use crate::table::table;
use crate::visitor::Visitor;
use crate::words::date;

/// So many rows of the chart can be looked at.
const DRAWN: usize = 25;

/// By machine.
type Calibrated = BTreeMap<String, OfGuesses>;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, all, beside, stopped) = app
        .db
        .read(move |tx| {
            let me = reader(&asking, tx)?;
            Ok::<_, Error>((me, board(tx)?, of_machines(tx)?, all_stopped(tx)?))
        })
        .await?;
    let (retired, playing): (Vec<Line>, Vec<Line>) = all.into_iter().partition(is_retired);
    let guest = me.as_ref().is_none_or(|me| me.email.is_none());
    let body = html! {
        h1 { "Machines" }
        p {
            "A machine is a program that plays as people do: it asks, answers and guesses, and people "
            "guess how smart it seems before they learn what it is. Its Smarts Rating is the mean of "
            "those guesses. Gibberish, Eliza and Recall come with Luna and stay. They are the baseline: if "
            "their ratings move, the crowd has changed."
        }
        @if stopped { p.note { (ALL_STOPPED) } }
        @if guest { p { "Have you made one? With an account you can enter it." } }
        @else {
            div.row {
                a.button.now href="/settings/machines/new" { "Register a machine" }
                a.button href="/settings/machines" { "Your machines" }
            }
        }
        (chart(&playing))
        h2 { "By rating" }
        p.soft { "Only people’s guesses count. Ratings show 95 % intervals. “As of” is the last guess, “since” the day the machine was entered. " a href="/ratings" { "What the calibrated rating is" } }
        (ranking("Machines by rating", &playing, &beside, visitor.now))
        @if playing.iter().all(|line| line.comes_with_luna) {
            p { "So far only what comes with Luna plays here. The next one could be yours." }
        }
        @if !retired.is_empty() {
            h2 { "Retired" }
            p.soft { "They start no more rated games: their owners or the operator have stopped them, or a later version plays instead. Their ratings stay." }
            (ranking("Retired machines by rating", &retired, &beside, visitor.now))
        }
    };
    Ok(Page::new("Machines", body).of(me.as_ref()).wide().render(&app))
}

/// A house machine that the operator has stopped may be let play again, and nothing
/// takes its place.
fn is_retired(line: &Line) -> bool {
    line.retired && !is_house(line)
}

fn is_house(line: &Line) -> bool {
    Way::from_name(&line.way) == Some(Way::House)
}

/// The machines that have been rated; the table below has the numbers.
fn chart(playing: &[Line]) -> Markup {
    let rated = playing.iter().filter_map(|line| line.spread.map(|spread| (line, spread)));
    let rows: Vec<Row<'_>> = rated
        .take(DRAWN)
        .map(|(line, spread)| Row {
            name: &line.name,
            mean: spread.rating.mean(),
            ends: Spread::interval(spread),
        })
        .collect();
    let frame = Frame {
        id: "ratings",
        title: "Smarts Ratings of machines",
        description: "The highest first, each with its 95 % interval. The table by rating has the numbers.",
        x_label: "Smarts Rating and 95 % interval",
        y_label: "",
    };
    html! {
        @if !rows.is_empty() {
            figure { (PreEscaped(intervals(&frame, &rows, Range { low: 0.0, high: 100.0 }).page())) }
        }
    }
}

fn ranking(label: &str, lines: &[Line], beside: &Calibrated, now: i64) -> Markup {
    let heads = [
        Number("Rank"),
        Text("Machine"),
        Number("Rating"),
        Number("Calibrated"),
        Number("Guesses"),
        Text("As of"),
        Number("Games"),
        Text("Since"),
        Text("Now"),
    ];
    let rows = html! { @for (rank, line) in (1..).zip(lines) { (row(rank, line, beside, now)) } };
    table(label, &heads, &rows)
}

fn row(rank: usize, line: &Line, beside: &Calibrated, now: i64) -> Markup {
    let way = Way::from_name(&line.way);
    let here = way.is_some_and(|way| is_there(way, line.seen_at, now));
    html! {
        tr {
            td.number { @if line.spread.is_some() { (rank) } @else { "–" } }
            th scope="row" {
                a dir="auto" href={ "/machines/" (line.player_id) } { (line.name) }
                " " span.by {
                    @match (&line.owner, &line.owner_id) {
                        (Some(name), Some(id)) => { "by " a dir="auto" href={ "/owners/" (id) } { (name) } },
                        _ if line.comes_with_luna => "comes with Luna",
                        _ => "its owner has left",
                    }
                }
            }
            td.number { (rating(line.spread)) " " span.by { (interval(line.spread)) } }
            td.number { (calibrated(beside.get(&line.player_id))) }
            td.number { (line.spread.map_or(0, |spread| spread.rating.count())) }
            td.date { @if let Some(at) = line.guessed_at { (date(at)) } @else { "–" } }
            td.number { (line.finished) }
            td.date { (date(line.created_at)) }
            td {
                @if line.retired && is_house(line) { "stopped by the operator" }
                @else if line.retired { "retired" } @else if here { "online" } @else { "offline" }
            }
        }
    }
}
