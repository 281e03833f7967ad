//! Least squares with a price on every weight, so that most stay at zero: one weight after
//! the other is put where it is best, until none can do much better.

use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal, mean};
use crate::float;
use crate::matrix::Independent;
use crate::matrix::dot;

/// The sum of squares may miss the least there is by this share of that of the targets.
pub(super) const TIGHT: f64 = 1e-12;
/// Enough to choose among strengths.
pub(super) const LOOSE: f64 = 1e-7;
const PASSES: usize = 5;
/// Far more than are needed; rounding may keep numbers of very unlike size from coming close.
const MOST_ROUNDS: usize = 100;

/// What is made small is half the mean of the squares plus the strength times
/// `share * |w| + (1 - share) / 2 * w^2` of each weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// Above 0.
    pub strength: f64,
    /// Above 0, and 1 for the lasso.
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
    // Many a price is more than any weight is worth, which is soon seen.
    if slopes.iter().all(|slope| slope.abs() <= price) {
        return Linear { weights: vec![0.0; slopes.len()], intercept: mean }.checked();
    }
    Descent::new(&Columns::of(design, rows), wanted).fit(penalty, TIGHT)
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

/// Where the weights are, and what they leave.
pub(super) struct Descent<'a> {
    columns: &'a Columns,
    /// Of each column, less its mean.
    squares: Vec<f64>,
    weights: Vec<f64>,
    /// What is left of the targets, but for a shift, so that a step touches few rows.
    left: Vec<f64>,
    shift: f64,
    /// The sum of squares of the targets less their mean, and the mean.
    all: f64,
    mean: f64,
}

/// The two prices, of a weight and of half its square, in sums over all rows.
#[derive(Clone, Copy)]
struct Prices {
    plain: f64,
    square: f64,
}

