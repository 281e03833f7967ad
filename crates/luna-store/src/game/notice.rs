//! Notices to the players of a game, who get mail about it.

use super::record::Occupant;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::news::{About, When};

/// Notes something to tell and has it told, at once or when the quiet period
/// after the last mail is over.
pub(super) fn notice(tx: &mut Tx<'_>, at: &Context, to: &Occupant, kind: &'static str) {
    let due_at = at.now.max(to.mailed_at + at.timing.mail_quiet_ms);
    let (player_id, subject_id) = (to.player_id.clone(), to.seat_id.clone());
    tx.queue_notice(About { player_id, subject_id, kind }, When { at: at.now, due_at });
}
