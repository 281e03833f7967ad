use luna_core::game::{Duty, Game, Move, Rules, Seat};
use luna_core::rng::Chance;
use luna_machines::task::{GameTask, Task};
use serde_json::{Value, json};

use crate::server::{answer, ask, five, guess};

fn json_of(task: &GameTask) -> Value {
    serde_json::to_value(task).unwrap()
}

#[test]
fn each_task_is_written_from_what_the_seat_may_see() {
    let mut game = Game::new(Rules { questions: 5, max_chars: 5000 });
    let of = |game: &Game, duty| GameTask::of("g1", &game.view(Seat::B), duty);
    let play = |game: Game, by, mv| game.play(by, &mv).unwrap();
    game = play(game, Seat::A, Move::Ask(five("A asks")));
    game = play(game, Seat::B, Move::Join);
    assert_eq!(
        json_of(&of(&game, Duty::Ask).unwrap()),
        json!({ "type": "ask", "game": "g1", "questions": 5, "max_chars": 5000 })
    );
    assert_eq!(of(&game, Duty::Answer), None, "nobody sees questions before both have asked");
    assert_eq!(of(&game, Duty::Guess), None);
    game = play(game, Seat::B, Move::Ask(five("B asks")));
    assert_eq!(
        json_of(&of(&game, Duty::Answer).unwrap()),
        json!({ "type": "answer", "game": "g1", "max_chars": 5000, "questions": five("A asks") })
    );
    game = play(game, Seat::A, Move::Answer(five("A answers")));
    assert_eq!(of(&game, Duty::Guess), None, "nobody sees responses before both have answered");
    game = play(game, Seat::B, Move::Answer(five("B answers")));
    assert_eq!(
        json_of(&of(&game, Duty::Guess).unwrap()),
        json!({
            "type": "guess", "game": "g1",
            "questions": five("B asks"), "responses": five("A answers"),
            "their_questions": five("A asks"), "my_responses": five("B answers"),
        })
    );
    let sent = of(&game, Duty::Guess).unwrap().again("No.");
    assert_eq!(json_of(&sent)["problem"], "No.");
    assert_eq!(serde_json::from_value::<GameTask>(json_of(&sent)).unwrap(), sent);
}

