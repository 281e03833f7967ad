//! A game from its first question to its result, and what is kept of it.

use luna_core::game::{Duty, Ending, Phase, Refusal, Seat};
use luna_core::rating::Outcome;
use luna_store::game::SeatState;
use luna_store::game::browse::{self, GameFilter};
use luna_store::{Error, game, player, topic};

use crate::house::{House, answers, questions};

#[tokio::test]
async fn two_people_play_a_whole_game() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let ann = house.opens_and_asks("ann").await;
        let view = house.view("ann", &ann).await;
        assert_eq!((view.phase, view.duty, view.partner_seated), (Phase::Interview, None, false));

        let bob = house.open("bob").await;
        let bobs_own = house.game_of("bob", &bob).await;
        house.ask("bob", &bob).await.unwrap();
        // The seat keeps its id and moves into the game of the player who waited.
        let (place, loaded) = house.load_for_update("bob", &bob).await;
        assert_eq!(place.game_id, house.game_of("ann", &ann).await);
        assert_eq!((place.seat_id.as_str(), place.seat), (bob.as_str(), Seat::B));
        assert_eq!(loaded.waiting_since, None);
        assert!(house.db.raw(&format!("SELECT id FROM game WHERE id = '{bobs_own}'")).is_empty());

        let view = house.view("ann", &ann).await;
        assert_eq!((view.phase, view.duty), (Phase::Response, Some(Duty::Answer)));
        assert_eq!(view.their_questions, Some(questions("bob")));
        house.answer("bob", &bob).await.unwrap();
        assert_eq!(house.view("ann", &ann).await.their_answers, None);
        house.answer("ann", &ann).await.unwrap();
        assert_eq!(house.view("ann", &ann).await.their_answers, Some(answers("bob")));
        house.guess("ann", &ann, "70").await.unwrap();
        assert_eq!(house.view("bob", &bob).await.result, None);
        house.guess("bob", &bob, "30.5").await.unwrap();

        let result = house.view("ann", &ann).await.result.unwrap();
        assert_eq!(result.outcome, Outcome::Tied);
        assert_eq!(result.their_guess.to_string(), "30.5");
        assert_eq!(result.my_rating_then, None);
        assert_eq!(result.my_rating_now.unwrap().to_string(), "30.5");
        let (place, loaded) = house.load_for_update("ann", &ann).await;
        assert_eq!((place.ending, place.here), (Some(Ending::Final), true));
        assert!(loaded.ended_at.is_some());
        assert_eq!(
            house.db.raw("SELECT state, ending, outcome, due_at FROM seat ORDER BY side"),
            [["over", "final", "tied", "NULL"], ["over", "final", "tied", "NULL"]],
        );
        assert_eq!(house.jobs(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_seat_is_there_for_its_player_only() {
    for house in House::each() {
        house.people(&["ann", "eve"]).await;
        let ann = house.open("ann").await;
        assert!(matches!(house.ask("eve", &ann).await, Err(Error::NotFound)));
        assert!(matches!(house.leave("eve", &ann).await, Err(Error::NotFound)));
        assert!(matches!(house.ask("ann", "no-such-seat").await, Err(Error::NotFound)));
    }
}

#[tokio::test]
async fn a_refused_move_changes_nothing_and_pairs_nobody() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.open("bob").await;
        let before = house.db.raw("SELECT * FROM seat ORDER BY id");
        let blank = house.ask_texts("bob", &bob, vec![" ".to_owned(), "?".to_owned()]).await;
        assert!(matches!(blank, Err(Error::Refused(Refusal::Question { nth: 0, .. }))));
        let again = house.ask("ann", &ann).await;
        assert!(matches!(again, Err(Error::Refused(Refusal::AlreadyAsked))));
        let early = house.guess("ann", &ann, "5").await;
        assert!(matches!(early, Err(Error::Refused(Refusal::NoResponsesYet))));
        assert_eq!(house.db.raw("SELECT * FROM seat ORDER BY id"), before);
    }
}

#[tokio::test]
async fn times_are_measured_from_when_something_became_ones_to_do() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let (ann, bob) = (house.open("ann").await, house.open("bob").await);
        house.later(60_000);
        house.ask("ann", &ann).await.unwrap();
        house.ask("bob", &bob).await.unwrap();
        house.later(5_000);
        house.answer("bob", &bob).await.unwrap();
        house.answer("ann", &ann).await.unwrap();
        house.guess("ann", &ann, "5").await.unwrap();
        house.guess("bob", &bob, "5").await.unwrap();
        let took = house
            .db
            .raw("SELECT player_id, took_ms FROM game_move WHERE took_ms IS NOT NULL ORDER BY seq");
        // Each moment in the house is a second after the one before.
        assert_eq!(
            took,
            [
                ["ann", "62000"],
                ["bob", "62000"],
                ["bob", "6000"],
                ["ann", "7000"],
                ["ann", "1000"],
                ["bob", "2000"],
            ],
        );
        let times = house.db.column("SELECT took_ms FROM pace WHERE at > 0 ORDER BY took_ms");
        assert_eq!(times, ["1000", "2000", "6000", "7000", "62000", "62000"]);
    }
}

#[tokio::test]
async fn the_players_concerned_are_told_and_nobody_else() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        let (of_ann, of_bob) = (seq(&house, "ann").await, seq(&house, "bob").await);
        // While Ann still writes, that Bob has finished must not show.
        house.answer("bob", &bob).await.unwrap();
        assert_eq!(seq(&house, "ann").await, of_ann);
        assert_eq!(seq(&house, "bob").await, of_bob + 1);
        house.answer("ann", &ann).await.unwrap();
        assert_eq!(seq(&house, "ann").await, of_ann + 1);
        assert_eq!(seq(&house, "bob").await, of_bob + 2);
    }
}

async fn seq(house: &House, player: &str) -> i64 {
    let name = player::topic(player);
    house.db.read(move |tx| topic::seq(tx, &name)).await.unwrap()
}

#[tokio::test]
async fn lists_hold_a_players_games_by_state() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [over, _] = house.whole_game(("ann", "5"), ("bob", "6")).await;
        let waiting = house.opens_and_asks("ann").await;
        let open = house.open("ann").await;
        for (state, seat, partner) in [
            (SeatState::Over, &over, Some("bob")),
            (SeatState::Wait, &waiting, None),
            (SeatState::Move, &open, None),
        ] {
            let lines = house
                .db
                .read(move |tx| game::list::of_player(tx, "ann", state, (i64::MAX, ""), 10))
                .await
                .unwrap();
            assert_eq!(lines.iter().map(|line| &line.seat_id).collect::<Vec<_>>(), [seat]);
            assert_eq!(lines[0].partner.as_deref(), partner);
        }
        let count = house.db.read(|tx| game::list::open_count(tx, "ann")).await.unwrap();
        assert_eq!(count, 2);
        let page = async |(at, id): (i64, String)| {
            let all = GameFilter::default();
            house.db.read(move |tx| browse::games(tx, "", &all, (at, &id), 2)).await.unwrap()
        };
        let all = page((i64::MAX, String::new())).await;
        assert_eq!(all.len(), 2);
        let rest = page(all[1].place.clone()).await;
        let of = |id: &str| (id.to_owned(), id.to_owned());
        assert_eq!(rest[0].players, [of("ann"), of("bob")]);
    }
}
