//! Ridge regression, with the strength selected by leave-one-out error, as scikit-learn's `RidgeCV`
//! does. One decomposition serves all strengths.

use ndarray::{Array2, Axis, Slice};

use super::gram::Gram;
use super::model::Linear;
use crate::matrix::{Tridiagonal, combine};
use crate::number::float;
use crate::regression::columns::Columns;
use crate::regression::design::{Design, Refusal, mean};
use crate::regression::kernel_ridge::{StrengthSelection, fit_gram, select_strength};

/// Rows of a block: enough for fast products, and few enough to skip most of the upper triangle.
const BLOCK: usize = 64;

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
    let varied = varied(&columns);
    let (chosen, weights) = if varied.len() < rows.len() {
        let (chosen, few) = fit_primal(&columns, &varied, &wanted, strengths)?;
        let mut weights = vec![0.0; columns.count()];
        for (&column, weight) in varied.iter().zip(few) {
            weights[column] = weight;
        }
        (chosen, weights)
    } else {
        let chosen = fit_gram(Gram::among(design, rows), &wanted, strengths)?;
        let weights = design.sum(rows, &chosen.weights);
        (chosen, weights)
    };
    let model = Linear::with_mean(weights, &columns, mean)?;
    Ok(Ridge { model, strength: chosen.strength, errors: chosen.errors })
}

/// The columns that are not constant. The others have weight 0 under any strength.
fn varied(columns: &Columns) -> Vec<usize> {
    let differs = |&column: &usize| {
        let values = columns.column(column);
        let first = values.first().map_or(0.0, |value| value.1);
        let same = values.iter().all(|value| value.1.to_bits() == first.to_bits());
        !(values.is_empty() || same && values.len() == columns.rows)
    };
    (0..columns.count()).filter(differs).collect()
}

/// Solves the primal problem, for fewer columns than rows. Returns the weights of these columns.
fn fit_primal(
    columns: &Columns,
    varied: &[usize],
    wanted: &[f64],
    strengths: &[f64],
) -> Result<(StrengthSelection, Vec<f64>), Refusal> {
    let mut dense = Array2::zeros((varied.len(), columns.rows));
    for (mut row, &column) in dense.rows_mut().into_iter().zip(varied) {
        row.fill(-columns.means[column]);
        for &(place, value) in columns.column(column) {
            row[place] = value - columns.means[column];
        }
    }
    let tridiagonal = Tridiagonal::new(lower_products(&dense));
    let right: Vec<f64> = dense
        .rows()
        .into_iter()
        .map(|row| row.iter().zip(wanted).map(|(x, y)| x * y).sum())
        .collect();
    let right = tridiagonal.apply_qt(right);
    let turned = match strengths {
        [_] => Vec::new(),
        _ => tridiagonal.turned(dense),
    };
    let own = 1.0 / float(columns.rows);
    let mut chosen = select_strength(strengths, wanted.len(), |strength| {
        let shifted = tridiagonal.shifted(strength)?;
        let solved = shifted.solve(right.clone());
        let each = combine(&turned, &solved).into_iter().zip(shifted.quadratic_forms(&turned));
        let off =
            each.zip(wanted).map(|((found, form), wanted)| (wanted - found) / (1.0 - own - form));
        Some((off.collect(), solved))
    })?;
    let weights = tridiagonal.apply_q(std::mem::take(&mut chosen.weights));
    Ok((chosen, weights))
}

/// The lower triangle of the products of all pairs of rows, computed in blocks of rows.
fn lower_products(dense: &Array2<f64>) -> Vec<Vec<f64>> {
    let size = dense.nrows();
    let mut lower = Vec::with_capacity(size);
    for start in (0..size).step_by(BLOCK) {
        let end = size.min(start + BLOCK);
        let rows = |from, to| dense.slice_axis(Axis(0), Slice::from(from..to));
        let block = rows(start, end).dot(&rows(0, end).t());
        lower.extend(
            (block.rows().into_iter().zip(start..))
                .map(|(row, nth)| row.iter().take(nth + 1).copied().collect()),
        );
    }
    lower
}
