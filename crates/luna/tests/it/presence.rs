//! Play without presence: two people who are never there at the same time.

use luna_testkit::browser::Visitor;
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{Server, sqlite};
use luna_testkit::webdriver;

/// As an instance is by itself, but no machine comes in the place of the other.
const BY_ITSELF: [&str; 4] = ["--machines-fill-in", "false", "--machine-percent", "0"];
const ONE_GAME_EACH: [&str; 6] =
    ["--machines-fill-in", "false", "--machine-percent", "0", "--interview-games", "1"];

#[test]
fn two_browsers_that_are_never_open_at_once_finish_three_games_over_restarts() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let mut server = Server::start(&database, &ONE_GAME_EACH);
    let address = server.address.clone();
    let (ann, bob) = (Visitor::wide(&server), Visitor::wide(&server));
    let away = |visitor: &Visitor| visitor.browser.goto("about:blank");
    for nth in 1..=3 {
        let anns = asks(&ann, nth);
        ann.browser.wait_for_text("nobody needs to be here at the same time");
        ann.look("waiting-apart");
        away(&ann);
        let bobs = asks(&bob, nth);
        bob.answer();
        bob.browser.wait_for_text("Your responses are in");
        away(&bob);

        assert_eq!(server.stop(), Some(0));
        server = Server::start_at(&address, &database, &ONE_GAME_EACH);

        ann.go(&anns);
        ann.answer();
        ann.guess("81");
        ann.browser.wait_for_text("Your guess is in");
        away(&ann);
        bob.go(&bobs);
        bob.guess("60");
        bob.browser.wait_for("a[href$='/share']");
        away(&bob);
        ann.go(&anns);
        ann.browser.wait_for("a[href$='/share']");
        away(&ann);
    }
}

/// Returns the address of the game.
fn asks(visitor: &Visitor, nth: usize) -> String {
    if nth == 1 {
        let game = visitor.starts();
        visitor.ask();
        return game;
    }
    visitor.go("/games");
    visitor.browser.click_text("button", "New game");
    visitor.browser.wait_for_text("Ask five questions");
    let game = format!("/games/{}", visitor.browser.url().rsplit('/').next().unwrap());
    visitor.ask();
    game
}

/// An interview waits in two games, and each of them finds another partner.
#[test]
fn an_interview_is_answered_by_two_people() {
    let server = Server::start(&sqlite(), &BY_ITSELF);
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    assert!(ann.act(&game, Page::Interview).unwrap());
    for _ in 0..2 {
        let mut other = Person::guest(&server.address);
        let theirs = other.start().unwrap();
        assert!(other.act(&theirs, Page::Interview).unwrap());
        assert_eq!(other.page(&theirs).unwrap(), Page::Response);
    }
    let list = ann.client.get("/games").unwrap().text().into_owned();
    assert_eq!(list.matches("Five questions for you").count(), 2, "{list}");
}
