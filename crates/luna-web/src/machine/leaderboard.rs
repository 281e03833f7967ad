//! `/machines`: all machines by rating.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use axum::extract::State;
use luna_app::format::{date, guesses};
use luna_core::interval::Spread;
use luna_core::rank::{GUESSES_FOR_A_RANK, Ladder, Places, fragility, places};
use luna_core::rating::Rating;
use luna_figures::{Frame, Range, Row, intervals};
use luna_store::machine::{LeaderboardRow, Transport, all_stopped, board};
use luna_store::rating::derived::{GuessRatings, of_machines};
use luna_store::rating::midnight::midnight;
use maud::{Markup, PreEscaped, html};

use super::owner::reader;
use super::status::ALL_STOPPED;
use crate::html::table::Column::{Number, Text};
use crate::html::table::stacked_table;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::rating::derived::calibrated;
use crate::rating::format::{interval, rating};

/// The number of rows that the chart has room for.
const DRAWN: usize = 25;

/// By machine.
type Calibrated = BTreeMap<String, GuessRatings>;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, all, derived, stopped) = app
        .db
        .read(move |tx| {
            let me = reader(&asking, tx)?;
            Ok::<_, Error>((me, board(tx, asking.now)?, of_machines(tx)?, all_stopped(tx)?))
        })
        .await?;
    let by = app.settings.ladder;
    let (mut retired, mut playing): (Vec<LeaderboardRow>, Vec<LeaderboardRow>) =
        all.into_iter().partition(is_retired);
    if by == Ladder::Calibrated {
        // Stable: without a calibrated rating they stay in their order, at the end.
        let level = |line: &LeaderboardRow| derived.get(&line.player_id).map(|it| it.calibrated);
        for lines in [&mut retired, &mut playing] {
            lines.sort_by(|one, other| {
                level(other).partial_cmp(&level(one)).unwrap_or(Ordering::Equal)
            });
        }
    }
    let until = date(midnight(visitor.now));
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
        @if guest { p { "Have you built a machine? " a href="/signup" { "Create an account" } " to register it." } }
        @else {
            div.row {
                a.button.now href="/settings/machines/new" { "Register a machine" }
                a.button href="/settings/machines" { "Your machines" }
            }
        }
        (chart(&playing))
        h2 { "By rating" }
        p.soft {
            "As of midnight UTC, " (until) ": today’s games are left out because they would reveal who met which machine. Only people’s guesses count. "
            @if by == Ladder::Calibrated { "The order is by the calibrated rating. " }
            "Ratings show 95 % intervals. A rank needs " (GUESSES_FOR_A_RANK) " guesses; until then a rating is provisional. A rank is a range where "
            "intervals overlap"
            @if by == Ladder::Rating { "; beside it are the fewest guesses of 0 or 100 that would move the machine past a neighbour" }
            ". “As of” is the time of the last guess, “since” the day of registration. "
            a href="/ratings" { "What the calibrated rating is" }
        }
        (ranking("Machines by rating", &playing, &derived, by))
        @if playing.iter().all(|line| line.comes_with_luna) {
            p { "So far only house machines play here. The next one could be yours." }
        }
        @if !retired.is_empty() {
            h2 { "Retired" }
            p.soft { "These machines start no more rated games: their owner or the operator has stopped them, or a later version has replaced them. Their ratings stay." }
            (ranking("Retired machines by rating", &retired, &derived, by))
        }
    };
    Ok(Page::new("Machines", body).of(me.as_ref()).wide().render(&app))
}

/// A house machine that the operator has stopped may be let play again, and nothing
/// takes its place.
fn is_retired(line: &LeaderboardRow) -> bool {
    line.retired && !is_house(line)
}

fn is_house(line: &LeaderboardRow) -> bool {
    Transport::from_name(&line.way) == Some(Transport::House)
}

