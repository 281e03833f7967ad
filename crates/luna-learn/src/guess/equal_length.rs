//! Ratings at equal length: what guesses would be if all players wrote as much.
//!
//! Whether longer responses raise guesses is told by guesses about the same player by different
//! judges, and by the same judge about different players: the effect of length is estimated beside an
//! effect of each player and of each judge. That players who write more are also smarter therefore
//! does not count as an effect of length.

use crate::guess::additive;
use crate::guess::calibrated::Guess;
use crate::number::float;

/// A guess, and the characters of all responses that it was made from.
#[derive(Clone, Copy, Debug)]
pub struct LongGuess {
    pub guess: Guess,
    pub chars: u32,
}

/// What the length of responses does to guesses.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthEffect {
    /// Points for twice the length, with half of the 95 % interval.
    pub per_doubling: f64,
    pub half: f64,
    /// By player: how many doublings their responses are longer than the mean of all.
    longer: Vec<Option<f64>>,
}

/// The effect is estimated from so many of the guesses, the last ones: more would take longer and
/// tell little more.
const MOST: usize = 100_000;
/// Degrees of freedom below which nothing is said.
const LEAST_FREE: f64 = 30.0;

impl LengthEffect {
    /// Estimates the effect. `None` where players or judges have too few guesses each.
    pub fn of(guesses: &[LongGuess]) -> Option<LengthEffect> {
        let last = guesses.get(guesses.len().saturating_sub(MOST)..)?;
        let lengths: Vec<f64> = last.iter().map(doublings).collect();
        let points: Vec<f64> = last.iter().map(|it| it.guess.points).collect();
        let (lengths, _) = residuals(last, &lengths);
        let (points, effects) = residuals(last, &points);
        let free = float(last.len()) - effects;
        let varies: f64 = lengths.iter().map(|it| it * it).sum();
        // Rounding alone is no variation.
        if free < LEAST_FREE || varies < 1e-6 * float(last.len()) {
            return None;
        }
        let per_doubling =
            lengths.iter().zip(&points).map(|(length, it)| length * it).sum::<f64>() / varies;
        let errors: f64 = lengths
            .iter()
            .zip(&points)
            .map(|(length, it)| (length * (it - per_doubling * length)).powi(2))
            .sum();
        let variance = errors / varies.powi(2) * float(last.len()) / free;
        Some(LengthEffect { per_doubling, half: 1.96 * variance.sqrt(), longer: longer(guesses) })
    }

    /// The points that a player's rating owes to the length of their responses, with half of the
    /// interval.
    pub fn due_to_length(&self, player: u32) -> Option<(f64, f64)> {
        let longer = self.longer.get(usize::try_from(player).ok()?).copied().flatten()?;
        Some((longer * self.per_doubling, longer.abs() * self.half))
    }
}

fn doublings(it: &LongGuess) -> f64 {
    f64::from(it.chars).ln_1p() / std::f64::consts::LN_2
}

/// What is left of values when each player and each judge have an effect of their own, and the
/// number of these effects.
fn residuals(guesses: &[LongGuess], values: &[f64]) -> (Vec<f64>, f64) {
    let rows: Vec<Guess> =
        guesses.iter().zip(values).map(|(it, &points)| Guess { points, ..it.guess }).collect();
    let fitted = additive::fit(&rows);
    let of = |effects: &[Option<f64>], at: u32| {
        let at = usize::try_from(at).ok();
        at.and_then(|at| effects.get(at).copied().flatten()).unwrap_or(0.0)
    };
    let left =
        |row: &Guess| row.points - of(&fitted.subjects, row.player) - of(&fitted.judges, row.judge);
    let effects = [&fitted.subjects, &fitted.judges].into_iter().flatten().flatten().count();
    (rows.iter().map(left).collect(), float(effects.saturating_sub(1)))
}

/// How much longer than the mean of all guesses each player's responses are, in doublings.
fn longer(guesses: &[LongGuess]) -> Vec<Option<f64>> {
    let mut sums: Vec<(f64, f64)> = Vec::new();
    let mut all = (0.0, 0.0);
    for it in guesses {
        let Ok(player) = usize::try_from(it.guess.player) else { continue };
        if sums.len() <= player {
            sums.resize(player + 1, (0.0, 0.0));
        }
        for sum in [sums.get_mut(player), Some(&mut all)].into_iter().flatten() {
            *sum = (sum.0 + doublings(it), sum.1 + 1.0);
        }
    }
    let mean = all.0 / all.1;
    sums.into_iter().map(|(sum, count)| (count > 0.0).then(|| sum / count - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Judges and players at random; `wordy` players write more the better they are.
    fn crowd(seed: u64, per_doubling: f64, wordy: bool) -> Vec<LongGuess> {
        let mut rng = Rng::new(seed, 0);
        let levels: Vec<f64> = (0..30).map(|_| 20.0 + 60.0 * rng.unit()).collect();
        let lengths: Vec<f64> = levels
            .iter()
            .map(|level| 6.0 + if wordy { level / 20.0 } else { 3.0 * rng.unit() })
            .collect();
        let offsets: Vec<f64> = (0..60).map(|_| 10.0 * rng.normal()).collect();
        (0..1_500)
            .map(|_| {
                let (player, judge) = (rng.below(30), rng.below(60));
                let doublings = lengths[player] + rng.normal();
                let points = levels[player]
                    + offsets[judge]
                    + per_doubling * (doublings - 8.0)
                    + 8.0 * rng.normal();
                let [player, judge] = [player, judge].map(|it| u32::try_from(it).unwrap());
                let chars = doublings.exp2().round().clamp(1.0, 25_000.0);
                #[expect(
                    clippy::as_conversions,
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "1 to 25,000"
                )]
                LongGuess { guess: Guess { judge, player, points }, chars: chars as u32 }
            })
            .collect()
    }

    #[test]
    fn the_effect_of_length_is_found_within_its_interval() {
        let held = (0..20)
            .filter(|&seed| {
                let found = LengthEffect::of(&crowd(seed, 2.5, true)).unwrap();
                assert!(found.half < 1.0, "{found:?}");
                (found.per_doubling - 2.5).abs() < found.half
            })
            .count();
        assert!(held >= 17, "{held} of 20");
    }

    #[test]
    fn who_writes_more_and_is_smarter_owes_nothing_to_length() {
        let found = LengthEffect::of(&crowd(7, 0.0, true)).unwrap();
        assert!(found.per_doubling.abs() < found.half, "{found:?}");
        let (due, half) = found.due_to_length(3).unwrap();
        assert!(due.abs() <= half);
    }

    #[test]
    fn lengths_of_their_own_spread_ratings_by_what_they_are_due() {
        let guesses = crowd(11, 4.0, false);
        let found = LengthEffect::of(&guesses).unwrap();
        let due: Vec<f64> = (0..30).map(|player| found.due_to_length(player).unwrap().0).collect();
        let spread = due.iter().map(|it| it * it).sum::<f64>() / 30.0;
        assert!((spread.sqrt() - 4.0 * 0.87).abs() < 1.2, "{}", spread.sqrt());
    }

    #[test]
    fn nothing_is_said_where_guesses_are_few_or_lengths_are_equal() {
        let guesses = crowd(5, 2.0, false);
        assert_eq!(LengthEffect::of(&guesses[..60]), None);
        let equal: Vec<LongGuess> =
            guesses.iter().map(|it| LongGuess { chars: 200, ..*it }).collect();
        assert_eq!(LengthEffect::of(&equal), None);
        assert_eq!(LengthEffect::of(&[]), None);
    }
}
