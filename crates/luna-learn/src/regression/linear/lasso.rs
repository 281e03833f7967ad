//! The lasso and the elastic net, by coordinate descent with an active set and a duality gap.

use super::model::Linear;
use crate::matrix::{PivotedCholesky, dot};
use crate::number::float;
use crate::regression::columns::Columns;
use crate::regression::design::{Design, Refusal, mean};

/// Tolerance of the duality gap, as a share of the targets' sum of squares.
const TOLERANCE: f64 = 1e-12;
const PASSES: usize = 5;
/// Far more than are needed; with badly scaled columns rounding may keep the gap open.
const MOST_ROUNDS: usize = 100;

/// Penalty of the elastic net, added to half the mean squared error:
///
/// `strength * (share * |w| + (1 - share) / 2 * w^2)`, summed over the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// Above 0.
    pub strength: f64,
    /// The L1 share: above 0, and 1 for the lasso.
    pub share: f64,
}

pub fn lasso(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    strength: f64,
) -> Result<Linear, Refusal> {
    elastic_net(design, rows, target, Penalty { strength, share: 1.0 })
}

pub fn elastic_net(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    penalty: Penalty,
) -> Result<Linear, Refusal> {
    let wanted = design.targets(rows, target)?;
    let mean = mean(&wanted);
    let off: Vec<f64> = wanted.iter().map(|wanted| wanted - mean).collect();
    let price = penalty.checked()?.strength * penalty.share * float(rows.len());
    let slopes = design.sum(rows, &off);
    // A penalty that exceeds every slope leaves all weights at zero, which is quick to see.
    if slopes.iter().all(|slope| slope.abs() <= price) {
        return Linear { weights: vec![0.0; slopes.len()], intercept: mean }.checked();
    }
    CoordinateDescent::new(&Columns::new(design, rows), wanted).fit(penalty)
}

impl Penalty {
    fn checked(self) -> Result<Penalty, Refusal> {
        let Penalty { strength, share } = self;
        if strength > 0.0 && strength.is_finite() && share > 0.0 && share <= 1.0 {
            return Ok(self);
        }
        Err(Refusal::Setting(
            "a penalty takes a strength above 0 and a share above 0 and at most 1",
        ))
    }
}

/// Current weights and residual.
struct CoordinateDescent<'a> {
    columns: &'a Columns,
    /// Sum of squares of each centred column.
    squares: Vec<f64>,
    weights: Vec<f64>,
    /// Residual up to a constant, `shift`, so that an update touches few rows.
    residual: Vec<f64>,
    shift: f64,
    /// Sum of squares of the centred targets, and their mean.
    all: f64,
    mean: f64,
}

/// L1 and L2 penalties, scaled to sums over rows.
#[derive(Clone, Copy)]
struct Penalties {
    l1: f64,
    l2: f64,
}

