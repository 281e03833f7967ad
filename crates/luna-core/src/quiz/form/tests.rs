use super::*;

/// A question of sound form, forty words and more.
const SOUND: &str = "In one story this bird steals the sun and hides it in a box of cedar wood. A \
    Norse god keeps two of them, whose names mean thought and memory. One of them says a single word \
    to a grieving student. For 10 points, name this black bird of a poem by Poe.";

fn check(text: &str, answers: &[&str], expected: &[(Filter, &str)]) {
    let found = super::check(text, answers.iter().copied());
    let found: Vec<(Filter, &str)> =
        found.iter().map(|found| (found.filter, found.reason.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_sound_question_passes() {
    check(SOUND, &["raven"], &[]);
    check(&SOUND.replace("memory.", "memory. (*)"), &["raven", "ravens"], &[]);
    check(&SOUND.replace("Poe.", "Poe?”"), &[], &[]);
}

#[test]
fn length_is_counted_in_words() {
    check(
        "For 10 points, name this bird.",
        &[],
        &[(Filter::Length, "The question has 6 words; it needs at least 40.")],
    );
    let long = format!("{}{SOUND}", "word ".repeat(250));
    let (length, few) = (
        "The question has 303 words; the limit is 250.",
        "The question repeats the same few words.",
    );
    check(&long, &[], &[(Filter::Length, length), (Filter::Paragraph, few)]);
}

#[test]
fn a_tossup_is_one_paragraph_that_asks() {
    let found = |text: &str, why| check(text, &[], &[(Filter::Paragraph, why)]);
    found(
        &SOUND.replace("wood. ", "wood.\n\n"),
        "The question must be one paragraph. Remove the line breaks.",
    );
    found(SOUND.trim_end_matches('.'), "The question does not end with a full sentence.");
    found(
        &SOUND.replace("For 10 points, name this black bird", "It is a black bird"),
        "The question never asks for its answer. Write, for example, “For 10 points, name this river”.",
    );
    found(&SOUND.replace("Poe.", "Poe (*) (*)."), "There is more than one mark (*). Keep one.");
}

#[test]
fn tricks_below_language_are_found() {
    let found = |from: &str, to: &str, why: &str| {
        let text = SOUND.replace(from, to);
        assert_ne!(text, SOUND);
        check(&text, &[], &[(Filter::Disguise, why)]);
    };
    found("cedar", "ced\u{200b}ar", "The question contains an invisible character (U+200B).");
    found("cedar", "ced\u{202e}ar", "The question contains an invisible character (U+202E).");
    found("grieving", "griеving", "“griеving” mixes letters of several alphabets that look alike.");
    found("grieving", "𝐠rieving", "“𝐠rieving” mixes letters of several alphabets that look alike.");
}

#[test]
fn words_in_other_letters_or_digits_are_found() {
    for word in ["Вонн", "ΝΟᎡТН", "Kɑnt", "nᴏrth", "b1rd", "r4v3n", "3urope", "l@ke", "Par1s"]
    {
        let text = SOUND.replace("cedar", word);
        let found = super::check(&text, []);
        let filters: Vec<Filter> = found.iter().map(|found| found.filter).collect();
        assert_eq!(filters, [Filter::Disguise], "{word}");
    }
}

#[test]
fn filler_and_repetition_are_found() {
    let found = |text: &str, why| check(text, &[], &[(Filter::Paragraph, why)]);
    let printers = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor \
        incididunt ut labore et dolore magna aliqua. ";
    found(&format!("{printers}{SOUND}"), "The question contains filler text.");
    let twice = SOUND.replace(
        "A Norse",
        "In one story this bird steals the sun and hides it in a box of \
        cedar wood. A Norse",
    );
    found(&twice, "A sentence of the question comes twice.");
    let few = format!("{}For 10 points, name this big bird.", "It is a big big bird. ".repeat(9));
    found(&few, "The question repeats the same few words.");
    check(&SOUND.replace("memory.", "memory. He says: “lorem ipsum dolor sit amet”."), &[], &[]);
}

#[test]
fn honest_foreign_words_and_formulas_pass() {
    for word in [
        "Ψυχή",
        "Толстой",
        "naïve",
        "Søren",
        "Δx",
        "π-mesons",
        "שלום",
        "東京",
        "Dvořák",
        "«Война и мир»",
        "/ˈɹeɪvən/",
        "[ˈkʰant]",
        "H2O",
        "U2",
        "CO2",
        "K2SO4",
        "1990s",
        "4th",
        "p53",
        "C3PO",
        "mp3s",
        "3D",
        "10th",
        "«нос»",
        "ΑΒΓ",
        "20-year-old",
        "5pm",
        "E=mc2",
        "2nd-rate",
    ] {
        check(&SOUND.replace("cedar", word), &[], &[]);
    }
}

#[test]
fn a_question_does_not_contain_its_answer() {
    check(
        SOUND,
        &["crow", "black bird"],
        &[(Filter::Giveaway, "The question contains its own answer, “black bird”.")],
    );
    // All words are there, but not together.
    check(SOUND, &["black memory"], &[]);
    // A short word is in many questions by chance.
    check(SOUND, &["One"], &[]);
    check(SOUND, &[""], &[]);
    let accents = SOUND.replace("cedar", "Málaga");
    let why = "The question contains its own answer, “Malaga”.";
    check(&accents, &["Malaga"], &[(Filter::Giveaway, why)]);
}

#[test]
fn long_and_odd_texts_do_no_harm() {
    let huge = "a\u{301}".repeat(100_000);
    assert!(!super::check(&huge, [huge.as_str()]).is_empty());
    assert!(!super::check("", [""]).is_empty());
    for filter in Filter::ALL {
        assert_eq!(Filter::from_name(filter.name()), Some(filter));
    }
}

#[test]
fn plain_words_are_what_people_type() {
    for (word, expected) in [
        ("Wałęsa", "walesa"),
        ("Søren", "soren"),
        ("Þórr’s", "thorrs"),
        ("Weiß,", "weiss"),
        ("ÆON", "aeon"),
        ("Dvořák", "dvorak"),
    ] {
        assert_eq!(plain(word), expected);
    }
}
