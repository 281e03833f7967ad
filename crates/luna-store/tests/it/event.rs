//! Events for the log of a server: what is told, when, and that it holds ids alone.

use std::sync::{Arc, Mutex};

use luna_core::game::Kind;
use luna_store::machine::{self, Transport};
use luna_store::{Error, Event, EventLog, Tx, player};

use crate::house::{House, TIMING};
use crate::machine::declared;

/// From now on the events of a database are kept to be read.
fn listen(house: &mut House) -> Arc<Mutex<Vec<Event>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&heard);
    house.db.logs_to(EventLog::new(move |event| all.lock().unwrap().push(event.clone())));
    heard
}

#[tokio::test]
async fn events_are_told_once_they_hold_and_not_where_work_is_undone() {
    for mut house in House::each() {
        house.people(&["ann", "bob"]).await;
        let heard = listen(&mut house);
        let undone: luna_store::Result<()> = house
            .db
            .write(|tx| {
                player::claim_email(tx, "ann", "ann@example.org", "hash", 1)?;
                Err(Error::NotFound)
            })
            .await;
        assert!(undone.is_err());
        assert_eq!(*heard.lock().unwrap(), []);
        let work = |tx: &mut Tx<'_>| {
            player::claim_email(tx, "ann", "ann@example.org", "hash", 1)?;
            player::verify_email(tx, "ann", "ann@example.org")?;
            machine::register(tx, 1, "robot", "Robot", Some("ann"), &declared(Transport::Pull))
        };
        house.db.write(work).await.unwrap();
        let ann = || "ann".to_owned();
        let expected = [
            Event::SignedUp { player_id: ann() },
            Event::AddressConfirmed { player_id: ann() },
            Event::MachineRegistered { machine_id: "robot".to_owned(), owner_id: ann() },
        ];
        assert_eq!(*heard.lock().unwrap(), expected);
        let words = format!("{:?}", heard.lock().unwrap());
        assert!(!words.contains("example.org") && !words.contains("Robot"), "{words}");
    }
}

#[tokio::test]
async fn a_game_is_told_of_when_it_begins_expires_and_ends() {
    for mut house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let heard = listen(&mut house);
        let told = || std::mem::take(&mut *heard.lock().unwrap());
        let begun = |events: &[Event]| {
            let is = |it: &&Event| matches!(it, Event::GameBegun { .. });
            events.iter().filter(is).count()
        };
        house.whole_game(("ann", "41"), ("bob", "59")).await;
        let events = told();
        assert_eq!(begun(&events), 2, "{events:?}");
        let finished: Vec<&Event> =
            events.iter().filter(|it| matches!(it, Event::GameFinished { .. })).collect();
        assert_eq!(finished.len(), 1, "{events:?}");
        let game = house.open_kind("cat", Kind::Rated).await;
        assert_eq!(begun(&told()), 1);
        house.later(TIMING.phase_ms);
        house.overdue(&game).await;
        let expired = told();
        let [Event::GameExpired { player_id, .. }] = expired.as_slice() else {
            panic!("{expired:?}")
        };
        assert_eq!(player_id, "cat");
    }
}
