//! A play with its question, while something is done with it.

use luna_core::quiz::play::Play as Rules;
use luna_core::quiz::script::Script;
use luna_store::Tx;
use luna_store::quiz::play::{self, Play};
use luna_store::quiz::tossup::{self, Tossup};

use crate::error::Error;

/// A play with its question.
pub(super) struct OpenPlay {
    pub(super) play: Play,
    pub(super) rules: Rules,
    pub(super) tossup: Tossup,
    pub(super) script: Script,
}

impl OpenPlay {
    /// Reads somebody's play. That of somebody else does not exist.
    pub(super) fn read(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<OpenPlay, Error> {
        let play = play::find(tx, id)?;
        OpenPlay::of(tx, play, player_id)
    }

    /// Reads it for a change: of two requests, the second sees the first, and so does a ruling.
    pub(super) fn lock(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<OpenPlay, Error> {
        let tossup_id = play::find(tx, id)?.tossup_id;
        tossup::lock_for_judgment(tx, &tossup_id)?;
        let play = play::find_for_update(tx, id)?;
        OpenPlay::of(tx, play, player_id)
    }

    pub(super) fn of(tx: &mut Tx<'_>, play: Play, player_id: &str) -> Result<OpenPlay, Error> {
        if play.player_id != player_id {
            return Err(Error::NotFound);
        }
        let tossup = tossup::find(tx, &play.tossup_id)?;
        let script = Script::new(&tossup.text);
        Ok(OpenPlay { rules: play.rules()?, play, tossup, script })
    }

    /// Ends the play if its time is over, and returns true if it is over now.
    pub(super) fn is_over(&mut self, tx: &mut Tx<'_>, now: i64) -> Result<bool, Error> {
        Ok(self.play.outcome.is_some() || self.lapse(tx, now)?)
    }

    pub(super) fn lapse(&mut self, tx: &mut Tx<'_>, now: i64) -> Result<bool, Error> {
        let has_lapsed = self.rules.lapse(&self.script, now);
        if has_lapsed {
            self.save(tx, now)?;
        }
        Ok(has_lapsed)
    }

    pub(super) fn save(&mut self, tx: &mut Tx<'_>, now: i64) -> Result<(), Error> {
        self.play.take(&self.rules, now)?;
        Ok(play::save(tx, &self.play)?)
    }
}
