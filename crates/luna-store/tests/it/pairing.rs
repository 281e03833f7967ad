//! Pairing of players, and machines for players without a partner.

use luna_core::game::{Duty, Phase, Rules};
use luna_store::game::{self, Kind};
use luna_store::{Tx, erase};

use crate::house::{House, RULES, questions};

/// Two people who wait, as happens when a partner goes: Ann first, then Bob.
pub(crate) async fn ann_and_bob_wait(house: &House) -> [String; 2] {
    house.people(&["ann", "bob", "left1", "left2"]).await;
    let ann = house.opens_and_asks("ann").await;
    let left1 = house.opens_and_asks("left1").await;
    let bob = house.opens_and_asks("bob").await;
    let left2 = house.opens_and_asks("left2").await;
    house.leave("left1", &left1).await.unwrap();
    house.leave("left2", &left2).await.unwrap();
    [ann, bob]
}

#[tokio::test]
async fn the_oldest_is_met_first() {
    for house in House::each() {
        let [ann, bob] = ann_and_bob_wait(&house).await;
        house.people(&["cat", "dan"]).await;
        let cat = house.opens_and_asks("cat").await;
        let dan = house.opens_and_asks("dan").await;
        assert!(house.opposite(("ann", &ann), ("cat", &cat)).await);
        assert!(house.opposite(("bob", &bob), ("dan", &dan)).await);
    }
}

#[tokio::test]
async fn nobody_meets_themselves() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let first = house.opens_and_asks("ann").await;
        let second = house.opens_and_asks("ann").await;
        assert!(!house.view("ann", &second).await.partner_seated);
        let bob = house.opens_and_asks("bob").await;
        assert!(house.opposite(("ann", &first), ("bob", &bob)).await);
        let bob = house.opens_and_asks("bob").await;
        assert!(house.opposite(("ann", &second), ("bob", &bob)).await);
    }
}

#[tokio::test]
async fn none_of_the_last_ten_partners_again_while_anybody_else_waits() {
    for house in House::each() {
        let everybody: Vec<String> = (0..12).map(|nth| format!("p{nth}")).collect();
        let names: Vec<&str> = everybody.iter().map(String::as_str).collect();
        house.people(&names).await;
        for other in &names[1..] {
            house.whole_game((names[0], "50"), (other, "50")).await;
        }
        // She met p1 eleven games ago, and all others since. Somebody plays who could come.
        house.people(&["dan", "eve"]).await;
        house.opens_and_asks("dan").await;
        house.opens_and_asks("eve").await;
        let waiting = house.opens_and_asks("p5").await;
        let p0 = house.opens_and_asks("p0").await;
        assert!(!house.view("p0", &p0).await.partner_seated, "they met six games ago");
        let p1 = house.opens_and_asks("p1").await;
        assert!(house.opposite(("p5", &waiting), ("p1", &p1)).await, "the first in the queue");
        house.people(&["fay"]).await;
        let fay = house.opens_and_asks("fay").await;
        assert!(house.opposite(("p0", &p0), ("fay", &fay)).await);
        // When nobody else comes, better the same than nobody.
        let p0 = house.opens_and_asks("p0").await;
        let p7 = house.opens_and_asks("p7").await;
        let (at, game_id) = (house.at(), house.game_of("p7", &p7).await);
        house.db.write(move |tx| game::find_machine(tx, &at, &game_id)).await.unwrap();
        assert!(house.opposite(("p0", &p0), ("p7", &p7)).await);
    }
}

#[tokio::test]
async fn two_guests_of_one_place_do_not_meet() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "dan"]).await;
        let comes_from = async |player: &str, codes: &[&str]| {
            let seat = house.open(player).await;
            let codes: Vec<String> = codes.iter().map(|&it| it.to_owned()).collect();
            let (id, player_id) = (seat.clone(), player.to_owned());
            let notes = move |tx: &mut Tx<'_>| {
                let (place, mut loaded) = game::load_for_update(tx, &id, &player_id)?;
                game::come_from(tx, &mut loaded, place.seat, &codes)
            };
            house.db.write(notes).await.unwrap();
            house.ask(player, &seat).await.unwrap();
            seat
        };
        let ann = comes_from("ann", &["home", "firefox"]).await;
        let bob = comes_from("bob", &["work", "firefox"]).await;
        assert!(!house.view("bob", &bob).await.partner_seated, "Ann has his browser");
        let cat = comes_from("cat", &["home"]).await;
        assert!(house.opposite(("bob", &bob), ("cat", &cat)).await, "Ann has her address");
        // Somebody with an account meets anybody.
        let dan = house.opens_and_asks("dan").await;
        assert!(house.opposite(("ann", &ann), ("dan", &dan)).await);
        house.leave("ann", &ann).await.unwrap();
        let left = "SELECT COUNT(*) FROM seat WHERE player_id = 'ann' AND place IS NOT NULL";
        assert_eq!(house.db.column(left), ["0"], "forgotten when the game is over");
    }
}

