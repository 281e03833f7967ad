//! The kernel's queue of changes.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use luna_core::contest::conversation::Speaker;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use crate::contest::lpp::directory::sender;
use crate::contest::lpp::pause::moment;

/// Room for some hundred changes.
const BUFFER: usize = 8_192;

pub(in crate::contest::lpp) struct Queue {
    pub(in crate::contest::lpp) fd: OwnedFd,
    /// The number of the watch in the queue.
    pub(in crate::contest::lpp) watch: i32,
    side: Speaker,
    /// The watched folder is gone from its place.
    pub(super) stale: bool,
}

impl Queue {
    pub(super) fn new(path: &Path, side: Speaker) -> io::Result<Queue> {
        let fd = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        let mut queue = Queue { fd, watch: 0, side, stale: false };
        queue.add(path)?;
        Ok(queue)
    }

    pub(super) fn add(&mut self, path: &Path) -> io::Result<()> {
        let changes = WatchFlags::CREATE
            | WatchFlags::MOVED_TO
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::ONLYDIR;
        self.watch = inotify::add_watch(&self.fd, path, changes)?;
        Ok(())
    }

    /// Waits for a change that is not this side's own; returns false if there is none in time.
    pub(super) fn wait(&mut self, limit: Duration) -> io::Result<bool> {
        let begun = moment();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            let timeout = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: i64::from(left.subsec_nanos()),
            };
            let mut fds = [PollFd::new(&self.fd, PollFlags::IN)];
            match poll(&mut fds, Some(&timeout)) {
                Ok(0) => return Ok(false),
                Ok(_) if self.drain() => return Ok(true),
                Ok(_) | Err(Errno::INTR) => {}
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Empties the queue; returns true if a change is not this side's own.
    pub(in crate::contest::lpp) fn drain(&mut self) -> bool {
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let mut reader = Reader::new(&self.fd, &mut buffer);
        let (mut news, mut stale) = (false, false);
        while let Ok(event) = reader.next() {
            // What a former watch still tells is about a folder that is gone.
            if event.wd() == self.watch {
                let ends = ReadFlags::DELETE_SELF
                    | ReadFlags::MOVE_SELF
                    | ReadFlags::IGNORED
                    | ReadFlags::UNMOUNT;
                stale |= event.events().intersects(ends);
            }
            let name = event.file_name().map(|name| name.to_string_lossy());
            let by = name.and_then(|name| sender(&name)).map(|(_, by)| by);
            news |= by != Some(self.side);
        }
        self.stale |= stale;
        news
    }
}
