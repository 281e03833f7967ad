//! What the page says of the answer that is written.

use luna_store::quiz::page::Page;
use luna_store::quiz::tossup::Tossup;

use super::*;

fn guesser() -> Guesser {
    let tossup = |(nth, (text, answer_line, page)): (usize, &(&str, &str, Option<&str>))| Tossup {
        id: format!("t{nth}"),
        source_id: "packet".to_owned(),
        number: 1,
        packet: String::new(),
        text: (*text).to_owned(),
        answer_line: (*answer_line).to_owned(),
        page: page.map(str::to_owned),
        category: String::new(),
        subcategory: String::new(),
        difficulty: String::new(),
        withdrawn_at: None,
    };
    let all = [
        (
            "The Alien and Sedition Acts were signed by this man.",
            "<u>Adams</u>",
            Some("John_Adams"),
        ),
        ("Abigail wrote to this man.", "John <u>Adams</u>", Some("John_Adams")),
        (
            "The gag rule was fought by this son of Abigail.",
            "<u>Quincy</u>",
            Some("John_Quincy_Adams"),
        ),
        ("The New World symphony is by this man.", "Antonín <u>Dvořák</u>", None),
        ("Rusalka is by this man.", "Dvořák", Some("Antonín_Dvořák")),
    ];
    let page = |title: &str, text: String| Page {
        id: title.to_owned(),
        source_id: "pages".to_owned(),
        title: title.to_owned(),
        text,
    };
    let pages = vec![
        page("Rusalka (opera)", "A water nymph sings to the moon. ".repeat(30)),
        page("Vltava", "A river in Bohemia.".to_owned()),
        page("antonin dvorak", "A composer who went to Iowa.".to_owned()),
    ];
    Guesser::learn(all.iter().enumerate().map(tossup).collect(), pages)
}

fn analysed(text: &str, page: &str, line: &str) -> Analysis {
    analyse(&guesser(), text, &Target::new(page, line))
}

#[test]
fn answers_are_compared_by_page() {
    let text = "The Sedition Acts were signed by this man.";
    let found = analysed(text, "John Quincy Adams", "John Quincy <u>Adams</u>");
    let top = &found.machines[0].guesses[0];
    assert_eq!((top.answer.as_str(), top.is_answer), ("John Adams", false));
    let found = analysed(text, "Adams (president)", "President Adams [or <u>John Adams</u>]");
    assert!(found.machines[0].guesses[0].is_answer, "the line has the title of the other page");
}

#[test]
fn what_was_learned_of_an_answer_does_not_depend_on_its_line() {
    for line in ["John Adams", "<u>Adams</u>", "John <u>Adams</u> [prompt on Adams]", ""] {
        assert_eq!(analysed("", "John Adams", line).seen, 2, "{line}");
    }
    for line in ["Dvořák", "<u>Dvorak</u>"] {
        assert_eq!(analysed("", "Antonin Dvorak", line).seen, 2, "accents make no other answer");
    }
    assert_eq!(analysed("", "", "the Moldau [or Antonín Dvořák]").seen, 2);
}

#[test]
fn an_answer_that_was_never_met_tricks_nobody() {
    let found = analysed("The gag rule was fought by this man.", "Gag order", "gag order");
    let search = &found.machines[0];
    assert!(!search.tricked && search.silence.as_deref().unwrap().contains("never met"));
    let found = analysed("The gag rule was fought by this man.", "John Adams", "John <u>Adams</u>");
    assert!(found.machines[0].tricked && found.machines[0].silence.is_none());
}

#[test]
fn a_page_is_learned_from_beside_questions() {
    let found = analysed("A nymph sings to the moon.", "Rusalka (opera)", "Rusalka");
    let search = &found.machines[0];
    assert!(search.guesses[0].is_answer && search.guesses[0].answer == "Rusalka (opera)");
    assert!((found.seen, found.has_page) == (0, true) && search.evidence[0].is_page);
    assert!(found.similar.is_empty(), "a page is no question");
    let found = analysed("Which composer went to Iowa?", "Antonín Dvořák", "Dvořák");
    let top = &found.machines[0].guesses[0];
    assert_eq!((top.answer.as_str(), top.is_answer), ("Antonín Dvořák", true));
    assert_eq!((found.seen, found.has_page), (2, true));
}

#[test]
fn a_machine_knows_an_answer_from_a_page_but_not_from_a_line() {
    let tricked = |page: &str| {
        let found = analysed("The Sedition Acts were signed by this man.", page, page);
        (found.machines[0].tricked, found.machines[0].silence.is_some())
    };
    assert_eq!(tricked("Rusalka (opera)"), (true, false));
    assert_eq!(tricked("Vltava"), (false, true));
}

#[test]
fn words_are_marked_for_the_answer_that_is_written() {
    let text = "Abigail fought the gag rule.";
    let found = analysed(text, "John Adams", "John <u>Adams</u>");
    let evidence = &found.machines[0].evidence[0];
    assert!(evidence.is_answer && evidence.answer == "John Adams");
    let words: Vec<&str> =
        evidence.words.iter().map(|word| &text[word.question.0..word.question.1]).collect();
    assert_eq!(words, ["Abigail"]);
    assert!(found.machines[0].evidence.iter().any(|it| it.answer == "John Quincy Adams"));
}
