//! Stamps: times that grow from key to key, also within a millisecond and after a restart.

use super::MOST;

/// The stamps of one sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    last: Option<u64>,
}

impl Stamps {
    /// Notes a stamp of this sender that was found in the folder; the next ones are above it.
    pub fn note(&mut self, stamp: u64) {
        self.last = self.last.max(Some(stamp));
    }

    /// The stamp of the next key: the time, or the least above the last stamp where the clock has
    /// not got there. None if 18 digits are used up.
    pub fn next(&mut self, now_ms: i64) -> Option<u64> {
        let now = u64::try_from(now_ms).unwrap_or(0);
        let least = self.last.map_or(Some(0), |last| last.checked_add(1))?;
        let stamp = Some(now.max(least)).filter(|&stamp| stamp <= MOST)?;
        self.last = Some(stamp);
        Some(stamp)
    }
}
