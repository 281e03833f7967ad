//! `luna measure` against a server of ours that plays three models of different quality, and worse
//! things that servers do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::post;
use luna_testkit::people::pause;
use luna_testkit::server::{folder, luna};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// What it knows, by words of the prompt: the more a model knows, the better it is.
const KNOWN: [(&str, &str); 8] = [
    ("What is a dog?", "an animal"),
    ("bees", "honey"),
    ("hammer", "for nails"),
    ("umbrella", "when it rains"),
    ("pillow", "to sleep"),
    ("ladder", "to climb"),
    ("window", "glass"),
    ("Why do people", "because they want to be safe and warm"),
];

/// Requests that must be under way at once, of 200 that may.
const MANY: usize = 200;

/// An OpenAI-compatible server; the name of the model says how it plays.
struct Models {
    url: String,
    state: Arc<Counts>,
    _runtime: Runtime,
}

#[derive(Default)]
struct Counts {
    requests: AtomicUsize,
    under_way: AtomicUsize,
    most_under_way: AtomicUsize,
    /// Requests by their body.
    seen: Mutex<BTreeMap<String, usize>>,
}

impl Models {
    fn start() -> Models {
        let runtime = Runtime::new().unwrap();
        let state = Arc::new(Counts::default());
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .with_state(Arc::clone(&state));
        runtime.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Models { url, state, _runtime: runtime }
    }

    fn measure(&self, models: &str, out: &Path, more: &[&str]) -> Output {
        luna()
            .args(["measure", "--quick", "--openai", &self.url, "--model", models, "--out"])
            .arg(out)
            .args(more)
            .output()
            .unwrap()
    }
}

