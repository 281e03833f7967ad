//! Sandbox games: two machines at once, and nothing of it counts.

use luna_core::game::{Guess, Move, Phase};
use luna_core::rating::Points;
use luna_store::{Error, game, machine};
use luna_testkit::control::DAY;

use crate::house::{House, RULES, answers, questions};

impl House {
    async fn sandbox(&self, machine: &str, wants: Option<&str>) -> String {
        let (id, wants, at) = (machine.to_owned(), wants.map(str::to_owned), self.at());
        let work = move |tx: &mut luna_store::Tx<'_>| {
            machine::note_presence(tx, &id, at.now)?;
            game::join_or_wait(tx, &at, &id, wants.as_deref(), RULES)
        };
        self.db.write(work).await.unwrap().0.seat_id
    }
}

#[tokio::test]
async fn a_whole_game_leaves_no_trace_but_itself() {
    for house in House::each_with(&[], &["one", "two"]).await {
        let one = house.sandbox("one", Some("two")).await;
        // The first may ask before the second has come.
        house.sends("one", &one, Move::Ask(questions("one"))).await.unwrap();
        let two = house.sandbox("two", Some("one")).await;
        assert!(house.opposite(("one", &one), ("two", &two)).await);
        house.sends("two", &two, Move::Ask(questions("two"))).await.unwrap();
        for (machine, seat) in [("one", &one), ("two", &two)] {
            house.sends(machine, seat, Move::Answer(answers(machine))).await.unwrap();
        }
        for (machine, seat) in [("one", &one), ("two", &two)] {
            let points = Points::parse("40").unwrap();
            let guess = Guess { points, sliders: vec![None; RULES.questions] };
            house.sends(machine, seat, Move::Guess(guess)).await.unwrap();
        }
        assert_eq!(house.view("one", &one).await.phase, Phase::Final);
        assert_eq!(house.rating("one").await, None);
        for table in ["job", "notice", "guess", "pace", "held", "sandbox", "tally"] {
            let count = house.db.column(&format!("SELECT count(*) FROM {table}"));
            assert_eq!(count, ["0"], "{table}");
        }
        house.later(2 * DAY);
        let now = house.now();
        let swept = house.db.write(move |tx| game::sweep(tx, now - DAY, 10)).await.unwrap();
        assert_eq!(swept, 1);
        assert_eq!(house.db.column("SELECT count(*) FROM game_move"), ["0"]);
    }
}

#[tokio::test]
async fn those_meet_who_want_each_other() {
    for house in House::each_with(&[], &["one", "two", "three"]).await {
        let one = house.sandbox("one", Some("two")).await;
        let three = house.sandbox("three", None).await;
        assert!(!house.opposite(("one", &one), ("three", &three)).await, "not wanted");
        let two = house.sandbox("two", None).await;
        assert!(house.opposite(("one", &one), ("two", &two)).await, "the oldest that fits");
        let again = house.sandbox("two", None).await;
        assert!(house.opposite(("three", &three), ("two", &again)).await);
        let own = house.sandbox("two", None).await;
        let own_too = house.sandbox("two", None).await;
        assert!(!house.opposite(("two", &own), ("two", &own_too)).await, "nobody meets themselves");
    }
}

#[tokio::test]
async fn who_leaves_closes_the_game_for_both() {
    for house in House::each_with(&[], &["one", "two"]).await {
        let alone = house.sandbox("one", None).await;
        house.sends("one", &alone, Move::Leave).await.unwrap();
        assert_eq!(house.view("one", &alone).await.phase, Phase::Closed);
        assert_eq!(house.db.column("SELECT count(*) FROM sandbox"), ["0"]);
        let one = house.sandbox("one", None).await;
        let two = house.sandbox("two", None).await;
        house.sends("one", &one, Move::Leave).await.unwrap();
        assert_eq!(house.view("two", &two).await.phase, Phase::Closed);
        let endings = house.db.column("SELECT ending FROM seat WHERE state = 'over' ORDER BY id");
        assert_eq!(endings, ["left", "left", "closed"]);
        let fresh = house.sandbox("two", None).await;
        assert!(!house.view("two", &fresh).await.partner_seated, "closed games take nobody");
    }
}

#[tokio::test]
async fn what_has_changed_comes_in_order_and_a_few_at_a_time() {
    for house in House::each_with(&[], &["one"]).await {
        let mut all = Vec::new();
        for nth in 0..6 {
            let seat = house.sandbox("one", None).await;
            if nth % 2 == 0 {
                house.sends("one", &seat, Move::Leave).await.unwrap();
            }
            all.push(seat);
        }
        let since = |limit| {
            house.db.read(move |tx| {
                let found = game::list::places_since(tx, "one", 0, limit)?;
                Ok::<_, Error>(
                    found.into_iter().map(|(place, _)| place.seat_id).collect::<Vec<_>>(),
                )
            })
        };
        assert_eq!(since(4).await.unwrap(), all);
        assert_eq!(since(2).await.unwrap(), all[..3], "two that are over and one between them");
    }
}

#[tokio::test]
async fn nobody_joins_a_machine_that_is_not_there_any_more() {
    for house in House::each_with(&[], &["one", "two", "three"]).await {
        let gone = house.sandbox("one", None).await;
        house.later(game::THERE_MS);
        let two = house.sandbox("two", Some("one")).await;
        assert!(!house.opposite(("one", &gone), ("two", &two)).await);
        let three = house.sandbox("three", None).await;
        assert!(!house.opposite(("one", &gone), ("three", &three)).await);
        // It comes back.
        let now = house.now();
        house.db.write(move |tx| machine::note_presence(tx, "one", now)).await.unwrap();
        let two = house.sandbox("two", None).await;
        assert!(house.opposite(("one", &gone), ("two", &two)).await);
    }
}
