//! Selection of a ridge strength by leave-one-out error.

use ndarray::Array2;

use crate::matrix::{Tridiagonal, centre, combine};
use crate::number::float;
use crate::regression::design::{Refusal, mean, targets};

pub(super) const INDEFINITE: Refusal = Refusal::Setting(
    "the rows are too unlike themselves for all of these strengths: take larger ones",
);

pub(super) fn check_strengths(strengths: &[f64]) -> Result<(), Refusal> {
    match strengths.is_empty() || strengths.iter().any(|&x| !(x > 0.0 && x.is_finite())) {
        true => Err(Refusal::Setting("ridge regression takes strengths above 0")),
        false => Ok(()),
    }
}

/// Returns the centred targets of some rows and their mean, after checking that the rows are finite
/// and in the kernel.
pub(super) fn centred_targets(
    kernel: &[Vec<f64>],
    rows: &[usize],
    target: &[f64],
) -> Result<(Vec<f64>, f64), Refusal> {
    let mut wanted = targets(kernel.len(), rows, target)?;
    let mean = mean(&wanted);
    for x in &mut wanted {
        *x -= mean;
    }
    for &row in rows {
        let all = &kernel[row];
        if all.len() != kernel.len() {
            return Err(Refusal::Uneven { row, found: all.len(), columns: kernel.len() });
        }
        if all.iter().any(|x| !x.is_finite()) {
            return Err(Refusal::NotFinite { row });
        }
    }
    Ok((wanted, mean))
}

/// Tridiagonalises the centred kernel plus a constant that keeps it regular. Returns the size of
/// the constant, so that its effect can be removed.
pub(super) fn centred_tridiagonal(mut products: Vec<Vec<f64>>) -> (Tridiagonal, f64) {
    let count = products.len();
    let largest = (0..count).map(|nth| products[nth][nth]).fold(0.0, f64::max);
    centre(&mut products);
    let own = largest / float(count);
    products.iter_mut().flatten().for_each(|product| *product += own);
    (Tridiagonal::new(products), largest)
}

pub(crate) struct StrengthSelection {
    pub(crate) strength: f64,
    pub(crate) weights: Vec<f64>,
    pub(crate) errors: Vec<(f64, f64)>,
}

/// Solves the dual problem from the Gram matrix of the training rows and centred targets; returns
/// the coefficient of each row.
pub(crate) fn fit_gram(
    products: Vec<Vec<f64>>,
    wanted: &[f64],
    strengths: &[f64],
) -> Result<StrengthSelection, Refusal> {
    let count = products.len();
    let own = 1.0 / float(count);
    let (tridiagonal, largest) = centred_tridiagonal(products);
    let turned = match strengths {
        [_] => Vec::new(),
        _ => tridiagonal.turned(Array2::eye(count)),
    };
    let right = tridiagonal.apply_qt(wanted.to_vec());
    let mut chosen = select_strength(strengths, count, |strength| {
        let shifted = tridiagonal.shifted(strength)?;
        let solved = shifted.solve(right.clone());
        // The leave-one-out residual is the residual divided by one minus the leverage.
        let residuals = combine(&turned, &solved).into_iter();
        let off = residuals.zip(shifted.quadratic_forms(&turned));
        let off = off.map(|(residual, form)| residual / (form - own / (strength + largest)));
        Some((off.collect(), solved))
    })?;
    chosen.weights = tridiagonal.apply_q(chosen.weights);
    let middle = mean(&chosen.weights);
    for x in &mut chosen.weights {
        *x -= middle;
    }
    Ok(chosen)
}

/// Selects the strength with the least mean squared error. `fit` returns the leave-one-out errors
/// and the solution.
pub(crate) fn select_strength(
    strengths: &[f64],
    rows: usize,
    fit: impl Fn(f64) -> Option<(Vec<f64>, Vec<f64>)>,
) -> Result<StrengthSelection, Refusal> {
    check_strengths(strengths)?;
    if strengths.len() > 1 && rows < 2 {
        return Err(Refusal::Setting("a strength is chosen by leaving rows out, which takes two"));
    }
    let mut best: Option<(f64, f64, Vec<f64>)> = None;
    let mut errors = Vec::new();
    for &strength in strengths {
        let Some((off, solved)) = fit(strength) else { continue };
        let error = off.iter().map(|off| off * off).sum::<f64>() / float(off.len().max(1));
        if error.is_finite() {
            errors.push((strength, error));
            if best.as_ref().is_none_or(|best| error < best.1) {
                best = Some((strength, error, solved));
            }
        }
    }
    let (strength, _, weights) = best.ok_or(INDEFINITE)?;
    if strengths.len() == 1 {
        errors.clear();
    }
    Ok(StrengthSelection { strength, weights, errors })
}
