//! Three questions and six people, computed by hand.

mod any;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use insta::assert_snapshot;
use luna_learn::design::Design;
use luna_text::wordnet::WordNet;

use super::dataset::{Person, Problem, Question, Scale};
use super::features::Features;
use super::language::Sources;
use super::texts::Texts;
use super::trials::{Model, Plan, PreparedDataset, Results, Scores};
use super::{Feature, Ties, extended_models, report};
use crate::claims::{Check, Verdict};

fn dictionary() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../luna-text/tests/wordnet")
}

fn net() -> (Option<Arc<WordNet>>, String) {
    let net = WordNet::open(&dictionary()).unwrap();
    (Some(Arc::new(net)), "WordNet of the tests.".to_owned())
}

const RATINGS: [f64; 6] = [1.0, 0.8, 0.6, 0.4, 0.2, 0.0];

/// The responses by question, and the key.
fn problem() -> Problem {
    let all = [
        ("Which pet?", ["A dog", "the cat", "A DOG!", "", "a big cat", "hound"], &["A cat."][..]),
        (
            "Who leads?",
            ["Washington", "the president", "", "George Washington", "a city", "Washington city"],
            &[],
        ),
        (
            "What do they?",
            ["boys run fast", "boys walk", "girls run fast", "", "fast run boys", "boys run"],
            &["The boys run", "fast"],
        ),
    ];
    let person = |(nth, &rating): (usize, &f64)| Person {
        id: format!("p{nth}"),
        responses: all.iter().map(|(_, said, _)| said[nth].to_owned()).collect(),
        rating,
        grades: Vec::new(),
    };
    let question = |(text, _, key): &(&str, [&str; 6], &[&str])| Question {
        id: (*text).to_owned(),
        text: (*text).to_owned(),
        key: key.iter().map(|&answer| answer.to_owned()).collect(),
    };
    Problem {
        name: "By hand".to_owned(),
        questions: all.iter().map(question).collect(),
        people: RATINGS.iter().enumerate().map(person).collect(),
    }
}

/// Words as vectors in the plane.
struct Vectors(tempfile::NamedTempFile);

impl Vectors {
    fn new() -> Vectors {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "cat 3 4\ndog 4 3\nbig 0 1\nboys 1 0\nrun 0 1\nfast 0 1\n")
            .unwrap();
        Vectors(file)
    }

    fn sources(&self) -> Sources {
        Sources { vectors: Some(self.0.path().to_owned()), ..Sources::default() }
    }
}

fn features() -> Features {
    let texts = Texts::of(&problem());
    let vectors = Vectors::new();
    let language = vectors.sources().language(net(), &texts).unwrap();
    Features::of(texts, &language).unwrap()
}

#[track_caller]
fn values(design: &Design, expected: [[f64; 6]; 3]) {
    assert_eq!((design.rows(), design.columns()), (6, 3));
    for (question, column) in expected.iter().enumerate() {
        for (person, expected) in column.iter().enumerate() {
            let found = design.dense_row(person)[question];
            let off = (found - expected).abs();
            assert!(off < 1e-12, "{found} is not {expected}: question {question}, p{person}");
        }
    }
}

#[test]
fn features_that_look_at_the_key_are_as_by_hand() {
    let fixed = features().fixed;
    // Where the key says nothing, nothing is like it, but for saying nothing.
    let nothing = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    values(&fixed[0], [[0., 1., 0., 0., 1., 0.], [0.0; 6], [1., 1., 1., 0., 1., 1.]]);
    values(
        &fixed[1],
        [[0., 1., 0., 0., 1. / 2., 0.], [0.0; 6], [1., 1. / 4., 2. / 4., 0., 1., 2. / 3.]],
    );
    values(
        &fixed[2],
        [[0., 1., 0., 0., 3. / 7., 0.], nothing, [1., 6. / 13., 10. / 14., 0., 5. / 13., 8. / 13.]],
    );
    values(
        &fixed[3],
        [[0., 1., 0., 0., 1. / 2., 0.], nothing, [1., 1. / 3., 2. / 3., 0., 1. / 3., 2. / 3.]],
    );
    let root = f64::sqrt;
    values(
        &fixed[4],
        [
            [0.96, 1., 0.96, 0., 14.5 / (5. * root(8.5)), 0.],
            [0.0; 6],
            [1., 1. / root(5.), 2. / root(5.), 0., 1., 3. / root(10.)],
        ],
    );
}

