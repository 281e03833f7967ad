//! What each test says of a machine, in one table.

use luna_app::Instance;
use luna_app::format::{date, guesses, many};
use luna_core::measure::MeasureKind;
use luna_store::measure::KeptMeasure;
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::state::App;

/// The measures of a machine, in the order of their disciplines; nothing without any.
pub(super) fn section(app: &App, kept: &[KeptMeasure]) -> Markup {
    let instance: &Instance = app;
    let kinds = instance.disciplines.iter().flat_map(|it| it.measures);
    let found: Vec<(&MeasureKind, &KeptMeasure)> = kinds
        .filter_map(|kind| Some((kind, kept.iter().find(|it| it.name == kind.name)?)))
        .collect();
    let heads =
        [Text("Measure"), Number("Value"), Number("95 % interval"), Text("Of"), Text("Up to")];
    let rows = html! {
        @for (kind, it) in &found {
            tr {
                th scope="row" { a href=(kind.page) { (kind.title) } }
                td.number { (kind.scale.write(it.value)) }
                td.number { (kind.scale.write(it.low)) " to " (kind.scale.write(it.high)) }
                td { (counted(kind, it.count)) }
                td { (date(it.at)) }
            }
        }
    };
    html! {
        @if !found.is_empty() {
            h2 { "What each test says" }
            p.soft.small {
                "Each number is of this version alone, up to midnight UTC. The operator recomputes all with "
                code { "luna admin measures" } "."
            }
            (table("Measures", &heads, &rows))
        }
    }
}

fn counted(kind: &MeasureKind, count: i64) -> String {
    if kind.unit == "guess" { guesses(count) } else { many(count, kind.unit) }
}
