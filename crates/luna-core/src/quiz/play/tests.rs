use super::*;

/// Ten words, a power mark after the fourth, no pauses.
fn script() -> Script {
    Script::new("a b c d (*) e f g h i j")
}

fn timed() -> Play {
    Play::start(Pace::timed(100), 0)
}

/// Plays events such as `700 buzz`, `900 right`, `900 prompt`, `99999 lapse`, and returns the
/// outcome of the last with its points.
fn check(events: &str, expected: &str) {
    let (script, mut play) = (script(), timed());
    let mut last = String::new();
    for event in events.split(", ") {
        let (at, what) = event.split_once(' ').unwrap();
        let at: i64 = at.parse().unwrap();
        let result = match what {
            "buzz" => play.buzz(&script, at, None),
            "right" => play.answer(&script, at, &Judgment::Right),
            "prompt" => play.answer(&script, at, &Judgment::Prompt),
            "wrong" => play.answer(&script, at, &Judgment::Wrong),
            "lapse" => {
                play.lapse(&script, at);
                Ok(())
            }
            "give up" => play.give_up(&script),
            seen => play.buzz(
                &script,
                at,
                Some(seen.strip_prefix("buzz at ").unwrap().parse().unwrap()),
            ),
        };
        last = match result {
            Err(refusal) => refusal.to_string(),
            Ok(()) => match (play.outcome, play.buzz) {
                (Some(outcome), _) => format!("{} {}", outcome.name(), outcome.points()),
                (None, Some(_)) if play.prompted_at.is_some() => "prompted".to_owned(),
                (None, Some(buzz)) => format!("at {}", buzz.position),
                (None, None) => "reading".to_owned(),
            },
        };
    }
    assert_eq!(last, expected, "{events}");
}

#[test]
fn power_ten_neg_and_no_neg_after_the_end() {
    check("300 buzz", "at 4");
    check("300 buzz, 400 right", "power 15");
    check("400 buzz, 500 right", "right 10");
    check("899 buzz, 900 wrong", "neg -5");
    check("900 buzz, 950 wrong", "wrong 0");
    check("900 buzz, 950 right", "right 10");
    check("5000 buzz, 5001 wrong", "wrong 0");
    check("300 buzz, 400 give up", "neg -5");
    check("2000 give up", "silent 0");
}

#[test]
fn one_attempt_with_one_prompt() {
    check("500 buzz, 600 prompt", "prompted");
    check("500 buzz, 600 prompt, 700 right", "right 10");
    check("200 buzz, 600 prompt, 700 right", "power 15");
    check("500 buzz, 600 prompt, 700 prompt", "neg -5");
    check("500 buzz, 600 prompt, 700 wrong", "neg -5");
    check("500 buzz, 600 wrong, 700 right", "This question is over.");
    check("500 right", "Buzz first, then answer.");
}

#[test]
fn a_second_buzz_changes_nothing() {
    check("300 buzz, 310 buzz", "at 4");
    check("300 buzz, 800 buzz, 900 right", "power 15");
    check("300 buzz, 400 right, 500 buzz", "This question is over.");
}

#[test]
fn a_page_may_lag_behind_the_clock_but_not_far() {
    check("900 buzz at 8", "at 8");
    check("900 buzz at 1", "at 1");
    check("2300 buzz at 1", "at 9");
    check("500 buzz at 99", "at 6");
    // Far ahead of the clock nothing has been shown.
    check("-5 buzz", "No word has been read yet.");
}

#[test]
fn time_ends_a_play() {
    check("6999 lapse", "reading");
    check("9001 lapse", "silent 0");
    check("300 buzz, 12300 lapse", "at 4");
    check("300 buzz, 12301 lapse", "neg -5");
    check("300 buzz, 12301 right", "neg -5");
    check("300 buzz, 10000 prompt, 12301 lapse", "prompted");
    check("300 buzz, 10000 prompt, 22001 lapse", "neg -5");
    check("900 buzz, 99999 lapse", "wrong 0");
    check("300 buzz, 400 right, 99999 lapse", "power 15");
}

#[test]
fn words_are_shown_until_the_buzz_and_all_of_them_at_the_end() {
    let (script, mut play) = (script(), timed());
    assert_eq!(play.shown(&script, 250), 3);
    play.buzz(&script, 250, None).unwrap();
    assert_eq!(play.shown(&script, 99_999), 3);
    play.answer(&script, 300, &Judgment::Right).unwrap();
    assert_eq!(play.shown(&script, 300), 10);
}

#[test]
fn without_a_clock_the_reader_asks_for_more() {
    let script = script();
    let mut play = Play::start(Pace::by_hand(), 0);
    assert_eq!(play.shown(&script, 99_999), 0);
    assert_eq!(play.buzz(&script, 1, None), Err(Refusal::NothingRead));
    play.turn(&script, 4).unwrap();
    assert!(!play.lapse(&script, 99_999_999));
    assert_eq!(play.shown(&script, 5), 4);
    // What a page says it showed counts only where a clock could have run ahead of it.
    play.buzz(&script, 5, Some(1)).unwrap();
    assert_eq!(play.buzz.map(|buzz| buzz.position), Some(4));
    assert_eq!(play.turn(&script, 4), Err(Refusal::Buzzed));
    assert_eq!(play.answer_by(), None);
    play.answer(&script, 99_999_999, &Judgment::Right).unwrap();
    assert_eq!(play.outcome, Some(Outcome::Power));
    assert_eq!(play.turn(&script, 4), Err(Refusal::Over));
    let mut play = timed();
    assert_eq!(play.turn(&script, 4), Err(Refusal::Timed));
    assert_eq!(Pace::timed(1).word_ms, 60);
}

#[test]
fn a_ruling_scores_by_the_same_rule() {
    let script = script();
    for position in 1..=script.len() {
        for right in [true, false] {
            let mut play = timed();
            play.buzz = Some(Buzz { at: 0, position });
            let judgment = if right { Judgment::Right } else { Judgment::Wrong };
            play.answer(&script, 1, &judgment).unwrap();
            assert_eq!(play.outcome, Some(Outcome::score(&script, position, right)));
        }
    }
}
