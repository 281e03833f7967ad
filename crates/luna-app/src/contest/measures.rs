//! What contests say of machines.

use std::collections::BTreeMap;

use luna_core::contest::participant::Participant;
use luna_core::measure::{Measure, MeasureKind};
use luna_learn::float;
use luna_learn::proportion::exact_interval;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::contest::seat::{self, Kind};
use luna_store::measure::OfMachine;

use super::outcome::outcome;
use crate::error::Error;

/// The last contests that are read.
const CONTESTS: i64 = 200;

/// The share of the verdicts of contests that were over at a time which took each machine for the
/// human. Rehearsals do not count.
pub(crate) fn measures(tx: &mut Tx<'_>, until: i64) -> Result<Vec<OfMachine>, Error> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let contests = record::latest(tx, (until, ""), CONTESTS)?;
    for contest in contests.into_iter().filter(|it| !it.is_rehearsal) {
        let Some(found) = outcome(tx, until, &contest.id)? else { continue };
        let seats = seat::all(tx, &contest.id)?;
        for (entry, share) in found.statistics.entries {
            let seat = seats.iter().find(|it| it.participant == Participant::Entry(entry));
            let Some(seat) = seat.filter(|it| it.kind == Kind::Machine) else { continue };
            if let Some(id) = &seat.player_id {
                let (taken, all) = counts.entry(id.clone()).or_default();
                *taken += share.count;
                *all += share.of;
            }
        }
    }
    let measure = |(id, (taken, all)): (String, (usize, usize))| {
        let (low, high) = exact_interval(taken, all);
        let (kind, value) = (MeasureKind::TakenForHuman, float(taken) / float(all));
        (id, Measure { kind, value, low, high, count: i64::try_from(all).unwrap_or(0) })
    };
    Ok(counts.into_iter().filter(|(_, (_, all))| *all > 0).map(measure).collect())
}
