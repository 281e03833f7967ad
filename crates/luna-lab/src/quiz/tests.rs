use std::path::{Path, PathBuf};

use luna_machines::search_guesser::{Index, Tossup};
use luna_machines::tossup_file::{AnswerMap, read_map};

use super::*;
use crate::claims::Verdict;
use crate::format::fault::Fault;
use crate::report::sections::{json, text};

fn question(id: &str, text: &str, page: &str, category: &str) -> Question {
    let [id, text, page, category] = [id, text, page, category].map(str::to_owned);
    Question { id, text, page, category, writer: String::new() }
}

fn lesson(id: &str, text: &str, answer: &str) -> Lesson {
    let [id, text, answer] = [id, text, answer].map(str::to_owned);
    Lesson(Tossup { id, text, answer, page: None })
}

/// Ten words in two sentences; right with so many words, at this rank.
fn scored(steps: &[(usize, Option<usize>, f64)]) -> ScoredQuestion {
    let step = |&(words, rank, probability)| Step { words, rank, probability };
    ScoredQuestion {
        words: 10,
        sentences: vec![4, 10],
        category: "Science".to_owned(),
        writer: String::new(),
        seen: Some(1),
        steps: steps.iter().map(step).collect(),
    }
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn words_and_sentences_end_where_readers_see_them_end() {
    let it = question("1", " It is  black. It flies.\n", "Raven", "");
    assert_eq!(it.word_ends(), [3, 6, 14, 17, 24]);
    assert_eq!(it.sentence_ends(), [3, 5]);
    assert_eq!(question("2", "", "", "").word_ends(), [0_usize; 0]);
}

#[test]
fn a_guess_is_right_by_its_page_or_in_plain_letters() {
    assert!(is_same("Günter_Grass", "Günter Grass"));
    assert!(is_same("gunter grass", "Günter Grass"));
    assert!(is_same("mass", "Mass (music)"), "an answer without a page");
    assert!(!is_same("Mass", "Mass (music)"), "another page");
}

#[test]
fn files_are_read_and_their_faults_have_lines() {
    let map = read_map(b"rome\tRome\n").unwrap();
    let text = "{\"id\":\"a\",\"question\":\"Old.\",\"answer\":\"The Rome [or Roma]\"}\n\n\
                {\"qanta_id\":5,\"text\":\"New.\",\"answer\":\"x\",\"page\":\"New_York\"}\n";
    let read = lessons(text, &map).unwrap();
    let pages: Vec<_> = read.iter().map(|it| (it.0.id.as_str(), it.0.page.as_deref())).collect();
    assert_eq!(pages, [("a", Some("Rome")), ("5", Some("New York"))]);

    let row = "{\"qanta_id\":1,\"text\":\"Old.\",\"page\":\"New_York\",\"category\":\"History\"}";
    assert_eq!(ordinary(row).unwrap(), [question("1", "Old.", "New York", "History")]);

    let none = "{\"qanta_id\":1,\"text\":\"Old.\",\"page\":null}";
    assert_eq!(ordinary(none).unwrap(), []);

    let row = "{\"id\":\"u\",\"text\":\"b\",\"answer\":\"B_C\",\"writer\":7}\n";
    let by_seven = Question { writer: "7".to_owned(), ..question("u", "b", "B C", "") };
    assert_eq!(challenge(row).unwrap(), [by_seven]);

    let wrong = |fault: Fault| fault.to_string();
    assert!(wrong(ordinary("\n{}").unwrap_err()).starts_with("line 2: not as expected: missing"));
    assert_eq!(wrong(challenge(" ").unwrap_err()), "line 1: the file is empty");
    let blank = "{\"id\":\"t\",\"text\":\" \",\"answer\":\"A\"}";
    assert_eq!(wrong(challenge(blank).unwrap_err()), "line 1: the text is empty");
    let none = AnswerMap::default();
    let blank = "{\"question\":\"a\",\"answer\":\"\"}";
    assert_eq!(wrong(lessons(blank, &none).unwrap_err()), "line 1: the answer is empty");
    let sure = "{\"id\":1,\"words\":3,\"guesses\":[[\"Rome\",1.5]]}";
    let why = "line 1: the probability 1.5 is not between 0 and 1";
    assert_eq!(wrong(guesses(sure).unwrap_err()), why);
}

#[test]
fn questions_of_one_writer_are_drawn_together() {
    let by = |writer: &str| ScoredQuestion { writer: writer.to_owned(), ..scored(&[]) };
    let questions: Vec<ScoredQuestion> = (0..40).map(|nth| by(&(nth / 10).to_string())).collect();
    let alone = by("");
    let values = |nth: usize| f64::from(u8::from((nth / 10).is_multiple_of(2)));
    let grouped =
        Mean::of(&Sample::of(questions.iter().enumerate().map(|(nth, it)| (it, values(nth)))), 1);
    let single = Mean::of(&Sample::of((0..40).map(|nth| (&alone, values(nth)))), 1);
    near(grouped.value, single.value);
    // 0.5 / √4 and 0.5 / √40.
    assert!((grouped.error - 0.25).abs() < 0.02 && (single.error - 0.079).abs() < 0.006);
    assert_eq!(grouped.count, 40);
}

#[test]
fn plays_are_read_and_their_faults_have_lines() {
    let header = "event\tquestion_set\tcorrect\tbuzz_position\n";
    let read = |rows: &str| plays(&format!("{header}{rows}"));
    let play = &read("live\tadv\t1\t0.25\n").unwrap()[0];
    assert_eq!((&*play.event, &*play.set, play.is_right), ("live", "adv", true));
    near(play.position, 0.25);
    for (row, why) in [
        ("live\tadv\t1", "line 2: expected four cells"),
        ("live\tadv\t2\t0.1", "line 2: correct is neither 0 nor 1"),
        ("live\tadv\t1\t1.1", "line 2: buzz_position is not between 0 and 1"),
        ("live\tadv\t1\tNaN", "line 2: buzz_position is not between 0 and 1"),
    ] {
        assert_eq!(read(row).unwrap_err().to_string(), why);
    }
    assert_eq!(plays("a\tb\n").unwrap_err().line, 1);
}

#[test]
fn accuracy_is_that_of_the_last_guesses_so_far() {
    let one = scored(&[(2, None, 0.1), (5, Some(3), 0.4), (8, Some(0), 0.9)]);
    let other = scored(&[(10, Some(0), 0.2)]);
    let at = |hundredths, top| {
        vec![Outcome { hundredths, top }.of(&one), Outcome { hundredths, top }.of(&other)]
    };
    assert_eq!(at(40, 5), [0.0, 0.0]);
    assert_eq!(at(50, 5), [1.0, 0.0]);
    assert_eq!(at(50, 1), [0.0, 0.0]);
    assert_eq!(at(75, 1), [1.0, 0.0], "7.5 words are rounded up");
    assert_eq!(at(100, 1), [1.0, 1.0]);
}

#[test]
fn intervals_repeat_with_their_seed() {
    let question = scored(&[]);
    let sample = |values: &[f64]| Sample::of(values.iter().map(|value| (&question, *value)));
    let half: Vec<f64> = (0..100_u8).map(|nth| f64::from(nth % 2)).collect();
    let mean = Mean::of(&sample(&half), 1);
    near(mean.value, 0.5);
    // The normal interval is 0.402 to 0.598.
    assert!((mean.low - 0.402).abs() < 0.021 && (mean.high - 0.598).abs() < 0.021, "{mean:?}");
    assert!((mean.error - 0.05).abs() < 0.005, "{mean:?}");
    assert_eq!(mean, Mean::of(&sample(&half), 1));
    assert_ne!(mean, Mean::of(&sample(&half), 2));
    let all = Mean::difference(&sample(&[1.0; 9]), &sample(&[0.0; 4]), 1);
    assert_eq!((all.value, all.low, all.high), (1.0, 1.0, 1.0));
    assert_eq!(Mean::of(&sample(&[]), 1).words(), "–");
}

#[test]
fn a_moving_average_is_shorter_at_its_ends() {
    assert_eq!(moving_average(&[0.0, 3.0, 6.0, 0.0], 1), [1.5, 3.0, 3.0, 3.0]);
    assert_eq!(moving_average(&[2.0, 4.0], 0), [2.0, 4.0]);
}

#[test]
fn calibration_compares_claims_with_truth() {
    let sure = scored(&[(1, Some(0), 1.0)]);
    let unsure = scored(&[(1, Some(1), 0.25), (6, Some(0), 0.35)]);
    let bins = bins(&[&sure, &unsure]);
    let found: Vec<(usize, f64, f64)> =
        bins.iter().map(|it| (it.count, it.claimed, it.right)).collect();
    let expected = [(5, 0.25, 0.0), (5, 0.35, 1.0), (10, 1.0, 1.0)];
    assert_eq!(found.len(), 3);
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.0, expected.0);
        near(found.1, expected.1);
        near(found.2, expected.2);
    }
    near(expected_error(&bins), (5.0 * 0.25 + 5.0 * 0.65) / 20.0);
}