impl CoordinateDescent<'_> {
    fn new(columns: &Columns, mut wanted: Vec<f64>) -> CoordinateDescent<'_> {
        let mean = mean(&wanted);
        for x in &mut wanted {
            *x -= mean;
        }
        let square = |column: usize| {
            let (mean, entries) = (columns.means[column], columns.column(column));
            let zeros = float(columns.rows - entries.len());
            zeros * mean * mean + entries.iter().map(|(_, x)| (x - mean).powi(2)).sum::<f64>()
        };
        CoordinateDescent {
            columns,
            squares: (0..columns.count()).map(square).collect(),
            weights: vec![0.0; columns.count()],
            all: dot(&wanted, &wanted),
            residual: wanted,
            shift: 0.0,
            mean,
        }
    }

    fn fit(mut self, penalty: Penalty) -> Result<Linear, Refusal> {
        let Penalty { strength, share } = penalty.checked()?;
        let whole = strength * float(self.columns.rows);
        let penalties = Penalties { l1: whole * share, l2: whole * (1.0 - share) };
        if !self.squares.iter().all(|square| square.is_finite()) {
            return Err(Refusal::TooLarge);
        }
        let everywhere: Vec<usize> = (0..self.columns.count()).collect();
        for _ in 0..MOST_ROUNDS {
            self.recentre();
            let (gap, working) = self.gap(&everywhere, penalties);
            if gap.is_nan() {
                return Err(Refusal::TooLarge);
            }
            if gap <= TOLERANCE * self.all {
                break;
            }
            for _ in 0..MOST_ROUNDS {
                for _ in 0..PASSES {
                    for &column in &working {
                        self.update(column, penalties);
                    }
                }
                self.recentre();
                let gap = self.gap(&working, penalties).0;
                if gap.is_nan() || gap <= 0.5 * TOLERANCE * self.all {
                    break;
                }
                self.active_set_step(penalties);
            }
        }
        self.active_set_step(penalties);
        Linear::with_mean(self.weights, self.columns, self.mean)
    }

    /// Negative derivative of half the sum of squares by this weight.
    fn slope(&self, column: usize) -> f64 {
        let sum: f64 =
            self.columns.column(column).iter().map(|&(at, x)| x * self.residual[at]).sum();
        sum - self.shift * float(self.columns.rows) * self.columns.means[column]
    }

    fn update(&mut self, column: usize, penalties: Penalties) {
        let (square, before) = (self.squares[column], self.weights[column]);
        if square > 0.0 {
            let pull = self.slope(column) + square * before;
            let past = (pull.abs() - penalties.l1).max(0.0);
            self.weights[column] = past.copysign(pull) / (square + penalties.l2);
            self.shift_residual(column, self.weights[column] - before);
        }
    }

    fn shift_residual(&mut self, column: usize, by: f64) {
        if by.abs() > 0.0 {
            for &(at, value) in self.columns.column(column) {
                self.residual[at] -= by * value;
            }
            self.shift -= by * self.columns.means[column];
        }
    }

    /// Moves all nonzero weights to the joint optimum that keeps their signs, or to the first sign
    /// change on the way. Where the active columns are dependent, it moves along a null direction
    /// that shrinks the L1 norm. Coordinate descent alone is slow where columns correlate.
    fn active_set_step(&mut self, penalties: Penalties) {
        self.recentre();
        let all: Vec<usize> = (0..self.weights.len()).collect();
        let active: Vec<usize> =
            all.into_iter().filter(|&at| self.weights[at].abs() > 0.0).collect();
        let pull = |&at: &usize| {
            let weight = self.weights[at];
            self.slope(at) - penalties.l2 * weight - penalties.l1.copysign(weight)
        };
        let pulls: Vec<f64> = active.iter().map(pull).collect();
        let products = self.products(&active, penalties);
        let longest = products.iter().filter_map(|row| row.last()).copied().fold(0.0, f64::max);
        let independent = PivotedCholesky::new(&products, longest);
        let null_direction = independent.null_direction(&pulls, 1e-6 * penalties.l1);
        let most = if null_direction.is_some() { f64::INFINITY } else { 1.0 };
        let by = null_direction.unwrap_or_else(|| independent.solve(&pulls));
        let crossing = |(&at, by): (&usize, &f64)| (at, -self.weights[at] / by);
        let crossings = active.iter().zip(&by).map(crossing).filter(|one| one.1 > 0.0);
        let first = crossings.min_by(|one, other| one.1.total_cmp(&other.1));
        let far = first.map_or(most, |(_, far)| far.min(most));
        if !(dot(&pulls, &by) > 0.0 && far.is_finite() && by.iter().all(|by| by.is_finite())) {
            return;
        }
        for (&at, by) in active.iter().zip(by) {
            let ends = first.is_some_and(|(first, far)| first == at && far <= most);
            let by = if ends { -self.weights[at] } else { far * by };
            self.weights[at] += by;
            self.shift_residual(at, by);
        }
        self.recentre();
    }

    /// Lower triangle of the Gram matrix of some centred columns.
    fn products(&self, among: &[usize], penalties: Penalties) -> Vec<Vec<f64>> {
        let (means, rows) = (&self.columns.means, float(self.columns.rows));
        let row = |(nth, &column): (usize, &usize)| {
            let mut dense = vec![0.0; self.columns.rows];
            self.columns.column(column).iter().for_each(|&(at, value)| dense[at] = value);
            let product = |&other: &usize| {
                let entries = self.columns.column(other).iter();
                let sum: f64 = entries.map(|&(at, value)| dense[at] * value).sum();
                sum - rows * means[column] * means[other]
            };
            let mut row: Vec<f64> = among[..nth].iter().map(product).collect();
            row.push(self.squares[column] + penalties.l2);
            row
        };
        among.iter().enumerate().map(row).collect()
    }

    /// Recomputes the shift, in which rounding accumulates.
    fn recentre(&mut self) {
        self.shift = self.residual.iter().sum::<f64>() / float(self.residual.len());
    }

    /// Returns the duality gap of the problem restricted to some columns, as a sum of positive
    /// terms, and the columns of the next working set.
    fn gap(&self, among: &[usize], penalties: Penalties) -> (f64, Vec<usize>) {
        let pull = |column: usize| self.slope(column) - penalties.l2 * self.weights[column];
        let pulls: Vec<f64> = among.iter().map(|&column| pull(column)).collect();
        let most = pulls.iter().map(|pull| pull.abs()).fold(0.0, f64::max);
        let scale = if most > penalties.l1 { penalties.l1 / most } else { 1.0 };
        let mut left: f64 = self.residual.iter().map(|left| (left - self.shift).powi(2)).sum();
        let (mut gap, mut working) = (0.0, Vec::new());
        for (&column, pull) in among.iter().zip(pulls) {
            let weight = self.weights[column];
            left += penalties.l2 * weight * weight;
            gap += penalties.l1 * weight.abs() - scale * weight * pull;
            if weight.abs() > 0.0 || pull.abs() > penalties.l1 {
                working.push(column);
            }
        }
        (gap + 0.5 * (1.0 - scale).powi(2) * left, working)
    }
}
