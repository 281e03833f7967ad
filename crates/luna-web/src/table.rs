//! Tables that scroll by themselves where the window is too narrow.

use maud::{Markup, html};

/// The head of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column<'a> {
    Text(&'a str),
    Number(&'a str),
}

pub(crate) fn table(label: &str, heads: &[Column<'_>], rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table {
                thead { tr {
                    @for head in heads {
                        @match head {
                            Column::Text(name) => th scope="col" { (name) },
                            Column::Number(name) => th.number scope="col" { (name) },
                        }
                    }
                } }
                tbody { (rows) }
            }
        }
    }
}
