//! The log of a server says what happens there, by ids alone.

use luna_testkit::people::{Page, Person};
use luna_testkit::server::{Server, sqlite};

#[test]
fn a_sign_up_and_a_game_have_lines_without_names_addresses_and_texts() {
    let at_once = ["--machine-wait-seconds", "0", "--machine-pace-seconds", "0"];
    let server = Server::start(&sqlite(), &[&at_once[..], &["--log", "info"]].concat());
    let mut ann = Person::guest(&server.address);
    let fields = [
        ("email", "ann@example.org"),
        ("password", "correct horse"),
        ("agree", "yes"),
        ("adult", "yes"),
    ];
    assert_eq!(ann.post("/signup", &fields).unwrap().status, 303);
    ann.get("/games").unwrap();
    let game = ann.start().unwrap();
    assert_eq!(ann.play_on(&game), Page::Final);
    let mut lines = Vec::new();
    for line in &server.log {
        let is_last = line.contains("game finished");
        lines.push(line);
        if is_last {
            break;
        }
    }
    let all = lines.join("\n");
    for (words, id) in
        [("signed up", "player="), ("game begun", "game="), ("game finished", "game=")]
    {
        let line = lines.iter().find(|line| line.contains(words));
        assert!(line.is_some_and(|line| line.contains(id)), "{words} in {all}");
    }
    assert!(!all.contains("example.org"), "{all}");
}
