//! A progress bar on standard error, if that is a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::Instant;

pub(crate) struct Progress {
    at: Instant,
    /// Tenths of a percent shown so far; none without a terminal.
    shown: Option<Mutex<usize>>,
}

impl Progress {
    #[expect(clippy::disallowed_methods, reason = "luna's main reads the clock")]
    pub(crate) fn now() -> Progress {
        let watched = std::io::stderr().is_terminal();
        Progress { at: Instant::now(), shown: watched.then(|| Mutex::new(0)) }
    }

    pub(crate) fn tell(&self, done: usize, of: usize) {
        self.tell_with(done, of, String::new);
    }

    /// The same with words behind the bar.
    pub(crate) fn tell_with(&self, done: usize, of: usize, words: impl FnOnce() -> String) {
        let Some(shown) = &self.shown else { return };
        let tenths = 1000 * done / of.max(1);
        // The thread that holds the lock will be called again.
        let Ok(mut shown) = shown.try_lock() else { return };
        if tenths > *shown {
            *shown = tenths;
            let bar = "█".repeat(tenths / 25);
            let words = words();
            drop(write!(std::io::stderr(), "\r{bar:░<40} {:>3} %{words:<40}", tenths / 10));
        }
    }

    /// Removes the bar. The next begins at zero.
    pub(crate) fn end(&self) {
        if let Some(mut shown) = self.shown.as_ref().and_then(|shown| shown.lock().ok()) {
            *shown = 0;
            drop(write!(std::io::stderr(), "\r{:86}\r", ""));
        }
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.at.elapsed().as_secs_f64()
    }
}