fn play(event: &str, set: &str, is_right: bool, position: f64) -> Play {
    Play { event: event.to_owned(), set: set.to_owned(), is_right, position }
}

#[test]
fn people_are_counted_by_set_without_the_live_match() {
    let plays = [
        play("parents", "adv", true, 0.25),
        play("parents", "adv", false, 0.5),
        play("maryland", "adv", true, 0.75),
        play("live", "adv", true, 0.1),
        play("parents", "control", true, 1.0),
    ];
    let [control, challenge] = ["control", "adv"].map(|set| Group::of(&plays, set));
    assert_eq!((challenge.right(), challenge.plays.len(), control.plays.len()), (2, 3, 1));
    near(challenge.accuracy(), 2.0 / 3.0);
    near(challenge.mean_position(), 0.5);
    near(challenge.answered_by(0.5), 1.0 / 3.0);
    near(challenge.fisher_p(&control), 1.0);
    assert_eq!(challenge.position_tests(&control), [None, None], "one play has no variance");
}

#[test]
fn a_win_is_a_right_buzz_before_people() {
    let plays = [
        play("a", "adv", true, 0.2),
        play("a", "adv", true, 0.6),
        play("a", "adv", true, 0.9),
        play("a", "adv", false, 0.1),
    ];
    let people = Group::of(&plays, "adv");
    let right = scored(&[(3, None, 0.4), (6, Some(0), 0.5), (10, Some(0), 0.9)]);
    let wrong = scored(&[(3, Some(1), 0.7), (10, Some(0), 0.9)]);
    let silent = scored(&[(10, Some(0), 0.49)]);
    assert_eq!(wins(&[&right, &wrong, &silent], &people, 0.5), [0.5, 0.0, 0.0]);
}

