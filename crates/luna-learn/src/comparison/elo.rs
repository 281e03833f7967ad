//! Elo ratings: after each comparison the winner takes points from the loser, the more the less
//! likely the result was. A tie is half a win.

use crate::comparison::match_log::Log;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Initial rating of every player.
    pub start: f64,
    /// Points that one comparison can move at most.
    pub k: f64,
    /// Rating difference at which the odds are ten to one.
    pub scale: f64,
}

impl Default for Elo {
    fn default() -> Elo {
        Elo { start: 1500.0, k: 32.0, scale: 400.0 }
    }
}

impl Elo {
    /// Ratings after all comparisons, each repeated as often as `repeats` says (once without). A
    /// weight multiplies the points moved.
    pub fn ratings(&self, log: &Log, repeats: Option<&[u32]>) -> Vec<f64> {
        let mut ratings = vec![self.start; log.names.len()];
        for (nth, one) in log.comparisons().enumerate() {
            let times = repeats.map_or(1, |repeats| repeats.get(nth).copied().unwrap_or(0));
            let (left, right) = (one.left(), one.right());
            for _ in 0..times {
                let ahead = (ratings[right] - ratings[left]) / self.scale;
                let expected = 1.0 / (1.0 + 10_f64.powf(ahead));
                let moved = self.k * one.weight * (one.outcome.score() - expected);
                ratings[left] += moved;
                ratings[right] -= moved;
            }
        }
        ratings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_those_of_others() {
        let log = Log::read(crate::comparison::SMALL.as_bytes()).unwrap();
        let found = Elo::default().ratings(&log, None);
        // evalica 0.4.2 with the same start and k.
        let known = [
            1_503.199_701_636_014,
            1_531.658_536_032_002,
            1_438.366_256_602_603,
            1_526.775_505_729_381,
        ];
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 1e-9, "{found} is not {known}");
        }
        let once = vec![1; log.len()];
        assert_eq!(Elo::default().ratings(&log, Some(&once)), found);
    }
}