#[test]
fn the_tasks_of_the_game_are_the_same_bytes_in_every_version() {
    for (task, expected) in [
        (
            GameTask::Ask { game: "g".into(), questions: 5, max_chars: 50, problem: None },
            r#"{"type":"ask","game":"g","questions":5,"max_chars":50}"#,
        ),
        (
            GameTask::Answer {
                game: "g".into(),
                max_chars: 50,
                questions: vec!["Why?".into()],
                problem: Some("Too long.".into()),
            },
            r#"{"type":"answer","game":"g","max_chars":50,"questions":["Why?"],"problem":"Too long."}"#,
        ),
        (
            GameTask::Guess {
                game: "g".into(),
                questions: vec!["Why?".into()],
                responses: vec!["So.".into()],
                their_questions: vec!["How?".into()],
                my_responses: vec!["Thus.".into()],
                problem: None,
            },
            r#"{"type":"guess","game":"g","questions":["Why?"],"responses":["So."],"their_questions":["How?"],"my_responses":["Thus."]}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&task).unwrap(), expected);
    }
}

#[test]
fn a_reply_is_a_move_that_the_rules_take() {
    let questions = json!({ "questions": ["a\r\nb ", "2", "3", "4", "5"], "more": 1 }).to_string();
    let Ok(Move::Ask(questions)) = ask().read(&questions) else { panic!("not a move") };
    assert_eq!(questions[0], "a\nb");
    let responses = json!({ "responses": five("R") }).to_string();
    assert_eq!(answer().read(&responses), Ok(Move::Answer(five("R"))));
    for (reply, points, sliders) in [
        (r#"{"guess":62.5}"#, "62.5", [None; 5]),
        (r#"{"guess":0,"sliders":null}"#, "0", [None; 5]),
        (
            r#"{"guess":1e2,"sliders":[null,0,100,12.5,null]}"#,
            "100",
            [None, Some("0"), Some("100"), Some("12.5"), None],
        ),
        (r#"{"guess":0.1234567}"#, "0.123457", [None; 5]),
    ] {
        let Ok(Move::Guess(guess)) = guess().read(reply) else { panic!("{reply} is not a move") };
        assert_eq!(guess.points.to_string(), points);
        let given: Vec<Option<String>> =
            guess.sliders.iter().map(|slider| slider.map(|points| points.to_string())).collect();
        assert_eq!(given, sliders.map(|slider| slider.map(str::to_owned)));
    }
}

#[test]
fn a_reply_that_is_no_move_is_refused_in_words_that_help() {
    let texts = |name: &str, list: Value| json!({ name: list }).to_string();
    for (task, reply, problem) in [
        (
            ask(),
            texts("questions", json!(["1", "2", "3", "4"])),
            "There are 4 questions; 5 are needed.",
        ),
        (ask(), texts("questions", json!(["1"])), "There is 1 question; 5 are needed."),
        (ask(), texts("questions", json!(["1", "2", "3", "4", " "])), "Question 5 is still empty."),
        (
            ask(),
            texts("questions", json!(["1", "2", 3, "4", "5"])),
            "“questions” is not a list of texts.",
        ),
        (ask(), texts("questions", json!("1")), "“questions” is not a list of texts."),
        (ask(), texts("responses", json!(five("x"))), "The reply has no “questions”."),
        (ask(), "[]".to_owned(), "The reply is not a JSON object."),
        (ask(), "5".to_owned(), "The reply is not a JSON object."),
        (
            answer(),
            texts("responses", json!(["1", "x".repeat(41), "3", "4", "5"])),
            "Response 2 has 41 characters; the limit is 40.",
        ),
        (
            answer(),
            texts("responses", json!(["a\0b", "2", "3", "4", "5"])),
            "Response 1 contains a NUL character, which cannot be stored; please remove it.",
        ),
        (guess(), r#"{"guess":150}"#.to_owned(), "The guess is outside 0 to 100."),
        (guess(), r#"{"guess":-0.5}"#.to_owned(), "The guess is outside 0 to 100."),
        (guess(), r#"{"guess":1e300}"#.to_owned(), "The guess is outside 0 to 100."),
        (
            guess(),
            r#"{"guess":"62"}"#.to_owned(),
            "The guess is not a number; one from 0 to 100 is needed.",
        ),
        (guess(), "{}".to_owned(), "The reply has no “guess”."),
        (
            guess(),
            r#"{"guess":5,"sliders":[1,2,3,4]}"#.to_owned(),
            "There are 4 sliders; 5 are needed.",
        ),
        (
            guess(),
            r#"{"guess":5,"sliders":[1,2,3,4,101]}"#.to_owned(),
            "The slider 5 is outside 0 to 100.",
        ),
        (guess(), r#"{"guess":5,"sliders":7}"#.to_owned(), "“sliders” is not a list of numbers."),
    ] {
        assert_eq!(task.read(&reply), Err(problem.to_owned()), "{reply}");
    }
    for broken in ["", "{", "hello", r#"{"guess":NaN}"#, r#"{"guess":"\ud800"}"#] {
        assert!(guess().read(broken).unwrap_err().starts_with("The reply is not JSON"), "{broken}");
    }
}

#[test]
fn no_reply_is_too_strange_to_be_read() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "questions",
        "responses",
        "guess",
        "sliders",
        "null",
        "1e999",
        "-",
        "62.5",
        "🌙",
        "\u{feff}",
        "\0",
        "\\u0000",
        " ",
    ];
    let mut chance = Chance::from_seed(3);
    for _ in 0..20_000 {
        let length = chance.below(20);
        let text: String = (0..length).filter_map(|_| chance.pick(&pieces).copied()).collect();
        for task in [ask(), answer(), guess()] {
            if let Err(problem) = task.read(&text) {
                assert!(problem.ends_with('.'), "{problem}");
            }
        }
    }
}
