//! Reservations of tokens and money while a machine is called, so that concurrent calls do not
//! spend the same budget twice.

use luna_core::skill::Skill;
use luna_machines::openai::{Prompted, TokenNeed};
use luna_store::job::{self, ClaimedJob};
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::{self as store, Tx, machine};

use super::adapter::{Adapter, LARGEST};
use super::budget::{Budget, Caps, Left, tokens_of};
use super::pending::{BUSY_MS, DAY_MS, PendingTask};
use crate::error::Error;
use crate::instance::Instance;

/// The remaining budget if every call under way cost its maximum.
fn at_most(spent: &UsageCounts) -> UsageCounts {
    UsageCounts {
        tokens_out: spent.tokens_out.saturating_add(spent.reserved_tokens),
        micros: spent.micros.saturating_add(spent.reserved_micros),
        ..*spent
    }
}

/// Reserves the maximum cost of a call. None: calls under way may need the rest, so the job has
/// been rescheduled until that is known.
pub(super) async fn set_aside(
    app: &Instance,
    job: &ClaimedJob,
    pending: &PendingTask<impl Prompted>,
) -> Result<Option<Budget>, Error> {
    let PendingTask { task, skill, adapter, .. } = pending;
    let Ok(Adapter::Model { model, caps, .. }) = adapter else {
        return Ok(Some(Budget::default()));
    };
    let (need, caps, skill, now) = (model.need(task), *caps, *skill, app.now());
    let (id, subject) = (pending.machine_id().to_owned(), task.subject().to_owned());
    let job = job.clone();
    app.db
        .write(move |tx| {
            let today = now.div_euclid(DAY_MS);
            let found = reserve(tx, &caps, need, (&id, &subject), (today, skill))?;
            if found.is_none() {
                job::reschedule(tx, &job, now + BUSY_MS)?;
            }
            Ok::<_, Error>(found)
        })
        .await
}

fn reserve(
    tx: &mut Tx<'_>,
    caps: &Caps,
    need: TokenNeed,
    (id, subject): (&str, &str),
    (today, skill): (i64, Option<Skill>),
) -> store::Result<Option<Budget>> {
    machine::lock(tx, id)?;
    usage::expire_reservation(tx, id, subject)?;
    let (of_game, of_day) = (usage::of_subject(tx, id, subject)?, usage::of_day(tx, id, today)?);
    let of_skill = match skill {
        Some(skill) => left_of_skill(tx, id, skill, today)?,
        None => None,
    };
    let budget = caps.left(&of_game, &of_day).at_most(of_skill);
    let Some(left) = budget.tokens().tokens_left else { return Ok(Some(budget)) };
    let wanted = need.whole.min(left);
    if wanted < need.once {
        // Not even one exchange: this is said without a call.
        return Ok(Some(budget));
    }
    let free = caps.left(&at_most(&of_game), &at_most(&of_day));
    let free = free.at_most(of_skill).tokens().tokens_left;
    if free.is_some_and(|free| free < wanted) {
        return Ok(None);
    }
    let row = |number: u64| i64::try_from(number).map_or(LARGEST, |number| number.min(LARGEST));
    usage::reserve(tx, id, today, subject, row(wanted), row(caps.micros(wanted)))?;
    if let Some(skill) = skill {
        usage::set_skill(tx, id, today, subject, skill)?;
    }
    Ok(Some(budget.granting(wanted)))
}

/// The tokens that one skill may still use outside games today, if every call under way uses its
/// maximum; none: no separate limit.
fn left_of_skill(
    tx: &mut Tx<'_>,
    id: &str,
    skill: Skill,
    today: i64,
) -> store::Result<Option<Left>> {
    let Some(limit) = machine::skill::state(tx, id, skill)?.tokens_daily else { return Ok(None) };
    let taken = tokens_of(&at_most(&usage::of_skill(tx, id, today, skill)?));
    let name = match skill {
        Skill::Ask | Skill::Answer | Skill::Guess => "Tokens per day for questions outside games",
        Skill::Converse => "Tokens per day for conversations",
    };
    Ok(Some((u64::try_from(limit).unwrap_or(0).saturating_sub(taken), name)))
}
