//! Sandwich standard errors (Huber and White), from the observed scores of the comparisons.

use super::connectivity::Comparability;
use super::model::{Pair, Settings, Ties};
use super::newton::{Estimate, Expansion};
use crate::comparison::match_log::Cell;
use crate::interval::bootstrap;
use crate::matrix::Cholesky;
use crate::number::float;

/// More players would take too much time and memory.
const MOST_PLAYERS: usize = 4000;

/// Score of some comparisons: by the difference of two strengths, and by the parameter for ties.
struct Score {
    left: usize,
    right: usize,
    difference: f64,
    ties: f64,
    cluster: usize,
}

/// Standard error of each rated player's strength less their mean, as a sandwich and from the
/// curvature alone; NaN for the others, and for all
/// if there are very many.
pub(super) fn errors(
    cells: &[Cell],
    clustered: bool,
    rated_pairs: &[Pair],
    settings: Settings,
    solved: &Estimate,
    standings: &[Comparability],
) -> (Vec<f64>, Vec<f64>) {
    let mut errors = vec![f64::NAN; standings.len()];
    let mut of_curvature = errors.clone();
    let rated: Vec<usize> =
        (0..standings.len()).filter(|&player| standings[player] == Comparability::Rated).collect();
    if rated.len() > MOST_PLAYERS {
        return (errors, of_curvature);
    }
    let mut places = vec![None; standings.len()];
    for (place, &player) in rated.iter().enumerate() {
        places[player] = Some(place);
    }
    let scores = scores(cells, clustered, settings.ties, solved, &places);
    let numbers: Vec<usize> = places.into_iter().map(Option::unwrap_or_default).collect();
    let mut expansion = Expansion::new(solved.strengths.len(), rated_pairs.len());
    expansion.evaluate(rated_pairs, settings, &solved.strengths, solved.ties);
    let hessian = expansion.hessian;
    let factor = Cholesky::clamped(hessian.rows(rated_pairs, &rated, &numbers));
    let clusters = float(scores.chunk_by(|one, other| one.cluster == other.cluster).count());
    // Scores sum to zero, which biases the variance of few clusters downwards.
    let few = if clustered { clusters / (clusters - 1.0) } else { 1.0 };
    let found = bootstrap::each(rated.len(), |own| {
        // The row of the inverse Hessian for this strength.
        let mut right = vec![-1.0 / float(rated.len()); rated.len()];
        right[own] += 1.0;
        right.push(0.0);
        factor.solve(&mut right);
        let answer = right;
        let ties = answer[rated.len()];
        let variance = sum_of_squares(&scores, clustered, |score| {
            score.difference * (answer[score.left] - answer[score.right]) + score.ties * ties
        });
        let strengths = &answer[..rated.len()];
        let curved = answer[own] - strengths.iter().sum::<f64>() / float(rated.len());
        ((few * variance).sqrt(), curved.sqrt())
    });
    for (&player, (error, curved)) in rated.iter().zip(found) {
        errors[player] = error;
        of_curvature[player] = curved;
    }
    (errors, of_curvature)
}

/// Sum of squared influences, after summing them within clusters.
fn sum_of_squares(scores: &[Score], clustered: bool, moves: impl Fn(&Score) -> f64) -> f64 {
    if !clustered {
        return scores.iter().map(|score| moves(score).powi(2)).sum();
    }
    let clusters = scores.chunk_by(|one, other| one.cluster == other.cluster);
    clusters.map(|scores| scores.iter().map(&moves).sum::<f64>().powi(2)).sum()
}

/// Scores, sorted by cluster. Where rows are independent, one score stands for all rows of a cell,
/// with the same square.
fn scores(
    cells: &[Cell],
    clustered: bool,
    model: Ties,
    solved: &Estimate,
    places: &[Option<usize>],
) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    for cell in cells {
        let [left, right] = [cell.left, cell.right].map(|it| usize::try_from(it).unwrap_or(0));
        let &Cell { outcome, weight, rows, .. } = cell;
        let cluster = cell.cluster();
        let (Some(left_place), Some(right_place)) = (places[left], places[right]) else { continue };
        let ahead = solved.strengths[left] - solved.strengths[right];
        let (difference, ties) = model.gradient(outcome, ahead, solved.ties);
        let rows = f64::from(rows);
        let much = weight * if clustered { rows } else { rows.sqrt() };
        let (left, right) = (left_place, right_place);
        let (difference, ties) = (much * difference, much * ties);
        match scores.last_mut() {
            // Without a parameter for ties, one stands for all cells of a pair.
            Some(last)
                if !clustered && solved.ties <= 0.0 && (last.left, last.right) == (left, right) =>
            {
                last.difference =
                    (last.difference * last.difference + difference * difference).sqrt();
            }
            _ => scores.push(Score { left, right, difference, ties, cluster }),
        }
    }
    scores.sort_by_key(|score| score.cluster);
    scores
}
