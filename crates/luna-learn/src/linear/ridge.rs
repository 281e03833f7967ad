//! Ridge regression, with the strength selected by leave-one-out error.

use super::gram::Gram;
use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal, mean};
use crate::float;
use crate::kernel_ridge::{StrengthSelection, fit_gram, select_strength};
use crate::matrix::Tridiagonal;
use crate::matrix::{add, dot};

#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    pub model: Linear,
    pub strength: f64,
    /// Each strength, with its leave-one-out mean squared error; empty where there was only one.
    pub errors: Vec<(f64, f64)>,
}

/// Minimises the sum of squares plus the strength times the squared weights. A single strength is
/// used as it is.
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
    let columns = Columns::new(design, rows);
    let (chosen, weights) = if columns.count() < rows.len() {
        fit_primal(&columns, &wanted, strengths)?
    } else {
        let chosen = fit_gram(Gram::among(design, rows), &wanted, strengths)?;
        let weights = design.sum(rows, &chosen.weights);
        (chosen, weights)
    };
    let model = Linear::with_mean(weights, &columns, mean)?;
    Ok(Ridge { model, strength: chosen.strength, errors: chosen.errors })
}

/// Solves the primal problem, for fewer columns than rows.
fn fit_primal(
    columns: &Columns,
    wanted: &[f64],
    strengths: &[f64],
) -> Result<(StrengthSelection, Vec<f64>), Refusal> {
    let dense: Vec<Vec<f64>> = (0..columns.count()).map(|column| columns.centred(column)).collect();
    let products = dense.iter().enumerate();
    let products =
        products.map(|(nth, one)| dense[..=nth].iter().map(|other| dot(one, other)).collect());
    let tridiagonal = Tridiagonal::new(products.collect());
    let turned: Vec<Vec<f64>> = (0..columns.rows)
        .map(|nth| tridiagonal.apply_qt(dense.iter().map(|column| column[nth]).collect()))
        .collect();
    let mut right = vec![0.0; columns.count()];
    for (row, wanted) in turned.iter().zip(wanted) {
        add(&mut right, *wanted, row);
    }
    let own = 1.0 / float(columns.rows);
    let mut chosen = select_strength(strengths, wanted.len(), |strength| {
        let shifted = tridiagonal.shifted(strength)?;
        let solved = shifted.solve(right.clone());
        let off = |(row, wanted): (&Vec<f64>, &f64)| {
            (wanted - dot(row, &solved)) / (1.0 - own - shifted.quadratic_form(row))
        };
        let off = turned.iter().zip(wanted).map(off).collect();
        Some((off, solved))
    })?;
    let weights = tridiagonal.apply_q(std::mem::take(&mut chosen.weights));
    Ok((chosen, weights))
}
