//! Real browsers in the reading room: by keyboard and by hand, wide and narrow, light and dark.

use luna_store::quiz::tossup::Tossup;
use luna_store::{Db, Tx};
use luna_testkit::browser::Visitor;
use luna_testkit::quiz::{SOURCE, raven, shelve, text};
use luna_testkit::server::{Server, boss_of, sqlite};
use luna_testkit::webdriver::{self, Options};

use crate::bot::block;

const SPACE: &str = " ";
const ENTER: &str = "\u{e007}";

/// Long questions, so that nobody reads them to the end.
fn questions() -> Vec<Tossup> {
    (1..=6)
        .map(|number| Tossup {
            text: text(&format!("q{number}"), 90),
            category: if number % 2 == 0 { "Science" } else { "Fine Arts" }.to_owned(),
            ..raven(number, "")
        })
        .collect()
}

fn start(database: &str) -> Server {
    let server = Server::start(database, &[]);
    let db = Db::open(database).unwrap();
    block(db.write(|tx: &mut Tx<'_>| shelve(tx, &questions()))).unwrap();
    server
}

fn focused(visitor: &Visitor) -> String {
    let focused = visitor.browser.execute("return document.activeElement.id");
    focused.as_str().unwrap().to_owned()
}

/// Interrupts the question and answers it.
pub(crate) fn buzzes(reader: &Visitor, answer: &str, outcome: &str) {
    reader.browser.click_text("button", "Buzz");
    reader.browser.wait_for("#answer");
    reader.browser.type_into("#answer", answer);
    reader.browser.click_text("button", "Answer");
    reader.browser.wait_for_text(outcome);
}

/// Chooses the questions of this test, at a speed.
fn choose(visitor: &Visitor, speed: &str) {
    visitor.browser.set_value("#speed", speed);
    // Where there is one set, there is nothing to choose.
    if visitor.browser.exists("#source") {
        visitor.browser.set_value("#source", SOURCE);
    }
}

/// Two clicks from the landing page to the reading room, and one more to the first word.
fn arrive(visitor: &Visitor, speed: &str) {
    visitor.go("/");
    visitor.browser.click("main a[href='/quiz']");
    visitor.browser.wait_for_text("Who knows it first?");
    visitor.browser.click_text("a", "Start reading");
    visitor.browser.wait_for("#speed");
    visitor.look("quiz-choice");
    choose(visitor, speed);
    visitor.browser.click_text("button", "Start");
    visitor.browser.wait_for_text("Before you play");
    visitor.browser.click("#adult");
    visitor.browser.click_text("button", "I agree, play as a guest");
    visitor.browser.wait_for("#speed");
    let kept = visitor.browser.execute("return document.getElementById('speed').value");
    assert_eq!(kept, speed);
    visitor.browser.click_text("button", "Start");
    visitor.browser.wait_for(".words");
}

/// Looks at the pages that a clock runs on. A look may take longer than the ten seconds there are
/// for an answer, so each of these questions ends when its time is up.
fn looks_while_the_clock_runs(visitor: &Visitor) {
    visitor.go("/quiz/read");
    choose(visitor, "100");
    visitor.browser.click_text("button", "Start");
    visitor.browser.wait_for_text("-clue4");
    visitor.look("quiz-reading");
    visitor.browser.click("#words");
    visitor.browser.wait_for("#answer");
    visitor.look("quiz-answer");
    visitor.browser.wait_for("[data-stage=over]");
    visitor.browser.press("n");
    visitor.browser.wait_for_text("-clue2");
    visitor.browser.press(SPACE);
    visitor.browser.wait_for("#answer");
    visitor.browser.type_into("#answer", "bird");
    visitor.browser.press(ENTER);
    visitor.browser.wait_for_text("is not specific enough");
    visitor.look("quiz-prompt");
    visitor.browser.wait_for("[data-stage=over]");
}

#[test]
fn a_question_is_played_by_keyboard() {
    if !webdriver::available() {
        return;
    }
    let server = start(&sqlite());
    let ann = Visitor::wide(&server);
    arrive(&ann, "100");
    // Words come by themselves; the space bar stops them, and the field has the focus.
    ann.browser.wait_for_text("-clue4");
    ann.browser.press(SPACE);
    ann.browser.wait_for("#answer");
    ann.browser.wait_for_text(" s");
    assert_eq!(focused(&ann), "answer");
    let heard = ann.browser.text("#words");
    for key in ["b", "i", "r", "d", ENTER] {
        ann.browser.press(key);
    }
    ann.browser.wait_for_text("is not specific enough");
    assert_eq!(focused(&ann), "answer");
    assert_eq!(ann.browser.text("#words"), heard, "nothing comes after a buzz");
    for key in ["r", "a", "v", "e", "n", ENTER] {
        ann.browser.press(key);
    }
    ann.browser.wait_for_text("Right, and early: 15 points");
    assert_eq!(focused(&ann), "room");
    ann.look("quiz-right");
    // The next one is a neg.
    ann.browser.press("n");
    ann.browser.wait_for("[data-stage=reading]");
    ann.browser.wait_for_text("-clue2");
    ann.browser.press(ENTER);
    ann.browser.wait_for("#answer");
    for key in ["o", "w", "l", ENTER] {
        ann.browser.press(key);
    }
    ann.browser.wait_for_text("Wrong: −5 points");
    ann.browser.wait_for_text("-clue90");
    ann.look("quiz-wrong");
    ann.browser.click_text("button", "I was right");
    ann.browser.wait_for_text("A moderator will decide.");
    looks_while_the_clock_runs(&ann);
    ann.go("/quiz/me");
    ann.browser.wait_for_text("By category");
    ann.look("quiz-statistics");
}

#[test]
fn the_text_is_a_buzzer_and_another_tab_follows() {
    if !webdriver::available() {
        return;
    }
    let server = start(&sqlite());
    let options = Options { width: 360, height: 780, javascript: true, dark: true };
    let (ann, tab) = (Visitor::new(&server, "narrow", &options), Visitor::wide(&server));
    arrive(&ann, "100");
    tab.go("/how");
    tab.browser.set_cookie("luna", &ann.browser.cookie("luna").unwrap());
    tab.browser.goto(&ann.browser.url());
    ann.browser.wait_for_text("-clue4");
    tab.browser.wait_for_text("-clue4");
    ann.browser.click("#words");
    ann.browser.wait_for("#answer");
    tab.browser.wait_for("#answer");
    assert_eq!(tab.browser.text("#words"), ann.browser.text("#words"));
    ann.browser.type_into("#answer", "bird");
    ann.browser.click_text("button", "Answer");
    ann.browser.wait_for_text("is not specific enough");
    ann.browser.click_text("button", "Give up and show the answer");
    ann.browser.wait_for_text("Wrong: −5 points");
    tab.browser.goto(&ann.browser.url());
    tab.browser.wait_for_text("-clue90");
    ann.look("quiz-wrong");
    looks_while_the_clock_runs(&ann);
    ann.go("/quiz/me");
    ann.look("quiz-statistics");
}

#[test]
fn without_scripts_the_words_are_asked_for() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let server = start(&database);
    let bob = Visitor::phone(&server);
    arrive(&bob, "200");
    bob.browser.wait_for_text("-clue5");
    bob.browser.click_text("button", "More words");
    bob.browser.wait_for_text("-clue10");
    bob.look("quiz-by-hand");
    buzzes(&bob, "Poe’s pet", "Wrong: −5 points");
    bob.browser.click_text("button", "I was right");
    bob.browser.wait_for_text("A moderator will decide.");
    let play = bob.browser.url();
    let password = boss_of(&database);
    let options = Options { width: 360, height: 780, javascript: true, dark: true };
    let (boss, phone) = (Visitor::wide(&server), Visitor::new(&server, "narrow", &options));
    for visitor in [&boss, &phone] {
        visitor.logs_in(&password);
        visitor.go("/admin/quiz/appeals");
        visitor.browser.wait_for_text("Poe’s pet");
        visitor.look("admin-appeals");
    }
    boss.browser.type_into("input[name=why]", "Grip was its name.");
    boss.browser.click_text("button", "The answer is right");
    boss.browser.wait_for_text("No open appeals.");
    bob.browser.goto(&play);
    bob.browser.wait_for_text("Right, and early: 15 points");
    bob.browser.wait_for_text("Grip was its name.");
    bob.look("quiz-ruled");
}
