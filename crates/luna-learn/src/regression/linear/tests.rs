//! Values of scikit-learn 1.9.1 for designs made by each test: `LinearRegression`,
//! `Lasso` and `ElasticNet` with a tolerance of 1e-15, `RidgeCV` and `LassoCV`.

use super::*;
use crate::matrix::CompleteOrthogonal;
use crate::number::float;
use crate::regression::columns::Columns;
use crate::regression::design::{Design, Refusal};
use crate::rng::Rng;

/// `X[i, j] = ((7 i + 13 j + 3 i j^2) mod 11) / 4`, 14 rows and 4 columns.
fn tall() -> Design {
    let entry = |i: usize, j: usize| float((7 * i + 13 * j + 3 * i * j * j) % 11) / 4.0;
    let rows: Vec<Vec<f64>> = (0..14).map(|i| (0..4).map(|j| entry(i, j)).collect()).collect();
    Design::dense(&rows).unwrap()
}

/// 1 where `(3 i^3 + 5 j^2 + 7 i j) mod 13 < 4`, else 0, with `i` the row modulo 9 and `j` the
/// column modulo 38; 12 rows and 40 columns. So rows and columns come twice.
fn wide() -> Design {
    let one = |i: usize, j: usize| (3 * i.pow(3) + 5 * j * j + 7 * i * j) % 13 < 4;
    let row = |i: usize| (0..40).filter(move |j| one(i % 9, j % 38)).map(|j| (j, 1.0));
    Design::sparse(40, (0..12).map(row)).unwrap()
}

/// `((5 i^2 + 3 i) mod 17) / 8`.
fn target(rows: usize) -> Vec<f64> {
    (0..rows).map(|i| float((5 * i * i + 3 * i) % 17) / 8.0).collect()
}

fn first(rows: usize) -> Vec<usize> {
    (0..rows).collect()
}

#[track_caller]
fn near(found: &[f64], known: &[f64], off: f64) {
    assert_eq!(found.len(), known.len());
    let close = found.iter().zip(known).all(|(found, known)| (found - known).abs() < off);
    assert!(close, "{found:?} is not {known:?}");
}

#[test]
fn least_squares_are_those_of_others() {
    let fit = ols(&tall(), &first(11), &target(14)).unwrap();
    let known =
        [0.346_212_121_212_121_2, -0.164_962_121_212_121_2, 0.006_25, -0.186_363_636_363_636_4];
    near(&fit.weights, &known, 1e-13);
    near(&[fit.intercept], &[0.759_943_181_818_181_8], 1e-13);
    near(&fit.predict(&tall(), &[11, 12, 13]), &[0.404_166_666_666_666_7, 1.0, 0.660_937_5], 1e-13);
}

#[test]
fn of_many_that_fit_the_smallest_weights_are_taken() {
    let fit = ols(&wide(), &first(10), &target(12)).unwrap();
    near(&fit.predict(&wide(), &[10, 11]), &[1.0, 1.125], 1e-13);
    let known = [0.235_639_762_860_610_75, -0.056_746_568_947_810_57, 0.041_415_756_387_514_37];
    near(&fit.weights[..3], &known, 1e-13);
    let size = fit.weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    near(&[size], &[1.306_756_090_485_342_8], 1e-13);
    // Each of two columns that are the same has half of what one would have; a column
    // that does not vary has nothing.
    let rows = (0..14).map(|row| {
        let mut entries = tall().row(row).to_vec();
        entries.extend(tall().row(row).iter().filter(|one| one.0 < 2).map(|&(j, x)| (j + 4, x)));
        entries.push((6, 0.1));
        entries
    });
    let fit = ols(&Design::sparse(7, rows).unwrap(), &first(11), &target(14)).unwrap();
    let (one, other) = (0.173_106_060_606_060_6, -0.082_481_060_606_060_6);
    near(&fit.weights, &[one, other, 0.006_25, -0.186_363_636_363_636_4, one, other, 0.0], 1e-13);
}

/// Sparse word counts, where in every ten people the last repeats the sixth.
fn people(rows: usize, columns: usize, seed: u64) -> (Design, Vec<f64>) {
    let (design, target) = strangers(rows, columns, seed);
    let kept = |row: usize| if row % 10 == 9 { row - 4 } else { row };
    let rows = (0..rows).map(|row| design.row(kept(row)).iter().copied());
    (Design::sparse(columns, rows).unwrap(), target)
}

