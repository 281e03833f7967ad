//! What the test of common sense says of machines.

use luna_core::measure::{Measure, MeasureKind, Scale};
use luna_learn::stratified::Percent;
use luna_store::machine::Machine;
use luna_store::measure::OfMachine;
use luna_store::{self as store, Tx};

use super::results::{Sat, of_player};
use crate::error::Error;

/// The share of the maximum that its best answers earn.
pub(super) const STRICT: MeasureKind = MeasureKind {
    name: "battery_strict",
    title: "Common sense, by its best answers",
    short: "Common sense",
    scale: Scale::Share,
    unit: "item",
    page: "/battery/results",
    missing: "it has not finished the test.",
};
/// The share that the best of its five answers earn.
pub(super) const RELAXED: MeasureKind = MeasureKind {
    name: "battery_relaxed",
    title: "Common sense, by the best of five answers",
    short: "Best of five",
    ..STRICT
};

/// The last sitting of each machine before a time.
pub(super) fn latest_sittings(
    tx: &mut Tx<'_>,
    machines: &[Machine],
    until: i64,
) -> store::Result<Vec<Sat>> {
    let mut all = Vec::new();
    for machine in machines {
        let mut sat = of_player(tx, &machine.player_id)?;
        sat.retain(|it| it.sitting.taken_at < until);
        all.extend(sat.into_iter().max_by_key(|it| it.sitting.taken_at));
    }
    Ok(all)
}

/// What the best answers, and what the best of five, earn of the maximum.
pub(super) fn measures(sittings: Vec<Sat>) -> Result<Vec<OfMachine>, Error> {
    let mut all = Vec::new();
    for sat in sittings {
        let (id, result) = (sat.sitting.player_id.clone(), sat.compute()?);
        let count = i64::try_from(result.first_answers.items).unwrap_or(0);
        let measure = |kind, Percent { value, low, high, .. }: Percent| {
            let [value, low, high] = [value, low, high].map(|percent| percent / 100.0);
            (id.clone(), Measure { kind, value, low, high, count })
        };
        all.push(measure(STRICT, result.mean.strict));
        all.push(measure(RELAXED, result.mean.relaxed));
    }
    Ok(all)
}
