//! Maximum likelihood by damped Newton steps.

use super::likelihood::logistic;
use super::model::{Pair, Settings, Ties};
use crate::number::float;

/// A last step of this size leaves the strengths accurate to some twelve digits, as convergence is
/// quadratic down to the tolerance of the solver.
pub(super) const TOLERANCE: f64 = 1e-6;
/// Accurate to some eight digits.
pub(super) const RESAMPLE_TOLERANCE: f64 = 1e-4;
/// Tolerance of the conjugate gradients, tight for small steps and loose for large ones.
const CG_TOLERANCE: f64 = 1e-6;
const CG_LOOSE_TOLERANCE: f64 = 1e-2;
const MOST_STEPS: usize = 200;

pub(super) struct Estimate {
    pub(super) strengths: Vec<f64>,
    pub(super) ties: f64,
}

/// Second-order expansion of the log-likelihood; the last entry belongs to the parameter for ties.
pub(super) struct Expansion {
    pub(super) gradient: Vec<f64>,
    pub(super) hessian: Hessian,
}

/// Negative second derivatives, pair by pair, in the order of the pairs.
pub(super) struct Hessian {
    blocks: Vec<PairBlock>,
    diagonal: Vec<f64>,
    /// Diagonal contribution of the prior.
    prior_diagonal: Vec<f64>,
}

struct PairBlock {
    /// By the difference of the two, and mixed with the parameter for ties.
    curvature: f64,
    cross: f64,
}

