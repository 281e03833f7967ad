//! Exclusions: whose guesses count no more, and whose count again.

use super::flags;
use crate::discipline::context::Context;
use crate::job;
use crate::job::retraining;
use crate::player::moderation_log::{self, Act, Action};
use crate::tx::Tx;
use crate::tx::error::Result;

/// From now on none of a person's guesses count. [`follow`](super::follow) brings the ratings
/// in line, and a job does where nobody else does.
pub fn exclude(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let found = run!(
        tx,
        "UPDATE player SET excluded_at = $2, excluded_why = $3
         WHERE id = $1 AND kind = 'human' AND excluded_at IS NULL",
        act.of,
        at.now,
        act.why,
    );
    if found > 0 {
        note_switch(tx, at, act, Action::Exclude)?;
    }
    Ok(())
}

/// A person's guesses count again, all of them.
pub fn restore(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let found = run!(
        tx,
        "UPDATE player SET excluded_at = NULL, excluded_why = NULL
         WHERE id = $1 AND excluded_at IS NOT NULL",
        act.of,
    );
    if found > 0 {
        note_switch(tx, at, act, Action::Restore)?;
    }
    Ok(())
}

/// Records that a person's guesses begin or cease to count, and what follows from it.
fn note_switch(tx: &mut Tx<'_>, at: &Context, act: Act<'_>, action: Action) -> Result<()> {
    moderation_log::note(tx, at, act, action)?;
    flags::requeue(tx, act.of)?;
    retraining::mark_outdated(tx);
    let work = job::Follow { judge: act.of.to_owned() };
    job::schedule(tx, &format!("follow:{}", act.of), &work, at.now)
}
