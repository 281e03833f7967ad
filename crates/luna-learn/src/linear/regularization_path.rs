//! The lasso and the elastic net with one strength after the other, and the strength that
//! does best on rows that were not learned from.

use super::lasso::{Descent, LOOSE, TIGHT};
use super::lasso::{Penalty, elastic_net};
use super::model::Linear;
use crate::columns::Columns;
use crate::design::{Design, Refusal};
use crate::float;
use crate::folds::Split;

/// A model, the penalty it was learned with, and how every strength did.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub model: Linear,
    pub penalty: Penalty,
    /// Each strength, and the mean over the folds of the mean squared error there.
    pub errors: Vec<(f64, f64)>,
}

/// So many strengths, each smaller than the one before by the same factor: from the least that
/// keeps all weights at zero down to a thousandth of it.
pub fn strengths(
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
    let strongest = Descent::new(&Columns::of(design, rows), wanted).strongest(share);
    if !strongest.is_finite() {
        return Err(Refusal::TooLarge);
    }
    // Where nothing can be learned, any strength will do.
    let strongest = strongest.max(f64::EPSILON);
    let part = |nth: usize| float(nth) / float(count - 1);
    Ok((0..count).map(|nth| strongest * 1e-3_f64.powf(part(nth))).collect())
}

/// A model for each strength, in their order: the quickest from strong to weak.
pub fn path(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    share: f64,
    strengths: &[f64],
) -> Result<Vec<Linear>, Refusal> {
    followed(
        design,
        rows,
        target,
        strengths.iter().map(|&strength| (Penalty { strength, share }, TIGHT)),
    )
}

/// Each penalty from the weights of the one before, and how tightly.
fn followed(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    penalties: impl Iterator<Item = (Penalty, f64)>,
) -> Result<Vec<Linear>, Refusal> {
    let wanted = design.targets(rows, target)?;
    let columns = Columns::of(design, rows);
    let mut descent = Descent::new(&columns, wanted);
    penalties.map(|(penalty, tight)| descent.fit(penalty, tight)).collect()
}

/// From these rows, with the strength that has the least error over the splits, whose rows should
/// be among them. Errors are good enough to choose by; the model is as exact as any other.
pub fn cross_validated(
    design: &Design,
    rows: &[usize],
    target: &[f64],
    share: f64,
    strengths: &[f64],
    splits: &[Split],
) -> Result<Path, Refusal> {
    let mut errors: Vec<(f64, f64)> = strengths.iter().map(|&strength| (strength, 0.0)).collect();
    for split in splits {
        let held = design.targets(&split.test, target)?;
        let loose = strengths.iter().map(|&strength| (Penalty { strength, share }, LOOSE));
        let models = followed(design, &split.train, target, loose)?;
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
    Ok(Path { model, penalty, errors })
}