/// Sparse word counts without repeated people.
fn strangers(rows: usize, columns: usize, seed: u64) -> (Design, Vec<f64>) {
    let mut rng = Rng::new(seed, 0);
    let mut all: Vec<Vec<(usize, f64)>> = Vec::new();
    for _ in 0..rows {
        let words = 5 + rng.below(20);
        let mut words: Vec<usize> = (0..words).map(|_| rng.below(columns / 2)).collect();
        words.sort_unstable();
        words.dedup();
        let twice = words.iter().filter(|word| *word % 7 == 0).map(|word| word + columns / 2);
        all.push(words.iter().copied().chain(twice).map(|word| (word, 1.0)).collect());
    }
    let target = (0..rows).map(|_| rng.unit()).collect();
    (Design::sparse(columns, all).unwrap(), target)
}

/// Compares the weights by the Gram matrix with those by QR, on five splits.
#[track_caller]
fn products_tell_as_much(design: &Design, fits: &LeastSquares<'_>, target: &[f64]) {
    for split in crate::regression::folds::random_splits(design.rows(), 5, 8).unwrap() {
        let fit = fits.fit(&split.train, target).unwrap();
        let columns = Columns::new(design, &split.train);
        let dense = (0..design.columns()).map(|column| columns.centred(column)).collect();
        let wanted: Vec<f64> = split.train.iter().map(|&row| target[row]).collect();
        let mean = crate::regression::design::mean(&wanted);
        let off = wanted.iter().map(|wanted| wanted - mean).collect();
        near(&fit.weights, &CompleteOrthogonal::new(dense, split.train.len()).solve(off), 1e-11);
    }
}

#[test]
fn products_of_rows_tell_as_much_as_the_columns() {
    for (design, target) in [people(70, 700, 3), strangers(70, 700, 3)] {
        products_tell_as_much(&design, &LeastSquares::new(&design), &target);
    }
}

#[test]
fn columns_beside_others_are_as_if_they_had_been_there() {
    for (design, target) in [people(130, 700, 3), strangers(130, 700, 3)] {
        // Few, and too many to be looked at one by one.
        for more in [6, 60] {
            let mut rng = Rng::new(5, 0);
            let rows = (0..130).map(|_| (0..more).map(|_| rng.unit()).collect());
            let added = Design::dense(&rows.collect::<Vec<_>>()).unwrap();
            let wide = design.hstack(&added).unwrap();
            let own = LeastSquares::new(&design);
            products_tell_as_much(&wide, &own.with_columns(&wide, &added), &target);
        }
    }
}

#[test]
fn who_is_left_out_or_comes_twice_does_not_matter() {
    let (design, target) = strangers(90, 900, 4);
    let fits = LeastSquares::new(&design);
    let mut rows: Vec<usize> = (20..90).rev().collect();
    near(
        &fits.fit(&rows, &target).unwrap().weights,
        &ols(&design, &rows, &target).unwrap().weights,
        1e-12,
    );
    rows.extend([30, 31, 31]);
    near(
        &fits.fit(&rows, &target).unwrap().weights,
        &ols(&design, &rows, &target).unwrap().weights,
        1e-12,
    );
}

#[test]
fn the_lasso_is_that_of_others() {
    let fit = lasso(&tall(), &first(11), &target(14), 0.02).unwrap();
    let known =
        [0.275_424_242_424_242_2, -0.098_537_878_787_878_6, 0.010_613_636_363_636_4, -0.134];
    near(&fit.weights, &known, 1e-12);
    near(&[fit.intercept], &[0.694_488_636_363_636], 1e-12);
    let fit = lasso(&wide(), &first(10), &target(12), 0.02).unwrap();
    let known = [0.754_044_117_647_058_8, 1.060_661_764_705_882_2];
    near(&fit.predict(&wide(), &[10, 11]), &known, 1e-12);
    let penalty = Penalty { strength: 0.05, share: 0.3 };
    let fit = elastic_net(&wide(), &first(10), &target(12), penalty).unwrap();
    let known = [0.731_188_627_644_36, 1.039_835_273_208_667];
    near(&fit.predict(&wide(), &[10, 11]), &known, 1e-12);
    near(&fit.weights[..6], &[0.0, 0.0, 0.0, 0.0, -0.104_323_955_253_019_1, 0.0], 1e-12);
}

