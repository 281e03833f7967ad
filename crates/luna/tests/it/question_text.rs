//! Real browsers: a visitor of a fresh instance pastes a text and has questions, copies them, keeps them
//! and takes suggestions into an interview. Wide and narrow, light and dark, with scripts and without.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{PATIENT, Server, sqlite};
use luna_testkit::webdriver;

const TEXT: &str = "A short history\n\nMarie Curie discovered radium in 1898. She won the Nobel \
                    Prize, which made her famous. The king built a castle on the hill, and the queen, who \
                    was from France, sold it to a merchant.";

/// From the landing page to questions in three clicks.
fn pastes(visitor: &Visitor) {
    visitor.go("/");
    visitor.browser.click("main a[href='/questions']");
    visitor.browser.wait_for_text("Make questions");
    visitor.browser.click_text("a", "Make questions");
    visitor.browser.wait_for_text("see what a teacher might ask");
    visitor.look("text-questions-empty");
    visitor.browser.type_into("#text", TEXT);
    visitor.browser.click_text("button", "Make questions");
    visitor.browser.wait_for_text("Language: English.");
    let shown = "return document.querySelector('textarea[name=q1]').value";
    let first = visitor.browser.execute(shown);
    assert!(first.as_str().unwrap().ends_with('?'), "{first}");
}

fn ticks_two(visitor: &Visitor) {
    visitor.browser.click("input[name=k1]");
    visitor.browser.click("input[name=k2]");
    visitor.browser.type_into("textarea[name=q2]", "What did she find?");
}

#[test]
fn a_visitor_pastes_a_text_copies_questions_and_asks_them_in_an_interview() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &PATIENT);
    let ann = Visitor::wide(&server);
    pastes(&ann);
    ann.browser.click_text("summary", "1 part was skipped");
    ann.browser.wait_for_text("it is a heading");
    ann.browser.click_text("summary", "Its sentence");
    ann.on_every_screen(|it| it.look("text-questions"));
    ticks_two(&ann);
    let copied = ann.browser.execute("return document.querySelector('#copy').value");
    let copied = copied.as_str().unwrap();
    assert_eq!(copied.matches("?\n").count(), 2, "{copied}");
    assert!(copied.contains("What did she find?\n"), "{copied}");
    ann.browser.click_text("button", "Copy");
    // Whether the browser lets it or not, the page says what came of it.
    ann.browser.wait_for("#copied:not(:empty)");

    // As a guest, without losing the page: here by another visit to it.
    let game = ann.starts();
    ann.browser.type_into("#q1", "Do you like games?");
    ann.browser.click_text("button", "Suggestions from a text");
    ann.browser.wait_for_text("Suggestions for your interview");
    ann.browser.type_into("#text", TEXT);
    ann.browser.click_text("button", "Make questions");
    ann.browser.wait_for_text("Take the ticked ones");
    ann.on_every_screen(|it| it.look("interview-suggestions"));
    ticks_two(&ann);
    ann.browser.click_text("button", "Take the ticked ones");
    ann.browser.wait_for_text("Ask five questions");
    let taken =
        ann.browser.execute("return ['q1', 'q3'].map((id) => document.getElementById(id).value)");
    assert_eq!(taken, serde_json::json!(["Do you like games?", "What did she find?"]));
    ann.on_every_screen(|it| it.look("interview-suggested"));
    assert!(ann.browser.url().ends_with(&game));

    ann.go("/questions/from-text");
    ann.browser.type_into("#text", TEXT);
    ann.browser.click_text("button", "Make questions");
    ann.browser.wait_for_text("Keep for an interview");
    ticks_two(&ann);
    ann.browser.type_into("#name", "Radium");
    ann.browser.click_text("button", "Keep for an interview");
    ann.browser.wait_for_text("Take them into the next interview");
    ann.on_every_screen(|it| it.look("question-set"));
    ann.browser.click_text("a", "All questions you keep");
    ann.browser.wait_for_text("Radium");
    ann.on_every_screen(|it| it.look("question-sets"));
}

#[test]
fn a_phone_without_scripts_has_all_of_it_too() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &PATIENT);
    let bob = Visitor::phone(&server);
    bob.starts();
    pastes(&bob);
    bob.look("text-questions-plain");
    ticks_two(&bob);
    bob.browser.click("#kind option[value=when]");
    bob.browser.click_text("button", "Make them again");
    bob.browser.wait_for_text("do not fit your choice");
    bob.browser.click_text("summary", "As text, to copy");
    let copied = bob.browser.execute("return document.querySelector('#copy').value");
    let copied = copied.as_str().unwrap();
    assert!(copied.contains("What did she find?\n"), "{copied}");
    assert_eq!(copied.matches("?\n").count(), 2, "only those that were ticked: {copied}");
    bob.browser.click_text("button", "Keep for an interview");
    bob.browser.wait_for_text("Take them into the next interview");
    bob.browser.click("input[name=k1]");
    bob.browser.click_text("button", "Take them into the next interview");
    bob.browser.wait_for_text("will be filled in when you start your next rated game");
}