#[test]
fn the_semantic_feature_is_as_by_hand() {
    // Among 30 words.
    let information = |times: f64| 1.0 - (times + 1.0).ln() / 31_f64.ln();
    let snl = |one: &[f64], other: &[f64], apart: f64, together: f64| {
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum();
        let (across, ones, others): (f64, f64, f64) =
            (dot(one, other), dot(one, one), dot(other, other));
        0.85 * across / (ones * others).sqrt() + 0.15 * (1.0 - (apart / together).sqrt())
    };
    // Two steps apart below what has depth 4, and what has depth 2.
    let near = |depth: f64| (-0.4_f64).exp() * (0.45 * depth).tanh();
    let (pets, moves) = (near(4.0), near(2.0));
    let pet = |times: f64| {
        let (said, cat) = (information(times), information(3.0));
        snl(&[said * said, pets * said * cat], &[pets * said * cat, cat * cat], 0.0, 1.0)
    };
    let (big, cat) = (information(1.0).powi(2), information(3.0).powi(2));
    let [boys, run, fast] = [5.0, 5.0, 4.0].map(|times| information(times).powi(2));
    let [walks, girls] = [1.0, 1.0].map(information);
    let walking = moves * walks * information(5.0);
    let boyish = pets * girls * information(5.0);
    values(
        &features().fixed[5],
        [
            [pet(2.0), 1., pet(2.0), 0., snl(&[big, cat], &[0., cat], 2., 10.), pet(1.0)],
            [0.0; 6],
            [
                1.,
                snl(&[boys, walks * walks, walking, 0.], &[boys, walking, run, fast], 9., 45.),
                snl(&[girls * girls, run, fast, boyish], &[boyish, run, fast, boys], 0., 1.),
                0.,
                snl(&[fast, run, boys], &[fast, run, boys], 8., 48.),
                snl(&[boys, run, 0.], &[boys, run, fast], 9., 29.),
            ],
        ],
    );
}

/// The columns that are 1, person by person.
fn ones(design: &Design) -> Vec<Vec<usize>> {
    let row = |row: usize| {
        let row = design.row(row).iter();
        row.map(|&(column, value)| (value.to_bits() == 1_f64.to_bits()).then_some(column).unwrap())
            .collect()
    };
    (0..design.rows()).map(row).collect()
}

#[test]
fn bags_have_a_column_for_each_word_of_each_question() {
    let fixed = features().fixed;
    // Of the pets: big, cat, dog, hound. Of leaders: city, george, president, washington.
    // Of what they do: boys, fast, girls, run, walk.
    assert_eq!((fixed[6].columns(), fixed[8].columns()), (13, 13));
    let words = [
        vec![2, 7, 8, 9, 11],
        vec![1, 6, 8, 12],
        vec![2, 9, 10, 11],
        vec![5, 7],
        vec![0, 1, 4, 8, 9, 11],
        vec![3, 4, 7, 8, 11],
    ];
    assert_eq!(ones(&fixed[6]), words);
    // A dog is a hound, and of nothing else anybody said another word.
    let mut synonyms = words;
    synonyms[0] = vec![2, 3, 7, 8, 9, 11];
    synonyms[2] = vec![2, 3, 9, 10, 11];
    synonyms[5] = vec![2, 3, 4, 7, 8, 11];
    assert_eq!(ones(&fixed[8]), synonyms);
    // big cat; george washington, washington city; boys run, boys walk, fast run, girls run,
    // run boys, run fast.
    assert_eq!(fixed[7].columns(), 9);
    let pairs = [vec![3, 8], vec![4], vec![6, 8], vec![1], vec![0, 5, 7], vec![2, 3]];
    assert_eq!(ones(&fixed[7]), pairs);
}

