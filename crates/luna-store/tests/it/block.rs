//! Blocks: two players who are never paired again.

use std::sync::Arc;

use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::{Tx, block, game};
use luna_testkit::machine::declared;

use crate::house::{House, questions};
use crate::machine::house_of;
use crate::meanwhile::Paused;

impl House {
    pub(crate) async fn blocks(&self, by: &str, of: &str, seat: &str) -> bool {
        let (at, by, of, seat) = (self.at(), by.to_owned(), of.to_owned(), seat.to_owned());
        self.db.write(move |tx| block::add(tx, &at, &by, &of, &seat)).await.unwrap()
    }

    async fn list(&self, by: &str) -> Vec<block::Block> {
        let by = by.to_owned();
        self.db.read(move |tx| block::list(tx, &by)).await.unwrap()
    }

    /// Gives a machine to the player who waits in the game of a seat.
    async fn is_given(&self, player: &str, seat: &str) -> Option<String> {
        let (game_id, at) = (self.game_of(player, seat).await, self.at());
        let found = self.db.write(move |tx| game::find_machine(tx, &at, &game_id)).await.unwrap();
        house_of(found)
    }

    /// A machine that comes with Luna.
    async fn anchor(&self, id: &'static str) {
        let now = self.at().now;
        let declared =
            MachineConfig { model: id.to_owned(), most_open: 100, ..declared(Transport::House) };
        let work = move |tx: &mut Tx<'_>| machine::register(tx, now, id, id, None, &declared);
        self.db.write(work).await.unwrap();
    }
}

#[tokio::test]
async fn a_blocked_pair_never_meets_in_either_order() {
    for (first, second) in [("ann", "bob"), ("bob", "ann")] {
        for house in House::each() {
            house.people(&["ann", "bob", "cat"]).await;
            let [anns, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
            assert!(house.blocks("ann", "bob", &anns).await);
            let waits = house.opens_and_asks(first).await;
            let comes = house.opens_and_asks(second).await;
            assert!(!house.opposite((first, &waits), (second, &comes)).await);
            assert!(!house.view(second, &comes).await.partner_seated);
            // Neither does the job that pairs those who wait.
            house.pair(&house.game_of(first, &waits).await).await;
            assert!(!house.view(first, &waits).await.partner_seated);
            // Others meet them as ever.
            let cat = house.opens_and_asks("cat").await;
            assert!(house.opposite((first, &waits), ("cat", &cat)).await);
        }
    }
}

#[tokio::test]
async fn a_long_queue_of_blocked_players_hides_nobody() {
    for house in House::each() {
        for nth in 0..30 {
            house.people(&[&format!("p{nth}")]).await;
        }
        house.people(&["ann", "bob"]).await;
        house.db.raw(
            "INSERT INTO block (id, by_player, of_player, met, seat_id, at)
             SELECT a.id || '-' || b.id, a.id, b.id, b.id, '', 0 FROM player a, player b
             WHERE a.id <> b.id AND a.id <> 'bob' AND b.id <> 'bob' RETURNING id",
        );
        for nth in 0..30 {
            house.opens_and_asks(&format!("p{nth}")).await;
        }
        let ann = house.opens_and_asks("ann").await;
        assert!(!house.view("ann", &ann).await.partner_seated);
        house
            .db
            .raw("DELETE FROM block WHERE by_player = 'p29' AND of_player = 'ann' RETURNING id");
        house
            .db
            .raw("DELETE FROM block WHERE by_player = 'ann' AND of_player = 'p29' RETURNING id");
        let again = house.opens_and_asks("ann").await;
        assert!(house.view("ann", &again).await.partner_seated, "the last of thirty-one");
    }
}

#[tokio::test]
async fn a_blocked_machine_is_given_no_more_in_any_version() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house.anchor("one").await;
        house.anchor("two").await;
        let ann = house.opens_and_asks("ann").await;
        assert!(house.blocks("ann", "one", &ann).await);
        for _ in 0..20 {
            assert_eq!(house.is_given("ann", &ann).await.as_deref(), Some("two"));
        }
        // The next version of a machine is the same machine.
        let at = house.at();
        let work = move |tx: &mut Tx<'_>| {
            let before = machine::find(tx, "one")?;
            let declared = before.declared.clone();
            machine::replace(tx, &at, &before, "one-2", "one 2", &declared)
        };
        house.db.write(work).await.unwrap();
        let between =
            |a: &'static str, b: &'static str| house.db.read(move |tx| block::between(tx, a, b));
        assert!(between("ann", "one-2").await.unwrap());
        assert!(between("one-2", "ann").await.unwrap());
        assert!(!between("ann", "two").await.unwrap());
        assert!(house.blocks("ann", "two", &ann).await);
        assert_eq!(house.is_given("ann", &ann).await, None);
    }
}

