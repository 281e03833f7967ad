//! A folder in which nothing has changed since the last listing, told by its time of change.
//!
//! A listing costs as much as the folder was ever large on some file systems; this costs little.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::pause::moment;

/// The memory of the folder's last change and of the listing after it.
#[derive(Default)]
pub(super) struct Stillness {
    last: Option<Change>,
}

struct Change {
    /// The folder's inode and its time of change.
    mark: (u64, SystemTime),
    /// The moment when that was first seen.
    seen: Instant,
    /// The beginning of the last listing.
    listed: Instant,
}

/// File systems tell times apart that are this far from each other; the coarsest count two seconds.
const GRAIN: Duration = Duration::from_secs(3);

impl Stillness {
    /// Returns true if a listing would find what the last one found. Otherwise a listing is to
    /// follow now.
    pub(super) fn is_still(&mut self, path: &Path) -> bool {
        let found = fs::metadata(path);
        let mark = found.and_then(|found| Ok((found.ino(), found.modified()?))).ok();
        let now = moment();
        match (mark, &mut self.last) {
            (Some(mark), Some(last)) if last.mark == mark => {
                // A change after that listing would have another time.
                let still = last.listed.saturating_duration_since(last.seen) > GRAIN;
                if !still {
                    last.listed = now;
                }
                still
            }
            (mark, last) => {
                *last = mark.map(|mark| Change { mark, seen: now, listed: now });
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_still_once_its_last_change_is_long_past() {
        let place = tempfile::tempdir().unwrap();
        let mut stillness = Stillness::default();
        assert!(!stillness.is_still(place.path()));
        assert!(!stillness.is_still(place.path()), "it may have changed within the grain");
        let past = |stillness: &mut Stillness| {
            let last = stillness.last.as_mut().unwrap();
            last.seen = last.listed.checked_sub(GRAIN * 2).unwrap();
        };
        past(&mut stillness);
        assert!(stillness.is_still(place.path()));
        let modified = fs::metadata(place.path()).unwrap().modified().unwrap();
        while fs::metadata(place.path()).unwrap().modified().unwrap() == modified {
            fs::create_dir(place.path().join("key")).unwrap();
            fs::remove_dir(place.path().join("key")).unwrap();
        }
        assert!(!stillness.is_still(place.path()));
        past(&mut stillness);
        assert!(stillness.is_still(place.path()));
        fs::remove_dir(place.path()).unwrap();
        assert!(!stillness.is_still(place.path()), "its absence is found by a listing");
    }
}
