//! Tables that scroll by themselves where the window is too narrow.

use maud::{Markup, html};

/// The head of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column<'a> {
    Text(&'a str),
    Number(&'a str),
    Sortable(SortableColumn<'a>),
}

/// A column of numbers by which the table can be ordered, the highest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SortableColumn<'a> {
    pub(crate) name: &'a str,
    /// The address of the table in this order.
    pub(crate) address: &'a str,
    /// The table is in this order.
    pub(crate) now: bool,
}

pub(crate) fn table(label: &str, heads: &[Column<'_>], rows: &Markup) -> Markup {
    framed("scroll", label, heads, rows)
}

/// A table whose rows are blocks on a narrow screen. Each `td` names its head in `data-head`.
pub(crate) fn stacked_table(label: &str, heads: &[Column<'_>], rows: &Markup) -> Markup {
    framed("scroll stack", label, heads, rows)
}

fn framed(class: &str, label: &str, heads: &[Column<'_>], rows: &Markup) -> Markup {
    html! {
        div class=(class) tabindex="0" role="region" aria-label=(label) {
            table {
                thead { tr {
                    @for head in heads {
                        @match head {
                            Column::Text(name) => th scope="col" { (name) },
                            Column::Number(name) => th.number scope="col" { (name) },
                            Column::Sortable(SortableColumn { name, address, now }) => {
                                th.number scope="col" aria-sort=[now.then_some("descending")] {
                                    a href=(address) { (name) }
                                }
                            }
                        }
                    }
                } }
                tbody { (rows) }
            }
        }
    }
}
