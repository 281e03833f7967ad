//! Marginal maximum likelihood of the two-parameter model, as other packages fit it: abilities are
//! integrated out, and questions have no prior. It is the reference of the chain where each question
//! has many answers; with few of them it overstates discriminations.

use super::answer::{MarkedAnswer, Reading};
use super::mark::Mark;
use crate::number::float;

/// Abilities at which the model is evaluated.
const NODES: usize = 61;
const FARTHEST: f64 = 5.0;
/// Steps of the EM algorithm, at most, and the change that ends them.
const STEPS: usize = 1_000;
const TOLERANCE: f64 = 1e-5;

/// The discrimination and difficulty of each question, from the sides of its marks. All are by one
/// judge, and all abilities are standard normal.
pub fn maximum_likelihood(answers: &[MarkedAnswer]) -> Vec<(f64, f64)> {
    let nodes: [f64; NODES] =
        std::array::from_fn(|nth| FARTHEST * (2.0 * float(nth) / (float(NODES) - 1.0) - 1.0));
    let prior = nodes.map(|ability| -0.5 * ability * ability);
    let size =
        |of: fn(&MarkedAnswer) -> usize| answers.iter().map(|it| of(it) + 1).max().unwrap_or(0);
    let rows: Vec<(usize, usize, Mark)> = (answers.iter())
        .filter_map(|it| Some((it.person, it.question, Mark::read(it.mark, Reading::Sides)?)))
        .collect();
    // Intercepts and slopes.
    let mut lines = vec![(0.0, 1.0); size(|it| it.question)];
    for _ in 0..STEPS {
        let logs = |side: Mark| -> Vec<[f64; NODES]> {
            let line = |&(intercept, slope): &(f64, f64)| {
                nodes.map(|ability| side.value(0.0, intercept + slope * ability))
            };
            lines.iter().map(line).collect()
        };
        let (below, above) = (logs(Mark::AtMost(0.0)), logs(Mark::AtLeast(0.0)));
        let mut people = vec![prior; size(|it| it.person)];
        for &(person, question, mark) in &rows {
            let known = if matches!(mark, Mark::AtLeast(_)) { &above } else { &below };
            for (log, value) in people[person].iter_mut().zip(known[question]) {
                *log += value;
            }
        }
        for logs in &mut people {
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights = logs.map(|log| (log - most).exp());
            let sum: f64 = weights.iter().sum();
            *logs = weights.map(|weight| weight / sum);
        }
        // The expected numbers of marks on either side, at each node.
        let mut sides = vec![[(0.0, 0.0); NODES]; lines.len()];
        for &(person, question, mark) in &rows {
            for ((below, above), weight) in sides[question].iter_mut().zip(people[person]) {
                *if matches!(mark, Mark::AtLeast(_)) { above } else { below } += weight;
            }
        }
        let mut largest = 0.0_f64;
        for (line, sides) in lines.iter_mut().zip(&sides) {
            let next = maximum(*line, sides, &nodes);
            largest = largest.max((next.0 - line.0).abs()).max((next.1 - line.1).abs());
            *line = next;
        }
        if largest < TOLERANCE {
            break;
        }
    }
    lines.into_iter().map(|(intercept, slope)| (slope, -intercept / slope)).collect()
}

/// Logistic regression of the sides on ability, by Newton's method.
fn maximum(
    (mut intercept, mut slope): (f64, f64),
    sides: &[(f64, f64); NODES],
    nodes: &[f64; NODES],
) -> (f64, f64) {
    for _ in 0..3 {
        let (mut gradient, mut curvature) = ((0.0, 0.0), (1e-9, 0.0, 1e-9));
        for ((below, above), ability) in sides.iter().zip(nodes) {
            let share = 1.0 / (1.0 + (-intercept - slope * ability).exp());
            let off = above - (below + above) * share;
            let weight = (below + above) * share * (1.0 - share);
            gradient = (gradient.0 + off, gradient.1 + off * ability);
            curvature.0 += weight;
            curvature.1 += weight * ability;
            curvature.2 += weight * ability * ability;
        }
        let determinant = curvature.0 * curvature.2 - curvature.1 * curvature.1;
        intercept += (curvature.2 * gradient.0 - curvature.1 * gradient.1) / determinant;
        slope += (curvature.0 * gradient.1 - curvature.1 * gradient.0) / determinant;
    }
    (intercept, slope)
}
