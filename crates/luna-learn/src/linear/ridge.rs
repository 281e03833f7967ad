//! Least squares with a price on the square of every weight; of several strengths the one
//! under which each row is best foretold by the others.

use super::gram::Products;
use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal, mean};
use crate::float;
use crate::kernel_ridge::{Chosen, alike, chosen};
use crate::matrix::Tridiagonal;
use crate::matrix::{add, dot};

#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    pub model: Linear,
    pub strength: f64,
    /// Each strength, and the mean squared error when each row is left out in turn; empty where
    /// there was only one.
    pub errors: Vec<(f64, f64)>,
}

/// The sum of squares plus the strength times the squares of the weights is made small; with
/// one strength nothing is left to choose.
pub fn ridge(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    strengths: &[f64],
) -> Result<Ridge, Refusal> {
    let mut wanted = design.targets(rows, target)?;
    let mean = mean(&wanted);
    for x in &mut wanted {
        *x -= mean;
    }
    let columns = Columns::of(design, rows);
    let (chosen, weights) = if columns.count() < rows.len() {
        across(&columns, &wanted, strengths)?
    } else {
        let chosen = alike(Products::among(design, rows), &wanted, strengths)?;
        let weights = design.sum(rows, &chosen.weights);
        (chosen, weights)
    };
    let model = Linear::through(weights, &columns, mean)?;
    Ok(Ridge { model, strength: chosen.strength, errors: chosen.errors })
}

/// By the products of the columns, of which there are fewer than rows.
fn across(
    columns: &Columns,
    wanted: &[f64],
    strengths: &[f64],
) -> Result<(Chosen, Vec<f64>), Refusal> {
    let dense: Vec<Vec<f64>> = (0..columns.count()).map(|column| columns.centred(column)).collect();
    let products = dense.iter().enumerate();
    let products =
        products.map(|(nth, one)| dense[..=nth].iter().map(|other| dot(one, other)).collect());
    let tridiagonal = Tridiagonal::new(products.collect());
    let turned: Vec<Vec<f64>> = (0..columns.rows)
        .map(|nth| tridiagonal.turn(dense.iter().map(|column| column[nth]).collect()))
        .collect();
    let mut right = vec![0.0; columns.count()];
    for (row, wanted) in turned.iter().zip(wanted) {
        add(&mut right, *wanted, row);
    }
    let own = 1.0 / float(columns.rows);
    let mut chosen = chosen(strengths, wanted.len(), |strength| {
        let strengthened = tridiagonal.strengthened(strength)?;
        let solved = strengthened.solve(right.clone());
        let off = |(row, wanted): (&Vec<f64>, &f64)| {
            (wanted - dot(row, &solved)) / (1.0 - own - strengthened.form(row))
        };
        let off = turned.iter().zip(wanted).map(off).collect();
        Some((off, solved))
    })?;
    let weights = tridiagonal.turn_back(std::mem::take(&mut chosen.weights));
    Ok((chosen, weights))
}
