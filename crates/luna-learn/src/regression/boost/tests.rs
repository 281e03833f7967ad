use super::*;
use crate::number::float;
use crate::rng::Rng;

/// `X[i, j] = ((7 i + 13 j + 3 i j^2) mod 11) / 4`, 40 rows and 5 columns.
fn design() -> Design {
    let entry = |i: usize, j: usize| float((7 * i + 13 * j + 3 * i * j * j) % 11) / 4.0;
    let rows: Vec<Vec<f64>> = (0..40).map(|i| (0..5).map(|j| entry(i, j)).collect()).collect();
    Design::dense(&rows).unwrap()
}

fn target() -> Vec<f64> {
    (0..40).map(|i: usize| float((5 * i * i + 3 * i) % 17) / 8.0).collect()
}

fn settings() -> Settings {
    Settings { trees: 30, depth: 2, leaf: 3, shrinkage: 0.2, ..Settings::default() }
}

fn learned() -> Vec<usize> {
    (0..34).collect()
}

#[test]
fn trees_are_those_of_others() {
    // GradientBoostingRegressor of scikit-learn 1.9.1 with the same settings and
    // criterion="squared_error".
    let model = boost(&design(), &learned(), &[], &target(), &settings()).unwrap();
    let known = [
        1.109_806_614_733_526_2,
        0.832_127_011_269_394_6,
        0.395_651_267_912_649_8,
        1.149_872_185_570_288_5,
        0.396_474_407_382_887_4,
        0.815_089_418_866_944_7,
    ];
    let found = model.predict(&design(), &[34, 35, 36, 37, 38, 39]);
    for (found, known) in found.iter().zip(known) {
        assert!((found - known).abs() < 1e-12, "{found} {known}");
    }
    assert_eq!(model.trees(), 30);
}

#[test]
fn what_columns_add_adds_up() {
    let model = boost(&design(), &learned(), &[], &target(), &settings()).unwrap();
    for row in 0..40 {
        let row = design().dense_row(row);
        let (start, added) = model.contributions(&row);
        assert!((start + added.iter().sum::<f64>() - model.predict_row(&row)).abs() < 1e-12);
    }
    let only: Vec<Vec<f64>> = (0..40).map(|i: usize| vec![0.5, float(i % 2), 3.0]).collect();
    let only = Design::dense(&only).unwrap();
    let target: Vec<f64> = (0..40).map(|i: usize| float(i % 2)).collect();
    let model = boost(&only, &learned(), &[], &target, &settings()).unwrap();
    let (_, added) = model.contributions(&[0.5, 1.0, 3.0]);
    assert!(added[0].abs() <= 0.0 && added[1] > 0.4 && added[2].abs() <= 0.0, "{added:?}");
}

#[test]
fn rows_held_back_end_the_growing() {
    let held: Vec<usize> = (34..40).collect();
    let few = Settings { patience: 4, trees: 400, ..settings() };
    let model = boost(&design(), &learned(), &held, &target(), &few).unwrap();
    let error = |model: &BoostedTrees| {
        let found = model.predict(&design(), &held);
        crate::regression::metrics::rmse(&found, &target()[34..]).unwrap()
    };
    assert!(model.trees() < 400);
    for trees in 0..model.trees() + 4 {
        let other = Settings { trees, ..settings() };
        let other = boost(&design(), &learned(), &[], &target(), &other).unwrap();
        assert!(error(&model) <= error(&other) + 1e-12, "{trees}");
    }
}

#[test]
fn a_share_of_the_rows_is_drawn_from_the_seed() {
    let some = |seed| Settings { share: 0.5, seed, ..settings() };
    let grown = |seed| boost(&design(), &learned(), &[], &target(), &some(seed)).unwrap();
    assert_eq!(grown(1), grown(1));
    assert_ne!(grown(1), grown(2));
    let drawn = some(1).sample_rows(34, 0);
    assert_eq!(drawn.iter().filter(|drawn| **drawn).count(), 17);
    assert_ne!(drawn, some(1).sample_rows(34, 1));
    let none = Settings { share: 1e-9, ..settings() };
    assert_eq!(none.sample_rows(34, 0).iter().filter(|drawn| **drawn).count(), 1);
}

