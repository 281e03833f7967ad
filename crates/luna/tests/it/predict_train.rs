//! `luna predict train` and `luna admin questions`, on the games of an instance.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use luna_core::rng::Chance;
use luna_machines::{HouseMachine, Pool, QUESTIONS};
use luna_store::disciplines::ALL;
use luna_store::game::{Context, Timing};
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::predict::{self, HOUSES, QuestionInformativeness};
use luna_store::{Db, Random, player};
use luna_testkit::machine::declared;
use luna_testkit::school::{self, JUDGES, School};
use luna_testkit::server::{folder, sqlite};

use crate::command::run;

const HOUSE: [&str; 2] = ["house-eliza", "house-recall"];

pub(crate) fn at() -> Context {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let random = Random(Arc::new(|| {
        let mut chance = Chance::from_seed(DRAWN.fetch_add(1, Ordering::Relaxed));
        (u128::from(chance.bits()) << 64 | u128::from(chance.bits())).to_be_bytes()
    }));
    let timing = Timing {
        phase_ms: 86_400_000,
        silence_ms: 31_536_000_000,
        machine_wait_ms: 60_000,
        machine_pace_ms: 0,
        mail_quiet_ms: 60_000,
        machine_percent: 0,
        machines_fill_in: true,
        interview_games: 1,
    };
    Context { now: 1_728_000_000_000, random, timing, disciplines: ALL }
}

/// A database with a school in it.
pub(crate) async fn taught(school: School) -> String {
    let url = sqlite();
    teach(&url, school).await;
    url
}

/// As in Luna's first year: house machines ask everybody the same.
pub(crate) async fn teach(url: &str, school: School) {
    teach_with(url, school, |_| QUESTIONS.map(str::to_owned).to_vec()).await;
}

async fn teach_with(url: &str, school: School, questions: impl Fn(usize) -> Vec<String>) {
    let db = Db::open(url).unwrap();
    db.write(|tx| {
        for name in JUDGES.into_iter().chain(["shy"]) {
            player::create(tx, name, false, name, 0)?;
        }
        for house in HOUSE {
            let declared = MachineConfig { most_open: 100, ..declared(Transport::House) };
            machine::register(tx, 0, house, house, None, &declared)?;
        }
        Ok::<_, luna_store::Error>(())
    })
    .await
    .unwrap();
    school.opens(&db, at, HOUSE, questions).await;
}

#[tokio::test]
async fn an_instances_own_games_predict_ratings() {
    let url = taught(School { pupils: 32, fair: true }).await;
    let csv = folder("predict-train").join("answers.csv");
    let path = csv.display().to_string();
    let (code, said, words) = run(&["predict", "train", "--csv", &path, "--database", &url]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0],
        "Learned from the answers of 32 rated players to the questions of house machines."
    );
    assert!(
        lines[1].starts_with("The error for unseen players is ") && lines[1].contains("(p = "),
        "{said}"
    );
    assert_eq!(lines[2], "House machines guess with it once the server has trained it too.");
    assert_eq!(lines.len(), 5 + QUESTIONS.len(), "{said}");
    let last = format!("nothing  {}", QUESTIONS[4]);
    assert_eq!(lines[9].trim(), last, "the same from everybody");

    // What it has written is read by the experiment, without names.
    let text = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(text.lines().count(), 1 + 32 * 5);
    assert!(text.starts_with("person,question,response,rating,mark\n1,What color is the sky?,"));
    // The machines have marked the first response of each, and no other.
    let marks: Vec<&str> = text.lines().skip(1).map(|it| it.rsplit(',').next().unwrap()).collect();
    assert!(marks.chunks(5).all(|it| it == ["50", "", "", "", ""]), "{text}");
    assert!(!text.contains("pupil"));
    let out = folder("predict-train-out").display().to_string();
    let run = run(&["predict", "run", &path, "--trials", "2", "--out", &out]);
    assert_eq!(run.0, Some(0), "{}", run.2);
}

