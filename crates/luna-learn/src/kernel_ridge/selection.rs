//! The strength of a ridge regression, chosen by leaving each row out in turn.

use crate::design::{Refusal, mean, targets};
use crate::float;
use crate::matrix::{Tridiagonal, centre, dot};

pub(super) const NO_LIKENESS: Refusal = Refusal::Setting(
    "the rows are too unlike themselves for all of these strengths: take larger ones",
);

pub(super) fn check_strengths(strengths: &[f64]) -> Result<(), Refusal> {
    match strengths.is_empty() || strengths.iter().any(|&x| !(x > 0.0 && x.is_finite())) {
        true => Err(Refusal::Setting("ridge regression takes strengths above 0")),
        false => Ok(()),
    }
}

/// The targets of some rows less their mean, and the mean; the rows are finite and of the kernel.
pub(super) fn targets_and_mean(
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

/// How alike rows are as they differ from their mean, plus something in common, whose part is
/// known, so that the rest is not lost beside it; and how much of that.
pub(super) fn alike_in_common(mut products: Vec<Vec<f64>>) -> (Tridiagonal, f64) {
    let count = products.len();
    let largest = (0..count).map(|nth| products[nth][nth]).fold(0.0, f64::max);
    centre(&mut products);
    let own = largest / float(count);
    products.iter_mut().flatten().for_each(|product| *product += own);
    (Tridiagonal::new(products), largest)
}

pub(crate) struct Chosen {
    pub(crate) strength: f64,
    pub(crate) weights: Vec<f64>,
    pub(crate) errors: Vec<(f64, f64)>,
}

/// By how alike the rows learned from are, with targets whose mean is 0: how often each row is
/// to be taken.
pub(crate) fn alike(
    products: Vec<Vec<f64>>,
    wanted: &[f64],
    strengths: &[f64],
) -> Result<Chosen, Refusal> {
    let count = products.len();
    let own = 1.0 / float(count);
    let (tridiagonal, largest) = alike_in_common(products);
    let unit = |nth: usize| (0..count).map(|at| f64::from(u8::from(at == nth))).collect();
    let mut turned: Vec<Vec<f64>> = match strengths {
        [_] => Vec::new(),
        _ => (0..count).map(unit).collect(),
    };
    tridiagonal.turn_all(&mut turned);
    let right = tridiagonal.turn(wanted.to_vec());
    let mut chosen = chosen(strengths, count, |strength| {
        let strengthened = tridiagonal.strengthened(strength)?;
        let solved = strengthened.solve(right.clone());
        // What is left of a row, by what would be left of it were it the only one.
        let off = |row: &Vec<f64>| {
            dot(row, &solved) / (strengthened.form(row) - own / (strength + largest))
        };
        Some((turned.iter().map(off).collect(), solved))
    })?;
    chosen.weights = tridiagonal.turn_back(chosen.weights);
    let middle = mean(&chosen.weights);
    for x in &mut chosen.weights {
        *x -= middle;
    }
    Ok(chosen)
}

/// The strength with the least mean square of the errors that `fit` gives beside what it solves to.
pub(crate) fn chosen(
    strengths: &[f64],
    rows: usize,
    fit: impl Fn(f64) -> Option<(Vec<f64>, Vec<f64>)>,
) -> Result<Chosen, Refusal> {
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
    let (strength, _, weights) = best.ok_or(NO_LIKENESS)?;
    if strengths.len() == 1 {
        errors.clear();
    }
    Ok(Chosen { strength, weights, errors })
}
