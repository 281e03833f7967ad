//! The documentation in a browser: a search while one types, and the languages of an example.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, sqlite};
use luna_testkit::webdriver;

#[test]
fn the_docs_are_searched_while_one_types_and_an_example_has_languages() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let visitor = Visitor::wide(&server);
    visitor.go("/docs/quickstart");
    visitor.browser.type_into("#docs-q", "leave abort");
    visitor.browser.wait_for("#docs-found a[href^='/docs/api/abort']");
    assert!(visitor.browser.url().ends_with("/docs/quickstart"), "{}", visitor.browser.url());
    visitor.look("docs-found");
    visitor.browser.click("#docs-found a[href^='/docs/api/abort']");
    visitor.browser.wait_for_url("/docs/api/abort");

    // The language that one chooses stays chosen.
    visitor.browser.click_text("button", "Python");
    visitor.browser.wait_for_text("urllib.request");
    visitor.go("/docs/api/ask");
    let shown = "return [...document.querySelectorAll('.tabs > [role=tabpanel]:not([hidden])')]
        .map((it) => it.textContent.includes('urllib.request'))";
    assert_eq!(visitor.browser.execute(shown), serde_json::json!([true]));
    visitor.on_every_screen(|visitor| {
        visitor.go("/docs/api/ask");
        visitor.look("docs-operation");
    });

    // JSON keeps its lines: it scrolls instead.
    visitor.on_every_screen(|visitor| {
        visitor.go("/docs/api/events");
        let wraps = "return [...document.querySelectorAll('.code pre')]
            .some((it) => getComputedStyle(it).whiteSpace !== 'pre')";
        assert_eq!(visitor.browser.execute(wraps), false);
    });
}
