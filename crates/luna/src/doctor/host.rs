//! The machine: its clock, and how many files a process may have open.

use rustix::process::{Resource, getrlimit};

use super::finding::Finding;
use crate::environment;

/// When this program was written, more or less.
const WRITTEN: i64 = 1_763_000_000_000;
/// Connections, and the files of the database.
const FILES: u64 = 4096;

/// A clock far off makes sessions and deadlines end at the wrong time.
pub(super) fn clock() -> Finding {
    let now = environment::now();
    match now < WRITTEN {
        true => Finding::wrong("clock", "the clock of this machine is years behind; set it"),
        false => Finding::good("clock", format!("{now} milliseconds since 1970")),
    }
}

/// Each visitor takes one. A server raises its own limit up to the hard one.
pub(super) fn open_files() -> Finding {
    let limit = getrlimit(Resource::Nofile);
    let shown = |limit: Option<u64>| limit.map_or("no limit".to_owned(), |count| count.to_string());
    let (soft, hard) = (shown(limit.current), shown(limit.maximum));
    let words = format!("a process here may have {soft} files open, and raise that to {hard}");
    match limit.maximum {
        Some(hard) if hard < FILES => Finding::warning(
            "open files",
            format!("{words}, which is few: raise it (LimitNOFILE= in systemd)"),
        ),
        _ => Finding::good("open files", words),
    }
}
