//! Consent in a real browser: refused without the box, given, withdrawn, given again,
//! wide and narrow, light and dark.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, sqlite};
use luna_testkit::webdriver::{self, Options};

const SCREENS: [(&str, u32, bool); 4] = [
    ("consent-wide-light", 1280, false),
    ("consent-wide-dark", 1280, true),
    ("consent-narrow-light", 360, false),
    ("consent-narrow-dark", 360, true),
];

/// Takes the browser's own check away, so that the answer comes from Luna.
const UNCHECKED: &str = "document.getElementById('adult').required = false";

fn gives_and_withdraws(visitor: &Visitor) {
    let browser = &visitor.browser;
    visitor.go("/consent");
    visitor.look("consent");
    browser.execute(UNCHECKED);
    browser.click("#recall");
    browser.click_text("button", "I agree, play as a guest");
    browser.wait_for_text("Luna is for adults only for now");
    visitor.look("consent-refused");
    let ticked = |id: &str| {
        browser.execute(&format!("return document.getElementById('{id}').checked")) == true
    };
    assert!(ticked("recall") && !ticked("publication") && !ticked("adult"));
    visitor.agrees_as_guest();

    visitor.go("/settings");
    browser.wait_for_text("You told us just now that you are 18 or older.");
    visitor.look("settings-consent");
    browser.click_text("button", "Withdraw from Recall");
    browser.wait_for_text("You withdrew just now.");
    browser.click_text("button", "Allow publication");
    browser.wait_for_text("Withdraw from publication");
    visitor.look("settings-withdrawn");
    browser.click_text("button", "Withdraw and stop playing");
    browser.wait_for_text("Read and agree");
    visitor.look("settings-stopped");

    visitor.go("/games");
    browser.click_text("button", "New game");
    browser.wait_for_text("You have not agreed to the current text.");
    visitor.look("consent-again");
    assert!(ticked("publication") && !ticked("recall"));
    browser.click_text("button", "I agree");
    browser.wait_for_url("/games");
    browser.click_text("button", "New game");
    browser.wait_for_text("Ask five questions");
}

#[test]
fn consent_is_given_and_withdrawn_on_every_screen() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    for (name, width, dark) in SCREENS {
        let options = Options { width, height: 800, javascript: true, dark };
        gives_and_withdraws(&Visitor::new(&server, name, &options));
    }
}

#[test]
fn consent_needs_no_scripts() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let options = Options { width: 360, height: 780, javascript: false, dark: true };
    let visitor = Visitor::new(&server, "consent-no-scripts", &options);
    visitor.go("/consent");
    // The browser itself asks for the box: the page stays.
    visitor.browser.click_text("button", "I agree, play as a guest");
    visitor.browser.click("#publication");
    visitor.agrees_as_guest();
    visitor.go("/settings");
    visitor.browser.click_text("button", "Withdraw from publication");
    visitor.browser.wait_for_text("You withdrew just now.");
    visitor.look("settings-withdrawn");
}
