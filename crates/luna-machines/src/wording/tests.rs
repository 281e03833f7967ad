use std::collections::BTreeSet;

use luna_core::rng::Chance;

use super::*;

fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

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
        (0..300)
            .map(|seed| plain_answer(question, Pool::Rated, &mut Chance::from_seed(seed)))
            .collect()
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

/// What is longer than two words is said in one place only.
#[test]
fn practice_and_the_sandbox_have_wordings_of_their_own() {
    let mut said: Vec<(Pool, BTreeSet<String>)> = Vec::new();
    for pool in Pool::ALL {
        let answers = ["Do you like cats?", "Why?", "What is a fork?", "Who won?", "Where?"];
        let mut texts = BTreeSet::new();
        for (nth, question) in answers.into_iter().enumerate() {
            for seed in 0..500 {
                let mut chance = Chance::from_words(&[question, &format!("{nth} {seed}")]);
                let text = plain_answer(question, pool, &mut chance);
                if text.split(' ').count() > 3 {
                    texts.insert(bare(&text));
                }
            }
        }
        assert!(texts.len() > 200, "{pool:?} {}", texts.len());
        for (other, theirs) in &said {
            assert_eq!(texts.intersection(theirs).next(), None, "{pool:?} {other:?}");
        }
        said.push((pool, texts));
    }
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
fn likeness_is_one_for_the_same_text_and_low_for_another() {
    let likeness = Likeness::to(&["The tall neighbour".to_owned(), "in Spain".to_owned()]);
    assert!(likeness.of("the tall neighbour!") >= 1.0);
    assert!(likeness.of("quite blue") < 0.3);
    assert!(Likeness::to(&[]).of("anything").abs() < 1e-9);
}
