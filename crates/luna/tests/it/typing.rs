//! Real browsers: which question was pasted in, and the pages that show it and the months of a
//! rating, wide and narrow. Every page on the way must be accessible.

use luna_store::game::Context;
use luna_store::{Db, Tx};
use luna_testkit::browser::{QUESTIONS, Visitor};
use luna_testkit::school::{School, asked};
use luna_testkit::server::{PATIENT, Server, boss_of};
use luna_testkit::webdriver::{self, Options};
use serde_json::Value;

use crate::command::run;
use crate::predict_train::{at, taught};

/// As a browser does it when somebody presses the keys for it.
const PASTE: &str = "const field = document.getElementById('q2');
    field.value = 'I found this question in a book. '.repeat(4).trim();
    field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));";

/// The tables behind the charts, with the months in sight.
const OPEN: &str = "document.querySelectorAll('details').forEach((it) => { it.open = true; });
    document.querySelector('svg[aria-labelledby^=months]').scrollIntoView();";

/// A database in which a machine has been judged in two months.
async fn two_months() -> String {
    let url = taught(School { pupils: 6, fair: true }).await;
    let later = |months: i64| Context { now: at().now + months * 31 * 86_400_000, ..at() };
    let work = move |tx: &mut Tx<'_>| {
        for (pupil, months) in [("pupil1", 1), ("pupil2", 1), ("pupil4", 3), ("pupil5", 3)] {
            let questions = (1..=5).map(|nth| format!("How was day {nth}?")).collect();
            asked(tx, &later(months), "house-eliza", questions, (pupil, 1))?;
        }
        Ok::<_, luna_store::Error>(())
    };
    Db::open(&url).unwrap().write(work).await.unwrap();
    url
}

fn walk(name: &'static str, options: &Options) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let database = runtime.block_on(two_months());
    let server = Server::start(&database, &PATIENT);
    let ann = Visitor::new(&server, name, &Options::default());
    ann.starts();
    for nth in [1, 3, 4, 5] {
        ann.browser.type_into(&format!("#q{nth}"), QUESTIONS[nth - 1]);
    }
    ann.browser.execute(PASTE);
    ann.browser.click_text("button", "Send my questions");
    ann.browser.wait_for_text("Your questions are in");
    let list = ["admin", "typing", "--mark", "pasted", "--json", "--database", &database];
    let (_, said, _) = run(&list);
    let mark: Value = serde_json::from_str(said.trim_end()).unwrap();
    let keys = ["part", "characters", "pasted_characters", "typed_characters"];
    assert_eq!(keys.map(|key| mark[key].as_i64().unwrap()), [2, 131, 131, 0], "{mark}");

    // A game that waits for a partner is in no list.
    let bob = Visitor::new(&server, name, &Options::default());
    bob.plays();
    let boss = Visitor::new(&server, name, options);
    boss.logs_in(&boss_of(&database));
    boss.go("/admin/games");
    boss.browser.click_text("a", "How questions and responses were typed");
    boss.browser.wait_for_text("question 2");
    boss.look("admin-typing");
    boss.go("/machines/house-eliza");
    boss.browser.wait_for_text("Month by month");
    boss.browser.execute(OPEN);
    boss.browser.wait_for_text("Mean of the month");
    boss.look("machine-months");
}

#[test]
fn a_pasted_question_is_marked_and_months_are_shown_wide_and_light() {
    if webdriver::available() {
        walk("typing-wide", &Options::default());
    }
}

#[test]
fn a_pasted_question_is_marked_and_months_are_shown_narrow_and_dark() {
    if webdriver::available() {
        let options = Options { width: 360, height: 780, javascript: true, dark: true };
        walk("typing-narrow", &options);
    }
}
