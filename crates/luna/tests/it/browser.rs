//! Real browsers: whole games, every page looked at for accessibility, and what
//! the scripts add.

use std::time::Duration;

use luna_testkit::browser::Visitor;
use luna_testkit::people::pause;
use luna_testkit::server::{PATIENT, Server, sqlite};
use luna_testkit::stopwatch::patience;
use luna_testkit::webdriver;

#[test]
fn two_browsers_play_two_games_one_of_them_a_phone_without_scripts() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &PATIENT);
    let (ann, bob) = (Visitor::wide(&server), Visitor::phone(&server));
    ann.arrive();
    bob.arrive();
    let mut ends = Vec::new();
    for game in 1..=2 {
        ann.ask();
        ann.browser.wait_for_text("Your questions are in");
        ann.look("waiting");
        bob.ask();
        // Ann's page changes by itself, Bob's had nothing to wait for.
        ann.answer();
        ann.browser.wait_for_text("Your responses are in");
        bob.answer();
        ann.guess("81");
        ann.browser.wait_for_text("Your guess is in");
        // Without scripts a page that waits looks again by itself.
        bob.guess(if game == 1 { "91.5" } else { "60" });
        for visitor in [&ann, &bob] {
            visitor.browser.wait_for("a[href$='/share']");
            visitor.look(if game == 1 { "final-first" } else { "final" });
            ends.push(visitor.browser.url());
            visitor.browser.click_text("a", "Share");
            visitor.browser.wait_for_text("I guessed");
            visitor.look("result");
            visitor.browser.goto(ends.last().unwrap());
        }
        let words = if game == 1 { "A tie" } else { "You won" };
        ann.browser.wait_for_text(words);
        for visitor in [&ann, &bob] {
            visitor.go("/games");
            visitor.look("home");
            visitor.go("/profile");
            visitor.look("profile");
            visitor.go("/games");
            if game == 1 {
                visitor.browser.click_text("button", "New game");
            }
        }
    }
    // Both want to play again, now that they know each other.
    ann.browser.goto(&ends[2]);
    ann.browser.click_text("button", "Ask for a rematch");
    ann.browser.wait_for_text("You have asked for a rematch.");
    bob.browser.goto(&ends[3]);
    bob.browser.wait_for_text("They ask for a rematch.");
    bob.look("final-rematch");
    bob.browser.click_text("button", "Play the rematch");
    bob.browser.wait_for_text("A rematch: you know who it is");
    // Hers begins by itself among her games.
    ann.go("/games");
    ann.browser.wait_for_text("Your move in");
}

#[test]
fn what_is_typed_is_kept_and_marks_suggest_a_guess() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let ann = Visitor::wide(&server);
    ann.arrive();
    let game = ann.browser.url();
    ann.browser.type_into("#q1", "Half a ques");
    ann.browser.wait_for_text("11 of 5,000");
    // Leaving at once must not lose the last word.
    ann.go("/how");
    let clock = patience();
    loop {
        ann.browser.goto(&game);
        let kept = ann.browser.execute("return document.getElementById('q1').value");
        if kept == "Half a ques" {
            break;
        }
        assert!(clock() < Duration::from_secs(60), "kept {kept}");
        pause(Duration::from_millis(100));
    }
    ann.go("/games");
    ann.browser.click_text("button", "Practise with a machine");
    ann.ask();
    ann.answer();
    ann.browser.wait_for_text("How smart is your partner?");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 1?']", "70");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 2?']", "81");
    ann.browser.wait_for_text("Your marks suggest 75.5.");
    assert_eq!(ann.browser.execute("return document.getElementById('guess').value"), "75.5");
    // Once typed, the guess is the player's.
    ann.browser.type_into("#guess", "12.5");
    ann.browser.set_value("input[type=range][aria-label='How smart was response 3?']", "100");
    ann.browser.wait_for_text("Your marks suggest 83.6.");
    assert_eq!(ann.browser.execute("return document.getElementById('guess').value"), "12.5");
    ann.browser.click_text("button", "Make this my guess");
    ann.browser.wait_for_text("You guessed 12.5");
}

#[test]
fn the_name_opens_a_menu_by_keyboard_and_without_scripts() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let (ann, bob) = (Visitor::wide(&server), Visitor::phone(&server));
    for visitor in [&ann, &bob] {
        visitor.go("/consent");
        visitor.agrees_as_guest();
    }
    let menu = ".top > nav .me";
    assert!(ann.browser.exists(&format!("{menu}:not([open])")));
    ann.browser.execute(&format!("document.querySelector('{menu} summary').focus()"));
    ann.browser.press("\u{e007}");
    ann.browser.wait_for(&format!("{menu}[open]"));
    ann.browser.wait_for_text("Open guesses");
    ann.on_every_screen(|visitor| visitor.look("user-menu"));
    ann.browser.press("\u{e004}");
    ann.browser.press("\u{e007}");
    ann.browser.wait_for_url("/profile");
    // A phone has the same within its menu.
    bob.browser.click_text("summary", "Menu");
    bob.browser.click(".menu .me summary");
    bob.browser.wait_for_text("Open guesses");
    bob.look("user-menu");
    bob.browser.click(".menu .me a[href='/settings#log-out']");
    bob.browser.wait_for_text("Log out here");
}

/// The moon in the name, the way to the page's content, then the page: all
/// with the keyboard, and a form is sent with it too.
#[test]
fn a_game_can_be_begun_by_keyboard_alone() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let ann = Visitor::wide(&server);
    ann.go("/consent");
    let focused = "const at = document.activeElement;
        return at === document.body ? '' : at.id || at.textContent";
    let mut seen = Vec::new();
    while seen.last().is_none_or(|text: &String| text != "I agree, play as a guest") {
        ann.browser.press("\u{e004}");
        seen.push(ann.browser.execute(focused).as_str().unwrap().trim().to_owned());
        if seen.last().is_some_and(|at| at == "adult") {
            ann.browser.press(" ");
        }
        assert!(seen.len() < 20, "{seen:?}");
    }
    assert_eq!(seen[0], "Skip to the page");
    ann.browser.press("\u{e007}");
    ann.browser.wait_for_url("/games");
}
