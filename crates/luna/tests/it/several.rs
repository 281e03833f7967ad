//! Several servers on one PostgreSQL database, players split across them.

use std::time::Duration;

use luna_bench::http::open_stream;
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{PATIENT, Server, luna, postgres};

#[test]
fn players_on_two_servers_play_each_other() {
    let Some(database) = postgres() else { return };
    let servers = [Server::start(&database, &PATIENT), Server::start(&database, &PATIENT)];
    std::thread::scope(|threads| {
        for nth in 0..8 {
            let address = &servers[nth % 2].address;
            threads.spawn(move || {
                // Somebody else each time: the last two would have met, and wait for others.
                for _ in 0..3 {
                    let mut player = Person::guest(address);
                    let game = player.start().unwrap();
                    assert_eq!(player.play_on(&game), Page::Final);
                }
            });
        }
    });
    let rebuilt = luna().args(["rating", "rebuild", "--database", &database]).output().unwrap();
    let said = String::from_utf8(rebuilt.stdout).unwrap();
    assert!(
        said.starts_with("12 finished games") && said.contains(" 0 of them different"),
        "{said}"
    );
}

#[test]
fn a_stream_on_one_server_hears_of_a_move_on_the_other() {
    let Some(database) = postgres() else { return };
    let (one, two) = (Server::start(&database, &PATIENT), Server::start(&database, &PATIENT));
    let (mut ann, mut bob) = (Person::guest(&one.address), Person::guest(&two.address));
    let hers = ann.start().unwrap();
    assert!(ann.act(&hers, Page::Interview).unwrap());
    let text = ann.get(&hers).unwrap();
    let seen = text.split("data-seen=\"").nth(1).unwrap().split('"').next().unwrap();
    let cookie = ann.client.cookie_header();
    let mut stream = open_stream(
        &one.address,
        &format!("/events?seen={seen}"),
        "text/event-stream",
        ("cookie", &cookie),
    )
    .unwrap();
    stream.set_timeout(Duration::from_secs(10)).unwrap();

    let his = bob.start().unwrap();
    assert!(bob.act(&his, Page::Interview).unwrap());
    let line = stream.next_line().unwrap().unwrap();
    assert!(line.starts_with("id: "), "{line}");
    assert_eq!(ann.page(&hers).unwrap(), Page::Response);
}

#[test]
fn a_player_may_change_servers_in_mid_game() {
    let Some(database) = postgres() else { return };
    let (one, two) = (Server::start(&database, &PATIENT), Server::start(&database, &PATIENT));
    let (mut ann, mut bob) = (Person::guest(&one.address), Person::guest(&one.address));
    let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
    assert!(ann.act(&hers, Page::Interview).unwrap());
    let mut ann = ann.at(&two.address);
    assert!(bob.act(&his, Page::Interview).unwrap());
    assert!(ann.act(&hers, Page::Response).unwrap());
    let mut bob = bob.at(&two.address);
    assert_eq!(bob.page(&his).unwrap(), Page::Response);
}
