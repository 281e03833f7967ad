use luna_core::battery::{Form, HumanScore, Idea, Item, Subtest};
use luna_machines::common_sense::{Answer, Answerer, Answers, Question};

use super::*;
use crate::claims::{Check, Verdict};

/// Gives each of these answers to every question.
struct Fixed(&'static [&'static str]);

impl Answerer for Fixed {
    fn answer(&self, _: &Question) -> Answers {
        let answer = |&text: &&str| Answer {
            text: text.to_owned(),
            concept: None,
            score: 1.0,
            assertions: Vec::new(),
        };
        Answers { concepts: Vec::new(), answers: self.0.iter().map(answer).collect() }
    }
}

/// Ten items of each subtest: "good" is worth the full points and "fair" one of two.
fn form() -> Form {
    let idea = |points, form: &str| Idea {
        points,
        idea: form.to_owned(),
        why: None,
        accept: vec![form.to_owned()],
        unchildlike: Vec::new(),
    };
    let item = |subtest: Subtest, nth: i32| {
        let most = match subtest {
            Subtest::Information | Subtest::WordReasoning => 1,
            _ => 2,
        };
        let other = if nth % 2 == 0 { "good" } else { "great" };
        Item {
            id: format!("{}-{nth}", subtest.title()),
            subtest,
            words: Vec::new(),
            question: None,
            clues: Vec::new(),
            most,
            ideas: vec![idea(most, other), idea(1.min(most - 1), "fair"), idea(0, "bad")],
            examples: Vec::new(),
        }
    };
    let items = Subtest::ALL.into_iter().flat_map(|subtest| (0..10).map(move |nth| (subtest, nth)));
    Form { letter: "A".to_owned(), items: items.map(|(subtest, nth)| item(subtest, nth)).collect() }
}

fn sit(answers: &'static [&'static str]) -> Sitting {
    Sitting::of("fixed", &form(), &Fixed(answers), None)
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, and not {expected}");
}

#[test]
fn strict_takes_the_first_answer_and_relaxed_the_best() {
    let sitting = sit(&["fair", "good", "great"]);
    near(sitting.subtest(Subtest::Vocabulary, Scoring::Strict, 1).value, 50.0);
    near(sitting.subtest(Subtest::Information, Scoring::Strict, 1).value, 0.0);
    near(sitting.mean(Scoring::Strict, 1).value, 30.0);
    near(sitting.mean(Scoring::Relaxed, 1).value, 100.0);
    near(sit(&[]).mean(Scoring::Relaxed, 1).value, 0.0);
    // The sixth answer does not count.
    near(sit(&["bad", "bad", "bad", "bad", "bad", "good"]).mean(Scoring::Relaxed, 1).value, 0.0);
}

#[test]
fn intervals_are_exact_for_one_point_and_drawn_otherwise() {
    let sitting = sit(&["good"]);
    let exact = sitting.subtest(Subtest::Information, Scoring::Strict, 1);
    near(exact.value, 50.0);
    // Clopper and Pearson for 5 of 10.
    assert!((exact.low - 18.708_6).abs() < 1e-3 && (exact.high - 81.291_4).abs() < 1e-3);
    let drawn = sitting.subtest(Subtest::Vocabulary, Scoring::Strict, 1);
    assert_eq!((drawn.low, drawn.high), (20.0, 80.0));
    // The standard error of 50 fair tosses in strata of ten.
    let mean = sitting.mean(Scoring::Strict, 1);
    assert!((mean.error - 100.0 * 0.5 / 50.0_f64.sqrt()).abs() < 0.15, "{mean:?}");
    assert_eq!(mean, sitting.mean(Scoring::Strict, 1));
    assert_ne!(mean.error.to_bits(), sitting.mean(Scoring::Strict, 2).error.to_bits());
}

#[test]
fn gains_are_differences_on_the_same_items() {
    let (good, both) = (sit(&["good"]), sit(&["bad", "great", "good"]));
    near(both.gain(&good, Scoring::Relaxed, 1).value, 50.0);
    near(both.gain(&good, Scoring::Strict, 1).value, -50.0);
    let none = good.gain(&good, Scoring::Strict, 1);
    near(none.low, 0.0);
    near(none.high, 0.0);
}