/// The block is not durable yet when the other asks, and is when they are paired.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_asks_while_blocked_is_not_paired() {
    for house in House::each().into_iter().map(Arc::new) {
        house.people(&["ann", "bob"]).await;
        let [first, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
        let (anns, bobs) = (house.opens_and_asks("ann").await, house.open("bob").await);
        let at = house.at();
        let blocks = move |tx: &mut Tx<'_>| block::add(tx, &at, "ann", "bob", &first).map(drop);
        let paused = Paused::start(&house, blocks).await;
        let (at, seat) = (house.at(), bobs.clone());
        let asks = move |tx: &mut Tx<'_>| {
            let (place, mut loaded) = game::load_for_update(tx, &seat, "bob")?;
            game::ask(tx, &at, &place, &mut loaded, questions("bob")).map(drop)
        };
        paused.then(&house, asks).await.unwrap();
        assert!(!house.opposite(("ann", &anns), ("bob", &bobs)).await);
        assert!(!house.view("bob", &bobs).await.partner_seated);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_blocks_and_sixty_pairings_at_once_leave_no_blocked_pair_together() {
    for house in House::each().into_iter().map(Arc::new) {
        let mut tasks = Vec::new();
        for nth in 0..60 {
            let (a, b) = (format!("a{nth}"), format!("b{nth}"));
            house.people(&[&a, &b]).await;
            let (house, seat) = (Arc::clone(&house), house.open(&b).await);
            tasks.push(tokio::spawn(async move {
                house.blocks(&a, &b, &seat).await;
                // From here on they may not be paired.
                let (one, two) = (house.open(&a).await, house.open(&b).await);
                house.ask(&a, &one).await.unwrap();
                house.ask(&b, &two).await.unwrap();
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        let together = "SELECT s.game_id FROM seat s
                        JOIN seat o ON o.game_id = s.game_id AND o.id <> s.id
                        JOIN block b ON b.by_player = s.player_id AND b.of_player = o.player_id";
        assert!(house.db.raw(together).is_empty());
        let paired = house.db.raw("SELECT id FROM game WHERE phase = 'response'");
        assert!(paired.len() >= 58, "only {} pairs of 120 people", paired.len());
    }
}

#[tokio::test]
async fn a_list_of_blocks_names_only_players_that_a_game_has_named() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [over, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
        let live = house.opens_and_asks("ann").await;
        house.opens_and_asks("bob").await;
        assert!(house.blocks("ann", "bob", &over).await);
        // Also of somebody who is blocked already: nothing would tell that it is them.
        assert!(house.blocks("ann", "bob", &live).await);
        assert!(house.blocks("ann", "bob", &live).await, "once more is the same");
        let names: Vec<Option<String>> =
            house.list("ann").await.into_iter().map(|it| it.name).collect();
        assert_eq!(names, [None, Some("bob".to_owned())]);
        assert!(house.list("bob").await.is_empty(), "bob does not learn of it");
        // Nobody lifts another's.
        let id = house.list("ann").await[0].id.clone();
        let theirs = id.clone();
        house.db.write(move |tx| block::lift(tx, &theirs, "bob")).await.unwrap();
        assert_eq!(house.list("ann").await.len(), 2);
        house.db.write(move |tx| block::lift(tx, &id, "ann")).await.unwrap();
        assert_eq!(house.list("ann").await.len(), 1);
    }
}

#[tokio::test]
async fn so_many_blocks_in_an_hour() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let seat = house.open("ann").await;
        for nth in 0..=block::PER_HOUR {
            let other = format!("p{nth}");
            house.people(&[&other]).await;
            assert_eq!(house.blocks("ann", &other, &seat).await, nth < block::PER_HOUR);
        }
        house.later(3_600_000);
        assert!(house.blocks("ann", "p0", &house.open("ann").await).await);
    }
}
