use luna_core::game::Move;
use luna_core::rng::Chance;

use super::*;
use crate::task::{QuestionTask, Task as _};

fn ask() -> GameTask {
    GameTask::Ask { game: "g".to_owned(), questions: 3, max_chars: 200, problem: None }
}

fn answer() -> GameTask {
    let questions = ["x", "y", "z"].map(str::to_owned).to_vec();
    GameTask::Answer { game: "g".to_owned(), max_chars: 200, questions, problem: None }
}

fn guess_task() -> GameTask {
    let three = || ["x", "y", "z"].map(str::to_owned).to_vec();
    GameTask::Guess {
        game: "g".to_owned(),
        questions: three(),
        responses: three(),
        their_questions: three(),
        my_responses: three(),
        problem: None,
    }
}

fn read(task: &GameTask, text: &str) -> Result<Move, String> {
    game(task, text).and_then(|reply| task.read_value(&reply))
}

fn texts(task: &GameTask, text: &str) -> Vec<String> {
    match read(task, text) {
        Ok(Move::Ask(texts) | Move::Answer(texts)) => texts,
        other => panic!("{text}: {other:?}"),
    }
}

fn points(text: &str) -> String {
    match read(&guess_task(), text) {
        Ok(Move::Guess(guess)) => guess.points.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn three_texts_are_found_however_they_are_listed() {
    for text in [
        r#"["Who?", "Why?", "How?"]"#,
        r#"{"questions": ["Who?", "Why?", "How?"]}"#,
        r#"{"note": "These are good.", "list": ["Who?", "Why?", "How?"]}"#,
        r#"{"1": "Who?", "3": "How?", "2": "Why?"}"#,
        r#"{"question_1": "Who?", "question_2": "Why?", "question_3": "How?"}"#,
        r#"[{"question": "Who?"}, {"question": "Why?"}, {"question": "How?", "nr": 3}]"#,
        "```json\n[\"Who?\",\n \"Why?\",\n \"How?\"]\n```",
        "Here they are:\n```json\n[\"Who?\", \"Why?\", \"How?\"]\n```\nHave fun!",
        "Sure! [\"Who?\", \"Why?\", \"How?\"]",
        "1. Who?\n2. Why?\n3. How?",
        "Here are 3 questions:\n\n1) Who?\n\n2) Why?\n\n3) How?\n\nI hope that they help.",
        "**1.** Who?\n**2.** Why?\n**3.** How?",
        "**1. Who?**\n**2. Why?**\n**3. How?**",
        "**Question 1:** Who?\n**Question 2:** Why?\n**Question 3:** How?",
        "Question 1: Who?\nQuestion 2: Why?\nQuestion 3: How?",
        "### Question 1:\nWho?\n### Question 2:\nWhy?\n### Question 3:\nHow?",
        "(1) Who?\r\n(2) Why?\r\n(3) How?",
        "Q1. Who?\nQ2. Why?\nQ3. How?",
        "  1. Who?\n  2. Why?\n  3. How?",
        "```\n1. Who?\n2. Why?\n3. How?\n```",
        "- Who?\n- Why?\n- How?",
        "• Who?\n• Why?\n• How?",
        "My questions:\n* Who?\n* Why?\n* How?",
        "Who?\nWhy?\nHow?",
        "My questions:\n\nWho?\n\nWhy?\n\nHow?\n",
    ] {
        assert_eq!(texts(&ask(), text), ["Who?", "Why?", "How?"], "{text}");
    }
}

#[test]
fn responses_may_have_many_lines() {
    let text = "Here:\n1. First line.\n\n   - a point\n   1. another\n2. [\"not\", \"a\", \"list\"]\n\
                3. ```rust\n   f()\n   ```";
    assert_eq!(
        texts(&answer(), text),
        [
            "First line.\n\n   - a point\n   1. another",
            "[\"not\", \"a\", \"list\"]",
            "```rust\n   f()\n   ```"
        ]
    );
    assert_eq!(
        texts(&answer(), "1. 42\n2. 1.5 litres\n3. 7. That is it."),
        ["42", "1.5 litres", "7. That is it."]
    );
    assert_eq!(texts(&answer(), r#"["1. a\n2. b", "2", "3"]"#), ["1. a\n2. b", "2", "3"]);
}

#[test]
fn what_is_not_three_texts_is_told() {
    for (text, problem) in [
        ("", "There are 0 questions; 3 are needed."),
        ("Who?", "There is 1 question; 3 are needed."),
        ("1. Who?\n2. Why?", "There are 2 questions; 3 are needed."),
        ("1. a\n2. b\n3. c\n4. d", "There are 4 questions; 3 are needed."),
        (r#"["Who?", "Why?"]"#, "There are 2 questions; 3 are needed."),
        (r#"["Who?", 2, "How?"]"#, "The JSON is not a list of 3 texts."),
        (r#"{"guess": 62}"#, "The JSON is not a list of 3 texts."),
        ("1. a\n2. b\n2. c\n3. d", "The questions are not numbered from 1 to 3."),
        ("1. a\n1. b\n1. c", "The questions are not numbered from 1 to 3."),
        (r#"["Who?", "", "How?"]"#, "Question 2 is still empty."),
        ("1. a\n2.\n3. c", "Question 2 is still empty."),
    ] {
        assert_eq!(read(&ask(), text), Err(problem.to_owned()), "{text}");
    }
    let long = format!("1. a\n2. {}\n3. c", "x".repeat(201));
    let problem = "Response 2 has 201 characters; the limit is 200.".to_owned();
    assert_eq!(read(&answer(), &long), Err(problem));
}

#[test]
fn the_one_number_is_the_guess() {
    for text in [
        "62",
        " 62. ",
        "62/100",
        "62 / 100",
        "62 out of 100",
        "I'd say 62",
        "I'd say 62, since the responses were good.",
        "**62**",
        "Guess: 62%",
        "On a scale from 0 to 100, I'd say 62.",
        "On the 0-100 scale: 62",
        "62\n\nSo my guess is 62.",
        r#"{"guess": 62}"#,
        r#"{"guess": "62"}"#,
        "{\"guess\": 62, \"confidence\": 80}",
        "```json\n{\"guess\": 62}\n```",
        "Of 5 responses 3 are good: {\"guess\": 62}",
    ] {
        assert_eq!(points(text), "62", "{text}");
    }
    for (text, number) in [
        ("62.5/100", "62.5"),
        ("62,5", "62.5"),
        ("100", "100"),
        ("100/100", "100"),
        ("0", "0"),
        ("0/100", "0"),
    ] {
        assert_eq!(points(text), number, "{text}");
    }
}

#[test]
fn a_guess_with_two_meanings_is_none() {
    let several = |numbers: &str| {
        format!("There are several numbers in the reply ({numbers}); reply with one.")
    };
    for (text, problem) in [
        ("62 or 70", several("62; 70")),
        ("60-70", several("60; 70")),
        ("GPT-4 says 62", several("4; 62")),
        ("60 to 100", several("60; 100")),
        ("Of 5 responses 3 are right, so 62", several("5; 3; 62")),
        ("{\"guess\": 62} or {\"guess\": 70}", several("62; 70")),
        ("150", "The guess is outside 0 to 100.".to_owned()),
        ("150/100", "The guess is outside 0 to 100.".to_owned()),
        ("-5", "The guess is outside 0 to 100.".to_owned()),
        ("Guess:-5", "The guess is outside 0 to 100.".to_owned()),
        ("I say −5", "The guess is outside 0 to 100.".to_owned()),
        (r#"{"guess": 150}"#, "The guess is outside 0 to 100.".to_owned()),
        ("1,000", "“1,000” is not a number from 0 to 100.".to_owned()),
        ("1.2.3", "“1.2.3” is not a number from 0 to 100.".to_owned()),
        ("sixty", "There is no number in the reply; one from 0 to 100 is needed.".to_owned()),
        ("", "There is no number in the reply; one from 0 to 100 is needed.".to_owned()),
    ] {
        assert_eq!(read(&guess_task(), text), Err(problem), "{text}");
    }
}

#[test]
fn what_was_thought_aloud_is_dropped() {
    let text = "<think>50? </think> No: <think>60 </think>\n62";
    assert_eq!(after_reasoning(text, Some("</think>")), "\n62");
    assert_eq!(after_reasoning(text, None), text);
    assert_eq!(after_reasoning(" 62 ", Some("</think>")), " 62 ");
    assert_eq!(after_reasoning("62", Some("")), "62");
    assert_eq!(after_reasoning("62</think>", Some("</think>")), "");
}

#[test]
fn no_text_is_too_strange_to_be_read() {
    let pieces = [
        "1.",
        "2)",
        "3:",
        "(",
        "**",
        "Question ",
        "\n",
        "\r\n",
        " ",
        "\t",
        "- ",
        "•",
        "[",
        "]",
        "{",
        "}",
        "\"",
        ",",
        ":",
        "```",
        "guess",
        "62",
        "100",
        "/",
        "out of ",
        "-",
        "−",
        ".",
        "🌙",
        "ß",
        "\u{feff}",
        "\0",
        "٣",
        "9999999999999999999999",
        "İ",
    ];
    let mut chance = Chance::from_seed(11);
    let mut moves = 0;
    for _ in 0..50_000 {
        let length = chance.below(25);
        let text: String = (0..length).filter_map(|_| chance.pick(&pieces).copied()).collect();
        for task in [ask(), answer(), guess_task()] {
            match read(&task, after_reasoning(&text, Some("]"))) {
                Ok(_) => moves += 1,
                Err(problem) => assert!(problem.ends_with('.'), "{problem}"),
            }
        }
    }
    assert!(moves > 1_000, "{moves}");
}

#[test]
fn answers_stand_in_a_list_wherever_it_is() {
    let question = luna_core::answer::Question::new("Which river?", "", &[]);
    let task = QuestionTask::new("q", question, 50);
    let read = |text: &str| answers(text).and_then(|reply| task.read_value(&reply));
    let list = r#"[{"answer":"Seine","confidence":0.8},{"answer":"Loire","confidence":0.1}]"#;
    for text in [
        list.to_owned(),
        format!("```json\n{list}\n```"),
        format!("Here you are: {list} I hope this helps."),
        format!(r#"{{"answers": {list}}}"#),
    ] {
        let found = read(&text).unwrap();
        let found: Vec<(&str, f64)> =
            found.iter().map(|it| (it.text.as_str(), it.confidence)).collect();
        assert_eq!(found, [("Seine", 0.8), ("Loire", 0.1)], "{text}");
    }
    assert_eq!(read(r#"{"answer":"Seine","confidence":1}"#).unwrap().len(), 1);
    for (text, problem) in [
        ("Seine", "There is no JSON in the reply"),
        (r#"{"river":"Seine"}"#, "The JSON has no list “answers”."),
        (r#"["Seine"]"#, "Answer 1 is not an object"),
        (
            r#"[{"answer":"Seine","confidence":80}]"#,
            "The confidence of answer 1 is outside 0 to 1.",
        ),
    ] {
        let refused = read(text).unwrap_err();
        assert!(refused.starts_with(problem), "{refused}");
    }
}

#[test]
fn a_conversation_is_replied_to_in_plain_lines() {
    for (text, said) in [
        ("Hi.", &["Hi."][..]),
        ("  Hi.\n\nAnd you?\n", &["Hi.", "And you?"]),
        ("```\nHi.\n```", &["Hi."]),
        (r#"{"lines": ["Hi.", "You?"]}"#, &["Hi.", "You?"]),
        ("{maybe}", &["{maybe}"]),
    ] {
        assert_eq!(lines(text).unwrap(), json!({ "lines": said }), "{text}");
    }
    assert_eq!(lines(" \n").unwrap_err(), "There is no line in the reply.");
}