/// The machines that have been rated; the table below has the numbers.
fn chart(playing: &[LeaderboardRow]) -> Markup {
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

/// The places that ranked lines may have by a rating, by machine.
fn ranks<'a>(
    lines: &'a [LeaderboardRow],
    derived: &Calibrated,
    by: Ladder,
) -> BTreeMap<&'a str, Places> {
    let ranked = |line: &&LeaderboardRow| {
        line.spread.is_some_and(|it| it.rating.count() >= GUESSES_FOR_A_RANK)
    };
    let known = |line: &LeaderboardRow| match by {
        Ladder::Rating => line.spread.and_then(Spread::interval),
        Ladder::Calibrated => derived.get(&line.player_id).map(|it| (it.low, it.high)),
    };
    let (ids, intervals): (Vec<&str>, Vec<(f64, f64)>) = lines
        .iter()
        .filter(ranked)
        .filter_map(|line| Some((line.player_id.as_str(), known(line)?)))
        .unzip();
    ids.into_iter().zip(places(&intervals)).collect()
}

/// The places of a line by both ratings.
#[derive(Clone, Copy)]
struct BothPlaces<'a> {
    first: Option<&'a Places>,
    second: Option<&'a Places>,
    by: Ladder,
}

fn ranking(label: &str, lines: &[LeaderboardRow], derived: &Calibrated, by: Ladder) -> Markup {
    let heads = [
        Number("Rank"),
        Text("Machine"),
        Number("Rating"),
        Number("Calibrated"),
        Number("Guesses"),
        Text("As of"),
        Number("Games"),
        Text("Since"),
    ];
    let other = match by {
        Ladder::Rating => Ladder::Calibrated,
        Ladder::Calibrated => Ladder::Rating,
    };
    let (ranks, others_by) = (ranks(lines, derived, by), ranks(lines, derived, other));
    let (ranked, others): (Vec<&LeaderboardRow>, Vec<&LeaderboardRow>) =
        lines.iter().partition(|line| ranks.contains_key(line.player_id.as_str()));
    let held: Vec<Rating> = ranked.iter().filter_map(|line| Some(line.spread?.rating)).collect();
    // Of the order by rating alone.
    let held = if by == Ladder::Rating { fragility(&held) } else { Vec::new() };
    let held = held.into_iter().chain(std::iter::repeat(None));
    let places_of = |line: &LeaderboardRow| BothPlaces {
        first: ranks.get(line.player_id.as_str()),
        second: others_by.get(line.player_id.as_str()),
        by,
    };
    let rows = html! {
        @for (line, held) in ranked.into_iter().chain(others).zip(held) {
            (row(places_of(line), held, line, derived))
        }
    };
    stacked_table(label, &heads, &rows)
}

/// A rank as a range where intervals overlap.
fn place(Places { best, worst }: &Places) -> String {
    if best == worst { best.to_string() } else { format!("{best}–{worst}") }
}

fn row(
    BothPlaces { first: rank, second, by }: BothPlaces<'_>,
    held: Option<i64>,
    line: &LeaderboardRow,
    derived: &Calibrated,
) -> Markup {
    html! {
        tr {
            td.number data-head="Rank" {
                (rank.map_or_else(|| "–".to_owned(), place))
                @if let Some(held) = held { " " span.by { "moved by " (guesses(held)) } }
            }
            th scope="row" {
                a dir="auto" href={ "/machines/" (line.player_id) } { (line.name) }
                " " span.by {
                    @match (&line.owner, &line.owner_id) {
                        (Some(name), Some(id)) => { "by " a dir="auto" href={ "/owners/" (id) } { (name) } },
                        _ if line.comes_with_luna => "comes with Luna",
                        _ => "its owner has left",
                    }
                    @if line.retired && is_house(line) { ", stopped by the operator" }
                }
            }
            td.number data-head="Rating" {
                (rating(line.spread)) " "
                span.by {
                    @if line.spread.is_some() && rank.is_none() { "provisional, " }
                    (interval(line.spread))
                    @if let Some(place) = second.filter(|_| by == Ladder::Calibrated).map(place) { ", rank " (place) }
                }
            }
            td.number data-head="Calibrated" {
                (calibrated(derived.get(&line.player_id)))
                @if let Some(place) = second.filter(|_| by == Ladder::Rating).map(place) { " " span.by { "rank " (place) } }
            }
            td.number data-head="Guesses" { (line.spread.map_or(0, |spread| spread.rating.count())) }
            td.date data-head="As of" { @if let Some(at) = line.guessed_at { (date(at)) } @else { "–" } }
            td.number data-head="Games" { (line.finished) }
            td.date data-head="Since" { (date(line.created_at)) }
        }
    }
}
