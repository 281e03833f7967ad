//! From a token to a machine that meets people, on a page that ticks off each step by itself.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, boss_of, luna, sqlite};
use luna_testkit::webdriver;

#[test]
fn the_page_of_a_machine_ticks_off_its_steps_and_keeps_what_is_typed() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let password = boss_of(&database);
    let server = Server::start(&database, &[]);
    let boss = Visitor::wide(&server);
    boss.logs_in(&password);
    boss.agree();
    boss.go("/settings/machines/new?way=pull");
    for (field, text) in [("#name", "crow"), ("#model", "crow 1"), ("#contact", "me@example.org")] {
        boss.browser.type_into(field, text);
    }
    for tick in ["terms", "sure"] {
        boss.browser.click(&format!("input[name={tick}]"));
    }
    boss.browser.click_text("button", "Register it");
    boss.browser.wait_for_text("Create a token below");
    boss.browser.type_into("#label", "laptop");
    boss.browser.click_text("button", "Create a token");
    boss.browser.wait_for(".secret");
    let token = boss.browser.text(".secret");
    boss.browser.click_text("a", "I’ve saved it");
    boss.browser.wait_for_text("Status 401 means");
    boss.on_every_screen(|boss| boss.look("machine-steps"));
    boss.browser.type_into("#label", "half a wo");

    let ran = luna()
        .env("LUNA_TOKEN", token.trim())
        .args(["bot", "--log", "warn", "run", "--server", &format!("http://{}", server.address)])
        .args(["--mode", "sandbox", "--opponent", "eliza", "--once", "--house", "gibberish"])
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    // The page has not been loaded again, and what was typed is still there.
    boss.browser.wait_for_text("All 5 steps to people are done");
    let typed = "return document.getElementById('label').value";
    assert_eq!(boss.browser.execute(typed), "half a wo");

    boss.browser.click_text("a", "Its games");
    boss.browser.wait_for_text("in the sandbox");
    boss.look("machine-played");
    boss.browser.click("table th a");
    boss.browser.wait_for_text("What it answered");
    boss.on_every_screen(|boss| boss.look("machine-game"));
}
