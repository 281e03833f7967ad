//! Retraining: the answers that machines learn from have changed.

use crate::tx::Tx;
use crate::tx::error::Result;

/// The topic that changes with who may be learned from, and with old ratings.
pub(crate) const ANSWERS: &str = "answers";

/// Has models trained again: the people to learn from, or their past ratings, have changed.
pub(crate) fn mark_outdated(tx: &mut Tx<'_>) {
    tx.touch(ANSWERS);
}

/// Makes the learning due that waits for its time. What is being learned now sees for
/// itself that it came too early.
pub(crate) fn begin_soon(tx: &mut Tx<'_>) -> Result<()> {
    run!(tx, "UPDATE job SET due_at = 0 WHERE id = 'predict' AND attempts = 0");
    Ok(())
}
