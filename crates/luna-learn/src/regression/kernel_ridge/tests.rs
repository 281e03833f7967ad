use super::*;
use crate::regression::design::Design;
use crate::regression::linear::ridge;

/// `exp(-|x - y|^2 / 4)` of the rows `((7 i + 13 j + 3 i j^2) mod 11) / 4`, 14 by 4.
fn gaussian() -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| float((7 * i + 13 * j + 3 * i * j * j) % 11) / 4.0;
    let far = |i, k| (0..4).map(|j| (entry(i, j) - entry(k, j)).powi(2)).sum::<f64>();
    (0..14).map(|i| (0..14).map(|k| (-far(i, k) / 4.0).exp()).collect()).collect()
}

fn target() -> Vec<f64> {
    (0..14).map(|i| float((5 * i * i + 3 * i) % 17) / 8.0).collect()
}

#[test]
fn numbers_are_those_of_numpy() {
    let rows: Vec<usize> = (0..11).collect();
    let fit = kernel_ridge(&gaussian(), &rows, &target(), &[0.1, 1e6]).unwrap();
    // `H K H` solved by NumPy 2.3, and solved again without each row in turn.
    let known = [0.123_721_513_604_122_65, 0.958_705_700_256_886_2, 0.951_689_669_562_047];
    for (found, known) in fit.predict(&gaussian(), &[11, 12, 13]).iter().zip(known) {
        assert!((found - known).abs() < 1e-12 || fit.strength > 1.0, "{found} {known}");
    }
    assert!((fit.errors[0].1 - 0.292_527_130_155_016_97).abs() < 1e-12, "{:?}", fit.errors);
    let alone = kernel_ridge(&gaussian(), &rows, &target(), &[0.1]).unwrap();
    for (found, known) in alone.predict(&gaussian(), &[11, 12, 13]).iter().zip(known) {
        assert!((found - known).abs() < 1e-12, "{found} {known}");
    }
}

#[test]
fn products_as_likeness_are_ridge_regression() {
    let rows: Vec<Vec<f64>> = (0..14_usize)
        .map(|i| (0..3_usize).map(|j| float((5 * i + 3 * j * j + i * j) % 7)).collect())
        .collect();
    let kernel: Vec<Vec<f64>> =
        rows.iter().map(|one| rows.iter().map(|other| dot(one, other)).collect()).collect();
    let design = Design::dense(&rows).unwrap();
    let (train, test): (Vec<usize>, _) = ((0..11).collect(), [11, 12, 13]);
    let grid = [0.5, 5.0, 50.0];
    let plain = ridge(&design, &train, &target(), &grid).unwrap();
    let kernelled = kernel_ridge(&kernel, &train, &target(), &grid).unwrap();
    assert!((plain.strength - kernelled.strength).abs() < 1e-12);
    for (one, other) in plain.errors.iter().zip(&kernelled.errors) {
        assert!((one.1 - other.1).abs() < 1e-12, "{one:?} {other:?}");
    }
    let both = plain.model.predict(&design, &test);
    for (one, other) in both.iter().zip(kernelled.predict(&kernel, &test)) {
        assert!((one - other).abs() < 1e-12, "{one} {other}");
    }
}

#[test]
fn what_is_no_likeness_is_refused() {
    let kernel = vec![vec![0.0, 5.0, 1.0], vec![5.0, 0.0, 2.0], vec![1.0, 2.0, 0.0]];
    let refusal = kernel_ridge(&kernel, &[0, 1, 2], &[1.0, 2.0, 3.0], &[0.1, 1.0]).unwrap_err();
    assert!(refusal.to_string().contains("take larger ones"), "{refusal}");
    let uneven = vec![vec![1.0], vec![1.0, 2.0]];
    assert!(kernel_ridge(&uneven, &[0, 1], &[1.0, 2.0], &[1.0]).is_err());
    assert_eq!(kernel_ridge(&[], &[], &[], &[1.0]), Err(Refusal::Nothing));
    let endless = vec![vec![f64::NAN]];
    assert_eq!(kernel_ridge(&endless, &[0], &[1.0], &[1.0]), Err(Refusal::NotFinite { row: 0 }));
    let alone = kernel_ridge(&[vec![1.0]], &[0], &[0.7], &[1.0]).unwrap();
    assert_eq!(alone.predict(&[vec![1.0]], &[0, 9]), [0.7, 0.7]);
}

#[test]
fn errors_without_each_row_are_those_of_learning_without_it() {
    let grid = [0.02, 0.5, 7.0];
    let rows: Vec<usize> = (0..11).collect();
    let fit = kernel_ridge(&gaussian(), &rows, &target(), &grid).unwrap();
    for (strength, error) in fit.errors {
        let off = |&row: &usize| {
            let rest: Vec<usize> = rows.iter().copied().filter(|&other| other != row).collect();
            let fit = kernel_ridge(&gaussian(), &rest, &target(), &[strength]).unwrap();
            (fit.predict(&gaussian(), &[row])[0] - target()[row]).powi(2)
        };
        let brute = rows.iter().map(off).sum::<f64>() / 11.0;
        assert!((error - brute).abs() < 1e-10, "{strength}: {error} {brute}");
    }
}
