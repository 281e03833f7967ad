use super::*;
use crate::float;
use crate::rng::Rng;

#[test]
fn weights_are_scipys() {
    // scipy.optimize.nnls, SciPy 1.17, of `((3 i j + i + 5 j) mod 7) / 3` and
    // `((5 i^2 + 3 i) mod 17) / 8`, 12 rows.
    let model = |j: usize| (0..12).map(|i| float((3 * i * j + i + 5 * j) % 7) / 3.0).collect();
    let models: Vec<Vec<f64>> = (0..5).map(model).collect();
    let target: Vec<f64> = (0..12).map(|i: usize| float((5 * i * i + 3 * i) % 17) / 8.0).collect();
    let found = stack(&models, &target).unwrap();
    let known =
        [0.434_205_500_381_971_14, 0.0, 0.0, 0.053_284_950_343_773_58, 0.321_333_078_686_019_7];
    for (found, known) in found.iter().zip(known) {
        assert!((found - known).abs() < 1e-13, "{found} {known}");
    }
}

#[test]
fn no_weight_can_be_bettered() {
    let mut rng = Rng::new(9, 1);
    for _ in 0..300 {
        let (rows, count) = (1 + rng.below(8), 1 + rng.below(6));
        let mut models: Vec<Vec<f64>> = Vec::new();
        for _ in 0..count {
            let model = (0..rows).map(|_| float(rng.below(5)) - 2.0).collect();
            let old = models.get(rng.below(12)).cloned();
            models.push(old.unwrap_or(model));
        }
        let target: Vec<f64> = (0..rows).map(|_| rng.unit() - 0.5).collect();
        let weights = stack(&models, &target).unwrap();
        let mut left = target.clone();
        models.iter().zip(&weights).for_each(|(model, weight)| add(&mut left, -weight, model));
        for (model, weight) in models.iter().zip(&weights) {
            let pull = dot(model, &left);
            assert!(*weight >= 0.0 && pull < 1e-10, "{pull}");
            assert!(*weight <= 0.0 || pull.abs() < 1e-10, "{weight} {pull}");
        }
    }
}

#[test]
fn what_cannot_be_stacked_is_refused() {
    assert_eq!(stack(&[], &[1.0]), Err(Refusal::Nothing));
    assert_eq!(stack(&[vec![]], &[]), Err(Refusal::Nothing));
    assert_eq!(stack(&[vec![1.0]], &[1.0, 2.0]), Err(Refusal::Targets { found: 1, rows: 2 }));
    assert_eq!(stack(&[vec![f64::NAN]], &[1.0]), Err(Refusal::NotFinite { row: 0 }));
    assert_eq!(stack(&[vec![0.0, 0.0]], &[1.0, 2.0]), Ok(vec![0.0]));
    let huge = stack(&[vec![1e200, -1e200], vec![1e200; 2]], &[1e200, 1e200]);
    assert_eq!(huge, Err(Refusal::TooLarge));
    let tiny = stack(&[vec![1e-200, -1e-200], vec![1e-200; 2]], &[1e-200, 1e-200]).unwrap();
    assert!(tiny.iter().all(|weight| (0.0..=1.0).contains(weight)), "{tiny:?}");
}
