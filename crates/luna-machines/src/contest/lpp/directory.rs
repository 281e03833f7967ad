//! The sub-directories that stand for keys.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::keypress::{Keypress, Unreadable};

use super::error::FolderError;

/// The stamp and sender of a name that has them, though its key may be unknown.
pub(in crate::contest::lpp) fn sender(name: &str) -> Option<(u64, Speaker)> {
    match Keypress::read(name) {
        Ok(Keypress { stamp, by, .. }) | Err(Unreadable::UnknownKey { stamp, by, .. }) => {
            Some((stamp, by))
        }
        Err(Unreadable::Foreign(_)) => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    Done,
    /// Somebody else has removed it.
    Gone,
    /// It has something in it.
    Occupied,
}

/// Removes a key. A file is taken for one as well, since some entry may write files.
pub(super) fn remove_key(path: &Path) -> io::Result<Removal> {
    let removed = match fs::remove_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotADirectory => fs::remove_file(path),
        removed => removed,
    };
    match removed {
        Ok(()) => Ok(Removal::Done),
        Err(error) => match error.kind() {
            ErrorKind::NotFound => Ok(Removal::Gone),
            ErrorKind::DirectoryNotEmpty => Ok(Removal::Occupied),
            _ => Err(error),
        },
    }
}

/// Makes the folder again after it has vanished; the other side may have been faster.
pub(super) fn recreate(path: &Path) -> Result<(), FolderError> {
    match fs::create_dir(path) {
        Err(why) if why.kind() != ErrorKind::AlreadyExists => {
            Err(FolderError::Vanished { path: path.to_owned(), why })
        }
        _ => Ok(()),
    }
}