#[test]
fn the_search_guesser_and_stated_guesses_are_compared_alike() {
    let lessons = [
        lesson("1", "This author wrote about a white whale.", "Herman Melville"),
        lesson("2", "This author invented Sherlock Holmes.", "Arthur Conan Doyle"),
    ];
    let index = Index::build(lessons.map(|it| it.0).into());
    let questions = [question("9", "A captain hunts a white whale.", "Herman Melville", "")];
    let found = &search(&index, &questions, &|| ())[0];
    assert_eq!((found.words, found.seen, found.steps.len()), (6, Some(1), 6));
    assert_eq!(found.steps[5].rank, Some(0), "{found:?}");
    let file = "{\"id\":9,\"words\":6,\"guesses\":[[\"Moby-Dick\",0.2],[\"Herman_Melville\",0.1]]}\n\
                {\"id\":9,\"words\":2,\"guesses\":[]}\n";
    let stated = &stated(&guesses(file).unwrap(), &questions)[0];
    let expected = [
        Step { words: 2, rank: None, probability: 0.0 },
        Step { words: 6, rank: Some(1), probability: 0.2 },
    ];
    assert_eq!((stated.steps.as_slice(), stated.seen), (&expected[..], None));
}

fn evaluation(plays: Vec<Play>) -> Evaluation {
    let right = scored(&[(1, Some(0), 0.9)]);
    let wrong = scored(&[(1, None, 0.2)]);
    let mix = |many: &ScoredQuestion, few: &ScoredQuestion| -> Vec<ScoredQuestion> {
        (0..40).map(|nth| if nth % 8 == 0 { few.clone() } else { many.clone() }).collect()
    };
    let guesser = Guesser {
        bell: 0.5,
        name: "Search".to_owned(),
        ordinary: mix(&right, &wrong),
        challenge: mix(&wrong, &right),
    };
    Evaluation { guessers: vec![guesser], plays, seed: 1 }
}

#[test]
fn a_report_has_the_drop_and_its_verdict() {
    let sections = sections(&evaluation(Vec::new()));
    let accuracy = sections.iter().find(|it| it.name == "accuracy").unwrap();
    assert_eq!(accuracy.checks.len(), 2);
    for check in &accuracy.checks {
        near(check.measured.value, 0.75);
        assert_eq!(check.verdict(), Verdict::Consistent);
    }
    let row = accuracy.table.rows.iter().find(|row| row[1] == "100" && row[2] == "1").unwrap();
    assert!(row[3].starts_with("0.875 (") && row[4].starts_with("0.125 ("), "{row:?}");
    assert!(sections.iter().all(|it| it.name != "people" && it.name != "wins"));
    let json: serde_json::Value = serde_json::from_str(&json(&sections, 1)).unwrap();
    assert_eq!(json["parts"][1]["claims"][0]["verdict"], "consistent");
    assert!(text(&sections).contains("Accuracy by category\n"), "{}", text(&sections));
}

fn data(name: &str) -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(2);
    let found = above.map(|folder| folder.join("shared/data").join(name)).find(|it| it.exists());
    if found.is_none() {
        println!("{name} is not here: nothing to compare with.");
    }
    found
}

#[test]
fn the_papers_plays_give_its_numbers() {
    let Some(path) = data("trickme/human_gameplay_positions.tsv") else { return };
    let plays = plays(&std::fs::read_to_string(path).unwrap()).unwrap();
    let [control, challenge] = ["control", "adv"].map(|set| Group::of(&plays, set));
    let numbers =
        |it: &Group| (it.plays.len(), format!("{:.3} {:.3}", it.accuracy(), it.mean_position()));
    assert_eq!(numbers(&challenge), (136, "0.897 0.584".to_owned()));
    assert_eq!(numbers(&control), (54, "0.889 0.748".to_owned()));
    let all = sections(&evaluation(plays));
    let people = all.iter().find(|it| it.name == "people").unwrap();
    let verdicts: Vec<&str> = people.checks.iter().map(|it| it.verdict().word()).collect();
    // So few plays do not decide a number with three digits, not even where they give it.
    assert_eq!(verdicts, ["undecided"; 4]);
    assert_eq!(people.checks[2].measured.format(3), "0.889 (0.707 to 0.977)");
}
