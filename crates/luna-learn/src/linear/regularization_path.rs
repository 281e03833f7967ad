//! Regularisation paths of the lasso and the elastic net, and cross-validation along them.

use super::lasso::{CoordinateDescent, FINAL_TOLERANCE, SELECTION_TOLERANCE};
use super::lasso::{Penalty, elastic_net};
use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal};
use crate::float;
use crate::folds::Split;

/// The selected model, its penalty, and the errors of all strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSelection {
    pub model: Linear,
    pub penalty: Penalty,
    /// Each strength, with its mean squared error averaged over the folds.
    pub errors: Vec<(f64, f64)>,
}

/// Returns a geometric grid of strengths, from the smallest that keeps all weights at zero down to
/// a thousandth of it.
pub fn strength_grid(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    share: f64,
    count: usize,
) -> Result<Vec<f64>, Refusal> {
    let wanted = design.targets(rows, target)?;
    if !(share > 0.0 && share <= 1.0) || count < 2 {
        return Err(Refusal::Setting(
            "strengths take a share above 0 and at most 1, and a count of 2",
        ));
    }
    let max_strength =
        CoordinateDescent::new(&Columns::new(design, rows), wanted).max_strength(share);
    if !max_strength.is_finite() {
        return Err(Refusal::TooLarge);
    }
    // Where the target is constant, any strength will do.
    let max_strength = max_strength.max(f64::EPSILON);
    let part = |nth: usize| float(nth) / float(count - 1);
    Ok((0..count).map(|nth| max_strength * 1e-3_f64.powf(part(nth))).collect())
}

/// Fits a model for each strength, in their order; descending order is the quickest.
pub fn regularization_path(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    share: f64,
    strengths: &[f64],
) -> Result<Vec<Linear>, Refusal> {
    fit_path(
        design,
        rows,
        target,
        strengths.iter().map(|&strength| (Penalty { strength, share }, FINAL_TOLERANCE)),
    )
}

/// Fits each penalty, warm-started from the previous weights, to its tolerance.
fn fit_path(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    penalties: impl Iterator<Item = (Penalty, f64)>,
) -> Result<Vec<Linear>, Refusal> {
    let wanted = design.targets(rows, target)?;
    let columns = Columns::new(design, rows);
    let mut descent = CoordinateDescent::new(&columns, wanted);
    penalties.map(|(penalty, tolerance)| descent.fit(penalty, tolerance)).collect()
}

/// Fits these rows with the strength of least cross-validated error. The rows of the splits should
/// be among them. Errors are only accurate enough to select by; the model is exact.
pub fn cross_validate(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    share: f64,
    strengths: &[f64],
    splits: &[Split],
) -> Result<PathSelection, Refusal> {
    let mut errors: Vec<(f64, f64)> = strengths.iter().map(|&strength| (strength, 0.0)).collect();
    for split in splits {
        let held = design.targets(&split.test, target)?;
        let coarse =
            strengths.iter().map(|&strength| (Penalty { strength, share }, SELECTION_TOLERANCE));
        let models = fit_path(design, &split.train, target, coarse)?;
        for (error, model) in errors.iter_mut().zip(models) {
            let found = model.predict(design, &split.test);
            let off: f64 = held.iter().zip(found).map(|(held, found)| (held - found).powi(2)).sum();
            error.1 += off / float(held.len()) / float(splits.len());
        }
    }
    let best = errors.iter().min_by(|one, other| one.1.total_cmp(&other.1));
    let Some(&(strength, least)) = best.filter(|_| !splits.is_empty()) else {
        return Err(Refusal::Setting("choosing a strength takes one strength and one split"));
    };
    if !least.is_finite() {
        return Err(Refusal::TooLarge);
    }
    let penalty = Penalty { strength, share };
    let model = elastic_net(design, rows, target, penalty)?;
    Ok(PathSelection { model, penalty, errors })
}
