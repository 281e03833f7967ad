//! Checks of the computer: its clock and its limit of open files.

use luna_app::format::stamp;
use rustix::process::{Resource, getrlimit};

use super::finding::Finding;
use crate::config::environment;

/// The approximate time when this program was written.
const WRITTEN: i64 = 1_763_000_000_000;
/// Enough files for connections and the database.
const FILES: u64 = 4096;

/// Checks the clock, which ends sessions and deadlines.
pub(super) fn clock() -> Finding {
    let now = environment::now();
    match now < WRITTEN {
        true => Finding::wrong("clock", "the clock of this computer is years behind: set it"),
        false => Finding::good("clock", format!("it says {}", stamp(now))),
    }
}

/// Checks the limit of open files. Each visitor takes one, and a server raises the limit to the
/// hard limit.
pub(super) fn open_files() -> Finding {
    let limit = getrlimit(Resource::Nofile);
    let shown = |limit: Option<u64>| limit.map_or("no limit".to_owned(), |count| count.to_string());
    let (soft, hard) = (shown(limit.current), shown(limit.maximum));
    let words = format!("a process here may open {soft} files, and raise that to {hard}");
    match limit.maximum {
        Some(hard) if hard < FILES => Finding::warning(
            "open files",
            format!("{words}, which is few: raise it (LimitNOFILE= in systemd)"),
        ),
        _ => Finding::good("open files", words),
    }
}
