//! What each test says of a machine, in one table.

use luna_app::format::{date, guesses, many};
use luna_core::measure::{Measure, MeasureKind};
use luna_store::measure::KeptMeasure;
use maud::{Markup, html};

use crate::table::Column::{Number, Text};
use crate::table::table;

/// The measures of a machine; nothing without any.
pub(super) fn section(all: &[KeptMeasure]) -> Markup {
    let heads =
        [Text("Measure"), Number("Value"), Number("95 % interval"), Text("Of"), Text("Up to")];
    let rows = html! {
        @for KeptMeasure { measure, at } in all {
            tr {
                th scope="row" { a href=(first_page(measure.kind)) { (title(measure.kind)) } }
                td.number { (value(measure.kind, measure.value)) }
                td.number { (value(measure.kind, measure.low)) " to " (value(measure.kind, measure.high)) }
                td { (counted(measure)) }
                td { (date(*at)) }
            }
        }
    };
    html! {
        @if !all.is_empty() {
            h2 { "What each test says" }
            p.soft.small {
                "Each number is of this version alone, up to midnight UTC. The operator recomputes all with "
                code { "luna admin measures" } "."
            }
            (table("Measures", &heads, &rows))
        }
    }
}

fn title(kind: MeasureKind) -> &'static str {
    match kind {
        MeasureKind::SmartsRating => "Smarts Rating",
        MeasureKind::Discrimination => "How well its questions tell players apart",
        MeasureKind::QuizAccuracy => "Trivia written here that it answers",
        MeasureKind::TakenForHuman => "Taken for the human in contests",
        MeasureKind::BatteryStrict => "Common sense, by its best answers",
        MeasureKind::BatteryRelaxed => "Common sense, by the best of five answers",
    }
}

/// The first page of the test.
fn first_page(kind: MeasureKind) -> &'static str {
    match kind {
        MeasureKind::SmartsRating | MeasureKind::Discrimination => "/machines",
        MeasureKind::QuizAccuracy => "/quiz/statistics",
        MeasureKind::TakenForHuman => "/contests",
        MeasureKind::BatteryStrict | MeasureKind::BatteryRelaxed => "/battery/results",
    }
}

fn value(kind: MeasureKind, value: f64) -> String {
    match kind {
        MeasureKind::SmartsRating => format!("{value:.1}"),
        MeasureKind::Discrimination => format!("{value:.2}"),
        MeasureKind::QuizAccuracy
        | MeasureKind::TakenForHuman
        | MeasureKind::BatteryStrict
        | MeasureKind::BatteryRelaxed => format!("{:.0} %", 100.0 * value),
    }
}

fn counted(Measure { kind, count, .. }: &Measure) -> String {
    match kind {
        MeasureKind::SmartsRating => guesses(*count),
        MeasureKind::Discrimination | MeasureKind::QuizAccuracy => many(*count, "question"),
        MeasureKind::TakenForHuman => many(*count, "verdict"),
        MeasureKind::BatteryStrict | MeasureKind::BatteryRelaxed => many(*count, "item"),
    }
}
