//! Charts on pages of any width, each with a table of its numbers.

use luna_figures::{Chart, Frame};
use maud::{Markup, PreEscaped, html};

/// A chart with its numbers, at most the latest 200 rows of them.
pub(crate) fn with_table(chart: &Chart, frame: &Frame<'_>, rows: &[(String, String)]) -> Markup {
    html! {
        figure {
            (PreEscaped(chart.wide_page()))
            details {
                summary dir="auto" { "The numbers of “" (frame.title) "”" }
                table {
                    thead { tr { th scope="col" { (frame.x_label) } th.number scope="col" { (frame.y_label) } } }
                    tbody {
                        @for (x, y) in rows.iter().rev().take(200) { tr { td { (x) } td.number { (y) } } }
                    }
                }
            }
        }
    }
}

/// A chart, with a table that says more than its numbers behind it.
pub(crate) fn before(chart: &Chart, table: &Markup) -> Markup {
    html! {
        figure {
            (PreEscaped(chart.wide_page()))
            details { summary dir="auto" { "The numbers of “" (chart.title()) "”" } (table) }
        }
    }
}
