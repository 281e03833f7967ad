use super::*;

#[track_caller]
fn check(answer: &str, form: &str, expected: bool) {
    let [answer_words, form_words] = [answer, form].map(KeyWords::of);
    assert_eq!(answer_words.contains(&form_words), expected, "“{form}” in “{answer}”");
}

#[test]
fn words_match_in_any_inflection_and_order() {
    check("It flies in the air.", "fly", true);
    check("Flying machines", "machine that flies", true);
    check("It gave us light", "gives light", true);
    check("Two wolves", "wolf", true);
    check("a flower", "flow", false);
    check("the COLOURS of the sky", "color", true);
    check("He felt great", "feel great", true);
}

#[test]
fn small_words_go_or_count() {
    check("You can color with it", "color with", true);
    check("It has color", "color with", false);
    check("a type of pet", "kinds of pets", true);
    check("a dog and a cat", "cat, dog", true);
    check("kind of", "kinds of", true);
    // Words are not lost where nothing else would be left.
    assert!(!KeyWords::of("it is").is_empty());
    assert!(KeyWords::of("… ' -").is_empty());
}

#[test]
fn negations_are_words() {
    check("It doesn't melt", "not melt", true);
    check("It can’t melt", "does not melt", true);
    check("It melts", "not melt", false);
    let negates = |answer: &str, form: &str| KeyWords::of(answer).negates(&KeyWords::of(form));
    assert!(negates("it isn't cold", "cold") && negates("nobody eats it", "eat"));
    assert!(!negates("it isn't cold", "not cold") && !negates("cold", "not cold"));
}

#[test]
fn longer_forms_exceed_shorter_ones() {
    let exceeds = |one: &str, other: &str| KeyWords::of(one).exceeds(&KeyWords::of(other));
    assert!(exceeds("not melt", "melts"));
    assert!(!exceeds("melts", "melting") && !exceeds("melt", "not melt"));
    assert!(!exceeds("ice melts", "snow"));
}

#[test]
fn similarity_is_a_share_of_words() {
    let of = |one: &str, other: &str| KeyWords::of(one).similarity(&KeyWords::of(other));
    for (one, other, expected) in [
        ("a red ball", "red balls", 1.0),
        ("red ball", "ball", 2.0 / 3.0),
        ("red", "ball", 0.0),
        ("", "", 0.0),
    ] {
        assert!((of(one, other) - expected).abs() < 1e-12, "{one}, {other}");
    }
}
