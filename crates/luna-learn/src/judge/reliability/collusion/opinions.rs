//! Mean guesses by judge and player.

use std::collections::{BTreeMap, BTreeSet};

use crate::guess::calibrated;
use crate::interval::quantile::median;
use crate::judge::reliability::judgment::Judgment;

/// Two friends who raise each other are not multiple accounts.
pub(super) const FEWEST: usize = 3;

/// Mean guess of each judge about each player.
pub(super) struct Opinions {
    pub(super) of: BTreeMap<(u32, u32), f64>,
    /// Single guesses.
    pub(super) guesses: Vec<calibrated::Guess>,
    /// Judges whose guesses discriminate between players.
    pub(super) judges: BTreeSet<u32>,
}

impl Opinions {
    pub(super) fn new(seen: &[Judgment]) -> Opinions {
        let mut sums: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
        let mut own: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        let mut guesses = Vec::with_capacity(seen.len());
        for &Judgment { judge, player, points, .. } in seen {
            let (sum, count) = sums.entry((judge, player)).or_default();
            (*sum, *count) = (*sum + points, *count + 1.0);
            own.entry(judge).or_default().push(points);
            guesses.push(calibrated::Guess { judge, player, points });
        }
        let of = sums.into_iter().map(|(pair, (sum, count))| (pair, sum / count)).collect();
        let judges = own.into_iter().filter(|(_, own)| discriminates(own)).map(|(judge, _)| judge);
        Opinions { of, guesses, judges: judges.collect() }
    }

    /// Guesses of a judge in the order of players.
    pub(super) fn by(&self, judge: u32) -> impl Iterator<Item = (u32, f64)> {
        let own = self.of.range((judge, 0)..=(judge, u32::MAX));
        own.map(|(&(_, player), &points)| (player, points))
    }
}

/// A judge who guesses nearly the same of everybody raises nobody in particular.
fn discriminates(own: &[f64]) -> bool {
    let centre = median(own).unwrap_or(0.0);
    let same = own.iter().filter(|&&points| (points - centre).abs() <= 2.0).count();
    own.len() >= 4 && same * 5 < own.len() * 4
}
