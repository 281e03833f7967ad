//! `/machines`: all machines by rating.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use luna_app::correlations::pairs;
use luna_app::format::date;
use luna_core::interval::Spread;
use luna_core::measure::MeasureKind;
use luna_core::rank::{GUESSES_FOR_A_RANK, Ladder};
use luna_figures::{Frame, Range, Row, intervals};
use luna_store::machine::{LeaderboardRow, all_stopped, board};
use luna_store::measure::{self, KeptMeasure};
use luna_store::player::Player;
use luna_store::rating::derived::of_machines;
use luna_store::rating::midnight::midnight;
use maud::{Markup, PreEscaped, html};

use super::agreement;
use super::ladder_choice::LadderChoice;
use super::ladder_table::{Calibrated, LadderTable, is_house};
use super::measures::rows;
use super::owner::reader;
use super::status::ALL_STOPPED;
use crate::http::error::Error;
use crate::http::page_request::QueryRequest;
use crate::page::layout::Page;

/// The number of rows that the chart has room for.
const DRAWN: usize = 25;

/// Everything on the page.
struct Board {
    me: Option<Player>,
    playing: Vec<LeaderboardRow>,
    retired: Vec<LeaderboardRow>,
    derived: Calibrated,
    measures: BTreeMap<String, Vec<KeptMeasure>>,
    is_stopped: bool,
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let (by, now) = (app.settings.ladder, visitor.now);
    let read = app.db.read(move |tx| {
        let me = reader(&visitor, tx)?;
        let (retired, playing) = board(tx, now)?.into_iter().partition(is_retired);
        Ok::<_, Error>(Board {
            me,
            playing,
            retired,
            derived: of_machines(tx)?,
            measures: measure::of_all(tx)?,
            is_stopped: all_stopped(tx)?,
        })
    });
    let mut board = read.await?;
    if by == Ladder::Calibrated {
        // Stable: without a calibrated rating they stay in their order, at the end.
        let derived = &board.derived;
        let level = |line: &LeaderboardRow| derived.get(&line.player_id).map(|it| it.calibrated);
        for lines in [&mut board.retired, &mut board.playing] {
            lines.sort_by(|one, other| {
                level(other).partial_cmp(&level(one)).unwrap_or(Ordering::Equal)
            });
        }
    }
    let columns: Vec<&'static MeasureKind> = rows(&app).iter().map(|row| row.main).collect();
    let choice = LadderChoice::read(query.as_deref(), &columns);
    let table = LadderTable {
        by,
        derived: &board.derived,
        measures: &board.measures,
        columns: &columns,
        choice: &choice,
    };
    let playing = board.playing.iter().filter_map(|line| board.measures.get(&line.player_id));
    let pairs = pairs(&columns, &playing.map(Vec::as_slice).collect::<Vec<_>>());
    let me = board.me.as_ref();
    let body = html! {
        h1 { "Machines" }
        p {
            "A machine is a program that plays as people do: it asks, answers and guesses, and people "
            "guess how smart it seems before they learn what it is. Its Smarts Rating is the mean of "
            "those guesses. Gibberish, Eliza and Recall come with Luna and stay. They are the baseline: if "
            "their ratings move, the crowd has changed."
        }
        @if board.is_stopped { p.note { (ALL_STOPPED) } }
        @if me.is_none_or(|me| me.email.is_none()) {
            p { "Have you built a machine? " a href="/signup" { "Create an account" } " to register it." }
        } @else {
            div.row {
                a.button.now href="/settings/machines/new" { "Register a machine" }
                a.button href="/settings/machines" { "Your machines" }
            }
        }
        (choice.form(&columns))
        (choice.note())
        (chart(&board.playing, &choice))
        h2 { "By " (choice.sort().map_or("rating".to_owned(), |kind| kind.short.to_owned())) }
        (explanation(by, now))
        (table.ranking("Machines", &board.playing))
        @if choice.is_narrow() { p { a href="/machines" { "Show all machines" } } }
        @else if board.playing.iter().all(|line| line.comes_with_luna) {
            p { "So far only house machines play here. The next one could be yours." }
        }
        (agreement::section(&pairs))
        @if !board.retired.is_empty() {
            h2 { "Retired" }
            p.soft { "These machines start no more rated games: their owner or the operator has stopped them, or a later version has replaced them. Their ratings stay." }
            (table.ranking("Retired machines", &board.retired))
        }
    };
    Ok(Page::new("Machines", body).of(me).wide().render(&app))
}

fn explanation(by: Ladder, now: i64) -> Markup {
    html! {
        p.soft {
            "As of midnight UTC, " (date(midnight(now))) ": today’s games are left out because they would reveal who met which machine. Only people’s guesses count. "
            @if by == Ladder::Calibrated { "The order is by the calibrated rating. " }
            "Ratings show 95 % intervals. A rank needs " (GUESSES_FOR_A_RANK) " guesses; until then a rating is provisional. A rank is a range where "
            "intervals overlap"
            @if by == Ladder::Rating { "; beside it are the fewest guesses of 0 or 100 that would move the machine past a neighbour" }
            ". “As of” is the time of the last guess, “since” the day of registration. "
            a href="/ratings" { "What the calibrated rating is" }
        }
    }
}

/// A house machine that the operator has stopped may be let play again, and nothing
/// takes its place.
fn is_retired(line: &LeaderboardRow) -> bool {
    line.retired && !is_house(line)
}

/// The machines that have been rated; the table below has the numbers.
fn chart(playing: &[LeaderboardRow], choice: &LadderChoice) -> Markup {
    let chosen = playing.iter().filter(|line| choice.takes(line));
    let rated = chosen.filter_map(|line| line.spread.map(|spread| (line, spread)));
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
            figure { (PreEscaped(intervals(&frame, &rows, Range { low: 0.0, high: 100.0 }).wide_page())) }
        }
    }
}
