//! Errors of a model folder.

use std::path::PathBuf;
use std::{fmt, io};

/// A file that is missing or not supported.
#[derive(Debug)]
pub struct Error {
    pub(super) path: PathBuf,
    pub(super) why: String,
}

pub(super) fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for Error {}