#[test]
fn odd_designs_give_finite_numbers_or_a_sentence() {
    let mut rng = Rng::new(3, 3);
    for _ in 0..300 {
        let (rows, columns) = (rng.below(7), rng.below(4));
        let scale = [1.0, 1e-310, 1e155, 3e307][rng.below(4)];
        let row = |rng: &mut Rng| (0..columns).map(|_| scale * float(rng.below(3))).collect();
        let all: Vec<Vec<f64>> = (0..rows).map(|_| row(&mut rng)).collect();
        let design = Design::dense(&all).unwrap();
        let scale = [0.0, 1.0, 1e160, 1e308][rng.below(4)];
        let target: Vec<f64> = (0..rows).map(|_| scale * (rng.unit() - 0.5)).collect();
        let (held, trained): (Vec<usize>, Vec<usize>) = (0..rows).partition(|_| rng.below(4) == 0);
        let small = Settings { trees: 5, leaf: 1, ..Settings::default() };
        match boost(&design, &trained, &held, &target, &small) {
            Ok(model) => {
                let found = model.predict(&design, &(0..rows).collect::<Vec<_>>());
                assert!(found.iter().all(|x| x.is_finite()), "{all:?} {target:?}");
                assert!(!trained.is_empty());
            }
            Err(refusal) => assert!(refusal.to_string().len() > 20),
        }
    }
}

#[test]
fn what_is_the_same_everywhere_needs_no_tree() {
    let model = boost(&design(), &learned(), &[], &[0.1; 40], &settings()).unwrap();
    assert_eq!(model.predict(&design(), &[0, 39]), [0.1, 0.1]);
    let refused = Settings { shrinkage: 0.0, ..settings() };
    assert!(boost(&design(), &learned(), &[], &target(), &refused).is_err());
    assert_eq!(boost(&design(), &[], &[], &target(), &settings()), Err(Refusal::Nothing));
}

#[test]
fn a_model_comes_back_from_its_numbers() {
    let model = boost(&design(), &learned(), &[], &target(), &settings()).unwrap();
    let parts = model.to_parts();
    assert_eq!(BoostedTrees::from_parts(parts.clone()), Some(model));
    // A node that names itself, one that is not there, and a column that is not there.
    let root = |column, low| vec![(0.0, Some((column, 1.0, low))), (1.0, None), (2.0, None)];
    for (column, low, is_sound) in [(0, 1, true), (0, 0, false), (0, 2, false), (99, 1, false)] {
        let trees = vec![root(column, low)];
        let read = BoostedTrees::from_parts(BoostParts { trees, ..parts.clone() });
        assert_eq!(read.is_some(), is_sound, "{column} {low}");
    }
    let endless = BoostParts { trees: vec![vec![(f64::NAN, None)]], ..parts };
    assert_eq!(BoostedTrees::from_parts(endless), None);
}

#[test]
fn the_first_split_is_the_best_of_all() {
    let mut rng = Rng::new(8, 8);
    for round in 0..200 {
        // Columns with few values and with many, most of them with a common one somewhere.
        let value = |rng: &mut Rng, column: usize| match column {
            0 => float(usize::from(rng.below(6) == 0)),
            1 => float([1, 1, 1, 1, 0, 2, 3][rng.below(7)]),
            2 => rng.unit(),
            _ => -float(rng.below(4)),
        };
        let row = |rng: &mut Rng| (0..4).map(|column| value(rng, column)).collect::<Vec<f64>>();
        let rows: Vec<Vec<f64>> = (0..30).map(|_| row(&mut rng)).collect();
        let target: Vec<f64> = (0..30).map(|_| rng.unit()).collect();
        let all: Vec<usize> = (0..30).collect();
        let leaf = 1 + rng.below(5);
        let one = Settings { trees: 1, depth: 1, leaf, shrinkage: 1.0, ..Settings::default() };
        let design = Design::dense(&rows).unwrap();
        let model = boost(&design, &all, &[], &target, &one).unwrap();
        let error = |found: &[f64]| {
            found.iter().zip(&target).map(|(found, wanted)| (found - wanted).powi(2)).sum::<f64>()
        };
        let mut least = f64::INFINITY;
        for column in 0..4 {
            for limit in &rows {
                let is_low = |row: &Vec<f64>| row[column] <= limit[column];
                let (low, high): (Vec<usize>, Vec<usize>) =
                    (0..30).partition(|&at| is_low(&rows[at]));
                if low.len().min(high.len()) >= leaf {
                    let mean = |side: &[usize]| {
                        side.iter().map(|&at| target[at]).sum::<f64>() / float(side.len())
                    };
                    let (below, above) = (mean(&low), mean(&high));
                    let found: Vec<f64> =
                        rows.iter().map(|row| if is_low(row) { below } else { above }).collect();
                    least = least.min(error(&found));
                }
            }
        }
        let found = error(&model.predict(&design, &all));
        assert!((found - least).abs() < 1e-9, "round {round}: {found} {least}");
    }
}
