//! Real browsers do the one thing of each test's first page: on a phone it is on the first screen, and it works
//! with scripts and without.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, sqlite};
use luna_testkit::webdriver::{self, Options};

/// The first pages, each with the last thing that has to be on the first screen.
const FIRST_PAGES: [(&str, &str); 4] = [
    ("/quiz", "#try .button.now"),
    ("/contests", "#try .pane:last-child .button"),
    ("/battery", "main form .button"),
    ("/questions", "#try .button:last-of-type"),
];

/// The words of the tossup, also while they still fade in.
fn clues(visitor: &Visitor) -> String {
    let js = "return document.querySelector('#try .question').textContent.trim()";
    visitor.browser.execute(js).as_str().unwrap().to_owned()
}

/// A tossup from the first clue to the answer.
fn reads_one(visitor: &Visitor) {
    visitor.go("/quiz");
    let first = clues(visitor);
    visitor.browser.click_text("a", "Read on");
    visitor.browser.wait_for("#try a[href*='read=3']");
    assert!(clues(visitor).starts_with(&first));
    visitor.browser.click_text("a", "Buzz");
    visitor.browser.wait_for("#answer");
    visitor.browser.type_into("#answer", "nobody knows");
    visitor.browser.click_text("button", "Answer");
    visitor.browser.wait_for_text("Wrong: −5 points");
    visitor.browser.click_text("a", "Another one");
    visitor.browser.wait_for("#try a[href*='buzz']");
    assert_ne!(clues(visitor), first);
}

/// A pair, and who was human.
fn judges_a_pair(visitor: &Visitor) {
    visitor.go("/contests");
    visitor.browser.click_text("a", "Left is human");
    visitor.browser.wait_for_text("Nothing of your choice is stored.");
    visitor.look("contest-pair");
    visitor.browser.click_text("a", "Another pair");
    visitor.browser.wait_for_text("Right is human");
}

/// Ten questions, and what others said of them.
fn rates_ten(visitor: &Visitor) {
    visitor.go("/questions");
    for nth in 1..=10 {
        visitor.browser.wait_for_text(&format!("{nth} of 10"));
        let number = nth % 5 + 1;
        visitor.browser.click(&format!("#try button[value='{number}']"));
    }
    visitor.browser.wait_for_text("Rate ten others");
    visitor.look("questions-ten-compared");
    visitor.browser.click_text("a", "Rate ten others");
    visitor.browser.wait_for_text("1 of 10");
}

#[test]
fn a_visitor_does_each_thing_at_once_with_scripts_and_without() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    for visitor in [Visitor::wide(&server), Visitor::phone(&server)] {
        reads_one(&visitor);
        judges_a_pair(&visitor);
        rates_ten(&visitor);
        visitor.go("/battery");
        visitor.browser.click_text("a", "What colour is grass?");
        visitor.browser.wait_for_text("Luna’s answerer");
    }
}

#[test]
fn the_first_screen_of_a_phone_has_the_thing_to_do() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let options = Options { width: 390, height: 844, javascript: true, dark: false };
    let ann = Visitor::new(&server, "narrow", &options);
    for (path, thing) in FIRST_PAGES {
        ann.go(path);
        ann.browser.wait_for(thing);
        let end = ann.browser.execute(&format!(
            "return document.querySelector(\"{thing}\").getBoundingClientRect().bottom"
        ));
        assert!(end.as_f64().unwrap() <= 844.0, "{path}: {thing} ends at {end}");
    }
}
