//! What operators take from an instance to study it: ratings by month, responses with their
//! marks, and how they were typed.

use luna_core::game::Move;
use luna_store::game::{self, Kind};
use luna_store::paste_detection::{self, Carryover, Hint};
use luna_store::{Db, Tx};
use luna_testkit::school::{RULES, School};
use luna_testkit::server::folder;
use serde_json::Value;

use crate::command::run;
use crate::predict_train::{at, taught};

const SCHOOL: School = School { pupils: 3, fair: true };

fn admin(url: &str, arguments: &[&str]) -> String {
    let (code, said, words) = run(&[&["admin"], arguments, &["--database", url]].concat());
    assert_eq!((code, words.as_str()), (Some(0), ""), "{arguments:?}");
    said
}

#[tokio::test]
async fn house_machines_are_printed_month_by_month() {
    let url = taught(SCHOOL).await;
    // Pupils guess 10 of each machine; the one that comes with nothing has no month.
    let months = admin(&url, &["months"]);
    assert_eq!(
        months,
        "house-eliza\t2024-10\t10 (0.0 to 64.1)\t2 guesses\tso far 10\n\
         house-recall\t2024-10\t10 (no interval)\t1 guess\tso far 10\n"
    );
    let line = admin(&url, &["months", "--player", "pupil1", "--json"]);
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["player"], &line["month"]), (&"pupil1".into(), &"2024-10".into()));
    assert_eq!(line["guesses"], 3);
    let [low, mean, high] = ["low", "mean", "high"].map(|name| line[name].as_f64().unwrap());
    assert!(low < mean && mean < high && line["mean_so_far"] == line["mean"], "{line}");
    let (code, _, words) = run(&["admin", "months", "--player", "x", "--database", &url]);
    assert_eq!((code, words.trim()), (Some(1), "luna: there is no player called x"));
}

#[tokio::test]
async fn participation_is_counted_in_figures() {
    let url = taught(SCHOOL).await;
    let line: Value = serde_json::from_str(&admin(&url, &["figures", "--json"])).unwrap();
    // As many responses as `luna admin responses` prints.
    assert_eq!(
        (&line["games"], &line["finished"], &line["responses"]),
        (&12.into(), &12.into(), &120.into())
    );
    let of = |name: &str| line[name].as_i64().unwrap();
    assert!(of("registered") >= of("playing") && of("playing") >= of("returning"), "{line}");
    assert!((1..=120).contains(&of("unique_questions")) && of("rated") >= 3, "{line}");
    assert!(line["mean_rating"].is_number() && line["median_rating"].is_number(), "{line}");
    let words = admin(&url, &["figures"]);
    assert!(
        words.starts_with("Before ")
            && words.contains("\nresponses                          120\n"),
        "{words}"
    );
}

#[tokio::test]
async fn responses_are_written_with_the_marks_they_got_and_without_names() {
    let url = taught(SCHOOL).await;
    let csv = folder("study").join("responses.csv");
    let path = csv.display().to_string();
    // Three judges and a machine for each of three pupils; both players of a game answer.
    let said = admin(&url, &["responses", "--csv", &path]);
    assert_eq!(said, format!("120 responses are in {path}.\n"));
    let text = std::fs::read_to_string(&csv).unwrap();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(
        lines[0],
        "game,ended_at,judge,judge_is_machine,player,player_is_machine,part,inherited,question,\
         response,mark,guess,counts,pasted,fast"
    );
    assert_eq!(lines.len(), 121);
    let of = |judge: &str, player: &str, part: u8| {
        let between = format!(",{judge},false,{player},false,{part},false,");
        let found: Vec<&&str> = lines.iter().filter(|it| it.contains(&between)).collect();
        assert_eq!(found.len(), 1, "{text}");
        found[0].split_once(&between).unwrap().1.to_owned()
    };
    let first = of("judge1", "pupil1", 1);
    let (words, numbers) = first.split_once("?,").unwrap();
    assert_eq!(words, "judge1 asks 1");
    let cells: Vec<&str> = numbers.rsplitn(6, ',').collect();
    assert_eq!(cells[4], cells[3], "marked as high as the guess: {first}");
    assert_eq!(cells[..3], ["false", "false", "true"]);
    assert!(of("judge1", "pupil1", 2).contains(",,"), "no mark");
    let all = admin(&url, &["responses", "--json"]);
    let all: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all.len(), 120);
    assert!(all.iter().all(|it| it["mark"].is_number() == (it["part"] == 1)), "{all:?}");
    let nowhere = folder("study").join("none/responses.csv").display().to_string();
    let (code, _, words) = run(&["admin", "responses", "--csv", &nowhere, "--database", &url]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with(&format!("luna: cannot write {nowhere}: ")), "{words}");
}

#[tokio::test]
async fn marks_of_typing_are_printed_by_kind() {
    let url = taught(School { pupils: 1, fair: true }).await;
    let none = "No question or response has a typing mark.\n";
    assert_eq!(admin(&url, &["typing"]), none);
    let ask = |tx: &mut Tx<'_>| {
        let at = at();
        let seat = game::start(tx, &at, "pupil0", RULES, Kind::Rated)?;
        let (place, mut loaded) = game::load_for_update(tx, &seat, "pupil0")?;
        let texts = ["x".repeat(100), "y".repeat(9), "z".repeat(9), "a".into(), "b".into()];
        let asked = game::ask(tx, &at, &place, &mut loaded, texts.to_vec())?;
        let (mv, none) = (Move::Ask(texts.to_vec()), Carryover::default());
        let hints = [Hint { pasted: Some(100), ..Hint::default() }; 1];
        paste_detection::note(tx, at.now, &loaded.id, asked.played.unwrap(), &mv, &none, &hints)
    };
    Db::open(&url).unwrap().write(ask).await.unwrap();
    let all = admin(&url, &["typing"]);
    let lines: Vec<&str> = all.lines().map(|line| line.rsplit_once('\t').unwrap().0).collect();
    assert_eq!(
        lines,
        [
            "2024-10-04T00:00:00Z\tpupil0\tquestion 1\t100 characters\tpasted, fast",
            "2024-10-04T00:00:00Z\tpupil0\tall questions\t120 characters\tfast",
        ]
    );
    let pasted = admin(&url, &["typing", "--mark", "pasted", "--json"]);
    let pasted: Value = serde_json::from_str(pasted.trim_end()).unwrap();
    assert_eq!((&pasted["part"], &pasted["player"]), (&1.into(), &"pupil0".into()));
    let (code, _, words) = run(&["admin", "typing", "--mark", "odd", "--database", &url]);
    assert!(code == Some(2) && words.contains("pasted, fast"), "{words}");
}
