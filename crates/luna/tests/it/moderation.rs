//! Real browsers: a report, a block and what a moderator does about it, wide and narrow, light
//! and dark, with scripts and without. Every page on the way must be accessible.

use std::process::Stdio;

use crate::browser::{QUESTIONS, Visitor};
use crate::server::{Server, luna, sqlite};
use crate::webdriver::{self, Options};

impl Visitor {
    /// A guest with the questions of a new game sent. Gives the game's address.
    fn plays(&self) -> String {
        self.go("/consent");
        self.browser.click("#adult");
        self.browser.click_text("button", "I agree, play as a guest");
        self.browser.wait_for_url("/games");
        self.browser.click_text("button", "New game");
        self.browser.wait_for_text("Ask five questions");
        let address = self.browser.url();
        self.fill('q', &QUESTIONS);
        self.browser.click_text("button", "Send my questions");
        self.browser.wait_for_text("Report");
        format!("/games/{}", address.rsplit('/').next().unwrap())
    }

    pub(crate) fn signs_in(&self, password: &str) {
        self.go("/login");
        self.browser.type_into("#email", "boss@example.org");
        self.browser.type_into("#password", password);
        self.browser.click_text("button", "Log in");
        self.browser.wait_for_url("/games");
    }

    /// Chooses a passage and a kind of harm, after sending the form without.
    fn reports(&self, game: &str, passage: &str) {
        self.go(&format!("{game}/report"));
        self.look("report");
        self.browser.click(&format!("#passage option[value={passage}]"));
        self.browser.type_into("#text", "Please look at this.");
        self.browser.click_text("button", "Send this report");
        self.browser.wait_for_text("Please choose what is wrong.");
        self.look("report-refused");
        self.browser.click("input[name=category][value=hate]");
        self.browser.click_text("button", "Send this report");
        self.browser.wait_for_text("Thank you");
        self.look("reported");
    }

    fn blocks(&self, game: &str) {
        self.go(&format!("{game}/block"));
        self.look("block");
        self.browser.click_text("button", "Never pair us again");
        self.browser.wait_for_text("You are never paired with these players");
        self.look("blocks");
    }

    /// Opens the first report of the queue, and the game it is about.
    fn opens_the_first_report(&self) {
        self.go("/admin/reports");
        self.look("admin-reports");
        self.browser.click("main tbody a");
        self.browser.wait_for_text("Read the game below first.");
        self.look("admin-report");
        self.browser.click_text("button", "Read the game");
        self.browser.wait_for_text("The reported player asked");
        self.look("admin-report-open");
    }

    /// Opens a report on a game that is open already: who has read it decides at once.
    fn opens_the_next_report(&self) {
        self.go("/admin/reports");
        self.browser.click("main tbody a");
        self.browser.wait_for_text("The reported player asked");
    }

    fn decides(&self, ticks: &[&str]) {
        for tick in ticks {
            self.browser.click(&format!("input[name={tick}]"));
        }
        self.browser.type_into("#why", "It is against the rules.");
        self.browser.click_text("button", "Take the ticked actions");
        self.browser.wait_for_text("No open reports.");
    }
}

fn walk(name: &'static str, options: &Options) {
    let database = sqlite();
    let server =
        Server::start(&database, &["--machine-wait-seconds", "600", "--machine-percent", "0"]);
    let visitor = || Visitor::new(&server, name, options);
    let (ann, bob, boss) = (visitor(), visitor(), visitor());
    let made = luna()
        .args(["admin", "create", "boss@example.org", "--database", &database])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    boss.signs_in(made.split("Password: ").nth(1).unwrap().trim());
    // Ann waits for Bob.
    ann.go("/consent");
    ann.browser.click("#adult");
    ann.browser.click_text("button", "I agree, play as a guest");
    ann.browser.wait_for_url("/games");
    ann.browser.click_text("button", "New game");
    ann.browser.wait_for_text("Ask five questions");
    let game = format!("/games/{}", ann.browser.url().rsplit('/').next().unwrap());
    ann.fill('q', &QUESTIONS);
    ann.browser.click_text("button", "Send my questions");
    ann.browser.wait_for_text("Your questions are in");
    bob.plays();

    ann.reports(&game, "q2");
    ann.blocks(&game);
    boss.opens_the_first_report();
    boss.decides(&["hide", "warn"]);
    bob.go("/games");
    bob.browser.wait_for_text("A moderator warns you");
    bob.look("warned");
    bob.browser.click_text("button", "I have read the warning");
    ann.go(&game);
    ann.browser.wait_for_text("[hidden by a moderator]");
    ann.browser.wait_for_text("A moderator has read it and acted on it.");
    ann.look("outcome");
    ann.browser.click_text("button", "I have read the outcome");
    ann.browser.wait_for_text("Your move in 1 game");

    ann.reports(&game, "player");
    boss.opens_the_next_report();
    boss.decides(&["ban"]);
    bob.go("/games");
    bob.browser.wait_for_text("This player has been banned: It is against the rules.");
    for page in ["admin/acts", "admin/readings", "admin/bans", "admin/games"] {
        boss.go(&format!("/{page}"));
        boss.look(&format!("after-{}", page.replace('/', "-")));
    }
    boss.browser.click("main tbody a");
    boss.browser.wait_for_text("Who has read it");
    boss.look("admin-game");
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