/// Damps each step by `ln(1 + d) / d`, with `d` the largest change of a difference: the
/// log-likelihoods are self-concordant (the third derivative is at most `d` times the second), so a
/// damped step never overshoots. A threshold is at most halved. A step within the tolerance is the
/// last.
pub(super) fn solve(
    pairs: &[Pair],
    settings: Settings,
    start: Vec<f64>,
    ties: f64,
    tolerance: f64,
) -> Estimate {
    let any_ties = pairs.iter().any(|pair| pair.tied > 0.0);
    let with_ties = settings.ties != Ties::Halves && any_ties;
    let mut ties = match with_ties {
        true if ties > 0.0 => ties,
        true => 1.0,
        false => 0.0,
    };
    let (mut strengths, mut far) = (start, 1.0_f64);
    let mut expansion = Expansion::new(strengths.len(), pairs.len());
    for _ in 0..MOST_STEPS {
        expansion.evaluate(pairs, settings, &strengths, ties);
        let enough = (0.1 * far).clamp(CG_TOLERANCE, CG_LOOSE_TOLERANCE);
        let step = expansion.hessian.solve(pairs, expansion.gradient.clone(), enough);
        let tie_step = if with_ties { step.last().copied().unwrap_or_default() } else { 0.0 };
        let range = step
            .iter()
            .take(strengths.len())
            .fold((0.0_f64, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
        far = range.1 - range.0 + tie_step.abs();
        let mut part = if far > tolerance { far.ln_1p() / far } else { 1.0 };
        if settings.ties == Ties::RaoKupper && tie_step < 0.0 {
            part = part.min(-0.5 * ties / tie_step);
        }
        for (strength, change) in strengths.iter_mut().zip(&step) {
            *strength += part * change;
        }
        match settings.ties {
            Ties::RaoKupper => ties += part * tie_step,
            Ties::Halves | Ties::Davidson => ties *= (part * tie_step).exp(),
        }
        if far <= tolerance {
            break;
        }
    }
    Estimate { strengths, ties }
}

impl Expansion {
    pub(super) fn new(players: usize, pairs: usize) -> Expansion {
        let blocks = Vec::with_capacity(pairs);
        let (diagonal, prior_diagonal) = (vec![0.0; players + 1], vec![0.0; players]);
        Expansion {
            gradient: vec![0.0; players + 1],
            hessian: Hessian { blocks, diagonal, prior_diagonal },
        }
    }

    /// Replaces the expansion by that at these strengths.
    pub(super) fn evaluate(
        &mut self,
        pairs: &[Pair],
        settings: Settings,
        strengths: &[f64],
        ties: f64,
    ) {
        let (players, prior) = (strengths.len(), settings.prior);
        let Expansion { gradient, hessian: Hessian { blocks, diagonal, prior_diagonal } } = self;
        blocks.clear();
        gradient.fill(0.0);
        diagonal.fill(0.0);
        for pair in pairs {
            let (left, right) = (pair.left(), pair.right());
            let one = settings.ties.derivatives(pair, strengths[left] - strengths[right], ties);
            gradient[left] += one.gradient;
            gradient[right] -= one.gradient;
            diagonal[left] += one.curvature;
            diagonal[right] += one.curvature;
            gradient[players] += one.tie_gradient;
            diagonal[players] += one.tie_curvature;
            blocks.push(PairBlock { curvature: one.curvature, cross: one.cross });
        }
        if prior > 0.0 {
            for (player, &strength) in strengths.iter().enumerate() {
                let score = logistic(strength);
                gradient[player] += prior * (0.5 - score);
                prior_diagonal[player] = prior * score * (1.0 - score);
                diagonal[player] += prior_diagonal[player];
            }
        }
    }
}

impl Hessian {
    /// Lower triangle of the matrix for the `rated` players, by their `places`, with ties last.
    /// Without a prior the direction that moves all players alike is null; it gets the average
    /// curvature.
    pub(super) fn rows(&self, pairs: &[Pair], rated: &[usize], places: &[usize]) -> Vec<Vec<f64>> {
        let (players, count) = (self.prior_diagonal.len(), rated.len());
        let whole: f64 = self.diagonal.iter().take(players).sum();
        let together = if self.free() { whole / float(count * count) } else { 0.0 };
        let mut rows: Vec<Vec<f64>> = (1..=count).map(|length| vec![together; length]).collect();
        for (place, &player) in rated.iter().enumerate() {
            rows[place][place] += self.diagonal[player];
        }
        let mut last = vec![0.0; count + 1];
        last[count] = if self.diagonal[players] > 0.0 { self.diagonal[players] } else { 1.0 };
        for (pair, &PairBlock { curvature, cross }) in pairs.iter().zip(&self.blocks) {
            let (left, right) = (places[pair.left()], places[pair.right()]);
            rows[left.max(right)][left.min(right)] -= curvature;
            last[left] += cross;
            last[right] -= cross;
        }
        rows.push(last);
        rows
    }

    /// Returns true if nothing anchors the strengths as a whole.
    fn free(&self) -> bool {
        self.prior_diagonal.iter().all(|&prior_diagonal| prior_diagonal <= 0.0)
    }

    /// Multiplies a vector.
    fn times(&self, pairs: &[Pair], x: &[f64], out: &mut [f64]) {
        let last = self.prior_diagonal.len();
        for ((out, x), prior_diagonal) in out.iter_mut().zip(x).zip(&self.prior_diagonal) {
            *out = prior_diagonal * x;
        }
        let mut sum = self.diagonal[last] * x[last];
        for (pair, &PairBlock { curvature, cross }) in pairs.iter().zip(&self.blocks) {
            let (left, right) = (pair.left(), pair.right());
            let difference = x[left] - x[right];
            let push = curvature * difference + cross * x[last];
            out[left] += push;
            out[right] -= push;
            sum += cross * difference;
        }
        out[last] = sum;
    }

    /// Solves by conjugate gradients with a diagonal preconditioner. Without a prior only
    /// differences are determined, so the mean of `rest`, which is rounding, is subtracted first.
    fn solve(&self, pairs: &[Pair], mut rest: Vec<f64>, tolerance: f64) -> Vec<f64> {
        if self.free() {
            let (sum, count) = (rest.iter().zip(&self.diagonal).take(self.prior_diagonal.len()))
                .filter(|(_, own)| **own > 0.0)
                .fold((0.0, 0.0), |(sum, count), (rest, _)| (sum + rest, count + 1.0));
            let known = rest.iter_mut().zip(&self.diagonal).take(self.prior_diagonal.len());
            known.filter(|(_, own)| **own > 0.0).for_each(|(rest, _)| *rest -= sum / count);
        }
        let scaled = |rest: &[f64]| -> Vec<f64> {
            let each = rest.iter().zip(&self.diagonal);
            each.map(|(rest, &own)| if own > 0.0 { rest / own } else { 0.0 }).collect()
        };
        let mut found = vec![0.0; rest.len()];
        let mut direction = scaled(&rest);
        let mut size = dot(&rest, &direction);
        let (enough, mut image) = (size * tolerance * tolerance, vec![0.0; rest.len()]);
        for _ in 0..10 * rest.len() {
            if size <= enough {
                break;
            }
            self.times(pairs, &direction, &mut image);
            let curvature = dot(&direction, &image);
            if curvature <= 0.0 {
                break;
            }
            let far = size / curvature;
            for (((found, direction), rest), image) in
                found.iter_mut().zip(&direction).zip(&mut rest).zip(&image)
            {
                *found += far * direction;
                *rest -= far * image;
            }
            let next = scaled(&rest);
            let before = std::mem::replace(&mut size, dot(&rest, &next));
            for (direction, next) in direction.iter_mut().zip(next) {
                *direction = next + size / before * *direction;
            }
        }
        found
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
