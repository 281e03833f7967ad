//! Ordinary least squares with an intercept; of several that fit as well, the one with the
//! smallest weights.

use std::sync::OnceLock;

use super::downdate::{LeftOut, Whole};
use super::gram::Products;
use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal, mean};
use crate::float;
use crate::matrix::Independent;
use crate::matrix::Orthogonal;
use crate::matrix::add;

/// So many products are reckoned with as quickly as the design is read.
const FEW: usize = 1_000_000;

/// At most; one is enough where what is left of the targets is so small a share of them.
const ROUNDS: usize = 3;
const EXACT: f64 = 1e-14;

/// Least squares of many splits of one design, whose rows are compared but once.
pub struct LeastSquares<'a> {
    design: &'a Design,
    /// The same without the last of its columns, and these.
    parts: Option<(&'a LeastSquares<'a>, &'a Design)>,
    products: OnceLock<Products>,
    whole: OnceLock<Option<Whole>>,
}

/// Of one split.
pub fn ols(design: &Design, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
    let squares = LeastSquares::of(design);
    squares.whole.get_or_init(|| None);
    squares.fit(rows, target)
}

impl LeastSquares<'_> {
    pub fn of(design: &Design) -> LeastSquares<'_> {
        LeastSquares { design, parts: None, products: OnceLock::new(), whole: OnceLock::new() }
    }

    /// For this design with more columns beside it, which is `wide`: only what is added is
    /// looked at anew.
    pub fn beside<'a>(&'a self, wide: &'a Design, added: &'a Design) -> LeastSquares<'a> {
        LeastSquares { parts: Some((self, added)), ..LeastSquares::of(wide) }
    }

    /// From some rows, with a target for every row of the design.
    pub fn fit(&self, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
        let mut wanted = self.design.targets(rows, target)?;
        let mean = mean(&wanted);
        for x in &mut wanted {
            *x -= mean;
        }
        let (high, wide) = (rows.len(), self.design.columns());
        let least = high.min(wide);
        if wide <= high || least * least * high.max(wide) <= FEW {
            let columns = Columns::of(self.design, rows);
            let dense = (0..wide).map(|column| columns.centred(column)).collect();
            Linear::through(Orthogonal::new(dense, high).solve(wanted), &columns, mean)
        } else if let Some(left_out) = self.left_out(rows) {
            self.alike(rows, &wanted, |off| left_out.solve(off)).raised(mean)
        } else {
            let (products, longest) = self.products().centred(rows);
            let independent = Independent::new(&products, longest);
            self.alike(rows, &wanted, |off| independent.solve(off)).raised(mean)
        }
    }

    fn products(&self) -> &Products {
        self.products.get_or_init(|| match self.parts {
            Some((own, added)) => Products::of(added).plus(own.products()),
            None => Products::of(self.design),
        })
    }

    fn left_out<'a>(&'a self, rows: &'a [usize]) -> Option<LeftOut<'a>> {
        match self.parts {
            Some((own, added)) => own.left_out(rows)?.beside(added),
            None => self.whole.get_or_init(|| Whole::of(self.products())).as_ref()?.without(rows),
        }
    }

    /// By how alike the rows are: what they add up to comes as close as can be to what is wanted,
    /// whose mean is zero, when each is taken as often as `solve` says.
    fn alike(&self, rows: &[usize], wanted: &[f64], solve: impl Fn(&[f64]) -> Vec<f64>) -> Linear {
        let most = |of: &[f64]| of.iter().fold(0.0, |most: f64, off| most.max(off.abs()));
        let mut found = Linear { weights: Vec::new(), intercept: 0.0 };
        let (mut times, mut off) = (vec![0.0; rows.len()], wanted.to_vec());
        // Each round finds most of what rounding has cost the one before.
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
