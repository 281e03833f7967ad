use std::collections::BTreeMap;

use luna_machines::search_guesser::{Index, Page};
use serde_json::{Value, json};

use super::*;

/// A machine made of functions, for each kind of task.
struct Made {
    /// Its answer to a question, with a confidence.
    answers: fn(&Value) -> Value,
    says: fn(&Value) -> String,
    guess: fn(&Value) -> f64,
}

const FORM: &str = r#"
form = "x"
[[item]]
id = "vocabulary-dog"
subtest = "vocabulary"
words = ["dog"]
question = "What is a dog?"
most = 1
[[item.idea]]
points = 1
idea = "the class"
accept = ["animal"]
[[item]]
id = "information-bees"
subtest = "information"
question = "What do bees make?"
most = 1
[[item.idea]]
points = 1
idea = "honey"
accept = ["honey"]
[[item]]
id = "similarities-red-blue"
subtest = "similarities"
words = ["red", "blue"]
question = "How are red and blue alike?"
most = 1
[[item.idea]]
points = 1
idea = "colours"
accept = ["colours"]
[[item]]
id = "comprehension-coat"
subtest = "comprehension"
question = "Why do people wear coats?"
most = 1
[[item.idea]]
points = 1
idea = "warmth"
accept = ["warm"]
[[item]]
id = "word-reasoning-soap"
subtest = "word_reasoning"
clues = ["It is slippery.", "You wash with it."]
most = 1
[[item.idea]]
points = 1
idea = "the thing"
accept = ["soap"]
"#;

fn plan(machines: &[&str], judge: Option<&str>) -> Plan {
    let form = toml::from_str(FORM).unwrap();
    let tossup = |nth: usize, is_challenge: bool| Tossup {
        id: format!("t{nth}"),
        text: "This city on the Seine has a tower of iron. Name this capital of France.".to_owned(),
        answer_line: "Paris".to_owned(),
        page: "Paris".to_owned(),
        is_challenge,
    };
    Plan {
        machines: machines.iter().map(|&it| it.to_owned()).collect(),
        judge: judge.map(str::to_owned),
        seed: 7,
        extent: Extent::Quick,
        inputs: Inputs {
            forms: vec![form],
            tossups: vec![tossup(1, false), tossup(2, true)],
            texts: vec![(
                "swifts".to_owned(),
                "Swifts sleep in the air. They eat insects.".to_owned(),
            )],
            survey: None,
        },
    }
}

