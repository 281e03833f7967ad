//! Likelihood of one comparison, with its derivatives.
//!
//! Beside the strengths there is one parameter for ties: the logarithm of Davidson's, and the
//! threshold of Rao and Kupper's.

use super::model::{Pair, Ties};
use crate::comparison::match_log::Outcome;

/// First and negative second derivatives of the log-likelihood by the difference of two strengths
/// and by the parameter for ties.
#[derive(Clone, Copy, Default)]
pub(super) struct PairDerivatives {
    pub(super) gradient: f64,
    pub(super) tie_gradient: f64,
    pub(super) curvature: f64,
    pub(super) cross: f64,
    pub(super) tie_curvature: f64,
}

impl Ties {
    /// Sums the derivatives over all comparisons of a pair whose left player is `ahead` by this
    /// much.
    #[inline]
    pub(super) fn derivatives(self, pair: &Pair, ahead: f64, ties: f64) -> PairDerivatives {
        let &Pair { won, lost, tied, .. } = pair;
        let total = won + lost + tied;
        match self {
            _ if ties <= 0.0 => {
                let score = logistic(ahead);
                let curvature = total * score * (1.0 - score);
                PairDerivatives {
                    gradient: won + 0.5 * tied - total * score,
                    curvature,
                    ..PairDerivatives::default()
                }
            }
            Ties::Halves | Ties::Davidson => {
                let (score, tie) = davidson(ahead, ties);
                PairDerivatives {
                    gradient: won + 0.5 * tied - total * score,
                    tie_gradient: tied - total * tie,
                    curvature: total * (score * (1.0 - score) - 0.25 * tie),
                    cross: total * tie * (0.5 - score),
                    tie_curvature: total * tie * (1.0 - tie),
                }
            }
            Ties::RaoKupper => {
                // A tie has the probability of neither a win nor a loss.
                let (win, loss) = (logistic(ahead - ties), logistic(-ahead - ties));
                let (not_lost, not_won) = (won + tied, lost + tied);
                let up = not_lost * win * (1.0 - win);
                let down = not_won * loss * (1.0 - loss);
                let (up_gradient, down_gradient) = (not_lost * (1.0 - win), not_won * (1.0 - loss));
                let (gradient, curvature) = tie_term(ties);
                PairDerivatives {
                    gradient: up_gradient - down_gradient,
                    tie_gradient: tied * gradient - up_gradient - down_gradient,
                    curvature: up + down,
                    cross: down - up,
                    tie_curvature: up + down + tied * curvature,
                }
            }
        }
    }

    /// Gradient of one comparison by the difference and by the parameter for ties.
    pub(super) fn gradient(self, outcome: Outcome, ahead: f64, ties: f64) -> (f64, f64) {
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
                    Outcome::Tie => (up - down, tie_term(ties).0 - up - down),
                }
            }
        }
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Expected score of the left player, and probability of a tie.
fn davidson(ahead: f64, ties: f64) -> (f64, f64) {
    let up = (0.5 * ahead).exp();
    let down = 1.0 / up;
    let sum = up + down + ties;
    let tie = ties / sum;
    (up / sum + 0.5 * tie, tie)
}

/// First and negative second derivatives of `ln(exp(2 t) - 1)` by the threshold `t`.
fn tie_term(threshold: f64) -> (f64, f64) {
    let rest = -(-2.0 * threshold).exp_m1();
    (2.0 / rest, 4.0 * (1.0 - rest) / (rest * rest))
}
