//! Input that is no prose: it is skipped with a reason, and never causes a panic.

use super::super::{GeneratedQuestions, Options, SkipReason, Transformation, generate};

fn run(text: &str) -> GeneratedQuestions {
    generate(text, &Options::default())
}

#[track_caller]
fn check(text: &str, reason: SkipReason) {
    let generated = run(text);
    assert!(generated.questions.is_empty(), "{:?}", generated.questions);
    assert!(generated.skipped.iter().any(|it| it.reason == reason), "{:?}", generated.skipped);
}

#[test]
fn an_empty_text_is_said_to_be_empty() {
    check("", SkipReason::Empty);
    check(" \n\t\n ", SkipReason::Empty);
    check("\u{0}\u{1}\u{2}", SkipReason::Empty);
}

#[test]
fn headings_lists_tables_and_code_are_skipped() {
    check("# The history of the town", SkipReason::Heading);
    check("The History of the Town", SkipReason::Heading);
    check("- one", SkipReason::List);
    check("- The king built a house.\n- The queen left.", SkipReason::List);
    check("1. The king built a house.\n2. The queen left.", SkipReason::List);
    check("| Name | Year |\n|---|---|\n| Bach | 1685 |", SkipReason::Table);
    check("Name\tYear\tPlace\nBach\t1685\tEisenach", SkipReason::Table);
    check("```\nThe king built a house.\n```", SkipReason::Code);
    check("fn main() {\n    let x = 3;\n    print(x);\n}", SkipReason::Code);
}

#[test]
fn verse_and_dialogue_are_skipped() {
    let verse = "The moon was up above the sea,\nThe wind was cold and wild,\nA ship came \
                 slowly on the lee\nAnd carried home a child,";
    check(verse, SkipReason::Verse);
    check("“Leave the room,” said Anna.\n“The king has come.”", SkipReason::Dialogue);
    check("ANNA: The king has come.\nJOHN: He left the city.", SkipReason::Dialogue);
}

#[test]
fn another_language_is_recognised() {
    for text in [
        "Der Hund hat die Katze durch den ganzen Garten gejagt und dann geschlafen.",
        "Le chat de la maison a mangé une souris dans le jardin avec ses amis.",
        "El perro de la casa come la carne en el jardín con sus amigos.",
        "これは本です。あれも本です！",
        "Это книга, которую мой брат купил в городе.",
    ] {
        check(text, SkipReason::OtherLanguage);
    }
}

#[test]
fn sentences_without_a_statement_have_their_reasons() {
    check("The old house on the hill.", SkipReason::NoVerb);
    check("Who wrote the letter to the king?", SkipReason::Question);
    check("We visited the castle.", SkipReason::Speaker);
    check("Leave the house at once.", SkipReason::NoSubject);
}

#[test]
fn a_sentence_of_three_thousand_words_is_skipped() {
    let long = format!("The king {}saw the house.", "and the queen ".repeat(1_000));
    check(&long, SkipReason::TooLong);
}

#[test]
fn prose_between_other_blocks_is_used() {
    let text = "# A title\n\nThe king built a castle.\n\n- one\n- two\n\nThe queen left the city.";
    let generated = run(text);
    let texts: Vec<&str> = generated.questions.iter().map(|it| it.text.as_str()).collect();
    assert!(texts.contains(&"What did the king build?"), "{texts:?}");
    assert!(texts.contains(&"What did the queen leave?"), "{texts:?}");
    let reasons: Vec<SkipReason> = generated.skipped.iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [SkipReason::Heading, SkipReason::List]);
    for question in &generated.questions {
        let source = &text[question.source.clone()];
        assert!(source.starts_with("The ") && source.ends_with('.'), "{source:?}");
    }
}

#[test]
fn control_characters_are_no_part_of_questions() {
    let generated = run("The king\u{7} built\u{0} a castle.\u{1b}");
    let texts: Vec<&str> = generated.questions.iter().map(|it| it.text.as_str()).collect();
    assert!(texts.contains(&"What did the king build?"), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains(char::is_control)), "{texts:?}");
}

#[test]
fn a_sentence_that_comes_again_and_again_is_asked_about_once() {
    let once = run("The king built a castle in 1200. ");
    let often = run(&"The king built a castle in 1200. ".repeat(200));
    assert!(!once.questions.is_empty());
    assert_eq!(often.questions.len(), once.questions.len());
}

#[test]
fn lines_of_machines_give_no_questions() {
    for text in [
        "{\"name\": \"king\", \"castle\": {\"built\": 1200, \"rooms\": [1, 2]}}",
        "name,year,place\nBach,1685,Eisenach\nHandel,1685,Halle",
        "https://example.org/a/b?c=d&e=f#g",
        "king@example.org, queen@example.org, duke@example.org",
        "GET /castle HTTP/1.1\nHost: example.org\nAccept: */*",
        "+-----+-----+\n|  a  |  b  |\n+-----+-----+",
        "0 1 1 2 3 5 8 13 21 34 55 89 144",
        "...!!!???;;;:::---___***###",
        "a b c d e f g h i j k l m n o p",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] {
        let generated = run(text);
        assert!(generated.questions.is_empty(), "{text}: {:?}", generated.questions);
        assert!(!generated.skipped.is_empty(), "{text}");
    }
}