async fn complete(State(counts): State<Arc<Counts>>, body: Bytes) -> Response {
    let now = counts.under_way.fetch_add(1, Ordering::SeqCst) + 1;
    counts.most_under_way.fetch_max(now, Ordering::SeqCst);
    counts.requests.fetch_add(1, Ordering::SeqCst);
    *counts.seen.lock().unwrap().entry(String::from_utf8(body.to_vec()).unwrap()).or_default() += 1;
    let request: Value = serde_json::from_slice(&body).unwrap();
    let messages = request["messages"].as_array().unwrap();
    let prompt = messages[0]["content"].as_str().unwrap();
    let last = messages.last().unwrap()["content"].as_str().unwrap();
    let model = request["model"].as_str().unwrap();
    if model == "patient" {
        // It replies to nobody before so many wait.
        while counts.most_under_way.load(Ordering::SeqCst) < MANY {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    counts.under_way.fetch_sub(1, Ordering::SeqCst);
    let knows = match model {
        "best" | "patient" => KNOWN.len(),
        "middling" => KNOWN.len() / 2,
        "rubbish" => return said("I would rather not."),
        "nothing" => return said(""),
        "html" => return Html("<h1>It works!</h1>").into_response(),
        "huge" => return vec![b' '; 100_000_000].into_response(),
        "away" => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        _ => 0,
    };
    let fact = KNOWN[..knows].iter().find(|it| prompt.contains(it.0) || last.contains(it.0));
    let answer = fact.map_or("I could not say.", |it| it.1);
    let sure = if fact.is_some() { 0.9 } else { 0.1 };
    if prompt.contains("Write your 5 questions") {
        said(&json!(["Why?", "Where?", "When?", "Who?", "How?"]).to_string())
    } else if prompt.contains("Respond to each") {
        let count = if prompt.contains("array of 2 texts") { 2 } else { 5 };
        let line = if knows > 0 {
            "I think about it, and then I answer you as well as I can."
        } else {
            "hm"
        };
        said(&json!(vec![line; count]).to_string())
    } else if prompt.contains("guess how smart") {
        said("{\"guess\": 40}")
    } else if prompt.contains("You are in a conversation") {
        // To say again all that was told is right more often than not.
        let told = || messages[1..].iter().map(|it| it["content"].as_str().unwrap());
        let attends = knows == KNOWN.len() || (knows > 0 && last.len().is_multiple_of(2));
        said(&if attends {
            told().collect::<Vec<_>>().join(" ").chars().take(900).collect()
        } else {
            answer.to_owned()
        })
    } else {
        said(&json!([{ "answer": answer, "confidence": sure }]).to_string())
    }
}

fn said(content: &str) -> Response {
    let choice = json!({ "message": { "role": "assistant", "content": content } });
    let usage = json!({ "prompt_tokens": 100, "completion_tokens": 10 });
    json!({ "choices": [choice], "usage": usage }).to_string().into_response()
}

fn words(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8(text).unwrap()
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn measures(folder: &Path) -> Value {
    serde_json::from_slice(&read(folder, "measures.json")).unwrap()
}

fn measure<'a>(all: &'a Value, name: &str) -> &'a Value {
    all["measures"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap()
}

/// The values of a measure by machine.
fn values<'a>(all: &'a Value, name: &str) -> BTreeMap<&'a str, &'a Value> {
    let values = measure(all, name)["values"].as_array().unwrap();
    values.iter().map(|it| (it["machine"].as_str().unwrap(), it)).collect()
}

fn value(all: &Value, name: &str, machine: &str) -> f64 {
    values(all, name)[machine]["value"].as_f64().unwrap()
}

/// Everything that a measurement has written but its log, whose lines have times.
fn results(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let names = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
    let inputs = ["log.jsonl", ".luna-files", "people.csv"];
    let names = names.filter(|it| !inputs.iter().any(|input| it == input));
    names.map(|it| (PathBuf::from(&it), std::fs::read(folder.join(&it)).unwrap())).collect()
}

/// People who answered two questions, well or in a hurry, with their ratings.
fn rated_people(folder: &Path) -> String {
    let mut table = "person,question,response,rating\n".to_owned();
    for nth in 0..16 {
        let (words, rating) = match nth % 2 {
            0 => ("I think about it and then I answer as well as I can", 0.8),
            _ => ("hm", 0.2),
        };
        for question in ["What is time?", "Why do cats purr?"] {
            table.push_str(&format!("p{nth},{question},{words} {nth},{rating}\n"));
        }
    }
    let path = folder.join("people.csv");
    std::fs::write(&path, table).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_better_model_comes_out_better_and_the_differences_say_so() {
    let (models, out) = (Models::start(), folder("measure"));
    let people = rated_people(&out);
    let judged = ["--judge-openai", &models.url, "--judge-model", "judge", "--predict", &people];
    let output = models.measure("best,middling,worst", &out, &judged);
    assert!(output.status.success(), "{}", words(&output));
    let all = measures(&out);
    for name in ["common_sense_a_strict", "selection"] {
        let [best, middling, worst] =
            ["best", "middling", "worst"].map(|machine| value(&all, name, machine));
        assert!(best > middling && middling > worst, "{name}: {best} {middling} {worst}");
    }
    assert!(
        value(&all, "game_predicted", "best") > 60.0,
        "{}",
        values(&all, "game_predicted")["best"]
    );
    assert!(value(&all, "game_predicted", "worst") < 40.0);
    assert_eq!(measure(&all, "game_predicted")["judged_by"], "predicted, learned from 16 people");
    let differences = measure(&all, "selection")["differences"].as_array().unwrap();
    let told = differences.iter().find(|it| it["first"] == "best" && it["second"] == "worst");
    assert_eq!(told.unwrap()["is_certain"], true, "{told:?}");
    // All five tests, and what a reviewer asks for.
    let tests: Vec<&str> =
        all["measures"].as_array().unwrap().iter().map(|it| it["test"].as_str().unwrap()).collect();
    for test in ["Common sense", "Trivia", "Game", "Imitation", "Questions"] {
        assert!(tests.contains(&test), "{test}");
    }
    assert_eq!(all["seed"], 1);
    assert_eq!(all["luna"], env!("CARGO_PKG_VERSION"));
    assert!(all["command"].as_str().unwrap().contains("--model middling"));
    assert!(all["inputs"].as_array().unwrap().iter().all(|it| it["sha256"].is_string()));
    let page = String::from_utf8(read(&out, "report.html")).unwrap();
    for words in
        ["How this was measured", "SHA-256", "the model judge", "predicted from words", "log.jsonl"]
    {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Smarts Rating of"), "nobody is rated here");
    // The log gives the same again, and asks nobody.
    let before = models.state.requests.load(Ordering::SeqCst);
    let again = folder("measure-again");
    let output = luna()
        .args(["measure", "--from"])
        .arg(out.join("log.jsonl"))
        .args(["--predict", &people, "--out"])
        .arg(&again)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(results(&again), results(&out));
    assert_eq!(models.state.requests.load(Ordering::SeqCst), before);
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_like_one_that_was_not() {
    let models = Models::start();
    let whole = folder("measure-whole");
    let output = models.measure("best", &whole, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let out = folder("measure-killed");
    let mut child = luna()
        .args(["measure", "--quick", "--openai", &models.url, "--model", "best", "--out"])
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = out.join("log.jsonl");
    let lines = || std::fs::read_to_string(&log).map_or(0, |it| it.lines().count());
    while lines() < 40 {
        pause(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed while it wrote a line.
    let mut torn = std::fs::read(&log).unwrap();
    torn.extend(b"{\"strand\":\"best/tri");
    std::fs::write(&log, torn).unwrap();
    let begun = models.measure("best", &out, &[]);
    assert!(words(&begun).contains("go on with it by --resume"), "{}", words(&begun));
    let other = models.measure("worst", &out, &["--resume"]);
    assert!(words(&other).contains("another machines"), "{}", words(&other));
    let output = models.measure("best", &out, &["--resume"]);
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(results(&out), results(&whole));
}

#[test]
fn two_hundred_requests_at_a_time_lose_and_double_nothing() {
    let (models, out) = (Models::start(), folder("measure-many"));
    let output = models.measure("patient", &out, &["--concurrency", "200"]);
    assert!(output.status.success(), "{}", words(&output));
    assert!(models.state.most_under_way.load(Ordering::SeqCst) >= MANY);
    let log = String::from_utf8(read(&out, "log.jsonl")).unwrap();
    let entries = log.lines().count() - 1;
    assert_eq!(models.state.requests.load(Ordering::SeqCst), entries);
}

#[test]
fn a_model_that_answers_rubbish_spoils_only_its_own_numbers() {
    let models = Models::start();
    let alone = folder("measure-alone");
    assert!(models.measure("best", &alone, &[]).status.success());
    let out = folder("measure-beside");
    let output = models.measure("best,rubbish,nothing", &out, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let (one, both) = (measures(&alone), measures(&out));
    for name in ["common_sense_a_strict", "trivia_whole", "selection", "questions_ranked"] {
        assert_eq!(values(&one, name)["best"], values(&both, name)["best"], "{name}");
        assert_eq!(values(&both, name)["rubbish"]["value"], 0, "{name}");
    }
    let replies = both["replies"].as_array().unwrap();
    assert!(replies[1]["unreadable"].as_u64().unwrap() > 100, "{replies:?}");
}

#[test]
fn a_server_that_is_no_model_is_set_aside_with_a_sentence() {
    let models = Models::start();
    for (model, why) in [("html", "not JSON"), ("huge", "longer than")] {
        let out = folder("measure-odd");
        let output = models.measure(&format!("best,{model}"), &out, &[]);
        let words = words(&output);
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(words.contains(&format!("{model} was set aside after 8 failures")), "{words}");
        assert!(words.contains(why), "{words}");
        assert!(words.contains("--resume goes on"), "{words}");
        assert!(value(&measures(&out), "common_sense_a_strict", "best") > 0.0);
    }
}

#[test]
fn a_budget_is_kept_and_the_rest_waits() {
    let (models, out) = (Models::start(), folder("measure-budget"));
    // Each request may take as much as the model's longest reply.
    let output = models.measure("best", &out, &["--tokens", "20000", "--concurrency", "1"]);
    let said = words(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("The budget is spent."), "{said}");
    let asked = models.state.requests.load(Ordering::SeqCst);
    assert!((50..200).contains(&asked), "{asked} requests of 110 tokens");
    let budget = ["--resume", "--budget", "0.01", "--price-in", "1", "--price-out", "0"];
    let one = ["--concurrency", "1"];
    let output = models.measure("best", &out, &[&budget[..], &one].concat());
    assert!(words(&output).contains("This run has cost 0.01 dollars."), "{}", words(&output));
    assert_eq!(models.state.requests.load(Ordering::SeqCst), asked + 100);
}

#[test]
fn bad_wishes_have_one_sentence_each() {
    let out = folder("measure-wishes");
    let refused = |args: &[&str], why: &str| {
        let output = luna().arg("measure").args(args).arg("--out").arg(&out).output().unwrap();
        assert!(!output.status.success());
        assert!(words(&output).contains(why), "{args:?}: {}", words(&output));
    };
    refused(&[], "required");
    refused(&["--house", "hal"], "there is no house machine hal");
    refused(&["--command", "'open"], "quotation mark");
    refused(&["--house", "eliza", "--tossups", "/nowhere"], "cannot read /nowhere");
    refused(&["--house", "eliza", "--resume"], "leave out --resume");
    refused(&["--from", "/nowhere"], "cannot read /nowhere");
    refused(&["--openai", "http://127.0.0.1:1/v1"], "--model");
    let empty = out.join("empty.jsonl");
    std::fs::write(&empty, "").unwrap();
    refused(&["--from", empty.to_str().unwrap()], "the log is empty");
    std::fs::write(&empty, "{}\n").unwrap();
    refused(&["--from", empty.to_str().unwrap()], "line 1: missing field");
}
