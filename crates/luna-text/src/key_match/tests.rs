use super::*;
use crate::tests::{Draw, dictionary};
use crate::words::content_words;

fn stems(text: &str) -> Vec<String> {
    content_words(text).iter().map(|word| stem(word).into_owned()).collect()
}

#[track_caller]
fn check(got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-15, "{got}, and not {expected}");
}

#[test]
fn what_of_the_key_is_there_counts_by_its_rarity() {
    let texts = ["voting rights", "the right to vote", "freedom", "rare"].map(stems);
    let corpus = Frequencies::of(&texts);
    let of = |key: &str, response: &str, question: &str| {
        coverage(&content_words(key), &content_words(response), &content_words(question), &corpus)
    };
    let (often, once, never) = ((5.0_f64 / 3.0).ln() + 1.0, 2.5_f64.ln() + 1.0, 5.0_f64.ln() + 1.0);
    check(of("Votes, votes and freedom", "They voted", ""), often / (often + once));
    check(
        of("votes, freedom and tea", "freedoms of tea", ""),
        (once + never) / (often + once + never),
    );
    // What the question says already does not count.
    check(of("votes and freedom", "freedom", "What are voters voting for?"), 1.0);
    check(of("votes and freedom", "voting", "What is a vote?"), 0.0);
    for (key, response, question) in
        [("", "freedom", ""), ("vote", "vote", "vote"), ("vote", "", "")]
    {
        check(of(key, response, question), 0.0);
    }
}

#[test]
fn one_not_turns_a_sentence_around_and_two_do_not() {
    for (text, expected) in [
        ("It isn't, and it ISN’T.", 2),
        ("I cannot; no one ever can", 2),
        ("not knot nothing", 2),
        ("nobody has never been without", 3),
        ("a note", 0),
        ("", 0),
    ] {
        assert_eq!(negations(text), expected, "{text}");
    }
    assert!(negation_differs("It is", "It isn't") && negation_differs("not", ""));
    assert!(!negation_differs("It is", "nobody says it isn't") && !negation_differs("", ""));
}

#[test]
fn an_opposite_in_the_response_is_found() {
    let net = WordNet::open(&dictionary()).unwrap();
    let of = |key: &str, response: &str| {
        antonym_share(&net, &content_words(key), &content_words(response))
    };
    check(of("a small dog", "a big dog or a large dog"), 0.5);
    check(of("it falls", "it rises"), 1.0);
    check(of("it falls, falls and rises", "it rises"), 0.0);
    check(of("a bad dog", "a bad dog"), 0.0);
    check(of("", "bad") + of("bad", ""), 0.0);
}

#[test]
fn lengths_are_compared_without_order() {
    check(length_ratio(&["a"], &["a", "b", "c", "d"]), 0.25);
    check(length_ratio(&["a", "b"], &["c"]), 0.5);
    check(length_ratio::<&str>(&[], &[]), 1.0);
    check(length_ratio(&[], &["a"]), 0.0);
}

#[test]
fn numbers_are_read_as_digits_and_as_words() {
    for (text, expected) in [
        ("13", vec![13.0]),
        ("1,000 and 1,000,000", vec![1000.0, 1_000_000.0]),
        ("1,2, 12,34 and 1,2345", vec![1.0, 2.0, 12.0, 34.0, 1.0, 2345.0]),
        ("1.5, .5 or 7.", vec![1.5, 5.0, 7.0]),
        ("Two; twenty-one, forty two", vec![2.0, 21.0, 42.0]),
        ("twenty, one", vec![20.0, 1.0]),
        ("two three twenty thirty fifty zero", vec![2.0, 3.0, 20.0, 30.0, 50.0, 0.0]),
        ("a hundred and five", vec![105.0]),
        ("one hundred and two dogs and three cats", vec![102.0, 3.0]),
        ("five and six", vec![5.0, 6.0]),
        ("nineteen hundred and", vec![1900.0]),
        ("two hundred and thirty-four thousand five hundred sixty", vec![234_560.0]),
        ("one million and one", vec![1_000_001.0]),
        ("two thousand three million", vec![2003.0, 1_000_000.0]),
        ("1.5 million, 2 hundred", vec![1_500_000.0, 200.0]),
        ("one thousand million", vec![1000.0, 1_000_000.0]),
        ("the 13th, v2", vec![13.0, 2.0]),
        ("someone, often, and none", vec![]),
    ] {
        let found: Vec<f64> = quantities(text).iter().map(|quantity| quantity.number).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn the_word_after_a_number_is_its_unit() {
    let units = |text: &str| -> Vec<Option<String>> {
        quantities(text).into_iter().map(|quantity| quantity.unit).collect()
    };
    let some = |unit: &str| Some(unit.to_owned());
    assert_eq!(
        units("two houses, 10cm and 5 % of 3."),
        [some("hous"), some("cm"), some("percent"), None]
    );
    assert_eq!(units("one of them; two, cats"), [None, None]);
}

#[test]
fn numbers_and_units_of_the_key_are_looked_for() {
    check(number_share("27", "twenty-seven amendments"), 1.0);
    check(number_share("two or 3 and 3", "3"), 0.5);
    check(number_share("none", "3") + number_share("3", "none"), 0.0);
    check(unit_share("two houses and 100 senators", "100 senator, three houses"), 0.5);
    check(unit_share("5 %", "five percent"), 1.0);
    check(unit_share("27", "27"), 0.0);
}

#[test]
fn any_text_has_its_numbers() {
    let mut draw = Draw(6);
    let pieces = [
        "hundred",
        "and",
        "thousand",
        "million",
        "two",
        "twenty",
        " ",
        "-",
        ",",
        ".",
        "7",
        "000",
        "é",
        "’",
        "½",
        "٣",
        "99999999999999999999999",
        "%",
    ];
    for _ in 0..20_000 {
        let text: String = (0..draw.below(12)).map(|_| pieces[draw.below(pieces.len())]).collect();
        assert!(quantities(&text).iter().all(|quantity| quantity.number >= 0.0), "{text}");
        let itself = number_share(&text, &text);
        check(itself, if quantities(&text).is_empty() { 0.0 } else { 1.0 });
    }
}
