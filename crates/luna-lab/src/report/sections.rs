//! The sections of a report as text for a terminal, and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::format::json::document;
use crate::report::export::SectionJson;
use crate::section::ReportSection;

/// All tables as text, with spaces between columns.
pub fn text(sections: &[ReportSection]) -> String {
    let mut text = String::new();
    for section in sections.iter().filter(|section| !section.table.rows.is_empty()) {
        writeln!(text, "{}", section.title).ok();
        for line in section.table.text().lines() {
            writeln!(text, "  {line}").ok();
        }
        writeln!(text).ok();
    }
    text
}

/// Claims and all numbers.
pub fn json(sections: &[ReportSection], seed: u64) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        seed: u64,
        parts: Vec<SectionJson<'a>>,
    }
    document(&Document { seed, parts: sections.iter().map(SectionJson::new).collect() })
}
