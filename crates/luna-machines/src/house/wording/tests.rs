use std::collections::BTreeSet;

use luna_core::rng::Chance;

use super::*;

#[test]
fn a_phrase_is_filled_and_has_the_right_article() {
    for seed in 0..200 {
        let mut chance = Chance::from_seed(seed);
        let filled = fill(
            "{a thing}, {a quality} {person}, {n}, {year}: {own}",
            &[("own", "x")],
            &mut chance,
        );
        assert!(!filled.contains(['{', '}']) && filled.ends_with(": x"), "{filled}");
        assert!(!filled.contains(", ,") && !filled.contains("  "), "{filled}");
        let vowel = |word: &str| word.starts_with(['a', 'e', 'i', 'o', 'u']);
        let words: Vec<&str> = filled.split(' ').collect();
        for two in words.windows(2) {
            assert!(two[0] != "a" || !vowel(two[1]), "{filled}");
            assert!(two[0] != "an" || vowel(two[1]), "{filled}");
        }
    }
}

#[test]
fn a_plain_answer_fits_how_the_question_begins() {
    let answers = |question: &str| -> BTreeSet<String> {
        (0..300).map(|seed| plain_answer(question, &mut Chance::from_seed(seed))).collect()
    };
    assert!(answers("Do you like cats?").contains("yes"));
    let digits = |answer: &&String| answer.chars().any(|c| c.is_ascii_digit());
    for question in ["How old are you?", "What is 24 + 27?", "In what year did it end?"] {
        let answers = answers(question);
        let with_digits = answers.iter().filter(digits).count();
        assert!(with_digits * 10 > answers.len() * 8, "{question} {answers:?}");
    }
    assert!(answers("zzz").len() > 200);
}

#[test]
fn a_plain_answer_is_of_the_field_that_is_asked_for() {
    for (question, expected) in [
        ("What do you eat for breakfast?", "carrots"),
        ("What's your favourite colour?", "teal"),
        ("Which animal would you be?", "otter"),
        ("What music do you like?", "jazz"),
    ] {
        let answers = (0..2_000).map(|seed| plain_answer(question, &mut Chance::from_seed(seed)));
        let found = answers.filter(|answer| answer.contains(expected)).count();
        assert!(found > 5, "{question} {found}");
    }
}

#[test]
fn no_phrase_of_rated_games_is_said_elsewhere() {
    let phrases: &[&str] = &["a", "b", "c", "d", "e"];
    assert_eq!(Pool::Rated.half(phrases), ["a", "c", "e"]);
    for pool in [Pool::Practice, Pool::Sandbox] {
        assert_eq!(pool.half(phrases), ["b", "d"]);
    }
    let replies: Vec<String> = (0..200).map(|nth| format!("the reply of number {nth}")).collect();
    let rated = replies.iter().filter(|reply| Pool::Rated.holds(reply)).count();
    assert!((70..130).contains(&rated), "{rated}");
    for reply in &replies {
        assert_ne!(Pool::Rated.holds(reply), Pool::Practice.holds(reply));
    }
}

#[test]
fn sections_begin_with_their_names() {
    let found = sections("# one\na\nb\n# two\nc\n");
    assert_eq!(found["one"], ["a", "b"]);
    assert_eq!(found["two"], ["c"]);
}

#[test]
fn a_voice_has_one_style_for_all_replies() {
    for seed in 0..100 {
        let mut chance = Chance::from_seed(seed);
        let voice = Voice::draw(&mut chance);
        let said: Vec<String> =
            (0..8).map(|_| voice.say("My neighbour does not know", &mut chance)).collect();
        let lower = said.iter().filter(|it| it.starts_with(char::is_lowercase)).count();
        assert!(lower == 0 || lower == 8, "{said:?}");
        let stops: BTreeSet<bool> = said.iter().map(|it| it.ends_with('.')).collect();
        assert_eq!(stops.len(), 1, "{said:?}");
    }
}

#[test]
fn sentences_in_the_plain_voice_begin_with_capitals_and_end() {
    let say = |phrase| Voice::plain().say(phrase, &mut Chance::from_seed(1));
    assert_eq!(say("hello. what is on your mind?"), "Hello. What is on your mind?");
    assert_eq!(say("about 2.5 of it"), "About 2.5 of it.");
    assert_eq!(say("the \"quoted\" one"), "The \"quoted\" one.");
}

#[test]
fn likeness_is_one_for_the_same_text_and_low_for_another() {
    let likeness = Likeness::to(&["The tall neighbour".to_owned(), "in Spain".to_owned()]);
    assert!(distance(likeness.of("the tall neighbour!"), [1.0; 3]) < 1e-9);
    assert!(distance(likeness.of("quite blue"), [0.0; 3]) < 0.3);
    assert!(distance(Likeness::to(&[]).of("anything"), [0.0; 3]) < 1e-9);
}
