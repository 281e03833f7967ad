//! The questions whose ratings train the ranker that comes with Luna: whole, and the ranker is theirs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use luna_testkit::server::{folder, luna};
use serde_json::Value;

/// Pearson's r and Cohen's kappa of raters 1 and 2, 1 and 3, 2 and 3, as the documents have them.
const PAIRS: [(f64, f64); 3] = [(0.906, 0.693), (0.896, 0.744), (0.916, 0.817)];
const ALPHA: f64 = 0.876;

/// A file of the rated questions.
fn data(name: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join("luna-machines/data").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap()
}

fn question(arguments: &[&str]) -> String {
    let output = luna().arg("question").args(arguments).output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {words}");
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A text on one line, without the signs of emphasis.
fn letters(text: &str) -> String {
    text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tells whether two documents are the same up to the rounding of their numbers.
fn is_near(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_near(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, it)| other.get(key).is_some_and(|other| is_near(it, other)))
        }
        (Value::Number(one), Value::Number(other)) => {
            let [one, other] = [one, other].map(|number| number.as_f64().unwrap());
            (one - other).abs() <= 1e-6 * one.abs().max(1.0)
        }
        _ => one == other,
    }
}

#[test]
fn six_hundred_questions_have_three_ratings_each_and_a_sentence_in_their_article() {
    let questions = lines(&read("rated_questions/questions.jsonl"));
    let ratings = read("rated_questions/ratings.tsv");
    let mut rows = ratings.lines();
    assert_eq!(rows.next(), Some("id\trater_1\trater_2\trater_3"));
    let rated: BTreeMap<&str, Vec<u8>> = rows
        .map(|row| {
            let (id, own) = row.split_once('\t').unwrap();
            (id, own.split('\t').map(|rating| rating.parse().unwrap()).collect())
        })
        .collect();
    assert_eq!((questions.len(), rated.len()), (600, 600));
    let mut of_article: BTreeMap<&str, usize> = BTreeMap::new();
    for it in &questions {
        let text = |name: &str| it[name].as_str().unwrap();
        let own = &rated[text("id")];
        assert!(own.len() == 3 && own.iter().all(|rating| (1..=5).contains(rating)), "{it}");
        let article = letters(&read(&format!("rated_questions/articles/{}.md", text("article"))));
        assert!(article.contains(text("sentence")), "{it}");
        *of_article.entry(text("article")).or_default() += 1;
    }
    assert!(of_article.len() == 12 && of_article.values().all(|count| *count == 50));
}

#[test]
fn the_agreement_of_the_raters_is_the_documented_one() {
    let path = data("rated_questions/ratings.tsv");
    let found = lines(&question(&["agreement", path.to_str().unwrap(), "--json"]));
    let near = |found: &Value, wanted: f64| {
        assert!((found.as_f64().unwrap() - wanted).abs() < 0.005, "{found} {wanted}");
    };
    assert_eq!(found[0]["questions"], 600);
    assert_eq!(found[0]["acceptable"], 301);
    let pairs: Vec<&Value> = found.iter().filter(|line| line["raters"].is_array()).collect();
    assert_eq!(pairs.len(), 3);
    for (pair, (r, kappa)) in pairs.iter().zip(PAIRS) {
        near(&pair["r"], r);
        near(&pair["kappa"], kappa);
    }
    near(&found.last().unwrap()["alpha"], ALPHA);
}

