//! A question while it is read by time: the words that are due, and when the next one is.

use luna_core::quiz::play::Play as Rules;
use luna_core::quiz::script::Script;
use luna_store::Tx;

use super::open::OpenPlay;
use crate::error::Error;

/// A question while it is read by time. It hands out only words whose time has come.
#[derive(Debug)]
pub struct Reading {
    script: Script,
    rules: Rules,
}

impl Reading {
    /// Reads somebody's play; none if nothing of it is read by time any more.
    pub fn of(
        tx: &mut Tx<'_>,
        now: i64,
        id: &str,
        player_id: &str,
    ) -> Result<Option<Reading>, Error> {
        let mut open = OpenPlay::read(tx, id, player_id)?;
        open.rules.lapse(&open.script, now);
        let is_reading = open.rules.pace.is_timed()
            && open.rules.buzz.is_none()
            && open.rules.outcome.is_none()
            && open.tossup.withdrawn_at.is_none();
        Ok(is_reading.then_some(Reading { script: open.script, rules: open.rules }))
    }

    /// The number of words that are due.
    pub fn due(&self, now: i64) -> usize {
        self.rules.shown(&self.script, now)
    }

    /// The words that are due after so many.
    pub fn words(&self, now: i64, sent: usize) -> &[String] {
        self.script.words().get(sent..self.due(now)).unwrap_or_default()
    }

    /// The time that is left to buzz, once all words are due.
    pub fn left_ms(&self, now: i64) -> Option<i64> {
        let is_read = self.due(now) == self.script.len();
        is_read.then(|| (self.rules.last_buzz_at(&self.script) - now).max(0))
    }

    /// The time of the next word; after the last one, the time at which the play is over.
    pub fn next_at(&self, sent: usize) -> i64 {
        if sent < self.script.len() {
            let after = self.script.shown_after(sent, self.rules.pace.word_ms);
            return self.rules.started_at.saturating_add(after);
        }
        self.rules.open_until(&self.script).saturating_add(1)
    }
}
