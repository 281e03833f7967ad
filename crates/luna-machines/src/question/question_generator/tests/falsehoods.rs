//! Questions for yes or no whose answer is no.

use crate::question::question_generator::{GeneratedQuestion, Options, Transformation, generate};

/// Plain sentences before and after one, so that a third of the questions is one at least.
fn denied(sentence: &str) -> Vec<GeneratedQuestion> {
    let text = format!("The king slept. {sentence} The queen sang.");
    let mut questions = generate(&text, &Options::default()).questions;
    questions.retain(|it| it.transformations.contains(&Transformation::FactSwapped));
    questions
}

#[test]
fn a_swapped_fact_is_ruled_out_by_the_sentence() {
    for (sentence, expected) in [
        ("The castle had four towers.", "Did the castle have eight towers?"),
        ("The plague killed 46,000 people.", "Did the plague kill 92,000 people?"),
        (
            "Shares of the company rose after the vote.",
            "Did shares of the company fall after the vote?",
        ),
        ("The bridge was opened in 1912.", "Was the bridge opened in 1904?"),
        ("Lise Meitner was born in 1878.", "Was Lise Meitner born in 1870?"),
        ("Rubisco is the most abundant protein.", "Is Rubisco the least abundant protein?"),
        ("The lake is deep.", "Is the lake shallow?"),
        ("Chlorophyll is a green pigment.", "Is Chlorophyll a red pigment?"),
        ("A ship struck the eastern pillar.", "Did a ship strike the western pillar?"),
        (
            "Kordes was the first woman in the society.",
            "Was Kordes the second woman in the society?",
        ),
        ("The work ended before the winter.", "Did the work end after the winter?"),
        ("The council rejected the plan in March.", "Did the council accept the plan in March?"),
    ] {
        let questions = denied(sentence);
        let found = questions.iter().find(|it| it.text == expected);
        let found = found.unwrap_or_else(|| panic!("{expected} {questions:#?}"));
        assert_eq!((found.answer.as_str(), found.word), ("No", None));
        assert_eq!(found.statement, sentence);
    }
}

#[test]
fn nothing_is_swapped_where_the_claim_might_hold_too() {
    for sentence in [
        // More of them, and at other times.
        "The castle had at least four towers.",
        "More than 300 people died.",
        "Six turns of the cycle give one molecule.",
        "Kordes wrote papers in 1902.",
        "The lake may be deep.",
        "A strait was named after Kordes.",
        "The king could not build four towers.",
        "The two towers fell down in a storm or a war.",
    ] {
        let questions = denied(sentence);
        assert!(questions.is_empty(), "{sentence} {questions:#?}");
    }
}

#[test]
fn a_third_of_the_questions_for_yes_or_no_has_the_answer_no() {
    let text = "The castle had four towers. The bridge was opened in 1912. The lake is deep. The king built a \
                hall. The queen left the city. The plague killed 300 people. The house had nine rooms. The town \
                lost a war. The river reached the walls.";
    let questions = generate(text, &Options::default()).questions;
    let answers: Vec<&str> =
        questions.iter().filter(|it| it.word.is_none()).map(|it| it.answer.as_str()).collect();
    let no = answers.iter().filter(|it| **it == "No").count();
    assert_eq!((answers.len(), no), (9, 3), "{questions:#?}");
    let mut texts: Vec<&str> = questions.iter().map(|it| it.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), questions.len());
}