#[test]
fn the_nearest_neighbour_is_somebody_else_by_either_rule() {
    let features = features();
    let pets = |ties: Ties, train: &[usize]| {
        let near = features.near(train, &RATINGS, ties).unwrap();
        let column = |design: &Design| -> [f64; 6] {
            assert_eq!((design.rows(), design.columns()), (6, 3));
            std::array::from_fn(|person| (design.dense_row(person)[0] * 1e9).round() / 1e9)
        };
        [column(&near[0]), column(&near[1]), column(&near[2])]
    };
    // The last is not learned from.
    let train = [0, 1, 2, 3, 4];
    let words = [0.6, 0.2, 1.0, 1.0, 0.8, 1.0];
    let by_chars = [0.6, 1.0, 1.0, 1.0, 0.8, 1.0];
    assert_eq!(pets(Ties::First, &train), [words, by_chars, by_chars]);
    let words = [0.6, 0.2, 1.0, 0.65, 0.8, 0.6];
    let chars = [0.6, 0.666_666_667, 1.0, 0.8, 0.8, 0.8];
    let changes = [0.6, 0.55, 1.0, 0.8, 0.8, 0.7];
    assert_eq!(pets(Ties::Mean, &train), [words, chars, changes]);
    // Of one alone: for others the one, for that one nobody.
    let alone = [0.8, 0.0, 0.8, 0.8, 0.8, 0.8];
    assert_eq!(pets(Ties::First, &[1]), [alone; 3]);
    assert_eq!(pets(Ties::Mean, &[1]), [alone; 3]);
}

fn plan(threads: usize) -> Plan {
    let threads = NonZero::new(threads).unwrap();
    Plan { trials: 7, seed: 3, ties: Ties::First, alpha: 0.1, threads }
}

fn ran(problem: Problem, scale: Scale, plan: &Plan) -> Results {
    let prepared = PreparedDataset::new(problem, scale, &Sources::default(), net()).unwrap();
    prepared.run(plan, &|_, _| ()).unwrap()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = ran(problem(), Scale::Given, &plan(1));
    for threads in [2, 5, 20] {
        let other = ran(problem(), Scale::Given, &plan(threads));
        assert_eq!(other.scores, one.scores);
        let json = |ran: &Results| {
            let all = std::slice::from_ref(ran);
            report::json(&report::part(all, 7), all, &plan(threads))
        };
        assert_eq!(json(&other), json(&one));
    }
    assert_eq!(one.scores.len(), 15);
    assert!(one.scores.iter().all(|scores| (scores.ols.len(), scores.lasso.len()) == (7, 7)));
    let other = ran(problem(), Scale::Given, &Plan { seed: 4, ..plan(1) });
    assert_ne!(other.scores, one.scores);
}

#[test]
fn progress_is_told_to_the_end() {
    let prepared =
        PreparedDataset::new(problem(), Scale::Given, &Sources::default(), net()).unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |done, of| told.lock().unwrap().push((done, of));
    prepared.run(&plan(2), &tell).unwrap();
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    assert_eq!(told, (1..=7).map(|done| (done, 7)).collect::<Vec<_>>());
}

/// Each model's error in each of two splits, which differ by a little more from model to model.
fn made(name: &str, error: impl Fn(Model) -> f64) -> Results {
    let scores = |(nth, model): (i32, Model)| {
        let splits = |nth: i32| {
            let little = 0.001 + 0.000_002 * f64::from(nth);
            vec![error(model) - little, error(model) + little]
        };
        Scores { model, lasso: splits(nth + 1), ols: splits(nth) }
    };
    Results {
        name: name.to_owned(),
        people: 10,
        questions: 2,
        scale: Scale::Range,
        used: vec!["A & B.".to_owned()],
        split: (8, 2),
        scores: (1..).zip(Model::all()).map(scores).collect(),
    }
}

/// As the paper has it.
fn as_printed(model: Model) -> f64 {
    match model {
        Model::Results => 0.4,
        Model::Cbg => 0.2,
        Model::Com => 0.1,
        Model::One(Feature::Bow | Feature::Nno) => 0.12,
        Model::One(Feature::Bwo) => 0.21,
        Model::One(_) => 0.25,
    }
}

/// The claims that are contradicted; all others are consistent.
#[track_caller]
fn contradicted(all: &[Results]) -> Vec<String> {
    let claim = |check: &Check| {
        assert_eq!(check.verdict(), Verdict::Contradicted, "{check:?}");
        let words: Vec<&str> = check.claim.split(' ').collect();
        words[..words.len().min(5)].join(" ")
    };
    let checks = report::part(all, 2).checks;
    checks.iter().filter(|it| it.verdict() != Verdict::Consistent).map(claim).collect()
}

