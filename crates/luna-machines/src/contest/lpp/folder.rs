//! A folder as it is opened, with the keys of an earlier run.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::keypress::MOST;

use super::arrival::Notice;
use super::directory::{Removal, remove_key, sender};
use super::error::{FolderError, MOST_THINGS};
use super::inbox::Inbox;
use super::outbox::Outbox;
use super::settings::{Leftovers, Settings};

/// A communications folder, opened by one of its two sides.
pub struct Folder {
    pub inbox: Inbox,
    pub outbox: Outbox,
}

/// Its own keys of an earlier run that are removed do not push new keys beyond this time, some
/// million years from now.
const LATEST_OF_EARLIER_RUN: u64 = MOST / 2;

impl Folder {
    /// Opens an existing folder for one side: the entry is the party, the judge its opposite.
    pub fn open(path: &Path, side: Speaker, settings: Settings) -> Result<Folder, FolderError> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(FolderError::NoFolder(path.to_owned())),
            Err(why) if why.kind() == ErrorKind::NotFound => {
                return Err(FolderError::Missing(path.to_owned()));
            }
            Err(why) => return Err(FolderError::of(path, why)),
        }
        let mut outbox = Outbox::new(path, side);
        let mut inbox = Inbox::new(path, side, settings)?;
        let (mut own, mut peer, mut foreign) = (0, 0, 0);
        for entry in fs::read_dir(path).map_err(|why| FolderError::of(path, why))? {
            let entry = entry.map_err(|why| FolderError::of(path, why))?;
            let name = entry.file_name();
            let Some((stamp, by)) = sender(&name.to_string_lossy()) else {
                foreign += 1;
                if foreign > MOST_THINGS {
                    return Err(FolderError::Crowded(path.to_owned()));
                }
                continue;
            };
            let (remove, count) = if by == side {
                (settings.leftovers != Leftovers::Resume, &mut own)
            } else {
                (settings.leftovers == Leftovers::Drop, &mut peer)
            };
            if by == side && (!remove || stamp <= LATEST_OF_EARLIER_RUN) {
                outbox.note(stamp);
            }
            if remove {
                let removed = remove_key(&path.join(&name));
                let removed = removed.map_err(|why| FolderError::of(path, why))?;
                *count += usize::from(removed == Removal::Done);
            }
        }
        if own + peer > 0 {
            inbox.tell(Notice::Removed { own, peer });
        }
        Ok(Folder { inbox, outbox })
    }
}
