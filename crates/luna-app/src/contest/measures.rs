//! What contests say of machines.

use std::collections::BTreeMap;

use luna_core::contest::participant::Participant;
use luna_core::measure::{MeasureKind, Scale};
use luna_store::Tx;
use luna_store::contest::record::{self, Contest};
use luna_store::contest::seat::{self, Kind};
use luna_store::measure::OfMachine;

use super::outcome::outcome;
use crate::error::Error;
use crate::machine::measures::share;

pub(super) const TAKEN_FOR_HUMAN: MeasureKind = MeasureKind {
    name: "taken_for_human",
    title: "Taken for the human in contests",
    short: "Taken for human",
    scale: Scale::Share,
    unit: "verdict",
    page: "/contests",
    missing: "no contest with it is over.",
};

/// Contests read at a time.
const PAGE: i64 = 200;

/// The share of the verdicts of contests that were over at a time which took each machine for the
/// human. Rehearsals do not count.
pub(super) fn measures(tx: &mut Tx<'_>, until: i64) -> Result<Vec<OfMachine>, Error> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for contest in contests(tx, until)?.into_iter().filter(|it| !it.is_rehearsal) {
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
    let some = counts.into_iter().filter(|(_, (_, all))| *all > 0);
    Ok(some.map(|(id, counts)| share(id, TAKEN_FOR_HUMAN, counts)).collect())
}

/// All contests of before a time, the latest first.
fn contests(tx: &mut Tx<'_>, until: i64) -> Result<Vec<Contest>, Error> {
    let mut all: Vec<Contest> = Vec::new();
    loop {
        let before = all.last().map_or((until, ""), |it| (it.created_at, it.id.as_str()));
        let page = record::latest(tx, before, PAGE)?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}