#[test]
fn a_finding_is_contradicted_exactly_where_it_is_turned_around() {
    let one = |error: &dyn Fn(Model) -> f64| contradicted(&[made("Powergrading", error)]);
    assert_eq!(one(&as_printed), [""; 0]);
    let but =
        |model: Model, error: f64| one(&move |it| if it == model { error } else { as_printed(it) });
    assert_eq!(but(Model::One(Feature::Nnc), 0.08), ["Powergrading: COM is best: its"]);
    assert_eq!(but(Model::One(Feature::Bow), 0.16), ["Powergrading: BOW is close to"]);
    assert_eq!(but(Model::One(Feature::Nno), 0.16), ["Powergrading: NNO is close to"]);
    assert_eq!(but(Model::One(Feature::Snl), 0.2), ["Powergrading: BWO is the best"]);
    assert_eq!(but(Model::Cbg, 0.23), ["Powergrading: BWO is no better"]);
    // Lasso is as good, in both directions.
    for off in [-0.06, 0.06] {
        let mut ran = made("Powergrading", as_printed);
        ran.scores[14].lasso.iter_mut().for_each(|error| *error += off);
        assert_eq!(contradicted(&[ran]), ["Powergrading: Lasso makes no difference:"]);
    }
    let (easy, hard) =
        (made("Powergrading", as_printed), made("Mohler by assignment", |it| as_printed(it) + 0.1));
    assert_eq!(contradicted(&[easy.clone(), hard]), [""; 0]);
    let easier = made("Mohler", |it| as_printed(it) - 0.01);
    assert_eq!(contradicted(&[easy, easier]), ["Mohler's data are harder: the"]);
}

#[test]
fn problems_together_have_the_mean_error_of_each_split() {
    let (one, other) = (made("1", as_printed), made("2", |model| as_printed(model) + 0.2));
    let joined = Results::mean_of("both", &[one, other]).unwrap();
    assert_eq!((joined.name.as_str(), joined.people, joined.questions), ("both", 20, 4));
    assert_eq!(joined.used, ["A & B."]);
    for (scores, expected) in joined.scores.iter().zip(Model::all()) {
        assert_eq!(scores.model, expected);
    }
    let both = [&joined.scores[0].ols, &joined.scores[0].lasso];
    for (errors, little) in both.into_iter().zip([0.001_002, 0.001_004]) {
        for (found, off) in errors.iter().zip([-little, little]) {
            assert!((found - (as_printed(Model::Results) + 0.1 + off)).abs() < 1e-12);
        }
    }
    assert!(Results::mean_of("none", &[]).is_none());
}

