//! The measures of all machines, each from the test that it belongs to, as of midnight UTC: anything
//! later would tell when a machine has played.

use luna_store::machine::midnight::midnight;
use luna_store::machine::{Machine, newest};
use luna_store::measure::{self, OfMachine};
use luna_store::{Db, Tx, setting};

use crate::error::Error;
use crate::{battery, contest, marked_questions, quiz, rating};

/// The midnight of which the kept measures are.
const KEPT: &str = "measures_of";
/// Machines read at a time.
const PAGE: i64 = 500;

/// Recomputes the measures once a day.
pub(crate) async fn keep_daily(db: &Db, now: i64) -> Result<(), Error> {
    let day = midnight(now).to_string();
    let kept = db.read(|tx| setting::get(tx, KEPT)).await?;
    if kept.is_none_or(|kept| kept != day) {
        keep(db, now).await?;
    }
    Ok(())
}

/// Recomputes the measures of all machines, and returns them.
pub async fn keep(db: &Db, now: i64) -> Result<Vec<OfMachine>, Error> {
    let (mut all, sittings) = db
        .read(move |tx| {
            let machines = machines(tx)?;
            let mut all = rating::measures::measures(tx, &machines, now)?;
            all.extend(marked_questions::measures::measures(tx, &machines)?);
            all.extend(quiz::measures::measures(tx, midnight(now))?);
            all.extend(contest::measures::measures(tx, midnight(now))?);
            Ok::<_, Error>((all, battery::measures::latest_sittings(tx, &machines, midnight(now))?))
        })
        .await?;
    let scored = tokio::task::spawn_blocking(move || battery::measures::measures(sittings)).await;
    all.extend(scored.map_err(|error| luna_store::Error::Database(error.into()))??);
    let kept = all.clone();
    db.write(move |tx| {
        measure::replace(tx, &kept, midnight(now))?;
        setting::set(tx, KEPT, &midnight(now).to_string())
    })
    .await?;
    Ok(all)
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
