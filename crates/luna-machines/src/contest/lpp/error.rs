//! Failures of a folder, each a sentence for its user.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use luna_core::contest::keypress::DIGITS;

/// The things in a folder that are no keys, at most: each listing reads all of them.
pub(super) const MOST_THINGS: usize = 500;

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("There is no folder {}; create it, or name another.", .0.display())]
    Missing(PathBuf),
    #[error("{} is not a folder.", .0.display())]
    NoFolder(PathBuf),
    #[error("The folder {} cannot be used: {why}. Both sides need the right to read and write it.",
            path.display())]
    Denied { path: PathBuf, why: io::Error },
    #[error("There is no room for a key in the folder {}: {why}.", path.display())]
    Full { path: PathBuf, why: io::Error },
    #[error("The folder {} is gone and cannot be made again: {why}.", path.display())]
    Vanished { path: PathBuf, why: io::Error },
    #[error("The times of {} digits are used up by a key in the folder {}; remove it.",
            DIGITS, .0.display())]
    NoTimeLeft(PathBuf),
    #[error("The folder {} has more than {MOST_THINGS} things in it that are no keys. Remove them, or name another folder.",
            .0.display())]
    Crowded(PathBuf),
    #[error("The folder {} cannot be used: {why}.", path.display())]
    Other { path: PathBuf, why: io::Error },
}

impl FolderError {
    pub(super) fn of(path: &Path, why: io::Error) -> FolderError {
        let path = path.to_owned();
        match why.kind() {
            ErrorKind::NotADirectory => FolderError::NoFolder(path),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                FolderError::Denied { path, why }
            }
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::TooManyLinks => {
                FolderError::Full { path, why }
            }
            _ => FolderError::Other { path, why },
        }
    }

    /// Returns true if it may pass by itself, so that the same may be tried again.
    pub fn may_pass(&self) -> bool {
        matches!(self, FolderError::Full { .. })
    }
}
