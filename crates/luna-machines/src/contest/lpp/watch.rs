//! Notification of changes in a folder: the kernel's where there is one, polling elsewhere.

#[cfg(target_os = "linux")]
mod inotify;

use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use luna_core::contest::conversation::Speaker;

use super::arrival::Notice;
use super::pause::sleep;
use super::settings::{Notification, Settings};

pub(super) enum Watch {
    #[cfg(target_os = "linux")]
    Kernel(inotify::Queue),
    Polling {
        interval: Duration,
    },
}

impl Watch {
    /// Watches a folder for the side that reads; where that is impossible, polls and says why.
    pub(super) fn new(
        path: &Path,
        side: Speaker,
        settings: Settings,
    ) -> io::Result<(Watch, Option<Notice>)> {
        let polling = Watch::Polling { interval: settings.interval };
        match settings.notification {
            Notification::Polling => Ok((polling, None)),
            Notification::Kernel => match Watch::kernel(path, side) {
                Ok(watch) => Ok((watch, None)),
                Err(why) if is_of_folder(&why) => Err(why),
                Err(why) => Ok((polling, Some(Notice::Polled(why.to_string())))),
            },
        }
    }

    #[cfg(target_os = "linux")]
    fn kernel(path: &Path, side: Speaker) -> io::Result<Watch> {
        Ok(Watch::Kernel(inotify::Queue::new(path, side)?))
    }

    #[cfg(not(target_os = "linux"))]
    fn kernel(_: &Path, _: Speaker) -> io::Result<Watch> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Waits for a change by the other side, at most so long. Returns true if a look at the folder
    /// is due for another reason than the time.
    pub(super) fn wait(&mut self, limit: Duration) -> io::Result<bool> {
        match self {
            #[cfg(target_os = "linux")]
            Watch::Kernel(queue) => queue.wait(limit),
            Watch::Polling { interval } => {
                sleep(limit.min(*interval));
                Ok(true)
            }
        }
    }

    /// Returns true if a change has been notified since the last wait.
    pub(super) fn has_news(&mut self) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            Watch::Kernel(queue) => queue.drain(),
            Watch::Polling { .. } => true,
        }
    }

    /// Returns true if the folder that is watched has gone from its place.
    pub(super) fn is_stale(&self) -> bool {
        match self {
            #[cfg(target_os = "linux")]
            Watch::Kernel(queue) => queue.stale,
            Watch::Polling { .. } => false,
        }
    }

    /// Watches the folder that is at the path now. If there is none, it remains stale.
    pub(super) fn renew(&mut self, path: &Path) {
        match self {
            #[cfg(target_os = "linux")]
            Watch::Kernel(queue) => queue.stale = queue.add(path).is_err(),
            Watch::Polling { .. } => {}
        }
    }
}

/// Returns true for a failure that polling would have as well.
fn is_of_folder(why: &io::Error) -> bool {
    matches!(
        why.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied
    )
}
