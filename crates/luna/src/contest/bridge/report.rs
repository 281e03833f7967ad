//! Reports of a bridge to the person who runs it.

use luna_core::contest::conversation::Speaker;
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// News of one seat, which is named like E2.
#[derive(Clone, Debug)]
pub(in crate::contest) enum Report {
    /// A line that has ended.
    Line {
        seat: String,
        by: Speaker,
        line: String,
    },
    /// The round and the phase have changed.
    Clock {
        seat: String,
        clock: String,
    },
    Warning {
        seat: String,
        sentence: String,
    },
    /// The seat is done with, or a sentence says what went wrong.
    Ended(Result<(), String>),
}

impl Report {
    pub(super) fn print(self, out: &mut Printer) -> Result<(), Failure> {
        match self {
            Report::Line { seat, by, line } => {
                let by = by.name();
                let value = json!({ "seat": seat, "by": by, "line": line });
                out.result(&value, format_args!("{seat} {by}: {line}"))?;
            }
            other => other.log(),
        }
        Ok(())
    }

    /// Logs what is no word of a conversation.
    pub(in crate::contest) fn log(self) {
        match self {
            Report::Clock { seat, clock } => tracing::info!(seat, "{clock}"),
            Report::Warning { seat, sentence } => tracing::warn!(seat, "{sentence}"),
            Report::Line { .. } | Report::Ended(_) => {}
        }
    }
}
