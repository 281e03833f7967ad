//! Standard errors after Huber and White: how much each comparison pulls at
//! the strengths, as it came out, instead of what the model says it should.

use super::newton::{Expected, Solved, expected, slope};
use super::{Pair, Settings, Standing};
use crate::{bootstrap, float};

/// How much the comparisons of a pair pulled, squared and added up: at the
/// difference, at the ties, and at both.
struct Pull {
    left: usize,
    right: usize,
    apart: f64,
    ties: f64,
    both: f64,
}

/// One for each player, of its strength less the mean of the rated.
pub(super) fn errors(
    pairs: &[Pair],
    squares: &[Pair],
    settings: Settings,
    solved: &Solved,
    standings: &[Standing],
) -> Vec<f64> {
    let bend = slope(pairs, settings.prior, &solved.strengths, solved.ties).bend;
    let pulls: Vec<Pull> = squares.iter().map(|pair| pull(pair, solved)).collect();
    let rated = |player: usize| standings.get(player) == Some(&Standing::Rated);
    let count = float((0..standings.len()).filter(|&player| rated(player)).count());
    bootstrap::each(standings.len(), |player| {
        if !rated(player) {
            return f64::NAN;
        }
        // The row of the inverse that says how this strength answers to pulls.
        let own = |other| f64::from(u8::from(other == player)) - 1.0 / count;
        let mut right: Vec<f64> =
            (0..standings.len()).map(|other| if rated(other) { own(other) } else { 0.0 }).collect();
        right.push(0.0);
        let answer = bend.solve(&right, 1e-9);
        let ties = answer.last().copied().unwrap_or_default();
        let variance: f64 = pulls
            .iter()
            .map(|pull| {
                let apart = answer[pull.left] - answer[pull.right];
                pull.apart * apart * apart
                    + pull.ties * ties * ties
                    + 2.0 * pull.both * apart * ties
            })
            .sum();
        variance.max(0.0).sqrt()
    })
}

fn pull(squares: &Pair, solved: &Solved) -> Pull {
    let &Pair { left, right, won, lost, tied } = squares;
    let ahead = solved.strengths[left] - solved.strengths[right];
    let Expected { score, tie } = expected(ahead, solved.ties);
    let mut pull = Pull { left, right, apart: 0.0, ties: 0.0, both: 0.0 };
    for (weight, apart, ties) in
        [(won, 1.0 - score, -tie), (lost, -score, -tie), (tied, 0.5 - score, 1.0 - tie)]
    {
        pull.apart += weight * apart * apart;
        if solved.ties > 0.0 {
            pull.ties += weight * ties * ties;
            pull.both += weight * apart * ties;
        }
    }
    pull
}
