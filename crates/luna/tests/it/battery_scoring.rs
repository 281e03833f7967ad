//! Real browsers: two people score answers of the battery by keyboard, and a third settles where they
//! differ, without scripts. The results say who has scored.

use std::path::PathBuf;
use std::process::Stdio;

use luna_testkit::browser::Visitor;
use luna_testkit::database::on_sqlite;
use luna_testkit::server::{PATIENT, Server, luna, sqlite};
use luna_testkit::webdriver::{self, Options};

/// The Enter key in WebDriver.
const ENTER: &str = "\u{e007}";

/// Somebody in a browser who may score, and everything else.
fn scorer(server: &Server, database: &str, name: &'static str, options: &Options) -> Visitor {
    let email = format!("{name}@example.org");
    let made = luna()
        .args(["admin", "create", &email, "--database", database])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    let password = made.split("Password: ").nth(1).unwrap().trim();
    let visitor = Visitor::new(server, name, options);
    visitor.go("/login");
    visitor.browser.type_into("#email", &email);
    visitor.browser.type_into("#password", password);
    visitor.browser.click_text("button", "Log in");
    visitor.browser.wait_for_url("/games");
    visitor
}

/// A machine sits, and two of its answers wait for people.
fn two_answers_wait(boss: &Visitor, database: &str) {
    boss.go("/admin/battery");
    boss.browser.set_value("#machine", "house-common-sense");
    boss.browser.click_text("button", "Start the test");
    boss.browser.wait_for_text("no person has scored them yet");
    boss.look("battery-taken");
    let path = PathBuf::from(database.strip_prefix("sqlite:").unwrap());
    let asked = "SELECT answer_id FROM battery_reply
                 WHERE rank = 1 AND item IN ('vocabulary-dog', 'vocabulary-sun')";
    on_sqlite(&path, "UPDATE battery_answer SET waiting_since = NULL");
    on_sqlite(&path, &format!("UPDATE battery_answer SET waiting_since = 1 WHERE id IN ({asked})"));
}

/// Scores the answers that wait, each with these keys, from the queue on and without a mouse.
fn scores_by_keys(scorer: &Visitor, keys: [&str; 2]) {
    scorer.go("/admin/battery");
    scorer.browser.wait_for("button[autofocus]:focus");
    scorer.browser.press(ENTER);
    for each in keys {
        scorer.browser.wait_for("body:not([data-done]) #keys:not([hidden])");
        scorer.look("battery-score");
        scorer.browser.execute("document.body.dataset.done = 'yes'");
        for key in each.split(' ') {
            scorer.browser.press(key);
        }
    }
    scorer.browser.wait_for_text("Two scorers");
}

#[test]
fn two_people_score_by_keyboard_and_a_third_where_they_differ() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let server = Server::start(&database, &PATIENT);
    let eve = scorer(&server, &database, "eve", &Options::default());
    two_answers_wait(&eve, &database);
    scores_by_keys(&eve, ["2", "n 0"]);
    let fay = scorer(&server, &database, "fay", &Options { dark: true, ..Options::default() });
    scores_by_keys(&fay, ["u 2", "1"]);
    fay.look("battery-queue");
    fay.browser.wait_for_text("1 answer to score");

    let phone = Options { width: 360, height: 780, javascript: false, dark: true };
    let gus = scorer(&server, &database, "gus", &phone);
    gus.go("/admin/battery");
    gus.browser.click_text("button", "Take the next answer");
    gus.browser.wait_for_text("What earns points");
    gus.look("battery-score");
    gus.browser.click("button[value='1']");
    gus.browser.wait_for_text("0 answers to score");

    gus.go("/battery/results?form=a");
    gus.browser.wait_for_text("People have scored 2 of the");
    gus.look("battery-scored");
    gus.go("/machines/house-common-sense");
    gus.browser.wait_for_text("People have scored 2 of the");
    gus.look("battery-machine");
}
