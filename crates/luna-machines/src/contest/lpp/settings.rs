//! Settings of a folder: the treatment of old keys, and the means of noticing new ones.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub leftovers: Leftovers,
    pub notification: Notification,
    /// The time between two looks at the folder where it is polled.
    pub interval: Duration,
}

/// The treatment of keys of an earlier run that are in the folder when it is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leftovers {
    /// Removes its own and reads those of the other side, which may have started earlier.
    #[default]
    Read,
    /// Removes all.
    Drop,
    /// Reads those of the other side and leaves its own to be read: the conversation goes on.
    Resume,
}

/// The means of noticing a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notification {
    /// The kernel's notification, and polling where there is none.
    #[default]
    Kernel,
    Polling,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            leftovers: Leftovers::default(),
            notification: Notification::default(),
            interval: Duration::from_millis(4),
        }
    }
}
