//! Retention: what is deleted because it has become old.

use crate::account::session;
use crate::admin::{reading, report};
use crate::db::setting;
use crate::discipline::context::Context;
use crate::game::refused_meeting;
use crate::machine::task;
use crate::player::{place, seat_address};
use crate::tables::erase::erase;
use crate::tx::Tx;
use crate::tx::error::Result;

/// Ages after which something is deleted; none, the default, keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Mails that were sent.
    pub mail_ms: Option<i64>,
    /// Questions to machines outside games, with their answers.
    pub question_ms: Option<i64>,
    /// Addresses that nobody has confirmed.
    pub unconfirmed_ms: Option<i64>,
    /// Guests who have not been here.
    pub idle_guest_ms: Option<i64>,
    /// Reports that a moderator has decided, from then on.
    pub report_ms: Option<i64>,
    /// The log of who has read which game.
    pub reading_ms: Option<i64>,
}

/// Rows deleted by one call; moves wait for a call to end.
const AT_ONCE: i64 = 500;
/// Guests erased by one call: each takes all of their games.
const GUESTS_AT_ONCE: i64 = 10;

/// Deletes some of what has become old. Returns true if there may be more.
pub fn sweep(tx: &mut Tx<'_>, at: &Context, retention: &Retention) -> Result<bool> {
    let mut more = false;
    if let Some(age) = retention.question_ms {
        more |= task::sweep(tx, at.now - age, AT_ONCE)? >= AT_ONCE;
    }
    if let Some(age) = retention.mail_ms {
        more |= sweep_mails(tx, at.now - age)? >= AT_ONCE;
    }
    if let Some(age) = retention.unconfirmed_ms {
        more |= sweep_claims(tx, at.now - age)? >= AT_ONCE;
    }
    if let Some(age) = retention.report_ms {
        more |= report::sweep(tx, at.now - age, AT_ONCE)? >= AT_ONCE;
    }
    if let Some(age) = retention.reading_ms {
        more |= reading::sweep(tx, at.now - age, AT_ONCE)? >= AT_ONCE;
    }
    more |= place::sweep(tx, at.now, AT_ONCE)? >= AT_ONCE;
    more |= seat_address::sweep(tx, at.now - DAY_MS, AT_ONCE)? >= AT_ONCE;
    let series = Series::continue_to(tx, at.now)?;
    if series.day_has_begun {
        session::count_day(tx)?;
        refused_meeting::sweep(tx, at.now)?;
    }
    if series.has_run_for_a_week
        && let Some(age) = retention.idle_guest_ms
    {
        more |= erase_idle(tx, at, at.now - age)? >= GUESTS_AT_ONCE;
    }
    Ok(more)
}

/// The first and the latest sweep of a series without gaps, in Unix milliseconds.
const SERIES: &str = "sweeps";
const DAY_MS: i64 = 86_400_000;

/// What a sweep learns from those before it.
struct Series {
    /// It is the first on its day (UTC).
    day_has_begun: bool,
    /// Sweeps have followed each other for a week, each within a day of the one before. An erasure
    /// cannot be undone: a clock that jumps ahead, or a server that is back after a year, must not
    /// erase guests.
    has_run_for_a_week: bool,
}

impl Series {
    fn continue_to(tx: &mut Tx<'_>, now: i64) -> Result<Series> {
        let series = setting::get(tx, SERIES)?;
        let times = series.as_deref().and_then(|series| series.split_once(' '));
        let times = times.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        let (first, last): (i64, i64) = times.unwrap_or((now, now));
        let first = if (last..=last + DAY_MS).contains(&now) { first } else { now };
        setting::set(tx, SERIES, &format!("{first} {now}"))?;
        Ok(Series {
            day_has_begun: last.div_euclid(DAY_MS) != now.div_euclid(DAY_MS),
            has_run_for_a_week: now - first >= 7 * DAY_MS,
        })
    }
}

/// Deletes mails made before a time. What still waits to be sent stays for its job.
fn sweep_mails(tx: &mut Tx<'_>, before: i64) -> Result<i64> {
    let old: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM mail WHERE created_at < $1 ORDER BY created_at, id LIMIT $2",
        before,
        AT_ONCE,
    );
    let count = i64::try_from(old.len()).unwrap_or(AT_ONCE);
    for (id,) in old {
        run!(tx, "DELETE FROM job WHERE id = $1", format!("mail:{id}"));
        run!(tx, "DELETE FROM mail WHERE id = $1", id);
    }
    Ok(count)
}

/// Turns players whose address was claimed before a time, and never confirmed, back into
/// guests. Their games stay, and so do their open browsers.
fn sweep_claims(tx: &mut Tx<'_>, before: i64) -> Result<i64> {
    let old: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM player WHERE email IS NOT NULL AND NOT verified AND claimed_at < $1
         ORDER BY claimed_at, id LIMIT $2",
        before,
        AT_ONCE,
    );
    let count = i64::try_from(old.len()).unwrap_or(AT_ONCE);
    for (id,) in old {
        run!(tx, "DELETE FROM link WHERE player_id = $1", id);
        run!(
            tx,
            "UPDATE player SET email = NULL, password = NULL
             WHERE id = $1 AND NOT verified AND claimed_at < $2",
            id,
            before,
        );
    }
    Ok(count)
}

/// Erases guests who were last here before a time.
fn erase_idle(tx: &mut Tx<'_>, at: &Context, before: i64) -> Result<i64> {
    let idle: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM player
         WHERE kind = 'human' AND email IS NULL AND erased_at IS NULL AND seen_at < $1
         ORDER BY email, seen_at, id LIMIT $2",
        before,
        GUESTS_AT_ONCE,
    );
    let count = i64::try_from(idle.len()).unwrap_or(GUESTS_AT_ONCE);
    for (id,) in idle {
        erase(tx, at, &id)?;
    }
    Ok(count)
}