#[tokio::test]
async fn games_with_other_rules_do_not_meet() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let at = house.at();
        let rules = Rules { questions: 3, ..RULES };
        let three = house
            .db
            .write(move |tx| game::start(tx, &at, "ann", rules, Kind::Rated))
            .await
            .unwrap();
        house.ask_texts("ann", &three, vec!["?".to_owned(); 3]).await.unwrap();
        let bob = house.opens_and_asks("bob").await;
        assert!(!house.view("bob", &bob).await.partner_seated);
    }
}

#[tokio::test]
async fn a_machine_comes_when_nobody_does() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.player("robot", true).await;
        let ann = house.opens_and_asks("ann").await;
        let game_id = house.game_of("ann", &ann).await;
        let [machine_seat, pair] = ["machine_seat", "pair"].map(|job| format!("{job}:{game_id}"));
        assert_eq!(house.jobs(), [machine_seat, pair]);
        let due = "SELECT due_at FROM job WHERE id LIKE 'machine_seat:%'";
        let due: i64 = house.db.column(due)[0].parse().unwrap();
        let wait = due - house.now();
        assert!((290_000..=600_000).contains(&wait), "in the second half of the wait: {wait}");

        house.machine_sits("robot", &game_id).await;
        let view = house.view("ann", &ann).await;
        assert_eq!((view.phase, view.duty), (Phase::Response, Some(Duty::Answer)));
        assert_eq!(view.their_questions, Some(questions("robot")));
        let turn = format!("turn:{game_id}:B");
        assert_eq!(house.jobs(), [format!("deadline:{ann}"), turn]);
        // The seat is taken: neither another machine nor a person gets it.
        house.machine_sits("robot", &game_id).await;
        let bob = house.opens_and_asks("bob").await;
        assert!(!house.view("bob", &bob).await.partner_seated);

        house.answer("ann", &ann).await.unwrap();
        house.machine_moves(&game_id, "0").await;
        house.guess("ann", &ann, "60").await.unwrap();
        house.machine_moves(&game_id, "40").await;
        assert_eq!(house.view("ann", &ann).await.phase, Phase::Final);
    }
}

#[tokio::test]
async fn a_machine_that_inherits_questions_answers() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.player("robot", true).await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        house.answer("ann", &ann).await.unwrap();
        house.leave("bob", &bob).await.unwrap();
        let game_id = house.game_of("ann", &ann).await;
        house.machine_sits("robot", &game_id).await;
        assert_eq!(
            house.load_for_update("ann", &ann).await.1.house_to_move().unwrap().1,
            Duty::Answer
        );
        house.machine_moves(&game_id, "0").await;
        assert_eq!(house.view("ann", &ann).await.duty, Some(Duty::Guess));
    }
}

#[tokio::test]
async fn a_machine_goes_with_the_last_person() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.player("robot", true).await;
        for kind in [Kind::Rated, Kind::Practice] {
            let ann = house.open_kind("ann", kind).await;
            house.ask("ann", &ann).await.unwrap();
            let game_id = house.game_of("ann", &ann).await;
            house.machine_sits("robot", &game_id).await;
            house.leave("ann", &ann).await.unwrap();
            let (_, loaded) = house.load_for_update("ann", &ann).await;
            assert_eq!(loaded.game.phase(), Phase::Closed);
            assert!(loaded.ended_at.is_some());
            assert_eq!(house.jobs(), Vec::<String>::new());
            let seats =
                format!("SELECT ending FROM seat WHERE game_id = '{game_id}' ORDER BY side");
            assert_eq!(house.db.column(&seats), ["left", "closed"]);
        }
        let bob = house.opens_and_asks("bob").await;
        assert!(!house.view("bob", &bob).await.partner_seated, "no machine was waiting");
    }
}

