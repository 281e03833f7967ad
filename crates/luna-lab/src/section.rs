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
