//! Ordinary least squares with an intercept; the minimum-norm solution where several fit equally.

use std::sync::OnceLock;

use super::downdate::{Downdate, InverseGram};
use super::gram::Gram;
use super::model::Linear;
use crate::matrix::{CompleteOrthogonal, PivotedCholesky, add};
use crate::number::float;
use crate::regression::columns::Columns;
use crate::regression::design::{Design, Refusal, mean};

/// Up to this many operations, QR is as quick as reading the design.
const SMALL: usize = 1_000_000;

/// Rounds of iterative refinement at most, and the relative residual at which one is enough.
const ROUNDS: usize = 3;
const EXACT: f64 = 1e-14;

/// Least squares on many splits of one design; the Gram matrix is computed once.
pub struct LeastSquares<'a> {
    design: &'a Design,
    /// The solver of the leading columns, and the columns that follow them.
    parts: Option<(&'a LeastSquares<'a>, &'a Design)>,
    products: OnceLock<Gram>,
    whole: OnceLock<Option<InverseGram>>,
}

/// Fits one split.
pub fn ols(design: &Design, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
    let squares = LeastSquares::new(design);
    squares.whole.get_or_init(|| None);
    squares.fit(rows, target)
}

impl LeastSquares<'_> {
    pub fn new(design: &Design) -> LeastSquares<'_> {
        LeastSquares { design, parts: None, products: OnceLock::new(), whole: OnceLock::new() }
    }

    /// Returns a solver for `wide`, which is this design with further columns; only those cost
    /// anything.
    pub fn with_columns<'a>(&'a self, wide: &'a Design, added: &'a Design) -> LeastSquares<'a> {
        LeastSquares { parts: Some((self, added)), ..LeastSquares::new(wide) }
    }

    /// Fits some rows, given a target for every row of the design.
    pub fn fit(&self, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
        let mut wanted = self.design.targets(rows, target)?;
        let mean = mean(&wanted);
        for x in &mut wanted {
            *x -= mean;
        }
        let (high, wide) = (rows.len(), self.design.columns());
        let rank = high.min(wide);
        if wide <= high || rank * rank * high.max(wide) <= SMALL {
            let columns = Columns::new(self.design, rows);
            let dense = (0..wide).map(|column| columns.centred(column)).collect();
            Linear::with_mean(CompleteOrthogonal::new(dense, high).solve(wanted), &columns, mean)
        } else if let Some(downdate) = self.downdate(rows) {
            self.fit_dual(rows, &wanted, |off| downdate.solve(off)).raise_intercept(mean)
        } else {
            let (products, longest) = self.products().centred(rows);
            let independent = PivotedCholesky::new(&products, longest);
            self.fit_dual(rows, &wanted, |off| independent.solve(off)).raise_intercept(mean)
        }
    }

    fn products(&self) -> &Gram {
        self.products.get_or_init(|| match self.parts {
            Some((own, added)) => Gram::new(added).plus(own.products()),
            None => Gram::new(self.design),
        })
    }

    fn downdate<'a>(&'a self, rows: &'a [usize]) -> Option<Downdate<'a>> {
        match self.parts {
            Some((own, added)) => own.downdate(rows)?.with_columns(added),
            None => {
                self.whole.get_or_init(|| InverseGram::new(self.products())).as_ref()?.without(rows)
            }
        }
    }

    /// Fits by the Gram matrix: `solve` returns the coefficient of each row in the weight vector.
    /// The targets are centred.
    fn fit_dual(
        &self,
        rows: &[usize],
        wanted: &[f64],
        solve: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Linear {
        let most = |of: &[f64]| of.iter().fold(0.0, |most: f64, off| most.max(off.abs()));
        let mut found = Linear { weights: Vec::new(), intercept: 0.0 };
        let (mut times, mut off) = (vec![0.0; rows.len()], wanted.to_vec());
        // Iterative refinement: each round recovers most of what rounding cost the previous one.
        for _ in 0..ROUNDS {
            add(&mut times, 1.0, &solve(&off));
            let middle = times.iter().sum::<f64>() / float(times.len());
            for times in &mut times {
                *times -= middle;
            }
            found = Linear { weights: self.design.sum(rows, &times), intercept: 0.0 };
            let sums = found.predict(self.design, rows);
            found.intercept = -sums.iter().sum::<f64>() / float(sums.len());
            for ((off, wanted), sum) in off.iter_mut().zip(wanted).zip(sums) {
                *off = wanted - (sum + found.intercept);
            }
            if most(&off) <= EXACT * most(wanted) {
                break;
            }
        }
        found
    }
}