impl Descent<'_> {
    pub(super) fn new(columns: &Columns, mut wanted: Vec<f64>) -> Descent<'_> {
        let mean = mean(&wanted);
        for x in &mut wanted {
            *x -= mean;
        }
        let square = |column: usize| {
            let (mean, entries) = (columns.means[column], columns.column(column));
            let zeros = float(columns.rows - entries.len());
            zeros * mean * mean + entries.iter().map(|(_, x)| (x - mean).powi(2)).sum::<f64>()
        };
        Descent {
            columns,
            squares: (0..columns.count()).map(square).collect(),
            weights: vec![0.0; columns.count()],
            all: dot(&wanted, &wanted),
            left: wanted,
            shift: 0.0,
            mean,
        }
    }

    /// From the weights of the last penalty to those of this one.
    pub(super) fn fit(&mut self, penalty: Penalty, tight: f64) -> Result<Linear, Refusal> {
        let Penalty { strength, share } = penalty.checked()?;
        let whole = strength * float(self.columns.rows);
        let prices = Prices { plain: whole * share, square: whole * (1.0 - share) };
        if !self.squares.iter().all(|square| square.is_finite()) {
            return Err(Refusal::TooLarge);
        }
        let everywhere: Vec<usize> = (0..self.columns.count()).collect();
        for _ in 0..MOST_ROUNDS {
            self.settle();
            let (gap, working) = self.gap(&everywhere, prices);
            if gap.is_nan() {
                return Err(Refusal::TooLarge);
            }
            if gap <= tight * self.all {
                break;
            }
            for _ in 0..MOST_ROUNDS {
                for _ in 0..PASSES {
                    for &column in &working {
                        self.step(column, prices);
                    }
                }
                self.settle();
                let gap = self.gap(&working, prices).0;
                if gap.is_nan() || gap <= 0.5 * tight * self.all {
                    break;
                }
                self.leap(prices);
            }
        }
        if tight < LOOSE {
            self.leap(prices);
        }
        Linear::through(self.weights.clone(), self.columns, self.mean)
    }

    /// The strength from which on every weight is zero.
    pub(super) fn strongest(&self, share: f64) -> f64 {
        let slopes = (0..self.columns.count()).map(|column| self.slope(column).abs());
        slopes.fold(0.0, f64::max) / (share * float(self.columns.rows))
    }

    /// How fast the sum of squares falls with this weight, in halves.
    fn slope(&self, column: usize) -> f64 {
        let sum: f64 = self.columns.column(column).iter().map(|&(at, x)| x * self.left[at]).sum();
        sum - self.shift * float(self.columns.rows) * self.columns.means[column]
    }

    fn step(&mut self, column: usize, prices: Prices) {
        let (square, before) = (self.squares[column], self.weights[column]);
        if square > 0.0 {
            let pull = self.slope(column) + square * before;
            let past = (pull.abs() - prices.plain).max(0.0);
            self.weights[column] = past.copysign(pull) / (square + prices.square);
            self.moved(column, self.weights[column] - before);
        }
    }

    fn moved(&mut self, column: usize, by: f64) {
        if by.abs() > 0.0 {
            for &(at, value) in self.columns.column(column) {
                self.left[at] -= by * value;
            }
            self.shift -= by * self.columns.means[column];
        }
    }

    /// All weights that are not zero at once to where they would be best if none changed its
    /// sign, or as far as to the first that does; where some can go at no cost to what is left,
    /// they go as far as it makes them smaller. Steps alone take long where columns are alike.
    fn leap(&mut self, prices: Prices) {
        self.settle();
        let all: Vec<usize> = (0..self.weights.len()).collect();
        let moved: Vec<usize> =
            all.into_iter().filter(|&at| self.weights[at].abs() > 0.0).collect();
        let pull = |&at: &usize| {
            let weight = self.weights[at];
            self.slope(at) - prices.square * weight - prices.plain.copysign(weight)
        };
        let pulls: Vec<f64> = moved.iter().map(pull).collect();
        let products = self.products(&moved, prices);
        let longest = products.iter().filter_map(|row| row.last()).copied().fold(0.0, f64::max);
        let independent = Independent::new(&products, longest);
        let idle = independent.idle(&pulls, 1e-6 * prices.plain);
        let most = if idle.is_some() { f64::INFINITY } else { 1.0 };
        let by = idle.unwrap_or_else(|| independent.solve(&pulls));
        let crossing = |(&at, by): (&usize, &f64)| (at, -self.weights[at] / by);
        let crossings = moved.iter().zip(&by).map(crossing).filter(|one| one.1 > 0.0);
        let first = crossings.min_by(|one, other| one.1.total_cmp(&other.1));
        let far = first.map_or(most, |(_, far)| far.min(most));
        if !(dot(&pulls, &by) > 0.0 && far.is_finite() && by.iter().all(|by| by.is_finite())) {
            return;
        }
        for (&at, by) in moved.iter().zip(by) {
            let ends = first.is_some_and(|(first, far)| first == at && far <= most);
            let by = if ends { -self.weights[at] } else { far * by };
            self.weights[at] += by;
            self.moved(at, by);
        }
        self.settle();
    }

    /// Of these columns less their means: the lower triangle.
    fn products(&self, among: &[usize], prices: Prices) -> Vec<Vec<f64>> {
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
            row.push(self.squares[column] + prices.square);
            row
        };
        among.iter().enumerate().map(row).collect()
    }

    /// What is left has no mean: the shift is put right, as rounding adds up.
    fn settle(&mut self) {
        self.shift = self.left.iter().sum::<f64>() / float(self.left.len());
    }

    /// How much better it can be at most with these columns alone (Fenchel's duality), all of
    /// whose terms are positive; and which of them are to be worked on.
    fn gap(&self, among: &[usize], prices: Prices) -> (f64, Vec<usize>) {
        let pull = |column: usize| self.slope(column) - prices.square * self.weights[column];
        let pulls: Vec<f64> = among.iter().map(|&column| pull(column)).collect();
        let most = pulls.iter().map(|pull| pull.abs()).fold(0.0, f64::max);
        let scale = if most > prices.plain { prices.plain / most } else { 1.0 };
        let mut left: f64 = self.left.iter().map(|left| (left - self.shift).powi(2)).sum();
        let (mut gap, mut working) = (0.0, Vec::new());
        for (&column, pull) in among.iter().zip(pulls) {
            let weight = self.weights[column];
            left += prices.square * weight * weight;
            gap += prices.plain * weight.abs() - scale * weight * pull;
            if weight.abs() > 0.0 || pull.abs() > prices.plain {
                working.push(column);
            }
        }
        (gap + 0.5 * (1.0 - scale).powi(2) * left, working)
    }
}
