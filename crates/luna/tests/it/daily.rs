//! Real browsers guess about one exchange and play the daily moon: with scripts and without, wide and narrow,
//! light and dark.

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, sqlite};
use luna_testkit::webdriver;

/// One guess on the landing page, and another.
fn guesses_once(visitor: &Visitor) {
    visitor.go("/");
    visitor.look("landing");
    visitor.browser.type_into("#try-guess", "72");
    visitor.browser.click_text("button", "Guess");
    visitor.browser.wait_for_text("You said 72.");
    visitor.look("guessed");
    visitor.browser.click_text("a", "Another one");
    visitor.browser.wait_for("#try-guess");
}

/// All five exchanges of the day.
fn plays_today(visitor: &Visitor) {
    visitor.go("/today");
    visitor.browser.wait_for("#g5");
    visitor.look("today");
    for nth in 1..=5 {
        visitor.browser.type_into(&format!("#g{nth}"), "60");
        visitor.browser.click(&format!("input[name=w{nth}][value=person]"));
    }
    visitor.browser.click_text("button", "Show me who they were");
    visitor.browser.wait_for_text(" of 100");
    visitor.look("today-result");
    visitor.browser.click_text("a", "Share");
    visitor.browser.wait_for_text("Try today’s");
    visitor.look("moons");
}

#[test]
fn a_visitor_guesses_and_plays_the_moon_of_the_day() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let ann = Visitor::wide(&server);
    guesses_once(&ann);
    // The slider shows no thumb until somebody has chosen, and the moon waxes with it.
    let untouched = "return document.querySelector('#try input[type=range]').className";
    assert_eq!(ann.browser.execute(untouched), "untouched");
    let moon = "return document.querySelector('[data-moon] .lit').getAttribute('d')";
    let new = ann.browser.execute(moon);
    ann.browser.type_into("#try-guess", "90");
    assert_eq!(ann.browser.execute(untouched), "");
    assert_ne!(ann.browser.execute(moon), new);
    plays_today(&ann);
    ann.go("/today");
    ann.on_every_screen(|visitor| visitor.look("today-result"));
    ann.go("/");
    ann.on_every_screen(|visitor| visitor.look("landing"));
    // It is the same day for somebody else, who has no scripts.
    let bob = Visitor::phone(&server);
    guesses_once(&bob);
    plays_today(&bob);
    bob.go("/today");
    bob.browser.wait_for_text("2 players so far");
}

#[test]
fn the_first_screen_of_a_phone_has_the_slider_and_few_words() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let options = webdriver::Options { width: 390, height: 844, javascript: true, dark: false };
    let ann = Visitor::new(&server, "narrow", &options);
    ann.go("/");
    ann.browser.wait_for("#try input[type=range]");
    let end = ann.browser.execute(
        "return document.querySelector('#try input[type=range]').getBoundingClientRect().bottom",
    );
    assert!(end.as_f64().unwrap() < 844.0, "the slider ends at {end}");
    let words = ann.browser.execute(
        "const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
         let words = 0;
         while (walker.nextNode()) {
           const range = document.createRange();
           range.selectNodeContents(walker.currentNode);
           const box = range.getBoundingClientRect();
           const isSeen = box.width > 0 && box.top < 600 && box.left >= 0;
           if (isSeen) words += walker.currentNode.textContent.split(/\\s+/).filter(Boolean).length;
         }
         return words;",
    );
    assert!(words.as_i64().unwrap() <= 60, "{words} words down to the buttons");
}