/// Checks the optimality conditions: the slope of a zero weight is at most the penalty, and that
/// of another equals it.
#[test]
fn no_weight_of_the_lasso_can_be_bettered() {
    let (design, target) = people(60, 400, 5);
    let rows = first(60);
    for (strength, share) in [(1e-4, 1.0), (1e-3, 0.5), (1e-2, 0.9), (0.1, 1.0)] {
        let fit = elastic_net(&design, &rows, &target, Penalty { strength, share }).unwrap();
        let found = fit.predict(&design, &rows);
        let columns = Columns::new(&design, &rows);
        for (column, weight) in fit.weights.iter().enumerate() {
            let centred = columns.centred(column);
            let off = target.iter().zip(&found).map(|(target, found)| target - found);
            let slope: f64 = centred.iter().zip(off).map(|(x, off)| x * off).sum::<f64>() / 60.0;
            let pull = slope - strength * (1.0 - share) * weight;
            let price = strength * share;
            let best = if weight.abs() > 0.0 { pull - price.copysign(*weight) } else { 0.0 };
            assert!(best.abs() < 1e-8 && pull.abs() < price + 1e-8, "{column}: {weight} {pull}");
        }
    }
}

#[test]
fn ridge_regression_leaves_rows_out_as_others_do() {
    let grid = [0.01, 0.1, 1.0, 10.0, 100.0];
    let fit = ridge(&tall(), &first(11), &target(14), &grid).unwrap();
    near(&[fit.strength], &[100.0], 1e-12);
    let errors: Vec<f64> = fit.errors.iter().map(|error| error.1).collect();
    let known = [
        0.384_077_622_141,
        0.374_901_453_920,
        0.318_458_339_660,
        0.235_138_921_428,
        0.219_023_034_503,
    ];
    near(&errors, &known, 1e-11);
    let known = [0.738_343_315_522_052_7, 0.756_875_328_002_889_2, 0.759_505_914_084_407_9];
    near(&fit.model.predict(&tall(), &[11, 12, 13]), &known, 1e-13);
    let fit = ridge(&wide(), &first(10), &target(12), &grid).unwrap();
    let errors: Vec<f64> = fit.errors.iter().map(|error| error.1).collect();
    let known = [
        1.851_088_555_440,
        1.663_831_857_203,
        0.942_567_711_632,
        0.356_627_240_403,
        0.238_808_379_653,
    ];
    near(&errors, &known, 1e-10);
    let known = [0.782_386_329_790_335_3, 0.843_122_237_503_877_8];
    near(&fit.model.predict(&wide(), &[10, 11]), &known, 1e-13);
    let alone = ridge(&wide(), &first(10), &target(12), &[100.0]).unwrap();
    near(&alone.model.weights, &fit.model.weights, 1e-15);
    assert!(alone.errors.is_empty());
}

#[test]
fn a_prediction_is_the_intercept_and_what_each_column_adds() {
    let fit = ols(&tall(), &first(11), &target(14)).unwrap();
    let design = tall();
    let added: f64 = fit.contributions(design.row(12)).map(|one| one.1).sum();
    near(&[fit.intercept + added], &fit.predict(&design, &[12]), 1e-14);
}

/// Every fit is finite or refused.
#[test]
fn odd_designs_give_finite_numbers_or_a_sentence() {
    let mut rng = Rng::new(4, 2);
    for round in 0..400 {
        let (rows, columns) = (rng.below(9), rng.below(12));
        let scale = [1.0, 1.0, 1e-200, 1e-9, 1e9, 1e160, 3e307][rng.below(7)];
        let mut all: Vec<Vec<f64>> = Vec::new();
        for _ in 0..rows {
            let row = (0..columns).map(|_| scale * (float(rng.below(4)) - 1.0)).collect();
            let old = all.get(rng.below(2 * rows)).cloned();
            all.push(old.unwrap_or(row));
        }
        let design = Design::dense(&all).unwrap();
        let scale = [0.0, 1.0, 1e-300, 1e300][rng.below(4)];
        let target: Vec<f64> = (0..rows).map(|_| scale * rng.unit()).collect();
        let trained: Vec<usize> = (0..rows).filter(|_| rng.below(4) > 0).collect();
        let penalty = Penalty { strength: 0.1, share: 0.5 };
        let fits = [
            ols(&design, &trained, &target),
            LeastSquares::new(&design).fit(&trained, &target),
            lasso(&design, &trained, &target, 0.01),
            elastic_net(&design, &trained, &target, penalty),
            ridge(&design, &trained, &target, &[0.1, 1.0]).map(|fit| fit.model),
        ];
        for (nth, fit) in fits.into_iter().enumerate() {
            match fit {
                Ok(fit) => {
                    assert!(!trained.is_empty());
                    let numbers = fit.weights.iter().chain([&fit.intercept]);
                    assert!(numbers.copied().all(f64::is_finite), "{round} {nth} {fit:?} {all:?}");
                }
                Err(refusal) => assert!(refusal.to_string().len() > 20),
            }
        }
    }
}

