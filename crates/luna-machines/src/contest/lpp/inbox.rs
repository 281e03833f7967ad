//! The reading side: takes the other side's keys out of the folder, in the order of their times.
//!
//! A listing of a folder is no snapshot: of two keys that are made meanwhile it may have the later
//! one alone. All keys before one that a listing has are there when the next listing begins,
//! though. So the first listing only tells how far the second may be read.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::keypress::{Keypress, Unreadable};
use tokio::sync::mpsc::Sender;

use super::arrival::{Arrival, Notice};
use super::directory::{Removal, recreate, remove_key};
use super::error::{FolderError, MOST_THINGS};
use super::pause::moment;
use super::settings::Settings;
use super::stillness::Stillness;
use super::watch::Watch;

/// Foreign names that are reported, each once.
const MOST_FOREIGN: usize = 100;
/// The longest wait without a look at the folder. Where notifications get lost, a key is seen
/// after this time, and the folder is polled from then on.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// The time after which a reader looks if anybody still wants its keys.
const LONGEST_READ: Duration = Duration::from_millis(100);

pub struct Inbox {
    path: PathBuf,
    /// The side that reads.
    side: Speaker,
    pub(super) watch: Watch,
    interval: Duration,
    stillness: Stillness,
    /// True if there was a notification before the last look, or the watch is new.
    told: bool,
    /// Names that have been reported.
    foreign: BTreeSet<String>,
    /// Notices for the next read, and what was read before an error.
    ready: VecDeque<Arrival>,
}

/// A key of the other side as a listing has it.
struct FolderKey {
    stamp: u64,
    name: OsString,
    key: Result<Keypress, String>,
}

impl Inbox {
    pub(super) fn new(
        path: &Path,
        side: Speaker,
        settings: Settings,
    ) -> Result<Inbox, FolderError> {
        let (watch, notice) =
            Watch::new(path, side, settings).map_err(|why| FolderError::of(path, why))?;
        let mut inbox = Inbox {
            path: path.to_owned(),
            side,
            watch,
            interval: settings.interval,
            stillness: Stillness::default(),
            told: true,
            foreign: BTreeSet::new(),
            ready: VecDeque::new(),
        };
        inbox.ready.extend(notice.map(Arrival::Notice));
        Ok(inbox)
    }

    pub(super) fn tell(&mut self, notice: Notice) {
        self.ready.push_back(Arrival::Notice(notice));
    }

    /// Reads the folder until nobody wants its keys.
    pub fn forward(mut self, sender: &Sender<Result<Vec<Arrival>, FolderError>>) {
        while !sender.is_closed() {
            let arrivals = self.wait(LONGEST_READ);
            let failed = arrivals.is_err();
            let empty = arrivals.as_ref().is_ok_and(Vec::is_empty);
            if (!empty && sender.blocking_send(arrivals).is_err()) || failed {
                return;
            }
        }
    }

    /// Waits until there is something, at most so long.
    pub fn wait(&mut self, limit: Duration) -> Result<Vec<Arrival>, FolderError> {
        let begun = moment();
        let mut woken = false;
        loop {
            if self.watch.is_stale() {
                self.renew();
            }
            let arrivals = self.look(woken)?;
            let left = limit.saturating_sub(begun.elapsed());
            if !arrivals.is_empty() || left.is_zero() {
                return Ok(arrivals);
            }
            let waited = self.watch.wait(left.min(LONGEST_WAIT));
            woken = waited.map_err(|why| FolderError::of(&self.path, why))?;
        }
    }

    /// Reads, and polls from now on if there are keys of which nobody has told.
    fn look(&mut self, woken: bool) -> Result<Vec<Arrival>, FolderError> {
        let news = self.watch.has_news() || woken;
        // A key that the last look has left in the folder was told of then.
        let told = std::mem::replace(&mut self.told, news) || news;
        let arrivals = self.read()?;
        if holds_key(&arrivals) && !told && !self.told {
            self.told = self.watch.has_news();
            if !self.told {
                self.watch = Watch::Polling { interval: self.interval };
                self.tell(Notice::Polled("keys arrive without one".to_owned()));
            }
        }
        Ok(arrivals)
    }

    /// Watches the folder that is in its place now. Keys may be in it already.
    fn renew(&mut self) {
        self.watch.renew(&self.path);
        self.told = true;
    }

    /// Takes what is there, without waiting. After an error, what was taken before it comes first.
    pub fn read(&mut self) -> Result<Vec<Arrival>, FolderError> {
        let taken = if self.stillness.is_still(&self.path) { Ok(()) } else { self.take() };
        if taken.is_err() {
            self.stillness = Stillness::default();
        }
        match taken {
            Err(error) if self.ready.is_empty() => Err(error),
            // The error comes again with the next read, if it lasts.
            Ok(()) | Err(_) => Ok(self.ready.drain(..).collect()),
        }
    }

    fn take(&mut self) -> Result<(), FolderError> {
        let Some(horizon) = self.list()?.into_iter().map(|found| found.stamp).max() else {
            return Ok(());
        };
        let mut found = self.list()?;
        found.retain(|found| found.stamp <= horizon);
        found.sort_by(|a, b| (a.stamp, &a.name).cmp(&(b.stamp, &b.name)));
        for FolderKey { name, key, .. } in found {
            let removed = remove_key(&self.path.join(&name));
            match removed.map_err(|why| FolderError::of(&self.path, why))? {
                Removal::Done => self.ready.push_back(match key {
                    Ok(key) => Arrival::Key(key),
                    Err(name) => Arrival::Notice(Notice::UnknownKey(name)),
                }),
                Removal::Gone => {}
                Removal::Occupied => {
                    self.report(name.to_string_lossy().into_owned(), Notice::Occupied);
                }
            }
        }
        Ok(())
    }

    /// The keys of the other side; what is no key is reported.
    fn list(&mut self) -> Result<Vec<FolderKey>, FolderError> {
        let entries = match fs::read_dir(&self.path) {
            Err(why) if why.kind() == ErrorKind::NotFound => {
                recreate(&self.path)?;
                self.renew();
                self.tell(Notice::Recreated);
                fs::read_dir(&self.path)
            }
            entries => entries,
        };
        let failed = |why| FolderError::of(&self.path, why);
        let (mut keys, mut foreign) = (Vec::new(), Vec::new());
        for entry in entries.map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let shown = name.to_string_lossy();
            let (stamp, by, key) = match Keypress::read(&shown) {
                Ok(key) => (key.stamp, key.by, Ok(key)),
                Err(Unreadable::UnknownKey { stamp, by, name }) => (stamp, by, Err(name)),
                Err(Unreadable::Foreign(name)) => {
                    if foreign.len() == MOST_THINGS {
                        return Err(FolderError::Crowded(self.path.clone()));
                    }
                    foreign.push(name);
                    continue;
                }
            };
            if by != self.side {
                keys.push(FolderKey { stamp, name, key });
            }
        }
        for name in foreign {
            self.report(name, Notice::Foreign);
        }
        Ok(keys)
    }

    /// Reports a name once, while there are not too many.
    fn report(&mut self, name: String, notice: fn(String) -> Notice) {
        if self.foreign.len() > MOST_FOREIGN || self.foreign.contains(&name) {
            return;
        }
        self.tell(match self.foreign.len() {
            MOST_FOREIGN => Notice::ManyForeign,
            _ => notice(name.clone()),
        });
        self.foreign.insert(name);
    }
}

fn holds_key(arrivals: &[Arrival]) -> bool {
    arrivals.iter().any(|arrival| matches!(arrival, Arrival::Key(_)))
}
