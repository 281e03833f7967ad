//! Real browsers: a report, a block and what a moderator does about it, wide and narrow, light
//! and dark, with scripts and without. Every page on the way must be accessible.

use luna_testkit::browser::{QUESTIONS, Visitor};
use luna_testkit::server::{PATIENT, Server, boss_of, sqlite};
use luna_testkit::webdriver::{self, Options};

fn walk(name: &'static str, options: &Options) {
    let database = sqlite();
    let server = Server::start(&database, &PATIENT);
    let visitor = || Visitor::new(&server, name, options);
    let (ann, bob, boss) = (visitor(), visitor(), visitor());
    boss.logs_in(&boss_of(&database));
    // Ann waits for Bob.
    let game = ann.starts();
    ann.fill('q', &QUESTIONS);
    ann.browser.click_text("button", "Send my questions");
    ann.browser.wait_for_text("Your questions are in");
    bob.plays();

    ann.reports(&game, "q2");
    ann.blocks(&game);
    boss.opens_the_first_report();
    boss.decides(&["hide", "warn"]);
    bob.go("/games");
    bob.browser.wait_for_text("A moderator has warned you");
    bob.look("warned");
    bob.browser.click_text("button", "I have read the warning");
    ann.go(&game);
    ann.browser.wait_for_text("[hidden by a moderator]");
    ann.browser.wait_for_text("A moderator has read it and acted on it.");
    ann.look("outcome");
    ann.browser.click_text("button", "I have read the outcome");
    ann.browser.wait_for_text("Your move in 1 game");

    // Once Bob is banned, it waits for a partner and is in no list.
    boss.go("/admin/games");
    boss.browser.click("main tbody a");
    boss.browser.wait_for_text("Who has read it");
    boss.look("admin-game");
    ann.reports(&game, "player");
    boss.opens_the_next_report();
    boss.decides(&["ban"]);
    bob.go("/games");
    bob.browser.wait_for_text("This player has been banned: It is against the rules.");
    bob.look("banned");
    for page in ["admin/acts", "admin/readings", "admin/bans", "admin/games"] {
        boss.go(&format!("/{page}"));
        boss.look(&format!("after-{}", page.replace('/', "-")));
    }
}

#[test]
fn reports_and_moderation_wide_and_light() {
    if webdriver::available() {
        walk("moderation-wide", &Options::default());
    }
}

#[test]
fn reports_and_moderation_wide_and_dark() {
    if webdriver::available() {
        walk("moderation-wide-dark", &Options { dark: true, ..Options::default() });
    }
}

#[test]
fn reports_and_moderation_narrow_and_light() {
    if webdriver::available() {
        let options = Options { width: 360, height: 780, javascript: true, dark: false };
        walk("moderation-narrow", &options);
    }
}

#[test]
fn reports_and_moderation_narrow_and_dark_without_scripts() {
    if webdriver::available() {
        let options = Options { width: 360, height: 780, javascript: false, dark: true };
        walk("moderation-narrow-dark", &options);
    }
}
