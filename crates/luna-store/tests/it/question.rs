//! Questions that a player was asked lately, and the machine of their last practice game.

use luna_core::game::Move;
use luna_store::game::Kind;
use luna_store::{game, question};

use crate::house::{House, RULES};

fn texts(nth: usize) -> Vec<String> {
    (1..=RULES.questions).map(|at| format!("game {nth}, question {at}?")).collect()
}

impl House {
    async fn was_asked(&self, who: &str) -> Vec<String> {
        let who = who.to_owned();
        self.db.read(move |tx| question::questions_heard(tx, &who)).await.unwrap()
    }

    /// An open game in which a machine asks a person these questions.
    async fn asked_by(&self, machine: &str, who: &str, kind: Kind, nth: usize) -> String {
        let seat = self.open_kind(who, kind).await;
        self.ask(who, &seat).await.unwrap();
        let (machine, game_id, at) =
            (machine.to_owned(), self.game_of(who, &seat).await, self.at());
        let sits = move |tx: &mut luna_store::Tx<'_>| {
            let mut loaded = game::load_locked(tx, &game_id)?;
            game::seat_machine(tx, &at, &mut loaded, &machine, texts(nth))
        };
        self.db.write(sits).await.unwrap();
        seat
    }
}

#[tokio::test]
async fn what_was_asked_in_open_games_and_in_the_last_ten_is_known() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.player("robot", true).await;
        assert!(house.was_asked("ann").await.is_empty());
        let open = house.asked_by("robot", "ann", Kind::Rated, 0).await;
        for nth in 1..=12 {
            let seat = house.asked_by("robot", "ann", Kind::Rated, nth).await;
            house.leave("ann", &seat).await.unwrap();
            // Nobody asks anything there, so it counts as none of the ten.
            let alone = house.open("ann").await;
            house.leave("ann", &alone).await.unwrap();
        }
        house.asked_by("robot", "ann", Kind::Practice, 13).await;
        let expected: Vec<String> = [0].into_iter().chain((3..=12).rev()).flat_map(texts).collect();
        assert_eq!(house.was_asked("ann").await, expected);
        assert!(house.was_asked("bob").await.is_empty());
        // What a person asks is heard by their partner, and by nobody else.
        house.leave("ann", &open).await.unwrap();
        let anns = house.opens_and_asks("ann").await;
        let bobs = house.opens_and_asks("bob").await;
        assert!(house.opposite(("ann", &anns), ("bob", &bobs)).await);
        assert_eq!(house.was_asked("bob").await, crate::house::questions("ann"));
        assert_eq!(house.was_asked("ann").await[..2], crate::house::questions("bob"));
    }
}

#[tokio::test]
async fn what_a_machine_has_asked_is_known_for_so_many_games() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house.player("robot", true).await;
        for nth in 0..6 {
            let seat = house.asked_by("robot", "ann", Kind::Rated, nth).await;
            if nth != 2 {
                house.play("ann", &seat, Move::Leave).await.unwrap();
            }
        }
        let asked = |games| house.db.read(move |tx| question::questions_asked(tx, "robot", games));
        let expected: Vec<String> = [2, 5, 4].into_iter().flat_map(texts).collect();
        assert_eq!(asked(2).await.unwrap(), expected);
        assert_eq!(asked(100).await.unwrap().len(), 6 * RULES.questions);
    }
}

#[tokio::test]
async fn the_machine_somebody_practised_with_last_is_known() {
    for house in House::each() {
        house.people(&["ann"]).await;
        for robot in ["one", "two"] {
            house.player(robot, true).await;
        }
        let last = |but: String| house.db.read(move |tx| question::practised_with(tx, "ann", &but));
        assert_eq!(last(String::new()).await.unwrap(), None);
        house.asked_by("one", "ann", Kind::Practice, 1).await;
        let second = house.asked_by("two", "ann", Kind::Practice, 2).await;
        house.asked_by("one", "ann", Kind::Rated, 3).await;
        assert_eq!(last(String::new()).await.unwrap().as_deref(), Some("two"));
        let second = house.game_of("ann", &second).await;
        assert_eq!(last(second).await.unwrap().as_deref(), Some("one"));
    }
}
