//! Guesses by pair of judge and player.

use std::collections::{BTreeMap, BTreeSet};

use crate::calibrated;
use crate::quantile::median;
use crate::reliability::judgment::Seen;

/// Two friends who raise each other are not many accounts.
pub(super) const FEWEST: usize = 3;

/// Each judge's guess of each player, the mean of it where they met more than once.
pub(super) struct Opinions {
    pub(super) of: BTreeMap<(u32, u32), f64>,
    /// Each by itself.
    pub(super) guesses: Vec<calibrated::Guess>,
    /// Judges who tell players apart.
    pub(super) judges: BTreeSet<u32>,
}

impl Opinions {
    pub(super) fn new(seen: &[Seen]) -> Opinions {
        let mut sums: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
        let mut own: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        let mut guesses = Vec::with_capacity(seen.len());
        for &Seen { judge, player, points, .. } in seen {
            let (sum, count) = sums.entry((judge, player)).or_default();
            (*sum, *count) = (*sum + points, *count + 1.0);
            own.entry(judge).or_default().push(points);
            guesses.push(calibrated::Guess { judge, player, points });
        }
        let of = sums.into_iter().map(|(pair, (sum, count))| (pair, sum / count)).collect();
        let judges = own.into_iter().filter(|(_, own)| tells_apart(own)).map(|(judge, _)| judge);
        Opinions { of, guesses, judges: judges.collect() }
    }

    /// In the order of players.
    pub(super) fn by(&self, judge: u32) -> impl Iterator<Item = (u32, f64)> {
        let own = self.of.range((judge, 0)..=(judge, u32::MAX));
        own.map(|(&(_, player), &points)| (player, points))
    }
}

/// Somebody who says nearly the same of everybody raises nobody in particular.
fn tells_apart(own: &[f64]) -> bool {
    let centre = median(own).unwrap_or(0.0);
    let same = own.iter().filter(|&&points| (points - centre).abs() <= 2.0).count();
    own.len() >= 4 && same * 5 < own.len() * 4
}