fn index() -> Index {
    let page = |title: &str, text: &str| Page {
        id: title.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    Index::with_pages(
        Vec::new(),
        vec![
            page("Paris", "Paris is the capital of France, on the Seine."),
            page("Rome", "Rome is the capital of Italy, on the Tiber."),
        ],
    )
}

fn good() -> Made {
    Made {
        answers: |task| {
            let text = task["question"].as_str().unwrap();
            let answer = match text {
                it if it.contains("dog") => "an animal",
                it if it.contains("wash") => "soap",
                it if it.contains("bees") => "honey",
                it if it.contains("red and blue") => "colours",
                it if it.contains("coats") => "to be warm",
                it if it.contains("This city") => "Paris",
                it if it.starts_with("Write five") => {
                    return json!([
                        { "answer": "Where do swifts sleep?", "confidence": 0.9 },
                        { "answer": "What do swifts eat?", "confidence": 0.8 },
                    ]);
                }
                _ => return json!([{ "answer": "a thing", "confidence": 0.1 }]),
            };
            json!([{ "answer": answer, "confidence": 0.9 }])
        },
        says: |_| "It is round 3, on Monday morning, and a hammer is for nails.".to_owned(),
        guess: |task| if task["responses"][0].as_str().unwrap().contains(' ') { 60.0 } else { 5.0 },
    }
}

fn bad() -> Made {
    Made {
        answers: |_| json!([{ "answer": "a banana", "confidence": 0.2 }]),
        says: |_| "banana".to_owned(),
        guess: |_| 50.0,
    }
}

fn judge() -> Made {
    Made {
        answers: |task| {
            let choice = match task["question"].as_str().unwrap() {
                it if it.starts_with("Rate") => "4",
                _ if task["context"].as_str().unwrap().contains("banana") => "a machine",
                _ => "a person",
            };
            json!([{ "answer": choice, "confidence": 1.0 }])
        },
        says: |_| unreachable!(),
        guess: |task| {
            if task["responses"][0].as_str().unwrap().contains("banana") { 10.0 } else { 70.0 }
        },
    }
}

impl Made {
    fn reply(&self, asked: &Asked) -> Value {
        let task = asked.to_json();
        let count = |field: &str| task[field].as_array().unwrap().len();
        match task["type"].as_str().unwrap() {
            "question" => json!({ "answers": (self.answers)(&task) }),
            "converse" => json!({ "lines": [(self.says)(&task)] }),
            "ask" => {
                json!({ "questions": (1..=5).map(|n| format!("What is {n}?")).collect::<Vec<_>>() })
            }
            "answer" => {
                let line = (self.says)(&task);
                json!({ "responses": vec![line; count("questions")] })
            }
            "guess" => json!({ "guess": (self.guess)(&task) }),
            other => unreachable!("{other}"),
        }
    }
}

/// Asks everybody, as far as `until` tasks go.
fn run(plan: &Plan, log: &mut Log, made: &BTreeMap<Party, Made>, until: usize) {
    for judged in [false, true] {
        let strands = if judged { plan.judgments(log) } else { plan.strands() };
        for strand in strands {
            let mut said = log.said(&*strand);
            while let Some((party, asked)) = strand.next(&said) {
                if log.len() >= until {
                    return;
                }
                let reply = made[&party].reply(&asked);
                assert_eq!(asked.check(&reply), Ok(()), "{:?}", asked.to_json());
                let entry = Entry {
                    strand: strand.id().to_owned(),
                    step: said.len(),
                    task: asked.to_json(),
                    reply: Some(reply),
                    problem: None,
                    tokens_in: 0,
                    tokens_out: 0,
                    took_ms: 0,
                };
                said.push(Ok(entry.reply.clone().unwrap()));
                log.add(entry);
            }
        }
    }
}

fn everybody() -> BTreeMap<Party, Made> {
    [(Party::Machine(0), good()), (Party::Machine(1), bad()), (Party::Judge, judge())].into()
}

fn shown(found: &Findings) -> String {
    let sections: Vec<String> = found.sections().iter().map(|it| it.table.csv()).collect();
    [vec![found.summary().csv(), found.differences().csv()], sections].concat().join("\n")
}

#[test]
fn a_better_machine_has_better_measures_and_is_told_from_a_worse_one() {
    let plan = plan(&["good", "bad"], Some("judge"));
    let mut log = Log::default();
    run(&plan, &mut log, &everybody(), usize::MAX);
    let found = findings(&plan, &log, &index());
    let value = |measure: &str, machine: &str| {
        let it = found.measures.iter().find(|it| it.name == measure).unwrap();
        it.values.iter().find(|it| it.0 == machine).unwrap().1.unwrap().value
    };
    for measure in [
        "common_sense_x_strict",
        "trivia_whole",
        "trivia_wins",
        "game_judged",
        "game_guessed",
        "game_tells_noise",
        "selection",
        "taken_for_human",
        "questions_judged",
    ] {
        assert!(value(measure, "good") > value(measure, "bad"), "{measure}");
    }
    let judged = found.differences();
    let row = judged.rows.iter().find(|it| it[1] == "Taken for a person by the judge").unwrap();
    assert_eq!(row[7], "different", "{row:?}");
}

#[test]
fn a_run_that_was_interrupted_anywhere_ends_like_one_that_was_not() {
    let plan = plan(&["good", "bad"], Some("judge"));
    let mut whole = Log::default();
    run(&plan, &mut whole, &everybody(), usize::MAX);
    let expected = shown(&findings(&plan, &whole, &index()));
    for until in [0, 1, whole.len() / 3, whole.len() - 1] {
        let mut log = Log::default();
        run(&plan, &mut log, &everybody(), until);
        assert_eq!(log.len(), until);
        run(&plan, &mut log, &everybody(), usize::MAX);
        assert_eq!(log, whole);
        assert_eq!(shown(&findings(&plan, &log, &index())), expected, "{until}");
    }
}

#[test]
fn replies_that_cannot_be_read_spoil_only_their_machine() {
    let plan = plan(&["good", "bad"], None);
    let mut log = Log::default();
    run(&plan, &mut log, &everybody(), usize::MAX);
    let before = findings(&plan, &log, &index());
    let mut spoiled = Log::default();
    for strand in plan.strands() {
        let mut said = Vec::new();
        while let Some((party, asked)) = strand.next(&said) {
            let reply = (party == Party::Machine(0)).then(|| good().reply(&asked));
            let problem = reply.is_none().then(|| "The reply is not JSON.".to_owned());
            said.push(reply.clone().ok_or_else(|| problem.clone().unwrap()));
            spoiled.add(Entry {
                strand: strand.id().to_owned(),
                step: said.len() - 1,
                task: asked.to_json(),
                reply,
                problem,
                tokens_in: 0,
                tokens_out: 0,
                took_ms: 0,
            });
        }
    }
    let after = findings(&plan, &spoiled, &index());
    for (one, other) in before.measures.iter().zip(&after.measures) {
        assert_eq!(one.values[0], other.values[0], "{}", one.name);
    }
    let bad = &after.replies[1];
    assert!(bad.unreadable > 0 && bad.complete == bad.strands, "{bad:?}");
}

#[test]
fn a_changed_reply_is_not_taken_for_a_machines() {
    let plan = plan(&["good"], None);
    let strand = &plan.strands()[0];
    let (_, asked) = strand.next(&[]).unwrap();
    let entry = |task: Value, reply: Value| Entry {
        strand: strand.id().to_owned(),
        step: 0,
        task,
        reply: Some(reply),
        problem: None,
        tokens_in: 0,
        tokens_out: 0,
        took_ms: 0,
    };
    let mut log = Log::default();
    log.add(entry(json!({ "type": "question", "question": "Another?" }), json!({ "answers": [] })));
    assert!(log.said(&**strand).is_empty(), "another task");
    log.add(entry(asked.to_json(), json!({ "answers": "all" })));
    assert!(log.said(&**strand)[0].is_err(), "no reply to a question");
}

#[test]
fn values_that_are_all_the_same_have_an_interval_all_the_same() {
    let scores = |value: f64, count: usize| -> Scores {
        (0..count).map(|nth| (nth.to_string(), value)).collect()
    };
    let whole = Bounds(0.0, 1.0);
    let certain = scores(1.0, 20).mean(whole, 1).unwrap();
    assert!(certain.value > 0.999 && certain.low < 0.9 && certain.high > 0.999, "{certain:?}");
    let none = scores(0.5, 3).less(&scores(0.5, 3), whole, 1).unwrap();
    assert!(none.low < -0.5 && none.high > 0.5 && !none.is_certain(), "{none:?}");
    let clear = scores(1.0, 40).less(&scores(0.0, 40), whole, 1).unwrap();
    assert!(
        clear.is_certain() && clear.n == 40 && (0.999..1.001).contains(&clear.high),
        "{clear:?}"
    );
    assert_eq!(Scores::default().mean(whole, 1), None);
}

#[test]
fn two_values_do_not_make_a_narrow_interval() {
    let two: Scores = [("a".to_owned(), 17.0), ("b".to_owned(), 33.0)].into_iter().collect();
    let found = two.mean(Bounds(0.0, 100.0), 1).unwrap();
    assert!(
        (24.9..25.1).contains(&found.value) && found.low < 0.1 && found.high > 80.0,
        "{found:?}"
    );
    let none: Scores = [("a".to_owned(), 0.0), ("b".to_owned(), 0.0)].into_iter().collect();
    assert!(!two.less(&none, Bounds(0.0, 100.0), 1).unwrap().is_certain());
}

/// 95 % of them, less what 200 trials may differ by chance.
#[test]
fn intervals_of_uniform_values_hold_their_mean() {
    let mut chance = luna_core::rng::Chance::from_seed(3);
    for (count, least) in [(12, 0.92), (40, 0.92)] {
        let mut held = 0;
        for seed in 0..200 {
            let values: Scores = (0..count).map(|nth| (nth.to_string(), chance.unit())).collect();
            let found = values.mean(Bounds(0.0, 1.0), seed).unwrap();
            held += i32::from(found.low <= 0.5 && 0.5 <= found.high);
        }
        assert!(f64::from(held) / 200.0 >= least, "{held} of 200 with {count} values");
    }
}
