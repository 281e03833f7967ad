use luna_text::knowledge::{Builder, KnowledgeBase};

use super::*;

/// Animals that can move and things that cannot.
fn base() -> KnowledgeBase {
    let mut text = "relation\tleft\tright\tweight\n".to_owned();
    for (kind, names, abilities) in [
        ("animal", ["dog", "cat", "cow", "pig"], ["run", "eat", "sleep", "play"]),
        ("tool", ["saw", "axe", "drill", "rake"], ["rust", "break", "cost money", "be lent"]),
    ] {
        for (nth, name) in names.into_iter().enumerate() {
            text.push_str(&format!("IsA\t{name}\t{kind}\t3\n"));
            for (mth, ability) in abilities.into_iter().enumerate() {
                // Each lacks one.
                if nth != mth {
                    text.push_str(&format!("CapableOf\t{name}\t{ability}\t2\n"));
                }
            }
        }
    }
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap()
}

/// The abilities that were left out are true, and those of the other kind are false.
const JUDGMENTS: &str = "relation\thead\ttail\trating\tin_conceptnet4
CapableOf\tdog\trun\t2\t0
CapableOf\tcat\teat\t1\t0
CapableOf\tcow\tsleep\t2\t0
CapableOf\tpig\tplay\t1\t0
CapableOf\tdog\trust\t-1\t0
CapableOf\tcat\tbreak\t-2\t0
CapableOf\tsaw\trun\t-2\t0
CapableOf\taxe\teat\t-1\t0
CapableOf\tdog\tplay\t2\t1
IsA\tcat\tanimal\t2\t1
IsA\tcat\ttool\t-1\t0
IsA\tunicorn\tanimal\t1\t0
";

fn small_grid() -> Vec<Setting> {
    let mut all = grid();
    all.retain(|it| it.reconstruction.dimensions == 50);
    for setting in &mut all {
        setting.reconstruction.dimensions = 2;
    }
    all.truncate(12);
    all
}

#[test]
fn what_belongs_together_is_inferred() {
    let base = base();
    let judgments = read(JUDGMENTS, &base).unwrap();
    let mut settings = small_grid();
    settings.truncate(9);
    let outcome = run(&base, &judgments, &settings, 1, &|_, _| ());
    assert_eq!(outcome.matrix[0], 18);
    assert_eq!((outcome.published.all.judgments, outcome.published.all.covered), (12, 11));
    assert_eq!((outcome.published.inferred.judgments, outcome.published.inferred.covered), (10, 9));
    let two = &outcome.halves;
    assert!(two.iter().all(|half| half.chosen_on.all.auc > 0.9), "{two:#?}");
    assert!(two.iter().all(|half| half.measured.all.auc > 0.9), "{two:#?}");
    assert_eq!(two[0].measured.all.judgments + two[1].measured.all.judgments, 12);
}

#[test]
fn the_same_seed_gives_the_same_outcome() {
    let base = base();
    let judgments = read(JUDGMENTS, &base).unwrap();
    let text = |seed: u64| {
        let outcome = run(&base, &judgments, &small_grid(), seed, &|_, _| ());
        (table(&outcome).csv(), lines(&outcome))
    };
    assert_eq!(text(3), text(3));
    assert_eq!(table(&run(&base, &judgments, &small_grid(), 3, &|_, _| ())).rows.len(), 18);
}

#[test]
fn pairs_with_different_ratings_count() {
    let of = |pairs: &[(i8, f64)]| {
        let all: Vec<(i8, Option<f64>)> =
            pairs.iter().map(|&(rating, score)| (rating, Some(score))).collect();
        let agreement = Agreement::of(&all);
        (agreement.concordance, agreement.auc)
    };
    assert_eq!(of(&[(2, 0.9), (1, 0.5), (-1, 0.1)]), (1.0, 1.0));
    assert_eq!(of(&[(2, 0.1), (1, 0.5), (-1, 0.9)]), (0.0, 0.0));
    assert_eq!(of(&[(2, 0.5), (1, 0.9), (-1, 0.1), (-1, 0.1)]), (0.8, 1.0));
    assert_eq!(of(&[(1, 0.5), (-1, 0.5)]), (0.5, 0.5));
    assert!(of(&[(1, 0.5), (1, 0.7)]).0.is_nan());
    let uncovered = Agreement::of(&[(1, None), (-1, Some(0.0))]);
    assert_eq!((uncovered.covered, uncovered.judgments), (1, 2));
    assert!((uncovered.coverage() - 0.5).abs() < 1e-15);
}

#[test]
fn errors_name_the_line() {
    let base = base();
    let head = JUDGMENTS.lines().next().unwrap();
    for (row, expected) in [
        ("IsA\tdog\tanimal\t2", "line 2: 4 instead of 5 columns"),
        ("Is\tdog\tanimal\t2\t0", "line 2: “Is” is not a relation of ConceptNet 4"),
        ("IsA\tdog\tanimal\t0\t0", "line 2: the rating is not a whole number other than 0"),
        ("IsA\tdog\tanimal\t1\tyes", "line 2: in_conceptnet4 is neither 0 nor 1"),
    ] {
        assert_eq!(read(&format!("{head}\n{row}\n"), &base).unwrap_err().to_string(), expected);
    }
    assert_eq!(
        read("", &base).unwrap_err().to_string(),
        "line 1: the columns are to be relation, head, tail, rating, in_conceptnet4, with tabs \
         between them"
    );
}
