//! The experiment on questions of our own making, and on the authors' ratings where they are there.

use std::collections::HashSet;
use std::num::NonZero;
use std::path::Path;

use luna_core::rng::Chance;
use luna_machines::question_ranker::RankerKind;

use super::articles::split;
use super::candidate::{Candidate, mean_scores};
use super::*;
use crate::claims::Verdict;
use crate::report::sections::{json, text};

/// Ten questions about each of some articles. Ratings follow the form, with noise, and the article.
fn made_up(articles: usize) -> (Vec<RatedQuestion>, FeatureTable) {
    let forms = [
        ("Who built the great THING of Rome?", 4.2),
        ("What is the name of the old THING?", 3.6),
        ("What did the THING come to of?", 1.6),
        ("What has the THING also also done so?", 1.4),
        ("When did the THING fall to the north?", 2.8),
    ];
    let things = ["river", "castle", "king", "city", "law", "ship", "book", "bridge"];
    let mut chance = Chance::from_seed(11);
    let (mut rated, mut rows) = (Vec::new(), Vec::new());
    for article in 0..articles {
        let taste = 0.3 * chance.normal();
        for nth in 0..10 {
            let (form, rating) = forms[nth % forms.len()];
            let thing = chance.pick(&things).unwrap();
            let rating = (rating + taste + 0.6 * chance.normal()).clamp(1.0, 5.0);
            // The given features are poorer than the text.
            rows.push(vec![rating + 2.0 * chance.normal(), chance.unit()]);
            let question = form.replace("THING", thing);
            let article = format!("article {article}");
            rated.push(RatedQuestion {
                article,
                question,
                sentence: None,
                derivation: None,
                rating,
            });
        }
    }
    (rated, FeatureTable { names: vec!["one".to_owned(), "two".to_owned()], rows })
}

fn settings(threads: usize) -> Settings {
    let threads = NonZero::new(threads).unwrap();
    Settings { test: 40, step: 40, draws: 3, splits: 6, seed: 5, threads }
}

fn small(threads: usize) -> Outcome {
    let (rated, given) = made_up(16);
    let material = Material::new(&rated, Some(given)).unwrap();
    run(&material, &settings(threads), &|_, _| ()).unwrap()
}

