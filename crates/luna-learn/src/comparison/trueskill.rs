//! `TrueSkill` for two players: a normal belief about each skill, and a margin within which a
//! comparison is a tie.

use crate::comparison::match_log::{Log, Outcome};
use crate::distribution::normal::{self, mills};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueSkill {
    pub start: Belief,
    /// Standard deviation of a performance around the skill.
    pub beta: f64,
    /// Standard deviation by which a skill drifts between comparisons.
    pub tau: f64,
    /// Probability of a tie between equals, above 0 and below 1.
    pub ties: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    pub mean: f64,
    pub deviation: f64,
}

impl Default for TrueSkill {
    fn default() -> TrueSkill {
        let start = Belief { mean: 25.0, deviation: 25.0 / 3.0 };
        TrueSkill { start, beta: 25.0 / 6.0, tau: 25.0 / 300.0, ties: 0.1 }
    }
}

impl TrueSkill {
    /// Beliefs after all comparisons, each repeated as often as `repeats` says (once without).
    /// Weights are ignored, as the model has none.
    pub fn beliefs(&self, log: &Log, repeats: Option<&[u32]>) -> Vec<Belief> {
        let mut beliefs = vec![self.start; log.names.len()];
        let margin = normal::quantile(0.5 + 0.5 * self.ties) * std::f64::consts::SQRT_2 * self.beta;
        for (nth, one) in log.comparisons().enumerate() {
            let times = repeats.map_or(1, |repeats| repeats.get(nth).copied().unwrap_or(0));
            let (winner, loser) = match one.outcome {
                Outcome::Left | Outcome::Tie => (one.left(), one.right()),
                Outcome::Right => (one.right(), one.left()),
            };
            for _ in 0..times {
                let tie = one.outcome == Outcome::Tie;
                (beliefs[winner], beliefs[loser]) =
                    self.update(beliefs[winner], beliefs[loser], tie, margin);
            }
        }
        beliefs
    }

    fn update(&self, winner: Belief, loser: Belief, tie: bool, margin: f64) -> (Belief, Belief) {
        let variance = |belief: Belief| belief.deviation.powi(2) + self.tau.powi(2);
        let spread = (2.0 * self.beta.powi(2) + variance(winner) + variance(loser)).sqrt();
        let (ahead, margin) = ((winner.mean - loser.mean) / spread, margin / spread);
        let (shift, shrink) =
            if tie { draw_update(ahead, margin) } else { win_update(ahead - margin) };
        let after = |belief: Belief, sign: f64| {
            let part = variance(belief) / spread;
            let kept = 1.0 - part / spread * shrink;
            let deviation = (variance(belief) * kept).sqrt();
            Belief { mean: belief.mean + sign * part * shift, deviation }
        };
        (after(winner, 1.0), after(loser, -1.0))
    }
}

/// Shift of the mean and shrinkage of the variance after a win, in units of the spread.
fn win_update(ahead: f64) -> (f64, f64) {
    let shift = 1.0 / mills(-ahead);
    (shift, shift * (shift + ahead))
}

/// Shift and shrinkage after a tie.
fn draw_update(ahead: f64, margin: f64) -> (f64, f64) {
    // Both are relative to the density at the nearer edge, so that nothing underflows in the far
    // tails.
    let (near, far) = (margin - ahead.abs(), -margin - ahead.abs());
    let ratio = (-2.0 * margin * ahead.abs()).exp();
    let inside = mills(-near) - ratio * mills(-far);
    let shift = (ratio - 1.0) / inside;
    let shrink = shift * shift + (near - ratio * far) / inside;
    (shift.copysign(-ahead), shrink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: (Belief, Belief), means: [f64; 2], deviations: [f64; 2]) {
        for (found, known) in [
            (found.0.mean, means[0]),
            (found.1.mean, means[1]),
            (found.0.deviation, deviations[0]),
            (found.1.deviation, deviations[1]),
        ] {
            assert!((found - known).abs() < 5.1e-4, "{found} is not {known}");
        }
    }

    #[test]
    fn single_games_move_beliefs_as_published() {
        let model = TrueSkill::default();
        let margin = normal::quantile(0.55) * std::f64::consts::SQRT_2 * model.beta;
        let (new, low, high) = (
            model.start,
            Belief { mean: 20.0, deviation: 2.0 },
            Belief { mean: 30.0, deviation: 3.0 },
        );
        let after = |one, other, tie| model.update(one, other, tie, margin);
        check(after(new, new, false), [29.396, 20.604], [7.171, 7.171]);
        check(after(new, new, true), [25.0, 25.0], [6.458, 6.458]);
        check(after(low, high, false), [21.151, 27.412], [1.929, 2.748]);
        check(after(low, high, true), [20.836, 28.120], [1.916, 2.704]);
        check(after(high, low, true), [28.120, 20.836], [2.704, 1.916]);
    }

    #[test]
    fn a_log_gives_what_others_find() {
        let log = Log::read(crate::comparison::SMALL.as_bytes()).unwrap();
        let found = TrueSkill::default().beliefs(&log, None);
        // trueskill 0.4.5 with SciPy.
        let known = [
            (26.211_886_825_717, 2.876_319_730_821),
            (28.504_986_091_919, 3.040_491_712_369),
            (19.134_857_974_313, 3.446_437_788_826),
            (27.429_104_886_403, 3.106_498_953_844),
        ];
        for (found, (mean, deviation)) in found.iter().zip(known) {
            assert!((found.mean - mean).abs() < 1e-9 && (found.deviation - deviation).abs() < 1e-9);
        }
    }

    #[test]
    fn surprises_of_any_size_are_borne() {
        let model = TrueSkill::default();
        let far = |mean| Belief { mean, deviation: 1.0 };
        for tie in [false, true] {
            for margin in [1e-6, 0.7, 5.0] {
                let (weak, strong) = model.update(far(-5000.0), far(5000.0), tie, margin);
                assert!(weak.mean > -5000.0 && strong.mean < 5000.0, "{weak:?} {strong:?}");
                assert!(weak.deviation > 0.0 && weak.deviation < 1.01);
            }
        }
    }
}
