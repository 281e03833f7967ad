//! The time after which a machine comes to somebody who waits.

use luna_core::arrival::{Arrivals, people_per_ms};
use luna_core::game::Rules;
use luna_core::rng::Chance;

use super::machine_pacing;
use super::queue::first_in_queue;
use crate::discipline::context::{Context, Timing};
use crate::job;
use crate::tx::Tx;
use crate::tx::error::Result;

/// A machine that has not been heard of for so long is not there.
pub const THERE_MS: i64 = 150_000;

fn arrivals(tx: &mut Tx<'_>, at: &Context) -> Result<Arrivals> {
    let Timing { machine_percent: percent, machine_wait_ms: longest_ms, .. } = at.timing;
    // Where machines come always, or only instead of people, it makes no difference.
    let people_per_ms = match percent {
        1..=99 => people_per_ms(at.now, &machine_pacing::asked_at(tx, at.now)?),
        _ => 0.0,
    };
    Ok(Arrivals { percent, people_per_ms, longest_ms })
}

/// Returns true if a machine comes at once to a player who finds nobody to
/// meet. Where anybody waits it would pass them over.
pub(super) fn is_at_once(
    tx: &mut Tx<'_>,
    at: &Context,
    game_id: &str,
    rules: Rules,
) -> Result<bool> {
    if !at.timing.machines_fill_in {
        return Ok(false);
    }
    if first_in_queue(tx, rules)?.is_some_and(|first| first != game_id) {
        return Ok(false);
    }
    let mut chance = Chance::from_words(&[game_id, &at.random.secret()]);
    Ok(arrivals(tx, at)?.at_once(&mut chance))
}

pub(super) fn machine_seat(game_id: &str) -> String {
    format!("machine_seat:{game_id}")
}

/// A machine comes some time, if nobody else does.
pub(super) fn expect_machine(tx: &mut Tx<'_>, at: &Context, game_id: &str) -> Result<()> {
    let mut chance = Chance::from_words(&[game_id, &at.random.secret()]);
    let wait_ms = arrivals(tx, at)?.wait_ms(&mut chance);
    let work = job::MachineSeat { game: game_id.to_owned() };
    job::schedule(tx, &machine_seat(game_id), &work, at.now + wait_ms)
}

/// A machine is looked for again so soon where nothing counts.
const AGAIN_MS: i64 = 10_000;

/// The same where nobody but a machine may come.
pub fn retry_later(tx: &mut Tx<'_>, at: &Context, game_id: &str) -> Result<()> {
    retry_in(tx, at, game_id, AGAIN_MS)
}

pub(super) fn retry_in(tx: &mut Tx<'_>, at: &Context, game_id: &str, ms: i64) -> Result<()> {
    let work = job::MachineSeat { game: game_id.to_owned() };
    job::schedule(tx, &machine_seat(game_id), &work, at.now + ms.max(1_000))
}
