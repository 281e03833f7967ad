//! Tokens and money are set aside while a machine is called, so that calls at the same time do
//! not count on the same.

use luna_machines::openai::Need;
use luna_store::job::{self, Claimed};
use luna_store::machine::spent::{self, Spent};
use luna_store::{self as store, Tx, machine};

use super::adapter::{Adapter, LARGEST};
use super::budget::{Budget, Caps};
use super::pending::{BUSY_MS, DAY_MS, PendingTurn};
use crate::error::Error;
use crate::instance::Instance;

/// As if every call under way cost the most that it may.
fn at_most(spent: &Spent) -> Spent {
    Spent {
        tokens_out: spent.tokens_out.saturating_add(spent.reserved_tokens),
        micros: spent.micros.saturating_add(spent.reserved_micros),
        ..*spent
    }
}

/// Sets aside what the call may cost. False: calls under way may need what is
/// left, so this one has been put off until that is known.
pub(super) async fn set_aside(
    app: &Instance,
    job: &Claimed,
    owed: &mut PendingTurn,
) -> Result<bool, Error> {
    let Ok(Adapter::Model { model, caps, .. }) = &owed.way_in else { return Ok(true) };
    if owed.questions.is_some() {
        return Ok(true);
    }
    let (need, caps, now) = (model.need(&owed.task), *caps, app.now());
    let (id, seat_id, job) = (owed.machine.player_id.clone(), owed.seat_id.clone(), job.clone());
    let found = app
        .db
        .write(move |tx| {
            let found = reserve(tx, &caps, need, (&id, &seat_id), now.div_euclid(DAY_MS))?;
            if found.is_none() {
                job::put_off(tx, &job, now + BUSY_MS)?;
            }
            Ok::<_, Error>(found)
        })
        .await?;
    owed.budget = found.unwrap_or_default();
    Ok(found.is_some())
}

fn reserve(
    tx: &mut Tx<'_>,
    caps: &Caps,
    need: Need,
    (id, seat_id): (&str, &str),
    today: i64,
) -> store::Result<Option<Budget>> {
    machine::hold(tx, id)?;
    spent::lapse(tx, id, seat_id)?;
    let (of_game, of_day) = (spent::of_game(tx, id, seat_id)?, spent::of_day(tx, id, today)?);
    let budget = caps.left(&of_game, &of_day);
    let Some(left) = budget.tokens().tokens_left else { return Ok(Some(budget)) };
    let wanted = need.whole.min(left);
    if wanted < need.once {
        // Not even one exchange: this is said without a call.
        return Ok(Some(budget));
    }
    let free = caps.left(&at_most(&of_game), &at_most(&of_day)).tokens().tokens_left;
    if free.is_some_and(|free| free < wanted) {
        return Ok(None);
    }
    let row = |number: u64| i64::try_from(number).map_or(LARGEST, |number| number.min(LARGEST));
    spent::reserve(tx, id, today, seat_id, row(wanted), row(caps.micros(wanted)))?;
    Ok(Some(budget.granting(wanted)))
}
