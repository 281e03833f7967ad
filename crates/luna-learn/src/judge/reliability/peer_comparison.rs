//! Comparison of one judge with the others' guesses about the same players.

use super::judgment::Judgment;
use crate::number::float;

/// Minimum number of guesses about players with guesses by others.
const ENOUGH: usize = 8;
/// A favour exceeds the guess expected on the judge's scale by this much.
const FAVOUR: f64 = 25.0;

#[derive(Clone, Debug, Default)]
pub(super) struct PeerComparison {
    pub(super) guesses: usize,
    /// Number of guesses about players with guesses by others.
    pub(super) shared: usize,
    /// `None` with few guesses or without variation.
    pub(super) correlation: Option<f64>,
    /// Standard deviation of the others' means over these players.
    pub(super) apart: f64,
    /// Players given far more than others give them, on the judge's own scale.
    pub(super) favoured: Vec<u32>,
}

impl PeerComparison {
    pub(super) fn new(own: &[Judgment], players: &[(f64, f64)]) -> PeerComparison {
        let mut beside = PeerComparison { guesses: own.len(), ..PeerComparison::default() };
        let mine = by_player(own);
        let pairs: Vec<(&Judgment, f64)> = own
            .iter()
            .filter_map(|seen| Some((seen, others(seen.player, &mine, players)?)))
            .collect();
        beside.shared = pairs.len();
        if pairs.len() < ENOUGH {
            return beside;
        }
        let count = float(pairs.len());
        let x = pairs.iter().map(|&(_, others)| others).sum::<f64>() / count;
        let y = pairs.iter().map(|(seen, _)| seen.points).sum::<f64>() / count;
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for &(seen, others) in &pairs {
            let (dx, dy) = (others - x, seen.points - y);
            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
        }
        beside.apart = (xx / (count - 1.0)).sqrt();
        if xx > 1e-6 && yy > 1e-6 {
            beside.correlation = Some(xy / (xx * yy).sqrt());
        }
        // A steep slope is itself a sign of favours, so the slope is limited to 1.
        let slope = if xx > 1e-6 { (xy / xx).min(1.0) } else { 0.0 };
        beside.favoured = pairs
            .iter()
            .filter(|&&(seen, others)| {
                seen.points - y - slope * (others - x) > FAVOUR && seen.points > others
            })
            .map(|&(seen, _)| seen.player)
            .collect();
        beside.favoured.sort_unstable();
        beside
    }

    pub(super) fn favours(&self, player: usize) -> bool {
        u32::try_from(player).is_ok_and(|player| self.favoured.binary_search(&player).is_ok())
    }
}

/// Number and sum of the judge's guesses about each player.
fn by_player(own: &[Judgment]) -> Vec<(u32, f64, f64)> {
    let mut guesses: Vec<(u32, f64)> = own.iter().map(|seen| (seen.player, seen.points)).collect();
    guesses.sort_by_key(|&(player, _)| player);
    let parts = guesses.chunk_by(|a, b| a.0 == b.0);
    let sum = |part: &[(u32, f64)]| {
        let points = part.iter().map(|&(_, points)| points).sum();
        part.first().map(|&(player, _)| (player, float(part.len()), points))
    };
    parts.filter_map(sum).collect()
}

/// Mean guess of the others about a player.
fn others(player: u32, mine: &[(u32, f64, f64)], players: &[(f64, f64)]) -> Option<f64> {
    let (count, sum) = *players.get(usize::try_from(player).ok()?)?;
    let at = mine.binary_search_by_key(&player, |&(player, ..)| player).ok()?;
    let (_, own_count, own_sum) = *mine.get(at)?;
    let left = count - own_count;
    (left > 0.5).then(|| (sum - own_sum) / left)
}
