//! Real browsers: somebody writes a question, tricks the machine, revises and submits it; two
//! editors review it; it is published and downloaded. Wide and narrow, light and dark, with scripts
//! and without. Every page on the way must be accessible.

use std::fs;
use std::process::Stdio;

use luna_store::quiz::source::WRITTEN;
use luna_testkit::browser::Visitor;
use luna_testkit::people::Person;
use luna_testkit::server::{PATIENT, Server, folder, luna, sqlite};
use luna_testkit::webdriver::{self, Options};

use crate::reading_room::buzzes;

/// Clues that the machine knows from the tossups that come with Luna.
const KNOWN: &str = "He named the striving of each thing to persist in its being conatus. His \
    Theological-Political Treatise treats the Bible as a human document. For 10 points, name this Dutch \
    philosopher who identified God with nature.";

/// The same person in words that it has not read.
const TRICKY: &str = "A glass polisher by trade, this writer declined a university post because he \
    wanted liberty more than salary. His best known book looks like Euclid, with axioms and corollaries, \
    although feelings are its subject. Einstein said that he believed in the deity of this excommunicated \
    Amsterdammer. For 10 points, name this author of an Ethics that was printed after his death.";

/// Makes an administrator, and gives the password.
fn editor(database: &str, email: &str) -> String {
    let made = luna()
        .args(["admin", "create", email, "--database", database])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    made.split("Password: ").nth(1).unwrap().trim().to_owned()
}

fn logs_in(visitor: &Visitor, email: &str, password: &str) {
    visitor.go("/login");
    visitor.browser.type_into("#email", email);
    visitor.browser.type_into("#password", password);
    visitor.browser.click_text("button", "Log in");
    visitor.browser.wait_for_url("/games");
}

/// From the landing page to the writing page in two clicks, and on as a guest.
fn arrives(writer: &Visitor) {
    writer.go("/");
    writer.browser.click("main a[href='/quiz']");
    writer.look("quiz");
    writer.browser.click_text("a", "Write a question");
    writer.browser.wait_for_text("people can answer and machines cannot");
    writer.look("quiz-try");
    writer.go("/consent?back=/quiz/write");
    writer.browser.click("#adult");
    writer.browser.click("#publication");
    writer.browser.click_text("button", "I agree, play as a guest");
    writer.browser.wait_for_url("/quiz/write");
    writer.browser.click_text("button", "New question");
    writer.browser.wait_for("#text");
}

fn writes(writer: &Visitor, options: &Options) {
    writer.browser.type_into("#page", "Baruch Spinoza");
    writer.browser.type_into("#answer_line", "Baruch <u>Spinoza</u>");
    writer.browser.type_into("#text", KNOWN);
    if options.javascript {
        // The machine looks at it a moment after the last key, and the page saves it.
        writer.browser.wait_for_text("Tricked 0 of 1");
        writer.browser.wait_for_text("Saved");
    }
    writer.browser.click_text("button", "Save and ask the machines");
    writer.browser.wait_for_text("Tricked 0 of 1");
    writer.look("quiz-known");
    asks_about_tricky(writer, "Tricked 1 of 1");
    writer.look("quiz-tricked");
    writer.browser.click_text("a", "History of this question");
    writer.browser.wait_for_text("Baruch Spinoza");
    writer.look("quiz-history");
    writer.browser.click_text("a", "Baruch Spinoza");
    writer.browser.wait_for("#text");
    writer.browser.click_text("summary", "Category, credit, licence, embargo");
    writer.browser.click("#category option[value=Philosophy]");
    writer.browser.type_into("#credit", "A friend of lenses");
    writer.browser.click_text("button", "Submit");
    writer.browser.wait_for_text("Waiting for editors");
    writer.look("quiz-submitted");
}

/// Two machines that come with Luna watch beside the search machine. With scripts they are asked
/// when a sentence is finished, and otherwise by the button.
fn is_watched(writer: &Visitor, options: &Options) {
    writer.agree();
    writer.go("/quiz/write");
    writer.browser.click_text("button", "New question");
    writer.browser.wait_for("#text");
    writer.browser.click("input[name=watch-house-eliza]");
    writer.browser.click("input[name=watch-house-gibberish]");
    writer.browser.type_into("#page", "Baruch Spinoza");
    writer.browser.type_into("#answer_line", "Baruch <u>Spinoza</u>");
    writer.browser.type_into("#text", KNOWN);
    if options.javascript {
        writer.browser.wait_for_text("Tricked 2 of 3");
        // Another text is new to them until its sentence is finished.
        writer.browser.type_into("#text", "A glass polisher by trade");
        writer.browser.wait_for_text("Not counted: ");
        assert!(
            writer.browser.text("#machines").contains("It has not been asked about this text yet.")
        );
    }
    asks_about_tricky(writer, "Tricked 3 of 3");
    writer.look("quiz-watched");
    writer.browser.click_text("a", "History of this question");
    writer.browser.wait_for_text("tricked 3 of 3");
    writer.look("quiz-watched-history");
}

/// Writes the text that tricks machines, and asks them about it.
fn asks_about_tricky(writer: &Visitor, outcome: &str) {
    writer.browser.type_into("#text", TRICKY);
    writer.browser.click_text("button", "Save and ask the machines");
    writer.browser.wait_for_text(outcome);
}

