//! Standard errors after Huber and White: how much each comparison pulls at
//! the strengths, as it came out, instead of what the model says it should.

use super::dense::Factor;
use super::newton::{Expected, Solved, expected, slope};
use super::{Pair, Settings, Standing};
use crate::{bootstrap, float};

/// With more players the time and memory for this would be felt.
const MOST_PLAYERS: usize = 4000;

/// How much the comparisons of a pair pulled, squared and added up: at the
/// difference, at the ties, and at both.
struct Pull {
    left: usize,
    right: usize,
    apart: f64,
    ties: f64,
    both: f64,
}

/// One for each player, of its strength less the mean of the rated; NaN for
/// the others, and for all if there are very many.
pub(super) fn errors(
    pairs: &[Pair],
    squares: &[Pair],
    settings: Settings,
    solved: &Solved,
    standings: &[Standing],
) -> Vec<f64> {
    let mut errors = vec![f64::NAN; standings.len()];
    let rated: Vec<usize> =
        (0..standings.len()).filter(|&player| standings[player] == Standing::Rated).collect();
    if rated.len() > MOST_PLAYERS {
        return errors;
    }
    let mut places = vec![0; standings.len()];
    for (place, &player) in rated.iter().enumerate() {
        places[player] = place;
    }
    let bend = slope(pairs, settings.prior, &solved.strengths, solved.ties).bend;
    let factor = Factor::new(bend.rows(&rated, &places));
    let pulls: Vec<Pull> = squares.iter().map(|pair| pull(pair, solved, &places)).collect();
    let found = bootstrap::each(rated.len(), |own| {
        // The row of the inverse that says how this strength answers to pulls.
        let mut right = vec![-1.0 / float(rated.len()); rated.len()];
        right[own] += 1.0;
        right.push(0.0);
        let answer = factor.solve(right);
        let ties = answer[rated.len()];
        let variance: f64 = pulls
            .iter()
            .map(|pull| {
                let apart = answer[pull.left] - answer[pull.right];
                apart * (pull.apart * apart + 2.0 * pull.both * ties) + pull.ties * ties * ties
            })
            .sum();
        variance.max(0.0).sqrt()
    });
    for (&player, error) in rated.iter().zip(found) {
        errors[player] = error;
    }
    errors
}

fn pull(squares: &Pair, solved: &Solved, places: &[usize]) -> Pull {
    let &Pair { left, right, won, lost, tied } = squares;
    let ahead = solved.strengths[left] - solved.strengths[right];
    let Expected { score, tie } = expected(ahead, solved.ties);
    let (left, right) = (places[left], places[right]);
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
