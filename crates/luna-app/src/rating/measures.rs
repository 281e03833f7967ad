//! What the game says of machines.

use luna_core::measure::{Measure, MeasureKind, Scale};
use luna_store::machine::midnight::before;
use luna_store::machine::{Machine, ranked};
use luna_store::measure::OfMachine;
use luna_store::{Result, Tx};

/// The mean of people's guesses.
pub(crate) const SMARTS_RATING: MeasureKind = MeasureKind {
    name: "smarts_rating",
    title: "Smarts Rating",
    short: "Smarts Rating",
    scale: Scale::Points,
    unit: "guess",
    page: "/machines",
    missing: "it needs two guesses by people.",
};

/// The Smarts Ratings up to midnight of machines with two guesses or more.
pub(crate) fn measures(tx: &mut Tx<'_>, machines: &[Machine], now: i64) -> Result<Vec<OfMachine>> {
    let mut all = Vec::new();
    for machine in machines {
        let mut it = ranked(tx, &machine.player_id)?;
        before(tx, &mut it, now)?;
        let Some(spread) = it.spread else { continue };
        let Some((low, high)) = spread.interval() else { continue };
        let (kind, value) = (SMARTS_RATING, spread.rating.mean());
        let count = spread.rating.count();
        all.push((machine.player_id.clone(), Measure { kind, value, low, high, count }));
    }
    Ok(all)
}