fn reviews(editor: &Visitor) {
    editor.go("/admin/quiz");
    editor.look("quiz-queue");
    editor.browser.click_text("button", "Take the next question");
    editor.browser.wait_for_text("Your review");
    editor.look("quiz-review");
    while editor.browser.exists("input[name=why]") {
        editor.browser.type_into("input[name=why]", "It is meant so.");
        editor.browser.click_text("button", "Set aside");
        editor.browser.wait_for_text("Set aside:");
    }
    editor.browser.click("input[value=accept]");
    editor.browser.click("input[name=mark-paraphrase]");
    editor.browser.click_text("button", "Send the review");
    editor.browser.wait_for_text("Back to the queue");
    editor.look("quiz-reviewed");
}

/// Somebody else meets the published question in the reading room.
fn is_played(reader: &Visitor, options: &Options) {
    reader.go("/consent?back=/quiz/read");
    reader.browser.click("#adult");
    reader.browser.click_text("button", "I agree, play as a guest");
    reader.browser.wait_for("#speed");
    reader.browser.set_value("#source", WRITTEN);
    reader.browser.set_value("#speed", "600");
    reader.browser.click_text("button", "Start");
    while !options.javascript && !reader.browser.text("#words").contains("university") {
        reader.browser.click_text("button", "More words");
    }
    reader.browser.wait_for_text("university");
    reader.look("quiz-reading");
    buzzes(reader, "Spinoza", "Right: 10 points");
    reader.browser.wait_for_text("A friend of lenses");
    reader.look("quiz-played");
}

/// A second tossup with the answer, so that the machine has met it often enough to be tricked.
fn imports(database: &str) {
    let folder = folder("quiz");
    let file = folder.join("packet.csv");
    let clue = "Leibniz visited this grinder of lenses in The Hague. For 10 points, name this author of the \
        Tractatus Politicus.";
    fs::write(&file, format!("question;answer;page\n{clue};Spinoza;Baruch Spinoza\n")).unwrap();
    let file = file.display().to_string();
    let done = luna().args(["quiz", "import", &file, "--database", database]).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

fn walk(name: &'static str, options: &Options) {
    let database = sqlite();
    imports(&database);
    let server = Server::start(&database, &PATIENT);
    let writer = Visitor::new(&server, name, options);
    arrives(&writer);
    writes(&writer, options);
    let question = writer.browser.url();
    for (email, nth) in [("eve@example.org", 0), ("fay@example.org", 1)] {
        let editing = Visitor::new(&server, name, options);
        logs_in(&editing, email, &editor(&database, email));
        is_watched(&editing, options);
        if nth == 0 {
            editing.go("/admin/quiz/waiting");
            editing.browser.wait_for_text("1 question of one writer");
            editing.look("quiz-waiting");
        }
        reviews(&editing);
    }
    for _ in 0..100 {
        writer.browser.goto(&question);
        if writer.browser.text("main").contains("Published") {
            break;
        }
    }
    writer.browser.wait_for_text("Published");
    writer.look("quiz-published");
    let boss = Visitor::new(&server, name, options);
    logs_in(&boss, "gus@example.org", &editor(&database, "gus@example.org"));
    boss.go("/admin/quiz");
    boss.look("quiz-release");
    boss.browser.click_text("button", "Release 1 question");
    boss.browser.wait_for_text("Release 1 of ");
    boss.go("/admin/quiz/published");
    boss.look("quiz-published-list");
    writer.go("/quiz/statistics");
    writer.browser.wait_for_text("Paraphrase");
    writer.look("quiz-written");
    is_played(&Visitor::new(&server, name, options), options);
    let mut reader = Person::guest(&server.address);
    let released = reader.get("/quiz/release/qanta.json").unwrap();
    assert!(released.contains("A glass polisher by trade"), "{released}");
    assert!(released.contains("A friend of lenses"), "{released}");
}

/// Returns true if all of an element is on the screen.
fn is_in_sight(visitor: &Visitor, css: &str) -> bool {
    let js = format!(
        "const box = document.querySelector('{css}').getBoundingClientRect(); \
         return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight"
    );
    visitor.browser.execute(&js) == true
}

#[test]
fn the_first_guess_stays_in_sight_on_a_phone() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &PATIENT);
    let phone = Options { width: 390, height: 844, javascript: true, dark: true };
    let writer = Visitor::new(&server, "quiz-phone", &phone);
    writer.go("/quiz/write");
    writer.browser.type_into("#page", "Baruch Spinoza");
    writer.browser.type_into("#text", KNOWN);
    let glance = ".glance strong";
    writer.browser.wait_for(glance);
    // At the end of the text, as somebody who types on, and far below it.
    for place in ["text", "guesses"] {
        let js = format!("document.getElementById('{place}').scrollIntoView({{ block: 'end' }})");
        writer.browser.execute(&js);
        assert!(is_in_sight(&writer, glance), "{place}");
    }
    assert!(is_in_sight(&writer, "#guesses"));
}

#[test]
fn a_question_goes_its_way_wide_and_light() {
    if webdriver::available() {
        walk("wide", &Options::default());
    }
}

#[test]
fn a_question_goes_its_way_narrow_and_dark_without_scripts() {
    if webdriver::available() {
        walk("phone", &Options { width: 360, height: 780, javascript: false, dark: true });
    }
}