#[test]
fn claims_follow_the_rule_of_three_errors() {
    let found = claims(&sit(&["good", "great"]), 1);
    let verdicts: Vec<Verdict> = found.iter().map(Check::verdict).collect();
    assert_eq!(verdicts.len(), 9);
    // 50 of 56, and 100 of 79 without any error.
    assert_eq!(verdicts[..2], [Verdict::Undecided, Verdict::Undecided]);
    // All better answers are at rank two, and there are few.
    assert_eq!(verdicts[8], Verdict::Undecided);
    near(found[8].measured.value, 1.0);
    near(found[6].measured.value, 0.0);
    near(found[7].measured.value, 10.0);
    let nothing = claims(&sit(&["bad"]), 1);
    assert_eq!(nothing[0].verdict(), Verdict::Undecided);
    // Nothing may speak against the paper before its printed answers come out.
    let numbers = |it: &Check| it.source.starts_with("section 4; as wide");
    assert_eq!(nothing.iter().filter(|it| numbers(it)).count(), 6);
    assert!(nothing.iter().filter(|it| numbers(it)).all(|it| it.verdict() == Verdict::Undecided));
    let little = claims(&sit(&["fair"]), 1);
    assert_eq!(little[5].verdict(), Verdict::Undecided);
}

#[test]
fn tables_figure_and_lines_have_every_result() {
    let sittings = [sit(&["good"]), sit(&["unheard of", "great"])];
    let text = table(&sittings, 1).text();
    let has = |start: &str, part: &str| {
        text.lines().any(|line| line.starts_with(start) && line.contains(part))
    };
    assert!(has("Mean ", "50 (") && has("Similarities ", "as printed"), "{text}");
    let quality = quality_table(&sittings).text();
    assert!(
        quality
            .lines()
            .last()
            .unwrap()
            .split_whitespace()
            .eq(["fixed", "0", "100", "100", "0", "0"])
    );
    let differences = difference_table(&sittings, 1).unwrap().text();
    assert!(differences.contains("fixed less fixed"), "{differences}");
    assert!(differences.contains("-50 ("), "{differences}");
    assert_eq!(difference_table(&sittings[..1], 1), None);
    let chart = figure(&sittings[0], 1).svg();
    for word in ["Vocabulary", "Comprehension", "strict", "paper, relaxed"] {
        assert!(chart.contains(word), "{word}");
    }
    assert_eq!(answers(&sittings).rows.len(), 150);
    let lines = json_lines(&sittings, &claims(&sittings[0], 1), 1);
    // Of each sitting its answers, its sense, and two results a row; and the claims.
    assert_eq!(lines.len(), 2 * (10 + 1 + 6 * 2) + 9);
    assert_eq!((&lines[11]["percent"], &lines[11]["paper"]), (&50.0.into(), &50.0.into()));
}

/// Knows a thing only from its second clue.
struct Second;

impl Answerer for Second {
    fn answer(&self, question: &Question) -> Answers {
        let is_told = question.text().contains("second");
        Fixed(if is_told { &["good"] } else { &["bad"] }).answer(question)
    }
}

#[test]
fn word_reasoning_tells_after_which_clue_an_item_is_solved() {
    let mut form = form();
    for item in form.items.iter_mut().filter(|it| it.subtest == Subtest::WordReasoning) {
        item.clues = ["first", "second", "third"].map(str::to_owned).into();
    }
    let sitting = Sitting::of("second", &form, &Second, None);
    let words = clue_table(std::slice::from_ref(&sitting)).text();
    let cells: Vec<&str> = words.lines().last().unwrap().split_whitespace().collect();
    // Every other item has "great" as its answer.
    assert_eq!(cells, ["second", "0", "5", "0", "5"]);
    let csv = answers(std::slice::from_ref(&sitting)).csv();
    assert!(csv.contains("a,second,Word Reasoning-0,2,1,good,1,1"), "{csv}");
    let lines = json_lines(std::slice::from_ref(&sitting), &[], 1);
    assert_eq!((&lines[0]["clues"], &lines[0]["solved_after"]), (&3.into(), &2.into()));
    assert!(lines[1]["solved_after"].is_null());
}

#[test]
fn scores_of_people_stand_in_place_of_the_keys() {
    let mut sitting = sit(&["unheard of"]);
    assert_eq!(scored_by(std::slice::from_ref(&sitting)), "key");
    let nonsense = HumanScore { points: 0, is_nonsense: true, is_unchildlike: false };
    let right = HumanScore { points: 2, is_nonsense: false, is_unchildlike: true };
    sitting.take_scores(&|item, text| {
        assert_eq!(text, "unheard of");
        (item.starts_with("Voc")).then_some(if item.ends_with('0') { nonsense } else { right })
    });
    near(sitting.subtest(Subtest::Vocabulary, Scoring::Strict, 1).value, 90.0);
    near(sitting.subtest(Subtest::Comprehension, Scoring::Strict, 1).value, 0.0);
    let sittings = [sitting];
    assert_eq!(scored_by(&sittings), "people and key");
    let quality = quality_table(&sittings).text();
    let cells: Vec<&str> = quality.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(cells, ["fixed", "0", "100", "100", "18", "20", "2"]);
}
