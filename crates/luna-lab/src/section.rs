//! Sections of a report: what an experiment found, with its claims, charts and numbers.

use luna_figures::{Chart, Table};

use crate::claims::Check;

#[derive(Clone, Debug)]
pub struct ReportSection {
    pub name: &'static str,
    pub title: &'static str,
    pub about: String,
    /// Data sets and what their features were computed with.
    pub sources: Vec<(String, String)>,
    pub checks: Vec<Check>,
    pub charts: Vec<Chart>,
    pub caption: String,
    pub table: Table,
    /// The decimals of the numbers that claims are measured by.
    pub decimals: usize,
}

impl ReportSection {
    /// A section with a table alone.
    pub fn of_table(
        name: &'static str,
        title: &'static str,
        about: String,
        table: Table,
    ) -> ReportSection {
        ReportSection {
            name,
            title,
            about,
            sources: Vec::new(),
            checks: Vec::new(),
            charts: Vec::new(),
            caption: title.to_owned(),
            table,
            decimals: 2,
        }
    }
}
