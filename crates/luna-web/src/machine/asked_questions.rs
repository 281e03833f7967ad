//! Questions that a machine was asked or asks, by what marks tell about them: for its owner.

use luna_app::format::tenths;
use luna_store::predict::fit::QuestionParameters;
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

/// Nothing where no such question has marks enough.
pub(super) fn section(asked: &[QuestionParameters]) -> Markup {
    titled("Questions it was asked", asked)
}

/// The same of other questions.
pub(super) fn titled(title: &str, asked: &[QuestionParameters]) -> Markup {
    let heads = [
        Text("Question"),
        Number("Marks"),
        Number("Difficulty"),
        Number("Discrimination"),
        Text("For machines"),
    ];
    let rows = html! {
        @for it in asked {
            tr {
                th scope="row" dir="auto" { (it.text) }
                td.number { (it.marks) }
                td.number { (range(it.difficulty, it.difficulty_low, it.difficulty_high)) }
                td.number { (range(it.discrimination, it.discrimination_low, it.discrimination_high)) }
                td { (for_machines(it.machines)) }
            }
        }
    };
    html! {
        @if !asked.is_empty() {
            h3 { (title) }
            p.small.soft {
                "From people's marks up to midnight UTC, with 95 % intervals. Those that tell good players from others best come first."
            }
            (table(title, &heads, &rows))
        }
    }
}

fn for_machines(machines: Option<i64>) -> &'static str {
    match machines {
        None => "too few marks",
        Some(1) => "easier",
        Some(-1) => "harder",
        Some(_) => "alike",
    }
}

fn range(value: f64, low: f64, high: f64) -> String {
    format!("{} ({} to {})", tenths(value), tenths(low), tenths(high))
}
