//! Words of people in what house machines say: they go when their author goes.

use std::collections::BTreeMap;

use luna_core::game::{Move, Seat};
use luna_store::disciplines::ALL;
use luna_store::player::GONE;
use luna_store::{Error, Tx, derived, erase, game, setting};

use crate::erase::{MARK, marked};
use crate::house::House;
use crate::meanwhile::Paused;

impl House {
    /// A game of a person in which a house machine says this, noting these authors.
    async fn told_by(
        &self,
        machine: &'static str,
        person: &str,
        asks: &str,
        says: [&str; 2],
        authors: &[(usize, &str)],
    ) -> String {
        let seat = self.open(person).await;
        self.ask_texts(person, &seat, vec![asks.to_owned(); 2]).await.unwrap();
        let game_id = self.game_of(person, &seat).await;
        self.machine_sits(machine, &game_id).await;
        let (at, says) = (self.at(), says.map(str::to_owned).to_vec());
        let authors: BTreeMap<usize, String> =
            authors.iter().map(|(part, author)| (*part, (*author).to_owned())).collect();
        let work = move |tx: &mut Tx<'_>| {
            let mut loaded = game::load_locked(tx, &game_id)?;
            assert_eq!(loaded.occupant(Seat::B).unwrap().player_id, machine);
            derived::note(tx, &loaded, &authors)?;
            game::play(tx, &at, &mut loaded, Seat::B, &Move::Answer(says), Some(0)).map(drop)
        };
        self.db.write(work).await.unwrap();
        self.answer(person, &seat).await.unwrap();
        seat
    }

    async fn read_by(&self, person: &str, seat: &str) -> Vec<String> {
        self.view(person, seat).await.their_answers.unwrap()
    }

    async fn erases(&self, player: &'static str) {
        self.acts(move |tx, at| erase::erase(tx, at, player)).await;
    }

    async fn machines_and(&self, people: &[&str]) {
        self.people(people).await;
        self.player("house-recall", true).await;
        self.player("house-eliza", true).await;
    }
}

#[tokio::test]
async fn what_machines_repeat_goes_with_its_author() {
    for house in House::each() {
        house.machines_and(&["ann", "bob", "cat"]).await;
        let says = [&*format!("{MARK} was here"), "cat says so"];
        let authors = [(0, "ann"), (1, "cat")];
        let bob = house.told_by("house-recall", "bob", "Who?", says, &authors).await;
        assert_eq!(house.read_by("bob", &bob).await, says);
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        assert_eq!(data["said_by_house_machines"][0]["text"], says[0]);

        house.erases("ann").await;
        assert_eq!(marked(&house), Vec::<String>::new());
        assert_eq!(house.read_by("bob", &bob).await, [GONE, "cat says so"]);
        let data =
            house.db.read(|tx| luna_store::export::of(tx, ALL, "bob")).await.unwrap().to_string();
        assert!(data.contains("cat says so") && !data.contains(MARK), "{data}");
        house.erases("cat").await;
        assert_eq!(house.read_by("bob", &bob).await, [GONE, GONE]);
        assert_eq!(house.db.column("SELECT author_id FROM derived"), Vec::<String>::new());
    }
}

#[tokio::test]
async fn the_questions_a_machine_answers_are_of_the_player_who_asked_them() {
    for house in House::each() {
        house.machines_and(&["ann"]).await;
        let seat = house.opens_and_asks("ann").await;
        let game_id = house.game_of("ann", &seat).await;
        house.machine_sits("house-eliza", &game_id).await;
        let (_, loaded) = house.load_for_update("ann", &seat).await;
        let before = loaded.clone();
        let asker = house.db.read(move |tx| derived::asker(tx, &before, Seat::B)).await.unwrap();
        assert_eq!(asker.as_deref(), Some("ann"));
        let asker = house.db.read(move |tx| derived::asker(tx, &loaded, Seat::A)).await.unwrap();
        assert_eq!(asker.as_deref(), Some("house-eliza"));
    }
}

/// What comes late must not bring back what has just been erased.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_repeated_while_they_are_erased() {
    for house in House::each() {
        house.machines_and(&["ann", "bob"]).await;
        let seat = house.opens_and_asks("bob").await;
        let game_id = house.game_of("bob", &seat).await;
        house.machine_sits("house-recall", &game_id).await;
        let at = house.at();
        let erasing = Paused::start(&house, move |tx| erase::erase(tx, &at, "ann")).await;
        let at = house.at();
        let late = erasing.then(&house, move |tx| {
            let mut loaded = game::load_locked(tx, &game_id)?;
            derived::note(tx, &loaded, &BTreeMap::from([(0, "ann".to_owned())]))?;
            let says = Move::Answer(vec![MARK.to_owned(), "no".to_owned()]);
            game::play(tx, &at, &mut loaded, Seat::B, &says, Some(0)).map(drop)
        });
        let late = late.await;
        assert!(matches!(late, Err(Error::Conflict)), "{late:?}");
        assert_eq!(marked(&house), Vec::<String>::new());
    }
}

/// From before authors were noted only what is the same letter by letter is found, and
/// whatever a machine said to their questions.
#[tokio::test]
async fn what_was_said_before_authors_were_noted_is_searched_for() {
    for house in House::each() {
        house.machines_and(&["ann", "bob", "cat"]).await;
        // Ann answers "ann says 1." and "ann says 2." here, and is told what she asked.
        let echo = format!("Why do you say {MARK}?");
        let says = [&*echo, "Good day."];
        house.told_by("house-eliza", "ann", &format!("{MARK}?"), says, &[]).await;
        let says = ["ann says 2.", "of nobody"];
        let bob = house.told_by("house-recall", "bob", "Who?", says, &[]).await;
        for (person, seat) in [("bob", &bob)] {
            house.machine_moves(&house.game_of(person, seat).await, "50").await;
            house.guess(person, seat, "50").await.unwrap();
        }
        let since = house.now().to_string();
        house.db.write(move |tx| setting::set(tx, "derived_since", &since)).await.unwrap();
        // In a game that begins later the same words are somebody else's.
        house.later(1_000);
        let cat = house.told_by("house-recall", "cat", "Who?", says, &[]).await;
        house.erases("ann").await;
        assert_eq!(house.read_by("bob", &bob).await, [GONE, "of nobody"]);
        assert_eq!(house.read_by("cat", &cat).await, says);
        assert_eq!(marked(&house), Vec::<String>::new());
    }
}