#[test]
fn the_experiment_finds_what_was_made_up() {
    let found = small(2);
    assert_eq!(found.size.questions, 160);
    assert_eq!(found.widths[0], ("given", 2));
    let sizes: Vec<usize> = found.printed.curves[0].points.iter().map(|it| it.size).collect();
    assert_eq!(sizes, [40, 80, 120]);
    assert_eq!(found.printed.curves[0].points[2].shares.len(), 1, "all questions at once");
    let corrected = &found.corrected;
    assert!((corrected.train - 120.0).abs() < 1e-9 && (corrected.test - 40.0).abs() < 1e-9);
    let of = |contender| corrected.result(contender).unwrap();
    let (unranked, perfect) = (of(Contender::Unranked), of(Contender::Perfect));
    let selected = of(Contender::Selected(None));
    assert!(selected.share.low > unranked.share.high, "{selected:?} {unranked:?}");
    assert!(perfect.share.value >= selected.share.value && perfect.share.value > 0.99);
    assert!(selected.gain.share.low > 0.0, "the text says more than the features: {selected:?}");
    assert!(selected.correlation.value > 0.6, "{selected:?}");
    assert!(unranked.correlation.value.abs() < 1e-9);
    // Among the means are rankers that read only what the poor features say.
    let mean = of(Contender::Mean);
    assert!(mean.share.value > unranked.share.high && mean.correlation.value > 0.5, "{mean:?}");
    let [one, other] =
        [RankerKind::Ridge, RankerKind::Mean].map(|kind| Candidate { kind, set: FeatureSet::Text });
    let scored = [(one, vec![1.0, 4.0]), (other, vec![9.0, 9.0]), (one, vec![2.0, 3.0])];
    assert_eq!(mean_scores(&scored, 2), [1.5, 3.5], "a mean is no member");
    // Each split selects once of all, and once of those that read text.
    let counts = corrected.selected.iter().fold((0, 0), |sum, it| (sum.0 + it.1, sum.1 + it.2));
    assert_eq!(counts, (6, 6));
    assert!(corrected.selected.iter().all(|it| it.0.set == FeatureSet::Text || it.2 == 0));
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_threads() {
    let written = |outcome: &Outcome| json(&sections(outcome), 5);
    let one = small(1);
    assert_eq!(written(&one), written(&small(3)));
    let svg = figure(&one).svg();
    assert!(svg.contains("top fifth") && svg.contains("the paper"), "{svg}");
    let all = sections(&one);
    assert_eq!(all.iter().map(|it| it.name).collect::<Vec<_>>().len(), 4);
    assert!(text(&all).contains("By article"));
    let checks: Vec<_> = all.iter().flat_map(|it| &it.checks).collect();
    assert_eq!(checks.len(), 6 + 12);
    let beyond = checks.iter().find(|it| it.claim.contains("beyond 650")).unwrap();
    assert_eq!(beyond.verdict(), Verdict::Undecided, "there are not so many questions");
}

#[test]
fn without_given_features_the_text_takes_their_place() {
    let (rated, _) = made_up(12);
    let material = Material::new(&rated, None).unwrap();
    let settings = Settings { splits: 2, draws: 2, ..settings(2) };
    let found = run(&material, &settings, &|_, _| ()).unwrap();
    let names: Vec<String> =
        found.corrected.results.iter().map(|it| it.contender.name()).take(7).collect();
    let expected = [
        "unranked",
        "the ratings themselves",
        "ridge, text",
        "boosted, text",
        "kernel, text",
        "mean, text",
        "selected",
    ];
    assert_eq!(names, expected);
}

#[test]
fn no_article_is_in_training_and_in_the_test() {
    let material = Material::new(&made_up(12).0, None).unwrap();
    let settings = Settings { test: 35, ..Settings::new(3, NonZero::<usize>::MIN) };
    let mut all_tests = HashSet::new();
    for nth in 0..20 {
        let (train, test) = split(&material, &settings, nth);
        let of =
            |rows: &[usize]| rows.iter().map(|&row| material.articles[row]).collect::<HashSet<_>>();
        assert!(of(&train).is_disjoint(&of(&test)));
        assert_eq!((test.len(), train.len()), (40, 80), "whole articles, enough of them");
        all_tests.insert(test);
    }
    assert!(all_tests.len() > 15, "{}", all_tests.len());
}

#[test]
fn too_few_questions_are_refused_in_a_sentence() {
    let (rated, _) = made_up(9);
    let refused = |rated: &[RatedQuestion], settings: Settings| {
        let material = Material::new(rated, None).unwrap();
        run(&material, &settings, &|_, _| ()).unwrap_err().to_string()
    };
    let mut same = rated.clone();
    for it in &mut same {
        it.rating = 3.0;
    }
    for (why, expected) in [
        (refused(&rated[..70], Settings { test: 30, ..settings(1) }), "at least 8 articles"),
        (refused(&rated, Settings { test: 60, ..settings(1) }), "fewer questions"),
        (refused(&rated, Settings { splits: 1, ..settings(1) }), "two splits"),
        (refused(&same, settings(1)), "nothing to rank"),
    ] {
        assert!(why.contains(expected), "{why}");
    }
}

/// The authors' ratings, if this checkout has them.
fn heilman() -> Option<Material> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = above.map(|folder| folder.join("shared/data/heilman_qg"));
    let folder = folders.find(|folder| folder.exists())?;
    let rated = rated(&std::fs::read_to_string(folder.join("rated_questions.tsv")).ok()?).unwrap();
    let packed = std::fs::read(folder.join("features.tsv.gz")).ok()?;
    let text = luna_machines::tossup_file::unpack(&packed).unwrap();
    let table = features(&text, rated.len()).unwrap();
    Some(Material::new(&rated, Some(table)).unwrap())
}

#[test]
fn the_papers_experiment_runs_on_the_authors_ratings() {
    let Some(material) = heilman() else { return };
    let good = material.is_good.iter().filter(|is_good| **is_good).count();
    assert_eq!((material.questions(), material.article_count, good), (800, 40, 152));
    assert_eq!(material.width(FeatureSet::Given), 188);
    assert!(material.width(FeatureSet::Text) >= 250);
    let threads = NonZero::new(2).unwrap();
    let settings = Settings { step: 300, draws: 2, splits: 2, ..Settings::new(1, threads) };
    let found = run(&material, &settings, &|_, _| ()).unwrap();
    assert_eq!(found.printed.test, 200);
    let curve = &found.printed.curves[0];
    let (few, all) = (&curve.points[0], &curve.points[1]);
    assert_eq!((few.size, all.size), (300, 600));
    assert!(all.shares[0] > found.printed.unranked, "{:?}", found.printed);
    let selected = found.corrected.result(Contender::Selected(None)).unwrap();
    assert!(selected.correlation.value > 0.3, "{selected:?}");
}
