//! The measures of all machines, each from the test that it belongs to, as of midnight UTC: anything
//! later would tell when a machine has played.

use luna_core::measure::{Measure, MeasureKind};
use luna_learn::float;
use luna_learn::proportion::exact_interval;
use luna_store::machine::{Machine, newest};
use luna_store::measure::{self, OfMachine};
use luna_store::rating::midnight::midnight;
use luna_store::{Db, Tx, setting};

use crate::error::Error;
use crate::instance::Discipline;

/// The midnight of which the kept measures are.
const KEPT: &str = "measures_of";
/// Machines read at a time.
const PAGE: i64 = 500;

/// Recomputes the measures once a day.
pub(crate) async fn keep_daily(
    db: &Db,
    disciplines: &'static [&'static Discipline],
    now: i64,
) -> Result<(), Error> {
    let day = midnight(now).to_string();
    let kept = db.read(|tx| setting::get(tx, KEPT)).await?;
    if kept.is_none_or(|kept| kept != day) {
        keep(db, disciplines, now).await?;
    }
    Ok(())
}

/// Recomputes the measures of all machines, and returns them.
pub async fn keep(
    db: &Db,
    disciplines: &'static [&'static Discipline],
    now: i64,
) -> Result<Vec<OfMachine>, Error> {
    let read = db.read(move |tx| {
        let machines = machines(tx)?;
        let each = disciplines.iter().map(|it| (it.measure)(tx, &machines, midnight(now)));
        each.collect::<Result<Vec<_>, Error>>()
    });
    let computations = read.await?;
    let done = tokio::task::spawn_blocking(move || {
        let each = computations.into_iter().map(|compute| compute());
        Ok::<_, Error>(each.collect::<Result<Vec<_>, Error>>()?.concat())
    });
    let all = done.await.map_err(|error| luna_store::Error::Database(error.into()))??;
    let kept = all.clone();
    db.write(move |tx| {
        measure::replace(tx, &kept, midnight(now))?;
        setting::set(tx, KEPT, &midnight(now).to_string())
    })
    .await?;
    Ok(all)
}

/// The share of successes of a machine, with its exact interval.
pub fn share(id: String, kind: MeasureKind, (count, of): (usize, usize)) -> OfMachine {
    let (low, high) = exact_interval(count, of);
    let value = float(count) / float(of);
    (id, Measure { kind, value, low, high, count: i64::try_from(of).unwrap_or(0) })
}

/// All versions of all machines.
fn machines(tx: &mut Tx<'_>) -> Result<Vec<Machine>, Error> {
    let mut all: Vec<Machine> = Vec::new();
    loop {
        let last = all.last();
        let before = last
            .map_or((i64::MAX, String::new()), |it| (it.standing.created_at, it.player_id.clone()));
        let page = newest(tx, (before.0, &before.1), PAGE)?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}
