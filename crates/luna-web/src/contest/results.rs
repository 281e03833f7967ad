//! The results of a contest: the medals, the places, the statistics, and every pair.

use std::collections::BTreeSet;

use luna_app::contest::outcome::Outcome;
use luna_app::format::tenths;
use luna_core::contest::participant::Side;
use luna_core::contest::results::{CellResult, Results};
use maud::{Markup, html};

use super::statistics;
use crate::html::table::{Column, table};

/// Says if a conversation of a round and a judge may be read.
type MayRead<'a> = dyn Fn(usize, usize, Side) -> bool + 'a;

pub(super) fn section(outcome: &Outcome, open: &MayRead<'_>) -> Markup {
    let results = &outcome.results;
    html! {
        h2 { "Result" }
        @for winner in &results.winners {
            p {
                strong dir="auto" { (outcome.entry_name(winner.entry)) } " is in first place. "
                @match &winner.medal {
                    Some(medal) => { "It gets the medal “" bdi { (medal) } "”." }
                    None => "It does not meet the conditions of any medal.",
                }
            }
        }
        div.compact {
            (statistics::section(outcome))
            details { summary { "Each entry with each judge" } (entries(outcome)) }
        }
        h2 { "All pairs" }
        (pairs(outcome, open))
    }
}

/// The matrix: a row for each entry, a column for each judge.
fn entries(outcome: &Outcome) -> Markup {
    let results = &outcome.results;
    let judges: BTreeSet<usize> = results.cells.iter().map(|it| it.cell.judge).collect();
    let names: Vec<String> = judges.iter().map(|judge| format!("J{judge}")).collect();
    let mut heads = vec![Column::Text("Entry")];
    heads.extend(names.iter().map(|name| Column::Number(name)));
    heads.extend(["Taken for the human", "Mean rank", "Place"].map(Column::Number));
    let rows = html! {
        @for column in &results.columns {
            tr {
                th scope="row" dir="auto" { (outcome.entry_name(column.entry)) }
                @for &judge in &judges { td.number { (score(results, judge, column.entry)) } }
                td.number { (column.total) }
                td.number { (column.mean_rank.value().map_or_else(|| "–".to_owned(), tenths)) }
                td.number { (column.place) }
            }
        }
    };
    html! {
        p.small.soft { "Under each judge: 1 if the judge took the entry for the human, otherwise 0." }
        (table("Entries", &heads, &rows))
    }
}

/// The number in a cell of the matrix; a pair may count for nothing.
fn score(results: &Results, judge: usize, entry: usize) -> String {
    let mut cells = results.cells.iter();
    let found = cells.find(|it| (it.cell.judge, it.cell.entry) == (judge, entry));
    found.and_then(|it| it.score).map_or_else(|| "–".to_owned(), |score| score.to_string())
}

fn pairs(outcome: &Outcome, open: &MayRead<'_>) -> Markup {
    let heads = [
        Column::Number("Round"),
        Column::Text("Judge"),
        Column::Text("Entry"),
        Column::Text("Person"),
        Column::Text("Side of the entry"),
        Column::Text("Typed with first"),
        Column::Text("Verdict"),
        Column::Number("Rank"),
        Column::Text("Conversations"),
    ];
    let rows = html! { @for cell in &outcome.results.cells { (pair(outcome, cell, open)) } };
    table("All pairs", &heads, &rows)
}

fn pair(outcome: &Outcome, result: &CellResult, open: &MayRead<'_>) -> Markup {
    let CellResult { cell, round, entry_side, .. } = *result;
    let verdict = match result.verdict {
        None => "none",
        Some(human) if human == entry_side => "the entry is human",
        Some(_) => "the person is human",
    };
    let first = match result.entry_first {
        Some(true) => "the entry",
        Some(false) => "the person",
        None => "both at once",
    };
    html! {
        tr {
            td.number { (round) }
            td { "J" (cell.judge) }
            td { "E" (cell.entry) }
            td { "C" (cell.confederate) }
            td { (entry_side.name()) }
            td { (first) }
            td { (verdict) }
            td.number { @if let Some(rank) = result.rank { (rank) } }
            td {
                @for side in Side::BOTH {
                    @if open(round, cell.judge, side) {
                        a href={ "/contests/" (outcome.record.id) "/" (round) "/" (cell.judge) "/" (side.name()) } { (side.name()) } " "
                    } @else { span.soft { "private " } }
                }
            }
        }
    }
}