/// The last field of a row, without the quotes of one that has a comma.
fn last_field(row: &str) -> String {
    match row.strip_suffix('"').and_then(|row| row.rsplit_once(",\"")) {
        Some((_, quoted)) => quoted.to_owned(),
        None => row.rsplit(',').next().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn answers_to_questions_drawn_from_hundreds_predict_ratings() {
    let url = sqlite();
    let drawn = |nth: usize| {
        let mut chance = Chance::from_words(&["drawn", &nth.to_string()]);
        let house = [HouseMachine::Eliza, HouseMachine::Recall][nth % 2];
        house.questions(Pool::Rated, school::RULES, &[], &mut chance)
    };
    teach_with(&url, School { pupils: 32, fair: true }, drawn).await;
    let csv = folder("predict-drawn").join("answers.csv");
    let path = csv.display().to_string();
    let (code, said, words) = run(&["predict", "train", "--csv", &path, "--database", &url]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("Learned from the answers of 32 rated players to"), "{said}");
    assert_eq!(lines[2], "House machines guess with it once the server has trained it too.");
    assert_eq!(lines[4..], ["No question has been answered by 30 rated players yet."]);
    let text = std::fs::read_to_string(&csv).unwrap();
    assert!(
        text.starts_with("person,question,response,rating,mark,asked\n1,Question 1,"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1 + 32 * 5);
    // Who comes first is by chance, since all games ended in the same moment.
    let first = last_field(text.lines().nth(1).unwrap());
    assert!((0..32).any(|nth| drawn(nth)[0] == first), "{first}");
    let from_file = run(&["predict", "features", &path]);
    assert_eq!((from_file.0, from_file.1.lines().count()), (Some(0), 1 + 32 * 5));
    let live = run(&["predict", "features", "--database", &url]).1;
    let rows = |said: &str| {
        let rest = said.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned());
        rest.collect::<Vec<_>>()
    };
    assert_eq!(rows(&live), rows(&from_file.1));
    let out = folder("predict-drawn-out").display().to_string();
    let run = run(&["predict", "run", "--database", &url, "--trials", "2", "--out", &out]);
    assert_eq!(run.0, Some(0), "{}", run.2);
}

#[tokio::test]
async fn a_player_who_always_asks_the_same_can_be_learned_from() {
    let url = taught(School { pupils: 31, fair: false }).await;
    let (code, said, _) = run(&["predict", "train", "--player", "judge2", "--database", &url]);
    assert_eq!(code, Some(0));
    assert!(said.contains("31 rated players to the questions of judge2."), "{said}");
    assert!(
        said.contains("\nIt is not known whether that is better than the constant guess.\n"),
        "{said}"
    );
    for (name, why) in [
        ("nobody", "there is no player called nobody"),
        ("shy", "There are no questions that shy has asked"),
        ("pupil1", "3 players with guesses by at least three people"),
    ] {
        let (code, said, words) = run(&["predict", "train", "--player", name, "--database", &url]);
        assert_eq!((code, said.as_str()), (Some(1), ""));
        assert!(words.contains(why), "{words}");
    }
}

#[tokio::test]
async fn with_too_few_people_it_says_how_many_it_takes() {
    let url = taught(School { pupils: 7, fair: true }).await;
    let (code, said, words) = run(&["predict", "train", "--database", &url]);
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert_eq!(
        words.trim(),
        "luna: 7 players with guesses by at least three people have answered the questions of \
         house machines; training needs 30."
    );
}

#[tokio::test]
async fn questions_are_listed_by_how_much_they_tell() {
    let url = sqlite();
    let none = "No question has been answered by 30 rated players yet.\n";
    assert_eq!(run(&["admin", "questions", "--database", &url]).1, none);
    let told = |text: &str, share| QuestionInformativeness {
        text: text.to_owned(),
        people: 31,
        share,
        at: 7,
    };
    let all = [told("Why\nnot?", 0.004), told("Where?", 0.314)];
    let keep = move |tx: &mut luna_store::Tx<'_>| predict::keep(tx, HOUSES, &all);
    Db::open(&url).unwrap().write(keep).await.unwrap();
    let (code, said, _) = run(&["admin", "questions", "--database", &url]);
    assert_eq!(code, Some(0));
    let expected = "31 %\t31 players\thouse machines\tWhere?\n\
                    nothing\t31 players\thouse machines\tWhy not?\n";
    assert_eq!(said, expected);
}

#[tokio::test]
async fn questions_of_people_are_listed_by_what_marks_tell() {
    let none = "No question of a person was answered in a game that ended before midnight UTC.\n";
    assert_eq!(run(&["admin", "questions", "--marks", "--database", &sqlite()]).1, none);
    let url = taught(School { pupils: 32, fair: true }).await;
    let (code, said, words) = run(&["admin", "questions", "--marks", "--database", &url]);
    assert_eq!((code, words.as_str()), (Some(0), ""));
    let line = said.lines().next().unwrap();
    assert!(line.starts_with("off by ") && line.contains(" games\t"), "{said}");
    let (code, json, _) = run(&["admin", "questions", "--marks", "--json", "--database", &url]);
    assert_eq!((code, json.lines().count()), (Some(0), said.lines().count()));
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert!(
        first["off"].as_f64().unwrap() >= 0.0 && first["games"].as_i64().unwrap() > 1,
        "{json}"
    );
}
