//! One judge's guesses beside what the others guessed of the same players.

use super::judgment::Seen;
use crate::float;

/// With fewer guesses of players whom others have guessed, nothing is said.
const ENOUGH: usize = 8;
/// So many points more than the judge's own scale explains are a favour.
const FAVOUR: f64 = 25.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Beside {
    pub(super) guesses: usize,
    /// Guesses of players of whom others have guessed.
    pub(super) shared: usize,
    /// Unknown of few guesses, and where there is nothing to go with.
    pub(super) correlation: Option<f64>,
    /// The standard deviation of the others' means over these players.
    pub(super) apart: f64,
    /// Players given far more than the others give them, on the judge's own scale.
    pub(super) favoured: Vec<u32>,
}

impl Beside {
    pub(super) fn new(own: &[Seen], players: &[(f64, f64)]) -> Beside {
        let mut beside = Beside { guesses: own.len(), ..Beside::default() };
        let mine = by_player(own);
        let pairs: Vec<(&Seen, f64)> = own
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
        // Who makes more of a difference than others do favours those above it.
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

/// How often the judge has guessed each player, and the sum of it.
fn by_player(own: &[Seen]) -> Vec<(u32, f64, f64)> {
    let mut guesses: Vec<(u32, f64)> = own.iter().map(|seen| (seen.player, seen.points)).collect();
    guesses.sort_by_key(|&(player, _)| player);
    let parts = guesses.chunk_by(|a, b| a.0 == b.0);
    let sum = |part: &[(u32, f64)]| {
        let points = part.iter().map(|&(_, points)| points).sum();
        part.first().map(|&(player, _)| (player, float(part.len()), points))
    };
    parts.filter_map(sum).collect()
}

/// The mean of what others guessed of this player.
fn others(player: u32, mine: &[(u32, f64, f64)], players: &[(f64, f64)]) -> Option<f64> {
    let (count, sum) = *players.get(usize::try_from(player).ok()?)?;
    let at = mine.binary_search_by_key(&player, |&(player, ..)| player).ok()?;
    let (_, own_count, own_sum) = *mine.get(at)?;
    let left = count - own_count;
    (left > 0.5).then(|| (sum - own_sum) / left)
}
