//! What the models say of one comparison: how likely each outcome is, and which
//! way it pulls.
//!
//! Beside the strengths there is one parameter for ties: the logarithm of
//! Davidson's, and Rao and Kupper's threshold as it is.

use super::model::{Pair, Ties};
use crate::match_log::Outcome;

/// How the logarithm of the likelihood rises and bends (the negative second
/// derivatives) with the difference of two strengths, and with the parameter
/// for ties.
#[derive(Clone, Copy, Default)]
pub(super) struct Slope {
    pub(super) rise: f64,
    pub(super) tie_rise: f64,
    pub(super) apart: f64,
    pub(super) both: f64,
    pub(super) ties: f64,
}

impl Ties {
    /// The sum over all comparisons of a pair, of which the left is so far
    /// `ahead`.
    #[inline]
    pub(super) fn slope(self, pair: &Pair, ahead: f64, ties: f64) -> Slope {
        let &Pair { won, lost, tied, .. } = pair;
        let total = won + lost + tied;
        match self {
            _ if ties <= 0.0 => {
                let score = logistic(ahead);
                let apart = total * score * (1.0 - score);
                Slope { rise: won + 0.5 * tied - total * score, apart, ..Slope::default() }
            }
            Ties::Halves | Ties::Davidson => {
                let (score, tie) = davidson(ahead, ties);
                Slope {
                    rise: won + 0.5 * tied - total * score,
                    tie_rise: tied - total * tie,
                    apart: total * (score * (1.0 - score) - 0.25 * tie),
                    both: total * tie * (0.5 - score),
                    ties: total * tie * (1.0 - tie),
                }
            }
            Ties::RaoKupper => {
                // A tie is not to have lost and not to have won.
                let (win, loss) = (logistic(ahead - ties), logistic(-ahead - ties));
                let (not_lost, not_won) = (won + tied, lost + tied);
                let up = not_lost * win * (1.0 - win);
                let down = not_won * loss * (1.0 - loss);
                let (up_rise, down_rise) = (not_lost * (1.0 - win), not_won * (1.0 - loss));
                let (rise, bend) = room(ties);
                Slope {
                    rise: up_rise - down_rise,
                    tie_rise: tied * rise - up_rise - down_rise,
                    apart: up + down,
                    both: down - up,
                    ties: up + down + tied * bend,
                }
            }
        }
    }

    /// How one comparison pulls at the difference and at the parameter for
    /// ties.
    pub(super) fn pull(self, outcome: Outcome, ahead: f64, ties: f64) -> (f64, f64) {
        match self {
            _ if ties <= 0.0 => (outcome.score() - logistic(ahead), 0.0),
            Ties::Halves | Ties::Davidson => {
                let (score, tie) = davidson(ahead, ties);
                (outcome.score() - score, f64::from(u8::from(outcome == Outcome::Tie)) - tie)
            }
            Ties::RaoKupper => {
                let (up, down) = (logistic(ties - ahead), logistic(ties + ahead));
                match outcome {
                    Outcome::Left => (up, -up),
                    Outcome::Right => (-down, -down),
                    Outcome::Tie => (up - down, room(ties).0 - up - down),
                }
            }
        }
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The score that is expected of the left, and how likely a tie is.
fn davidson(ahead: f64, ties: f64) -> (f64, f64) {
    let up = (0.5 * ahead).exp();
    let down = 1.0 / up;
    let sum = up + down + ties;
    let tie = ties / sum;
    (up / sum + 0.5 * tie, tie)
}

/// How the logarithm of `exp(2 t) - 1` rises and bends with the threshold `t`.
fn room(threshold: f64) -> (f64, f64) {
    let rest = -(-2.0 * threshold).exp_m1();
    (2.0 / rest, 4.0 * (1.0 - rest) / (rest * rest))
}
