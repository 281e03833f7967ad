//! The measures of a machine: a row for each test, drawn and in words, and a table behind the bars.

use luna_app::Instance;
use luna_app::format::{capitalized, date, guesses, in_words, many};
use luna_core::measure::MeasureKind;
use luna_store::measure::KeptMeasure;
use maud::{Markup, html};

use crate::html::icon::Icon;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::state::App;

/// The measures of one test.
pub(super) struct MeasureRow {
    icon: Option<Icon>,
    pub(super) main: &'static MeasureKind,
    /// Other measures of the same test.
    pub(super) others: Vec<&'static MeasureKind>,
}

impl MeasureRow {
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'static MeasureKind> {
        [self.main].into_iter().chain(self.others.iter().copied())
    }

    pub(super) fn icon(&self) -> Markup {
        html! { @if let Some(icon) = self.icon { (icon.draw()) } @else { span {} } }
    }
}

/// A row for each test that measures machines, in the order of the navigation.
pub(super) fn rows(app: &App) -> Vec<MeasureRow> {
    let instance: &Instance = app;
    let known = |name: &&str| {
        instance.disciplines.iter().flat_map(|it| it.measures).find(|kind| kind.name == *name)
    };
    let row = |icon: Option<Icon>, names: &[&str]| {
        let mut kinds = names.iter().filter_map(known);
        Some(MeasureRow { icon, main: kinds.next()?, others: kinds.collect() })
    };
    let each = app.disciplines.iter();
    each.filter_map(|it| row(it.card.as_ref().map(|card| card.icon), it.measures)).collect()
}

/// The measure of a kind among those of a machine.
pub(super) fn of_kind<'a>(kept: &'a [KeptMeasure], kind: &MeasureKind) -> Option<&'a KeptMeasure> {
    kept.iter().find(|it| it.name == kind.name)
}

/// The measures of a machine.
pub(super) fn section(rows: &[MeasureRow], kept: &[KeptMeasure]) -> Markup {
    html! {
        h2 { (capitalized(&in_words(rows.len(), "measure"))) }
        p.soft.small {
            "The mark is the estimate, the bar its 95 % interval. Each is of this version alone, up to midnight UTC; "
            "the operator recomputes all with " code { "luna admin measures" } "."
        }
        @for row in rows { (drawn(row, kept)) }
        (numbers(rows, kept))
    }
}

fn drawn(row: &MeasureRow, kept: &[KeptMeasure]) -> Markup {
    let found = of_kind(kept, row.main);
    html! {
        div.measure {
            (row.icon())
            a href=(row.main.page) { strong { (row.main.short) } }
            (bar(found, end(row.main, found)))
            p.small {
                @match found {
                    Some(it) => (in_a_row(row.main, it)),
                    None => span.soft { "not measured yet: " (row.main.missing) },
                }
                @for kind in &row.others {
                    @if let Some(it) = of_kind(kept, kind) {
                        br;
                        (kind.short) ": " (in_a_row(kind, it))
                    }
                }
            }
        }
    }
}

/// Value, interval and what is counted.
fn in_a_row(kind: &MeasureKind, it: &KeptMeasure) -> Markup {
    html! {
        strong { (kind.scale.write(it.value)) }
        span.soft { " (" (between(kind, it)) "), " (counted(kind, it.count)) }
    }
}

/// "44 % to 60 %", of the 95 % interval.
pub(super) fn between(kind: &MeasureKind, it: &KeptMeasure) -> String {
    format!("{} to {}", kind.scale.write(it.low), kind.scale.write(it.high))
}

/// The end of the scale of bars that show these measures of a kind.
pub(super) fn end<'a>(kind: &MeasureKind, shown: impl IntoIterator<Item = &'a KeptMeasure>) -> f64 {
    let highest = shown.into_iter().map(|it| it.high).fold(1.0, f64::max);
    kind.scale.end().unwrap_or_else(|| highest.ceil())
}

/// An estimate and its interval, on a scale from 0 to its end. The text of the page has the numbers.
pub(super) fn bar(it: Option<&KeptMeasure>, end: f64) -> Markup {
    let percent = |value: f64| format!("{:.1}%", 100.0 * (value / end).clamp(0.0, 1.0));
    html! {
        svg.span width="100%" height="24" aria-hidden="true" {
            rect y="12" width="100%" height="1" opacity=".4" {}
            @if let Some(it) = it {
                rect x=(percent(it.low)) y="9" width=(percent(it.high - it.low)) height="7" opacity=".5" {}
                rect x=(percent(it.value)) y="3" width="4" height="19" {}
            }
        }
    }
}

fn numbers(rows: &[MeasureRow], kept: &[KeptMeasure]) -> Markup {
    let kinds = rows.iter().flat_map(MeasureRow::kinds);
    let found: Vec<(&MeasureKind, &KeptMeasure)> =
        kinds.filter_map(|kind| Some((kind, of_kind(kept, kind)?))).collect();
    let heads =
        [Text("Measure"), Number("Value"), Number("95 % interval"), Text("Of"), Text("Up to")];
    let lines = html! {
        @for (kind, it) in &found {
            tr {
                th scope="row" { a href=(kind.page) { (kind.title) } }
                td.number { (kind.scale.write(it.value)) }
                td.number { (between(kind, it)) }
                td { (counted(kind, it.count)) }
                td { (date(it.at)) }
            }
        }
    };
    html! {
        @if !found.is_empty() {
            details { summary { "The numbers of these measures" } (table("Measures", &heads, &lines)) }
        }
    }
}

pub(super) fn counted(kind: &MeasureKind, count: i64) -> String {
    if kind.unit == "guess" { guesses(count) } else { many(count, kind.unit) }
}