#[test]
fn wide_designs_of_any_size_give_finite_numbers_or_a_sentence() {
    for scale in [0.0, 1e-200, 1e-9, 1e9, 1e160, 3e307] {
        for (design, target) in [people(70, 700, 3), strangers(70, 700, 3)] {
            let row = |row| design.row(row).iter().map(|&(column, x)| (column, scale * x));
            let scaled = Design::sparse(700, (0..70).map(row)).unwrap();
            let rows: Vec<usize> = (14..70).collect();
            for fit in [
                ols(&scaled, &rows, &target),
                LeastSquares::new(&scaled).fit(&rows, &target),
                LeastSquares::new(&design.hstack(&scaled).unwrap()).fit(&rows, &target),
            ] {
                match fit {
                    Ok(fit) => {
                        assert!(fit.predict(&scaled, &first(70)).iter().all(|x| !x.is_nan()));
                    }
                    Err(refusal) => assert_eq!(refusal, Refusal::TooLarge),
                }
            }
        }
    }
}

#[test]
fn what_is_the_same_everywhere_is_foretold_as_it_is() {
    let same = Design::dense(&vec![vec![0.1, 0.3]; 6]).unwrap();
    let target = [0.3, 0.1, 0.7, 0.3, 0.3, 0.9];
    let fit = ols(&same, &first(5), &target).unwrap();
    assert_eq!(fit.weights, [0.0, 0.0]);
    near(&[fit.intercept], &[0.34], 1e-15);
    let none = Design::dense(&vec![vec![]; 6]).unwrap();
    near(&ols(&none, &first(5), &target).unwrap().predict(&none, &[5]), &[0.34], 1e-15);
    let alone = ols(&tall(), &[3], &[0.7; 14]).unwrap();
    assert_eq!((alone.weights, alone.intercept), (vec![0.0; 4], 0.7));
    let still = lasso(&wide(), &first(10), &[0.1; 12], 1e-6).unwrap();
    assert_eq!((still.weights, still.intercept), (vec![0.0; 40], 0.1));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let target = target(14);
    assert_eq!(ols(&tall(), &[], &target), Err(Refusal::Nothing));
    assert_eq!(ols(&tall(), &[14], &target), Err(Refusal::Row { row: 14, rows: 14 }));
    assert_eq!(ols(&tall(), &[0], &[1.0]), Err(Refusal::Targets { found: 1, rows: 14 }));
    assert_eq!(ols(&tall(), &[0], &[f64::NAN; 14]), Err(Refusal::NotFinite { row: 0 }));
    for strength in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(lasso(&tall(), &first(11), &target, strength).is_err());
        assert!(ridge(&tall(), &first(11), &target, &[strength]).is_err());
    }
    let none = Penalty { strength: 1.0, share: 0.0 };
    assert!(elastic_net(&tall(), &first(11), &target, none).is_err());
    assert!(ridge(&tall(), &first(11), &target, &[]).is_err());
    assert!(ridge(&tall(), &[0], &target, &[1.0, 2.0]).is_err());
}

/// `RidgeCV(strengths).fit(rows, target)`: `coef_` and `intercept_`. The fifth column is constant.
#[test]
fn coefficients_are_those_of_ridge_cv_with_more_rows_than_columns_and_with_fewer() {
    let row = |row: usize| tall().row(row).iter().copied().chain([(4, 0.5)]).collect::<Vec<_>>();
    let design = Design::sparse(5, (0..14).map(row)).unwrap();
    let known = [
        0.099_088_237_562_212_5,
        -0.017_934_227_820_671_375,
        0.049_306_143_524_402_43,
        -0.051_554_019_670_979_584,
        0.0,
    ];
    let fit = ridge(&design, &first(11), &target(14), &[0.01, 0.1, 1.0, 10.0]).unwrap();
    near(&[fit.strength, fit.model.intercept], &[10.0, 0.662_730_969_369_932_9], 1e-13);
    near(&fit.model.weights, &known, 1e-13);
    let known = [
        0.008_346_847_354_260_77,
        -0.016_116_115_199_860_68,
        0.004_307_434_713_796_054,
        0.003_163_570_517_014_206_7,
        0.0,
    ];
    let fit = ridge(&design, &first(4), &target(14), &[0.5, 5.0, 50.0]).unwrap();
    near(&[fit.strength, fit.model.intercept], &[50.0, 0.616_344_796_295_414_2], 1e-13);
    near(&fit.model.weights, &known, 1e-13);
}