/// What `luna question agreement` says of an evaluation, and the rows of it in the documents.
struct Evaluation {
    folder: &'static str,
    said: [&'static str; 5],
}

const EVALUATIONS: [Evaluation; 2] = [
    Evaluation {
        folder: "evaluation",
        said: [
            "94 are acceptable, 47.0 % (39.9 to 54.2).",
            "reader_1 and reader_2: r 0.94, kappa 0.93",
            "Top fifth of all: 77.5 (62.5 to 90.0) % acceptable, a gain of 30.5 (16.5 to 41.5) points",
            "Top fifth of each article: 75.0 (60.0 to 87.5) % acceptable, a gain of 28.0 (13.0 to 40.5)",
            "Correlation of predicted and mean ratings: 0.45 (0.32 to 0.56).",
        ],
    },
    Evaluation {
        folder: "second_evaluation",
        said: [
            "59 are acceptable, 29.5 % (23.3 to 36.3).",
            "reader_1 and reader_2: r 0.93, kappa 0.89",
            "Top fifth of all: 55.0 (40.0 to 72.5) % acceptable, a gain of 25.5 (13.0 to 40.5) points",
            "Top fifth of each article: 62.5 (42.5 to 75.0) % acceptable, a gain of 33.0 (15.5 to 43.5)",
            "Correlation of predicted and mean ratings: 0.42 (0.31 to 0.52).",
        ],
    },
];

#[test]
fn readers_of_new_articles_accept_more_of_the_top_fifth_as_the_documents_say() {
    for Evaluation { folder, said } in EVALUATIONS {
        let [ratings, key] = ["ratings.tsv", "key.jsonl"]
            .map(|name| data(&format!("rated_questions/{folder}/{name}")));
        let [ratings, key] = [&ratings, &key].map(|path| path.to_str().unwrap());
        let words = question(&["agreement", ratings, "--key", key]);
        for line in said {
            assert!(words.contains(line), "{line}: {words}");
        }
    }
    let documented = read("../../../docs/question.md");
    let row =
        "| 77.5 (62.5 to 90.0) | 30.5 (16.5 to 41.5) | 55.0 (40.0 to 72.5) | 25.5 (13.0 to 40.5) |";
    assert!(documented.contains(row));
}

#[test]
fn training_again_gives_the_ranker_that_comes_with_luna() {
    let home = folder("shipped-ranker");
    let to = home.join("question.ranker");
    let [questions, ratings] =
        ["questions.jsonl", "ratings.tsv"].map(|name| data("rated_questions").join(name));
    let [questions, ratings, to] = [&questions, &ratings, &to].map(|path| path.to_str().unwrap());
    let said = question(&[
        "train-ranker",
        questions,
        "--ratings",
        ratings,
        "--kind",
        "boosted",
        "--to",
        to,
    ]);
    assert!(said.contains("trained on 600 questions"), "{said}");
    let [again, shipped] = [fs::read_to_string(to).unwrap(), read("question.ranker")];
    // Products of matrices are rounded as the processor has instructions for them.
    let [of_again, of_shipped] = [&again, &shipped].map(|text| lines(text.lines().nth(2).unwrap()));
    let hint = "train it again as docs/question.md says, and look at its figures";
    assert!(again == shipped || is_near(&of_again[0], &of_shipped[0]), "{hint}");
    assert!(shipped.len() < 500_000, "{} bytes", shipped.len());
}

#[test]
fn a_rating_sheet_hides_ranks_from_raters_and_keeps_them_in_the_key() {
    let home = folder("rating-sheet");
    let out = home.join("sheet");
    let articles = ["coral-reefs", "wild-boar"]
        .map(|name| data(&format!("rated_questions/evaluation/{name}.md")));
    let [one, other] = articles.each_ref().map(|path| path.to_str().unwrap());
    let sheet = ["rating-sheet", one, other, "--per-article", "10", "--out"];
    question(&[&sheet[..], &[out.to_str().unwrap()]].concat());
    let sheet = fs::read_to_string(out.join("sheet.tsv")).unwrap();
    let key = lines(&fs::read_to_string(out.join("key.jsonl")).unwrap());
    let rows: Vec<Vec<&str>> = sheet.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows[0], ["id", "article", "context", "sentence", "question", "answer"]);
    assert_eq!((rows.len(), key.len()), (21, 20));
    for (row, it) in rows.iter().skip(1).zip(&key) {
        assert_eq!(
            (row[0], row[4]),
            (it["id"].as_str().unwrap(), it["question"].as_str().unwrap())
        );
        assert!(row[2].ends_with(row[3]), "{row:?}");
    }
    let mut ranks: Vec<u64> = key.iter().map(|it| it["rank"].as_u64().unwrap()).collect();
    assert!(!ranks.is_sorted(), "the order of the sheet tells nothing");
    ranks.sort_unstable();
    assert!(ranks.into_iter().eq(1..=20));
    let best = key.iter().find(|it| it["rank"] == 1).unwrap();
    assert_eq!(best["rank_in_article"], 1);
    // Raters who agree with the ranker make its gain as great as it can be.
    let ratings = key.iter().fold("id\ta\tb\n".to_owned(), |all, it| {
        let rating = if it["rank"].as_u64().unwrap() <= 10 { 5 } else { 1 };
        all + &format!("{}\t{rating}\t{rating}\n", it["id"].as_str().unwrap())
    });
    let path = home.join("ratings.tsv");
    fs::write(&path, ratings).unwrap();
    let key = out.join("key.jsonl");
    let asked = ["agreement", path.to_str().unwrap(), "--key", key.to_str().unwrap()];
    let said = question(&asked);
    assert!(said.contains("a and b: r 1.00, kappa 1.00"), "{said}");
    assert!(said.contains("Top fifth of all: 100.0 (100.0 to 100.0) % acceptable"), "{said}");
}
