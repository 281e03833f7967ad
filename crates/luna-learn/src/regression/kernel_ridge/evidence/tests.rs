use super::*;
use crate::regression::kernel_ridge::kernel_ridge;

const ROWS: usize = 7;
const STRENGTHS: [f64; 3] = [0.05, 0.6, 8.0];

/// A kernel of one width, with one row and column beyond the training rows.
fn gaussian(width: f64) -> Vec<Vec<f64>> {
    let at = |i: usize| float((5 * i + 2 * i * i) % 13) / 3.0;
    let entry = |i: usize, k: usize| (-(at(i) - at(k)).powi(2) / width).exp();
    (0..=ROWS).map(|i| (0..=ROWS).map(|k| entry(i, k)).collect()).collect()
}

fn learned_from(kernel: &[Vec<f64>]) -> Vec<Vec<f64>> {
    kernel[..ROWS].iter().map(|row| row[..ROWS].to_vec()).collect()
}

fn target() -> Vec<f64> {
    (0..ROWS).map(|i| float((3 * i * i + i) % 7) / 6.0).collect()
}

/// Gaussian elimination: the log-determinant and the solution.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> (f64, Vec<f64>) {
    let count = right.len();
    for at in 0..count {
        for below in at + 1..count {
            let times = matrix[below][at] / matrix[at][at];
            let above = matrix[at].clone();
            add(&mut matrix[below], -times, &above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..count).rev() {
        let rest: f64 = (at + 1..count).map(|nth| matrix[at][nth] * right[nth]).sum();
        right[at] = (right[at] - rest) / matrix[at][at];
    }
    ((0..count).map(|nth| matrix[nth][nth].ln()).sum(), right)
}

/// Helmert contrasts of the rows, which remove the mean.
fn naive(kernel: &[Vec<f64>], strength: f64) -> f64 {
    let contrast = |nth: usize| -> Vec<f64> {
        let size = float(nth * (nth + 1)).sqrt();
        let entry = |at: usize| match at.cmp(&nth) {
            std::cmp::Ordering::Less => 1.0 / size,
            std::cmp::Ordering::Equal => -float(nth) / size,
            std::cmp::Ordering::Greater => 0.0,
        };
        (0..ROWS).map(entry).collect()
    };
    let contrasts: Vec<Vec<f64>> = (1..ROWS).map(contrast).collect();
    let seen: Vec<f64> = contrasts.iter().map(|of| dot(of, &target())).collect();
    let entry = |one: usize, other: usize| {
        let image: Vec<f64> = kernel.iter().map(|row| dot(row, &contrasts[other])).collect();
        dot(&contrasts[one], &image) / strength + f64::from(u8::from(one == other))
    };
    let covariance = (0..ROWS - 1).map(|i| (0..ROWS - 1).map(|k| entry(i, k)).collect()).collect();
    let (determinant, solution) = solved(covariance, seen.clone());
    -0.5 * (float(ROWS - 1) * dot(&seen, &solution).ln() + determinant)
}

#[test]
fn shares_are_those_of_the_evidence_worked_out_by_hand() {
    let kernels = [1.0, 6.0].map(|width| learned_from(&gaussian(width)));
    let found = average_kernels(&kernels, &target(), &STRENGTHS).unwrap();
    let each: Vec<f64> =
        (found.shares.iter()).map(|it| naive(&kernels[it.kernel], it.strength).exp()).collect();
    let whole: f64 = each.iter().sum();
    assert_eq!(each.len(), 6);
    for (share, naive) in found.shares.iter().zip(each) {
        assert!((share.share - naive / whole).abs() < 1e-12, "{share:?} {}", naive / whole);
    }
}

#[test]
fn predictions_are_those_of_each_kernel_and_strength_by_their_shares() {
    let wide = [1.0, 6.0].map(gaussian);
    let kernels = wide.clone().map(|kernel| learned_from(&kernel));
    let found = average_kernels(&kernels, &target(), &STRENGTHS).unwrap();
    let rows: Vec<usize> = (0..ROWS).collect();
    let targets = [target(), vec![f64::NAN]].concat();
    let alone = |share: &Share| {
        let fit = kernel_ridge(&wide[share.kernel], &rows, &targets, &[share.strength]).unwrap();
        share.share * fit.predict(&wide[share.kernel], &[ROWS])[0]
    };
    let expected: f64 = found.shares.iter().map(alone).sum();
    let predicted = found.predict_one(wide.iter().map(|kernel| &kernel[ROWS][..ROWS]));
    assert!((predicted - expected).abs() < 1e-12, "{predicted} {expected}");
}

#[test]
fn equal_targets_are_predicted_whatever_the_kernel() {
    let kernels = [learned_from(&gaussian(1.0)), vec![vec![0.0; ROWS]; ROWS]];
    let found = average_kernels(&kernels, &[0.3; ROWS], &STRENGTHS).unwrap();
    let predicted = found.predict_one([&[1.0; ROWS][..], &[0.0; ROWS]]);
    assert!((predicted - 0.3).abs() < 1e-12, "{predicted}");
}

#[test]
fn what_has_no_evidence_has_no_share_and_is_refused_alone() {
    let mut no_likeness = vec![vec![0.0; ROWS]; ROWS];
    for (nth, row) in no_likeness.iter_mut().enumerate() {
        row[(nth + 1) % ROWS] = -5.0;
        row[(nth + ROWS - 1) % ROWS] = -5.0;
    }
    let kernels = [no_likeness.clone(), learned_from(&gaussian(1.0))];
    let found = average_kernels(&kernels, &target(), &[0.05]).unwrap();
    assert_eq!(found.shares, [Share { kernel: 1, strength: 0.05, share: 1.0 }]);
    let refusal = average_kernels(&[no_likeness], &target(), &[0.05]).unwrap_err();
    assert!(refusal.to_string().contains("take larger ones"), "{refusal}");
    assert_eq!(average_kernels(&[], &target(), &STRENGTHS), Err(Refusal::Nothing));
    assert!(average_kernels(&kernels, &target(), &[0.0]).is_err());
    assert!(average_kernels(&kernels, &target()[1..], &STRENGTHS).is_err());
    let endless = [vec![vec![f64::NAN; ROWS]; ROWS]];
    assert_eq!(average_kernels(&endless, &target(), &[1.0]), Err(Refusal::NotFinite { row: 0 }));
}
