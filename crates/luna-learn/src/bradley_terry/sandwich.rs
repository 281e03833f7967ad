//! Standard errors after Huber and White: how much each comparison pulls at
//! the strengths, as it came out, instead of what the model says it should.

use super::connectivity::Standing;
use super::model::{Pair, Settings, Ties};
use super::newton::{Slope, Solved};
use crate::match_log::Cell;
use crate::matrix::Triangle;
use crate::{bootstrap, float};

/// With more players the time and memory for this would be felt.
const MOST_PLAYERS: usize = 4000;

/// How much comparisons pulled: at the difference of two, and at the parameter
/// for ties.
struct Pull {
    left: usize,
    right: usize,
    apart: f64,
    ties: f64,
    cluster: usize,
}

/// One for each player, of its strength less the mean of the rated; NaN for
/// the others, and for all if there are very many.
pub(super) fn errors(
    cells: &[Cell],
    clustered: bool,
    rated_pairs: &[Pair],
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
    let mut places = vec![None; standings.len()];
    for (place, &player) in rated.iter().enumerate() {
        places[player] = Some(place);
    }
    let pulls = pulls(cells, clustered, settings.ties, solved, &places);
    let numbers: Vec<usize> = places.into_iter().map(Option::unwrap_or_default).collect();
    let mut slope = Slope::new(solved.strengths.len(), rated_pairs.len());
    slope.take(rated_pairs, settings, &solved.strengths, solved.ties);
    let bend = slope.bend;
    let factor = Triangle::clamped(bend.rows(&rated, &numbers));
    let clusters = float(pulls.chunk_by(|one, other| one.cluster == other.cluster).count());
    // Pulls add up to zero, which makes those of few clusters too small.
    let few = if clustered { clusters / (clusters - 1.0) } else { 1.0 };
    let found = bootstrap::each(rated.len(), |own| {
        // The row of the inverse that says how this strength answers to pulls.
        let mut right = vec![-1.0 / float(rated.len()); rated.len()];
        right[own] += 1.0;
        right.push(0.0);
        factor.solve(&mut right);
        let answer = right;
        let ties = answer[rated.len()];
        let variance = squares(&pulls, clustered, |pull| {
            pull.apart * (answer[pull.left] - answer[pull.right]) + pull.ties * ties
        });
        (few * variance).sqrt()
    });
    for (&player, error) in rated.iter().zip(found) {
        errors[player] = error;
    }
    errors
}

/// What each pull moves, squared and added up; those of one cluster are added
/// up before.
fn squares(pulls: &[Pull], clustered: bool, moves: impl Fn(&Pull) -> f64) -> f64 {
    if !clustered {
        return pulls.iter().map(|pull| moves(pull).powi(2)).sum();
    }
    let clusters = pulls.chunk_by(|one, other| one.cluster == other.cluster);
    clusters.map(|pulls| pulls.iter().map(&moves).sum::<f64>().powi(2)).sum()
}

/// Those of one cluster side by side. Where each row stands for itself, one
/// pull stands for all rows of a cell: it has the same square.
fn pulls(
    cells: &[Cell],
    clustered: bool,
    model: Ties,
    solved: &Solved,
    places: &[Option<usize>],
) -> Vec<Pull> {
    let mut pulls: Vec<Pull> = Vec::new();
    for &Cell { left, right, outcome, weight, rows, cluster } in cells {
        let (Some(left_place), Some(right_place)) = (places[left], places[right]) else { continue };
        let ahead = solved.strengths[left] - solved.strengths[right];
        let (apart, ties) = model.pull(outcome, ahead, solved.ties);
        let rows = f64::from(rows);
        let much = weight * if clustered { rows } else { rows.sqrt() };
        let (left, right) = (left_place, right_place);
        let (apart, ties) = (much * apart, much * ties);
        match pulls.last_mut() {
            // Without a parameter for ties, so it does for all of a pair.
            Some(last)
                if !clustered && solved.ties <= 0.0 && (last.left, last.right) == (left, right) =>
            {
                last.apart = (last.apart * last.apart + apart * apart).sqrt();
            }
            _ => pulls.push(Pull { left, right, apart, ties, cluster }),
        }
    }
    pulls.sort_by_key(|pull| pull.cluster);
    pulls
}
