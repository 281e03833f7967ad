use super::*;

/// Links by formula, so that other programs can have them too. Concept 15 is not in the core.
fn links() -> Vec<Link> {
    let mut links = vec![Link { left: 15, relation: 0, right: 1, weight: 1.0 }];
    for left in 0..15_u32 {
        for right in 0..15 {
            if left != right && (left * left * 7 + right * 5 + left * right * 3) % 11 < 4 {
                let weight = match f64::from((left * left + 3 * right) % 7) - 2.0 {
                    0.0 => 2.0,
                    weight => weight,
                };
                let relation = u8::try_from((left * right + right) % 2).unwrap();
                links.push(Link { left, relation, right, weight });
            }
        }
    }
    links
}

fn space(dimensions: usize) -> AnalogySpace {
    AnalogySpace::new(FeatureMatrix::new(&links(), 3), Weighting::PUBLISHED, dimensions)
}

#[track_caller]
fn near(found: f64, known: f64) {
    assert!((found - known).abs() < 1e-9, "{found} instead of {known}");
}

/// As `NumPy` 2.3 gives them.
#[test]
fn the_space_is_the_one_that_other_programs_find() {
    let space = space(4);
    assert_eq!((space.features().concepts().len(), space.features().features().len()), (15, 41));
    let known = [
        1.834_694_440_266_081_4,
        1.738_450_138_641_061_8,
        1.604_648_227_655_169_7,
        1.477_114_127_264_305_8,
    ];
    for (value, known) in space.singular_values().iter().zip(known) {
        near(*value, known);
    }
    near(space.predicted().assertion(0, 1, 5).unwrap(), -0.185_074_005_434_481_05);
    let nearest = space.activation().nearest(2, 3);
    let known = [
        (9, 0.750_644_042_631_679_5),
        (12, 0.450_785_919_287_143_57),
        (0, 0.231_050_594_665_184_57),
    ];
    for ((concept, cosine), (known, by)) in nearest.into_iter().zip(known) {
        assert_eq!(concept, known);
        near(cosine, by);
    }
    near(space.similarity().similarity(2, 7).unwrap(), -0.409_328_347_909_150_85);
    let category = space.category([(2, 1.0), (3, 2.0), (15, 9.0)]).unwrap();
    let scores = space.feature_scores(&category);
    let best = (0..scores.len()).max_by(|&one, &other| scores[one].total_cmp(&scores[other]));
    let thirteen = Feature { open: OpenSide::Left, relation: 0, concept: 13 };
    assert_eq!(space.features().features()[best.unwrap()], thirteen);
    near(scores[best.unwrap()], 0.680_925_910_931_884_3);
}

#[test]
fn all_dimensions_give_the_matrix_back() {
    let space = space(99);
    let matrix = space.features().matrix(0.0);
    let (rows, columns) = matrix.norms();
    let scaled = |norms: Vec<f64>| -> Vec<f64> { norms.iter().map(|x| x.sqrt().recip()).collect() };
    let matrix = matrix.scaled(&scaled(rows), &scaled(columns));
    let predicted = space.predicted();
    for (row, column, value) in matrix.iter() {
        let concept = space.features().concepts()[usize::try_from(row).unwrap()];
        let feature = space.features().features()[usize::try_from(column).unwrap()];
        near(predicted.score(concept, feature).unwrap(), value);
    }
}

#[test]
fn a_concept_outside_of_the_core_is_unknown() {
    let space = space(4);
    assert_eq!(space.features().row(15), None);
    assert_eq!(space.category([(15, 1.0), (99, 1.0)]), None);
    assert_eq!(space.similarity().similarity(15, 2), None);
    assert_eq!(space.activation().nearest(15, 3), []);
    assert_eq!(space.predicted().assertion(15, 0, 99), None);
    // Only one of the two entries is known.
    let open = OpenSide::Right;
    let known = space.features().features().iter().find(|it| it.open == open).unwrap();
    let score = space.predicted().assertion(known.concept, known.relation, 3);
    assert!(score.is_some());
}

#[test]
fn the_order_of_links_does_not_matter() {
    let mut reversed = links();
    reversed.reverse();
    let other = AnalogySpace::new(FeatureMatrix::new(&reversed, 3), Weighting::PUBLISHED, 4);
    assert_eq!(other.singular_values(), space(4).singular_values());
}

#[test]
fn the_core_is_peeled_until_all_have_enough_neighbours() {
    // A clique of four with a tail of three.
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4), (4, 5), (4, 6), (1, 0)];
    let links: Vec<Link> = pairs
        .map(|(left, right)| Link { left, relation: 0, right, weight: 1.0 })
        .into_iter()
        .collect();
    assert_eq!(FeatureMatrix::new(&links, 3).concepts(), [0, 1, 2, 3]);
    assert_eq!(FeatureMatrix::new(&links, 2).concepts(), [0, 1, 2, 3]);
    assert_eq!(FeatureMatrix::new(&links, 1).concepts().len(), 7);
    assert_eq!(FeatureMatrix::new(&links, 4).concepts(), [0; 0]);
    let empty = AnalogySpace::new(FeatureMatrix::new(&links, 4), Weighting::PUBLISHED, 5);
    assert_eq!(empty.singular_values(), [0.0; 0]);
    assert_eq!(empty.predicted().assertion(0, 0, 1), None);
}

#[test]
fn links_that_cancel_leave_a_row_of_zeros() {
    let mut links: Vec<Link> = Vec::new();
    for (left, right) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        links.push(Link { left, relation: 0, right, weight: 1.0 });
    }
    links.extend(
        links
            .clone()
            .into_iter()
            .filter(|it| it.left == 0)
            .map(|it| Link { weight: -it.weight, ..it }),
    );
    let space = AnalogySpace::new(FeatureMatrix::new(&links, 3), Weighting::PUBLISHED, 3);
    assert!(space.singular_values().iter().all(|value| value.is_finite()));
    assert_eq!(space.predicted().assertion(0, 0, 1), Some(0.0));
}

#[test]
fn association_relates_concepts_of_different_relations() {
    let features = FeatureMatrix::new(&links(), 3);
    let matrix = features.matrix(0.5);
    let own = features.features().len();
    assert_eq!(matrix.columns(), own + features.concepts().len());
    let more: f64 = (matrix.iter())
        .filter(|(_, column, _)| usize::try_from(*column).unwrap() >= own)
        .map(|(.., value)| value)
        .sum();
    let all: f64 = links()[1..].iter().map(|link| link.weight).sum();
    near(more, all);
    let weighting = Weighting { association: 0.5, ..Weighting::PUBLISHED };
    let space = AnalogySpace::new(features, weighting, 4);
    let category = space.category([(2, 1.0)]).unwrap();
    assert_eq!(space.feature_scores(&category).len(), own);
}