#[test]
fn the_table_has_a_line_for_each_model() {
    let all = [made("One", as_printed), made("Two & <three>", |it| as_printed(it) / 2.0)];
    assert_snapshot!(report::text(&all), @"
           One (range)                        Two & <three> (range)
           least squares    Lasso             least squares    Lasso
    RAN    0.4000 ± 0.0010  0.4000 ± 0.0010   0.2000 ± 0.0010  0.2000 ± 0.0010
    CBG    0.2000 ± 0.0010  0.2000 ± 0.0010   0.1000 ± 0.0010  0.1000 ± 0.0010
    BWO    0.2100 ± 0.0010  0.2100 ± 0.0010   0.1050 ± 0.0010  0.1050 ± 0.0010
    FWO    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    CED    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    WED    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    WCS    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    SNL    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    BOW    0.1200 ± 0.0010  0.1200 ± 0.0010   0.0600 ± 0.0010  0.0600 ± 0.0010
    BIG    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    SYN    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    NNO    0.1200 ± 0.0010  0.1200 ± 0.0010   0.0600 ± 0.0010  0.0600 ± 0.0010
    NNC    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    NNW    0.2500 ± 0.0010  0.2500 ± 0.0010   0.1250 ± 0.0010  0.1250 ± 0.0010
    COM    0.1000 ± 0.0010  0.1000 ± 0.0010   0.0500 ± 0.0010  0.0500 ± 0.0010
    ");
    let part = report::part(&all, 2);
    assert_eq!(part.table.csv().lines().count(), 1 + 2 * 15);
    let page = crate::report::prediction(
        &[part],
        "luna predict run <that>",
        crate::report::Basis::Instance,
    );
    assert!(page.contains("This holds until another game is over"));
    assert!(page.contains("<b>Two &amp; &lt;three&gt;</b>: A &amp; B."));
    assert!(!page.contains("<three>") && !page.contains("<that>"), "names are words, not marks");
    assert!(page.contains("One: COM is best, with 0.100; Two"));
    assert_eq!(page.matches("class=\"chart wide\"").count(), 2);
}

#[test]
fn a_problem_that_teaches_nothing_is_refused() {
    let refused = |change: &dyn Fn(&mut Problem), scale: Scale| {
        let mut problem = problem();
        change(&mut problem);
        match PreparedDataset::new(problem, scale, &Sources::default(), net()) {
            Err(why) => why.to_string(),
            Ok(_) => "nothing".to_owned(),
        }
    };
    let given = Scale::Given;
    assert_eq!(refused(&|_| (), given), "nothing");
    assert_eq!(refused(&|it| it.questions.clear(), given), "By hand: there are no questions.");
    for (people, said) in
        [(0, "nobody has answered"), (1, "one person has answered"), (4, "4 people have answered")]
    {
        let expected = format!("By hand: {said}; splitting them 4 to 1 needs five.");
        assert_eq!(refused(&|it| it.people.truncate(people), given), expected);
    }
    let alone = |people: usize| {
        let mut problem = problem();
        problem.people.truncate(people);
        PreparedDataset::to_compare(problem, given, &Sources::default(), net())
    };
    assert_eq!(alone(0).err().unwrap().to_string(), "By hand: nobody has answered.");
    // The last feature looks at what everybody says.
    let five = |prepared: &PreparedDataset| {
        let mine = prepared.compared().filter(|(person, ..)| *person == "p0");
        mine.map(|(_, _, values)| values[..5].to_vec()).collect::<Vec<_>>()
    };
    let one = alone(1).unwrap();
    assert_eq!(one.compared().count(), 3);
    assert_eq!(five(&one), five(&alone(6).unwrap()));
    let rated = |rating: f64| move |it: &mut Problem| it.people[2].rating = rating;
    for (scale, rating, shown) in [
        (given, 1.5, "1.5"),
        (given, -0.1, "-0.1"),
        (Scale::Maximum, -0.1, "-0.1"),
        (given, f64::NAN, "NaN"),
        (Scale::Range, f64::INFINITY, "inf"),
    ] {
        let why = refused(&rated(rating), scale);
        assert!(why.starts_with("By hand: p") && why.contains(shown), "{why}");
    }
    assert_eq!(refused(&rated(-3.0), Scale::Range), "nothing");
    let far = |it: &mut Problem| (it.people[1].rating, it.people[2].rating) = (1.7e308, -1.7e308);
    let why = "By hand: the ratings are too far apart for the computation.";
    assert_eq!(refused(&far, Scale::Range), why);
    for (scale, rating) in [(given, 1.7e308), (given, -1e-300), (Scale::Maximum, -1.7e308)] {
        let why = refused(&rated(rating), scale);
        assert!(why.contains(&format!("p2 is rated {rating:e}, which")), "{why}");
    }
}

#[test]
fn equal_ratings_decide_nothing() {
    for rating in [0.0, 0.3, 1.0] {
        let mut problem = problem();
        problem.people.iter_mut().for_each(|person| person.rating = rating);
        let of = |name: &str| {
            let problem = Problem { name: name.to_owned(), ..problem.clone() };
            PreparedDataset::new(problem, Scale::Given, &Sources::default(), net()).unwrap()
        };
        let (one, other) = (of("Powergrading"), of("Mohler"));
        let ran = [&one, &other].map(|it| it.run(&plan(2), &|_, _| ()).unwrap());
        let part = report::part(&ran, 7);
        assert_eq!(part.checks.len(), 13);
        let plan = extended_models::Plan {
            trials: 7,
            groups: 0,
            seed: 1,
            ties: Ties::First,
            threads: NonZero::<usize>::MIN,
        };
        let known = extended_models::Resources { net: None, encoder: None };
        let tried = extended_models::run(&one, known, &plan, &|_, _| ()).unwrap();
        let more = extended_models::part(&[tried], &plan).checks;
        for check in part.checks.iter().chain(&more) {
            assert_eq!(check.verdict(), Verdict::Undecided, "{rating}: {check:?}");
        }
    }
}