#[test]
fn long_words_and_long_lines_do_no_harm() {
    for text in [
        "a".repeat(100_000),
        "é".repeat(50_000),
        "The king ".repeat(20_000),
        ", ".repeat(20_000),
        "The king built a castle,".repeat(500),
        "(".repeat(5_000),
        "\"".repeat(5_000),
        "The king built a castle and ".repeat(120) + "left.",
        "\u{200f}\u{202e}\u{feff}\u{0}".repeat(1_000),
    ] {
        let generated = run(&text);
        assert!(generated.questions.len() <= 100, "{}", generated.questions.len());
        assert!(!generated.skipped.is_empty());
    }
}

#[test]
fn lines_may_end_as_on_other_systems() {
    let text = "# A title\r\n\r\nThe king built a castle.\r\n\r\n- one\r\n- two\r\n";
    let generated = run(text);
    let texts: Vec<&str> = generated.questions.iter().map(|it| it.text.as_str()).collect();
    assert!(texts.contains(&"What did the king build?"), "{texts:?}");
    let reasons: Vec<SkipReason> = generated.skipped.iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [SkipReason::Heading, SkipReason::List]);
}

#[test]
fn each_reason_has_words_of_its_own() {
    use SkipReason as S;
    let all = [
        S::Empty,
        S::Heading,
        S::List,
        S::Table,
        S::Code,
        S::Verse,
        S::Dialogue,
        S::OtherLanguage,
        S::TooLong,
        S::NoVerb,
        S::NoSubject,
        S::Question,
        S::Speaker,
        S::NoStatement,
    ];
    let words: std::collections::BTreeSet<&str> = all.iter().map(|it| it.words()).collect();
    assert_eq!(words.len(), all.len());
}

#[test]
fn any_mixture_of_pieces_is_survived() {
    let pieces = [
        "The king",
        " built",
        " a castle",
        ".",
        "?",
        ",",
        " and",
        " which",
        "\n",
        "\n\n",
        "- ",
        "(",
        ")",
        "\"",
        " 1905",
        " $",
        " not",
        "n't",
        "'s",
        " is",
        " was",
        "\0",
        "é",
        "猫",
        "🎉",
        " because",
        " by",
        " who",
        " there",
        " in",
        " %",
        "—",
        " three",
        " It",
        " had been",
        " $5 million",
        " of",
        " to",
        " if",
        " seen",
        " leaving",
        "\u{301}",
    ];
    let mut state = 7_usize;
    for _ in 0..1_500 {
        let mut text = String::new();
        for _ in 0..=state % 16 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text += pieces[(state >> 33) % pieces.len()];
        }
        for question in run(&text).questions {
            assert!(text.get(question.source.clone()).is_some());
            assert!(question.text.ends_with('?'), "{text:?}: {}", question.text);
        }
    }
}

#[test]
fn options_choose_among_questions() {
    let text = "The king built a castle in 1200.";
    let all = run(text).questions;
    let only = Options { question_words_only: true, ..Options::default() };
    let only = generate(text, &only).questions;
    assert!(only.len() < all.len() && only.iter().all(|it| it.word.is_some()));
    let prefer = Options { prefer_question_words: true, ..Options::default() };
    let prefer = generate(text, &prefer).questions;
    assert_eq!(prefer.len(), all.len());
    assert!(prefer.last().unwrap().word.is_none() && prefer[0].word.is_some());
    let short = Options { longest: Some(6), ..Options::default() };
    let short = generate(text, &short).questions;
    assert!(!short.is_empty() && short.iter().all(|it| it.text.split(' ').count() <= 6));
}

#[test]
fn a_question_has_its_source_its_answer_and_its_transformations() {
    let text = "The king died. In 1200, the queen built a castle and sold a tower.";
    let questions = run(text).questions;
    let when = questions.iter().find(|it| it.text == "When did the queen build a castle?").unwrap();
    assert_eq!(when.answer, "In 1200");
    assert_eq!(&text[when.source.clone()], "In 1200, the queen built a castle and sold a tower.");
    assert!(when.transformations.contains(&Transformation::ConjunctionSplit));
    assert!(when.transformations.contains(&Transformation::LeadingPhraseMoved));
    let sold = questions.iter().find(|it| it.text == "Did the queen sell a tower?").unwrap();
    assert_eq!((sold.answer.as_str(), sold.statement.as_str()), ("Yes", "The queen sold a tower."));
}
