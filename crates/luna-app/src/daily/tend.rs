//! The job `daily`: adds exchanges of games that have finished, draws the five of a day at midnight UTC,
//! and chooses tomorrow's seed, whose hash is shown today.

use luna_store::daily::{exchange, plan};
use luna_store::job::{self, JobSpec};
use luna_store::{self as store, Tx};
use serde::{Deserialize, Serialize};

use super::gather;
use super::own_lines;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;

pub(super) const DAY_MS: i64 = 86_400_000;
/// The time from one look for finished games to the next.
const EVERY_MS: i64 = 10 * 60_000;
/// Candidates that are read at a time.
const PAGE: i64 = 500;
/// Candidates from games beyond these are not read.
const MOST_CANDIDATES: usize = 5_000;

/// Keeps the daily moon going.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Daily {}

impl JobSpec for Daily {
    const KIND: &str = "daily";
}

impl Transaction for Daily {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let now = app.now();
        let more = gather::add_finished(tx, app)?;
        let day = day_of(now);
        for day in [day, day + 1] {
            if plan::find(tx, day)?.is_none() {
                plan::prepare(tx, day, &app.random.secret())?;
            }
        }
        if let Some(plan) = plan::find(tx, day)?
            && plan.candidates.is_none()
        {
            draw(tx, &plan)?;
        }
        let next = if more { now } else { (now + EVERY_MS).min((day + 1) * DAY_MS) };
        Ok(job::schedule(tx, Daily::KIND, &Daily {}, next)?)
    }
}

/// Adds the lines that come with Luna, and begins.
pub(super) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    let now = app.now();
    let known = exchange::own(tx)?;
    for line in own_lines::ALL.iter() {
        let is_it = |it: &exchange::Exchange| it.source == exchange::Source::Own(line.name.clone());
        if !known.iter().any(is_it) {
            let machine = line.author != own_lines::Author::Makers;
            exchange::add_own(tx, now, &line.id(), &line.name, machine)?;
        }
    }
    job::bring_forward(tx, Daily::KIND, now, now + DAY_MS)?;
    job::schedule_once(tx, Daily::KIND, &Daily {}, now)
}

/// The day of a time, by its number since 1970 in UTC.
pub fn day_of(now: i64) -> i64 {
    now.div_euclid(DAY_MS)
}

/// Draws from what games have, and where that is too little from the lines that come with Luna. Each
/// exchange is one of the five only once.
fn draw(tx: &mut Tx<'_>, plan: &plan::Plan) -> Result<(), Error> {
    let mut candidates = Vec::new();
    let mut after = String::new();
    loop {
        let page = exchange::unused(tx, false, &after, PAGE)?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.id);
        for it in page {
            if gather::words(tx, &it.source)?.is_some() {
                candidates.push((it.id, it.machine));
            } else {
                exchange::remove(tx, &it.id)?;
            }
        }
        if candidates.len() >= MOST_CANDIDATES {
            break;
        }
    }
    if candidates.len() < luna_core::daily::EXCHANGES {
        let own = exchange::unused(tx, true, "", PAGE)?;
        candidates.extend(own.into_iter().map(|it| (it.id, it.machine)));
    }
    let drawn = luna_core::daily::draw(&plan.seed, &candidates);
    let count = i64::try_from(candidates.len()).unwrap_or(i64::MAX);
    Ok(plan::set_drawn(tx, plan.day, count, &drawn)?)
}
