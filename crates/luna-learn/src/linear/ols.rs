//! Ordinary least squares with an intercept; of several that fit as well, the one with the
//! smallest weights.

use std::sync::OnceLock;

use super::Linear;
use super::orthogonal::Orthogonal;
use super::rows::{Independent, Products};
use crate::design::{Columns, Design, Refusal, mean};
use crate::dot::dot;
use crate::float;

/// So many products are reckoned with as quickly as the design is read.
const FEW: usize = 1_000_000;

/// Least squares of many splits of one design, whose rows are compared but once.
pub struct LeastSquares<'a> {
    design: &'a Design,
    products: OnceLock<Products>,
}

/// Of one split.
pub fn ols(design: &Design, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
    LeastSquares::of(design).fit(rows, target)
}

impl LeastSquares<'_> {
    pub fn of(design: &Design) -> LeastSquares<'_> {
        LeastSquares { design, products: OnceLock::new() }
    }

    /// For this design with more columns beside it, which is `wide`: only what is added is
    /// compared anew.
    pub fn beside<'a>(&self, wide: &'a Design, added: &Design) -> LeastSquares<'a> {
        let own = self.products.get_or_init(|| Products::of(self.design));
        let products = OnceLock::from(own.plus(Products::of(added)));
        LeastSquares { design: wide, products }
    }

    /// From some rows, with a target for every row of the design.
    pub fn fit(&self, rows: &[usize], target: &[f64]) -> Result<Linear, Refusal> {
        let mut wanted = self.design.targets(rows, target)?;
        let mean = mean(&wanted);
        for x in &mut wanted {
            *x -= mean;
        }
        let columns = Columns::of(self.design, rows);
        let (high, wide) = (rows.len(), columns.count());
        let least = high.min(wide);
        let weights = if wide <= high || least * least * high.max(wide) <= FEW {
            turned(&columns, wanted)
        } else {
            self.alike(rows, &columns, &wanted)
        };
        Linear::through(weights, &columns, mean)
    }

    /// By the products of the rows.
    fn alike(&self, rows: &[usize], columns: &Columns, wanted: &[f64]) -> Vec<f64> {
        let products = self.products.get_or_init(|| Products::of(self.design));
        let (products, longest) = products.centred(rows);
        let independent = Independent::new(&products, longest);
        let mut weights = vec![0.0; columns.count()];
        let mut off = wanted.to_vec();
        // Each round finds most of what rounding has cost the one before.
        for _ in 0..3 {
            let mut times = independent.solve(&off);
            let middle = times.iter().sum::<f64>() / float(times.len());
            for x in &mut times {
                *x -= middle;
            }
            for (&row, times) in rows.iter().zip(&times) {
                for &(column, value) in self.design.row(row) {
                    weights[column] += times * value;
                }
            }
            let shift = dot(&weights, &columns.means);
            for ((off, wanted), &row) in off.iter_mut().zip(wanted).zip(rows) {
                let sum: f64 = self.design.row(row).iter().map(|&(at, x)| weights[at] * x).sum();
                *off = wanted - (sum - shift);
            }
        }
        weights
    }
}

fn turned(columns: &Columns, wanted: Vec<f64>) -> Vec<f64> {
    let dense = (0..columns.count()).map(|column| columns.centred(column)).collect();
    Orthogonal::new(dense, columns.rows).solve(wanted)
}
