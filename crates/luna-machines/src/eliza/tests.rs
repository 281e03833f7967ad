use std::time::{Duration, Instant};

use super::*;

/// All that it could say, and nothing else.
#[track_caller]
fn check(question: &str, expected: &[&str]) {
    assert_eq!(replies(question), expected, "{question:?}");
    for seed in 0..20 {
        let said = answer(question, 5_000, &[], &mut Chance::from_seed(seed));
        assert!(expected.contains(&said.as_str()), "{question:?} gave {said:?}");
    }
}

#[test]
fn what_is_said_is_turned_around() {
    check(
        "Are you my friend, or am I yours?",
        &[
            "Do you believe that I am your friend or are you mine?",
            "Perhaps I am your friend or are you mine on some days.",
        ],
    );
    check(
        "What if you were wrong?",
        &[
            "Do you often wonder what would happen if I was wrong?",
            "I should be surprised if I was wrong.",
        ],
    );
    check(
        "Do you like that I tell you?",
        &[
            "There are times when I like that you tell me. Are there any for you?",
            "What draws you to that you tell me?",
        ],
    );
}

#[test]
fn names_keep_their_capitals() {
    check(
        "What's the difference between Mozart and ABBA?",
        &[
            "They are more alike than most people admit, Mozart and ABBA.",
            "Would you mistake Mozart for ABBA?",
        ],
    );
}

#[test]
fn the_last_sentence_that_fits_is_answered() {
    check(
        "I\u{2019}m tired. Hello! Hmm",
        &["Hello. What is on your mind?", "Good day. Please go on."],
    );
}

#[test]
fn a_sum_is_not_worked_out() {
    check(
        "What is 24+27?",
        &["I never was one for figures. What do they mean to you?", "Would a number settle it?"],
    );
}

#[test]
fn a_star_stands_for_as_little_as_it_can() {
    let said = words("a you b you c");
    let parts = fit("* you *", &said).unwrap();
    let shown: Vec<Vec<&str>> =
        parts.iter().map(|part| part.iter().map(|word| word.shown.as_str()).collect()).collect();
    assert_eq!(shown, [vec!["a"], vec!["b", "you", "c"]]);
    for (pattern, fits) in [
        ("*", true),
        ("a *", true),
        ("* c", true),
        ("a", false),
        ("a you b you c", true),
        ("b *", false),
        ("* you c", true),
        ("* you you *", false),
    ] {
        assert_eq!(fit(pattern, &said).is_some(), fits, "{pattern}");
    }
}

#[test]
fn every_pattern_can_be_reached_and_every_reply_filled() {
    for rule in RULES {
        let word = |word: &'static str| match word {
            "*" => "zebra",
            _ => word.split('/').next().unwrap(),
        };
        let spoken = rule.pattern.split(' ').map(word).collect::<Vec<_>>().join(" ");
        let said = words(&spoken);
        let first = RULES.iter().find(|rule| fit(rule.pattern, &said).is_some()).unwrap();
        assert_eq!(first.pattern, rule.pattern, "hidden by an earlier one");
        let filled = replies(&spoken);
        assert_eq!(filled.len(), rule.replies.len(), "{spoken}");
        assert!(filled.len() >= 2, "{spoken}");
        assert!(filled.iter().all(|reply| !reply.contains(['{', '}'])), "{filled:?}");
    }
}

#[test]
fn much_is_not_given_back() {
    for long in ["word ".repeat(13), "w".repeat(101)] {
        for seed in 0..20 {
            let said =
                answer(&format!("What is {long}?"), 5_000, &[], &mut Chance::from_seed(seed));
            assert!(said.len() < 100, "{said}");
        }
    }
}

#[test]
fn nothing_is_said_twice_in_a_game() {
    let (mut before, mut chance) = (Vec::new(), Chance::from_seed(3));
    for _ in 0..12 {
        let said = answer("What is love?", 5_000, &before, &mut chance);
        assert!(!before.contains(&said), "{said}");
        before.push(said);
    }
}

#[test]
fn anything_gets_an_answer_that_may_be_sent() {
    let mut chance = Chance::from_seed(4);
    let pieces = [
        "i",
        "you",
        "are",
        " ",
        " ",
        " ",
        "?",
        ".",
        "{1}",
        "*",
        "/",
        "\0",
        "'",
        "-",
        "\u{1f319}",
        "\u{130}",
    ];
    for _ in 0..2_000 {
        let mut question = String::new();
        for _ in 0..chance.below(30) {
            match chance.below(3) {
                0 => {
                    question
                        .extend(char::from_u32(u32::try_from(chance.below(0x11_0000)).unwrap()));
                }
                _ => question.push_str(chance.pick(&pieces).unwrap()),
            }
        }
        let max_chars = 1 + chance.below(200);
        let said = answer(&question, max_chars, &[], &mut chance);
        assert_eq!(luna_core::text::check(&said, max_chars), Ok(()), "{question:?} gave {said:?}");
    }
    for max_chars in 0..20 {
        assert!(!answer("", max_chars, &[], &mut chance).is_empty());
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "how long it takes is what is tested")]
fn the_worst_question_is_answered_at_once() {
    for piece in
        ["i ", "are you ", "i. ", "difference between ", "and ", ".", "'", "\u{fdfa} ", "if what "]
    {
        let question: String = piece.chars().cycle().take(5_000).collect();
        let answers_at_once = |_| {
            let start = Instant::now();
            answer(&question, 5_000, &[], &mut Chance::from_seed(1));
            start.elapsed() < Duration::from_millis(100)
        };
        // It takes 4 ms. On a machine that does other things, one try in twenty has the core to itself.
        assert!((0..20).any(answers_at_once), "{piece:?}");
    }
}
