//! The server killed in the midst of play: nothing acknowledged is lost, and
//! every game can be finished.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use luna_core::rng::Chance;
use luna_testkit::people::{Page, Person, pause};
use luna_testkit::server::{Server, luna, postgres, sqlite};
use luna_testkit::stopwatch::patience;

const KILLS: usize = 20;
const PLAYERS: usize = 6;

#[test]
fn twenty_kills_lose_nothing_and_leave_no_game_stuck() {
    survives(&sqlite());
}

#[test]
fn the_same_on_postgresql() {
    if let Some(database) = postgres() {
        survives(&database);
    }
}

fn survives(database: &str) {
    let settings =
        ["--machine-wait-seconds", "2", "--machine-pace-seconds", "0", "--log", "warn,luna=info"];
    let mut server = Server::start(database, &settings);
    let address = server.address.clone();
    let players: Vec<Person> = (0..PLAYERS).map(|_| Person::guest(&address)).collect();
    let (over, finished) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|threads| {
        let (over, finished) = (&over, &finished);
        for player in players {
            threads.spawn(move || live(player, over, finished));
        }
        let mut chance = Chance::from_seed(1950);
        for _ in 0..KILLS {
            let ms = u64::try_from(30 + chance.below(300)).unwrap();
            pause(Duration::from_millis(ms));
            server.kill();
            server = Server::start_at(&address, database, &settings);
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(finished.load(Ordering::Relaxed) > PLAYERS, "hardly anything was played");
    assert_eq!(server.stop(), Some(0));
    let rebuilt = luna().args(["rating", "rebuild", "--database", database]).output().unwrap();
    let said = String::from_utf8(rebuilt.stdout).unwrap();
    assert!(said.contains(" 0 of them different"), "{said}");
}

/// Plays game after game; a request that got no answer is looked into and, if
/// need be, made again. What was acknowledged must be there ever after.
pub(crate) fn live(mut player: Person, over: &AtomicBool, finished: &AtomicUsize) {
    let mut games: BTreeMap<String, Page> = BTreeMap::new();
    let clock = patience();
    loop {
        let stopping = over.load(Ordering::Relaxed);
        if stopping && games.values().all(|&page| page >= Page::Final) {
            break;
        }
        assert!(clock() < Duration::from_secs(180), "stuck: {games:?}");
        let open = games.values().filter(|&&page| page < Page::Final).count();
        if !stopping && open < 3 {
            // A start without an answer may have made a game nobody knows of;
            // it is found again on the page of games, not here.
            if let Ok(game) = player.start() {
                games.insert(game, Page::Interview);
            }
        }
        let mut waiting = true;
        for (game, acknowledged) in games.iter_mut().filter(|(_, page)| **page < Page::Final) {
            let Ok(page) = player.page(game) else { continue };
            match page {
                Page::Final => {
                    finished.fetch_add(1, Ordering::Relaxed);
                    *acknowledged = Page::Final;
                }
                Page::Gone => unreachable!("{game} is gone"),
                Page::Waiting => {}
                todo => {
                    assert!(
                        todo >= *acknowledged,
                        "{todo:?} again after {acknowledged:?} was taken"
                    );
                    if let Ok(true) = player.act(game, todo) {
                        waiting = false;
                        *acknowledged = match todo {
                            Page::Interview => Page::Response,
                            _ => Page::Guess,
                        };
                    }
                }
            }
        }
        if waiting {
            pause(Duration::from_millis(10));
        }
    }
}