#[tokio::test]
async fn two_who_wait_meet_rather_than_wait_for_a_third() {
    for house in House::each() {
        let [ann, bob] = ann_and_bob_wait(&house).await;
        let asked = "SELECT at FROM game_move WHERE body LIKE '%bob asks%'";
        let bob_asked_at = house.db.column(asked);
        let game_id = house.game_of("ann", &ann).await;
        assert!(
            house.jobs().contains(&format!("pair:{game_id}")),
            "done at once: {:?}",
            house.jobs()
        );
        house.pair(&game_id).await;
        assert!(house.opposite(("ann", &ann), ("bob", &bob)).await);
        // A player who has moved cannot tell by the time.
        assert_eq!(house.db.column(asked), [&*bob_asked_at, &*bob_asked_at].concat());
        for (player, seat, other) in [("ann", &ann, "bob"), ("bob", &bob, "ann")] {
            let view = house.view(player, seat).await;
            assert_eq!((view.phase, view.duty), (Phase::Response, Some(Duty::Answer)));
            assert_eq!(view.their_questions, Some(questions(other)));
        }
        assert!(house.db.raw("SELECT id FROM game WHERE queue_key IS NOT NULL").is_empty());
        let pairs: Vec<String> =
            house.jobs().into_iter().filter(|job| !job.starts_with("deadline:")).collect();
        assert!(pairs.is_empty(), "nobody waits any more: {pairs:?}");
        // Doing it again, or for a game that has gone, changes nothing.
        house.pair(&game_id).await;
        house.answer("ann", &ann).await.unwrap();
        house.answer("bob", &bob).await.unwrap();
        house.guess("ann", &ann, "60").await.unwrap();
        house.guess("bob", &bob, "70").await.unwrap();
        assert_eq!(house.view("ann", &ann).await.phase, Phase::Final);
    }
}

#[tokio::test]
async fn the_player_who_has_responded_stays_and_the_other_moves_over() {
    for house in House::each() {
        for answered in ["ann", "bob"] {
            let (one, two) = (format!("{answered}-1"), format!("{answered}-2"));
            house.people(&[&one, &two, &format!("{one}x"), &format!("{two}x")]).await;
            let first = house.opens_and_asks(&one).await;
            let gone_first = house.opens_and_asks(&format!("{one}x")).await;
            let second = house.opens_and_asks(&two).await;
            let gone_second = house.opens_and_asks(&format!("{two}x")).await;
            let (keeper, keeper_seat) =
                if answered == "ann" { (&one, &first) } else { (&two, &second) };
            house.answer(keeper, keeper_seat).await.unwrap();
            house.leave(&format!("{one}x"), &gone_first).await.unwrap();
            house.leave(&format!("{two}x"), &gone_second).await.unwrap();
            house.pair(&house.game_of(&one, &first).await).await;
            assert!(house.opposite((&one, &first), (&two, &second)).await);
            let view = house.view(keeper, keeper_seat).await;
            assert!(view.my_answers.is_some() && view.duty.is_none(), "nothing to do again");
        }
    }
}

#[tokio::test]
async fn what_was_asked_before_moving_over_is_erased_too() {
    for house in House::each() {
        let [ann, bob] = ann_and_bob_wait(&house).await;
        house.pair(&house.game_of("ann", &ann).await).await;
        assert!(house.opposite(("ann", &ann), ("bob", &bob)).await);
        let said = "SELECT COUNT(*) FROM game_move WHERE body LIKE '%bob asks%'";
        assert_eq!(house.db.column(said), ["2"], "in the game he moved from, too");
        house.acts(|tx, at| erase::erase(tx, at, "bob")).await;
        assert_eq!(house.db.column(said), ["0"]);
    }
}

#[tokio::test]
async fn two_who_have_both_responded_wait_for_others() {
    for house in House::each() {
        house.people(&["ann", "bob", "left1", "left2"]).await;
        let ann = house.opens_and_asks("ann").await;
        let left1 = house.opens_and_asks("left1").await;
        let bob = house.opens_and_asks("bob").await;
        let left2 = house.opens_and_asks("left2").await;
        house.answer("ann", &ann).await.unwrap();
        house.answer("bob", &bob).await.unwrap();
        house.leave("left1", &left1).await.unwrap();
        house.leave("left2", &left2).await.unwrap();
        house.pair(&house.game_of("ann", &ann).await).await;
        for (player, seat) in [("ann", &ann), ("bob", &bob)] {
            assert!(house.view(player, seat).await.my_answers.is_some());
            assert!(!house.view(player, seat).await.partner_seated);
        }
    }
}
