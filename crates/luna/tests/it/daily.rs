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

/// The question and answer of each exchange on the page, in order.
fn exchanges(visitor: &Visitor) -> serde_json::Value {
    visitor.browser.execute(
        "return [...document.querySelectorAll('.exchange')].map((it) =>
            ['.question', '.answer'].map((part) => it.querySelector(part).textContent))",
    )
}

/// The five of today, all with the same guess and choice. Returns the score that the page tells.
fn scores(visitor: &Visitor, guess: &str, who: &str) -> i64 {
    visitor.go("/today");
    for nth in 1..=5 {
        visitor.browser.type_into(&format!("#g{nth}"), guess);
        visitor.browser.click(&format!("input[name=w{nth}][value={who}]"));
    }
    visitor.browser.click_text("button", "Show me who they were");
    visitor.browser.wait_for_text(" of 100");
    let heading = visitor.browser.text("h1");
    heading.strip_suffix(" of 100").unwrap().parse().unwrap()
}

#[test]
fn two_visitors_play_the_same_moon_and_each_finds_their_own_result_again() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let (ann, bob) = (Visitor::wide(&server), Visitor::wide(&server));
    ann.go("/today");
    ann.browser.wait_for("#g5");
    let five = exchanges(&ann);
    assert_eq!(five.as_array().unwrap().len(), 5, "{five}");
    let anns = scores(&ann, "60", "machine");
    ann.browser.wait_for_text("You are the first to finish today.");

    bob.go("/today");
    bob.browser.wait_for("#g5");
    assert_eq!(exchanges(&bob), five);
    let bobs = scores(&bob, "20", "person");
    // Nobody here has a rating, so that one of the two was right about each.
    assert_eq!(anns + bobs, 100);
    assert_eq!(exchanges(&bob), five);

    // Both scores are in the picture of all, and it is the same for both.
    let picture = "return document.querySelector('figure svg.wide').innerHTML";
    let seen = |visitor: &Visitor, own: i64, other: i64| {
        visitor.go("/today");
        visitor.browser.wait_for_text("2 players so far");
        let below = i64::from(other < own);
        visitor.browser.wait_for_text(&format!("{below} scored less than you."));
        assert_eq!(visitor.browser.text("h1"), format!("{own} of 100"));
        assert!(!visitor.browser.exists("input[type=range], #g1"), "they have played today");
        assert_eq!(exchanges(visitor), five);
        visitor.browser.execute(picture)
    };
    assert_eq!(seen(&bob, bobs, anns), seen(&ann, anns, bobs));
    let bars = "return document.querySelectorAll('figure svg.wide .bar').length";
    assert_eq!(ann.browser.execute(bars), 2);
    ann.look("today-result");
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
