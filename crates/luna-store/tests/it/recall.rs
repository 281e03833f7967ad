//! Lines that people lend to Recall: from the end of a game to an operator's decision,
//! and back again.

use luna_store::consent::{self, Purpose};
use luna_store::disciplines::ALL;
use luna_store::moderation_log::{self, Act};
use luna_store::recall::{self, State};
use luna_store::{Error, erase, game, topic};

use crate::erase::{MARK, marked};
use crate::house::House;

const NEWEST: (i64, &str) = (i64::MAX, "");

impl House {
    pub(crate) async fn lends(&self, player: &str) {
        let (player, now) = (player.to_owned(), self.now());
        let give = move |tx: &mut luna_store::Tx<'_>| {
            consent::give(tx, &player, Purpose::Recall, "hash", now)
        };
        self.db.write(give).await.unwrap();
    }

    async fn lines(&self, state: State) -> Vec<recall::RecallLine> {
        self.db.read(move |tx| recall::list(tx, state, NEWEST, 100)).await.unwrap()
    }

    async fn decides(&self, id: &str, state: State, why: &str) -> luna_store::Result<()> {
        let (at, id, why) = (self.at(), id.to_owned(), why.to_owned());
        self.db.write(move |tx| recall::decide(tx, &at, "boss", &id, state, &why)).await
    }

    /// Approves all that waits. Gives the ids.
    pub(crate) async fn approves_all(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for line in self.lines(State::Pending).await {
            self.decides(&line.id, State::Approved, "").await.unwrap();
            ids.push(line.id);
        }
        ids
    }

    async fn heard(&self) -> usize {
        let approved = self.db.read(|tx| recall::approved(tx, 100)).await.unwrap();
        let mut heard = 0;
        for (id, _) in approved {
            let may = self.db.read(move |tx| recall::may_repeat(tx, &id)).await.unwrap();
            heard += usize::from(may);
        }
        heard
    }

    async fn changes(&self) -> i64 {
        self.db.read(|tx| topic::seq(tx, recall::TOPIC)).await.unwrap()
    }
}

#[tokio::test]
async fn a_hidden_text_is_heard_no_more() {
    for house in House::each() {
        house.people(&["ann", "bob", "boss"]).await;
        house.lends("ann").await;
        let [seat, _] = house.whole_game(("ann", "50"), ("bob", "50")).await;
        house.approves_all().await;
        assert_eq!((house.heard().await, house.changes().await), (2, 2));
        let game_id = house.game_of("ann", &seat).await;
        let moves = house.db.column(
            "SELECT seq FROM game_move WHERE player_id = 'ann' AND body LIKE '%ann says 1%'",
        );
        let seq: i64 = moves[0].parse().unwrap();
        let hide = move |tx: &mut luna_store::Tx<'_>| game::hide(tx, &game_id, seq, 1);
        house.db.write(hide).await.unwrap();
        assert_eq!((house.heard().await, house.changes().await), (1, 3));
        let left = house.lines(State::Approved).await;
        assert_eq!(left[0].reply, "ann says 2.");
    }
}

#[tokio::test]
async fn only_who_agreed_lends_and_nothing_is_heard_before_it_is_approved() {
    for house in House::each() {
        house.people(&["ann", "bob", "boss"]).await;
        house.lends("ann").await;
        house.whole_game(("ann", "50"), ("bob", "50")).await;
        let lines = house.lines(State::Pending).await;
        let mut pairs: Vec<_> = lines.iter().map(|it| (&*it.prompt, &*it.reply)).collect();
        pairs.sort_unstable();
        let expected = [("bob asks 1?", "ann says 1."), ("bob asks 2?", "ann says 2.")];
        assert_eq!(pairs, expected);
        assert_eq!((house.heard().await, house.changes().await), (0, 0));

        let [first, second] = [&lines[0].id, &lines[1].id];
        house.decides(first, State::Approved, "").await.unwrap();
        house.decides(second, State::Rejected, "an address").await.unwrap();
        house.decides(second, State::Rejected, "twice").await.unwrap();
        assert_eq!(house.lines(State::Pending).await, []);
        assert_eq!((house.heard().await, house.changes().await), (1, 2));
        let rejected = house.lines(State::Rejected).await;
        let decision = rejected[0].decision.as_ref().unwrap();
        let boss = ("boss".to_owned(), "boss".to_owned());
        assert_eq!((decision.by.as_ref(), &*decision.why), (Some(&boss), "an address"));
        let acts = house.db.read(|tx| moderation_log::list(tx, "", NEWEST, 9)).await.unwrap();
        let acts: Vec<_> = acts.iter().map(|it| (it.what.name(), &*it.of, &*it.why)).collect();
        assert_eq!(acts, [("reject_line", "ann", "an address"), ("approve_line", "ann", "")]);
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        let states: Vec<_> =
            data["lent_to_recall"].as_array().unwrap().iter().map(|it| &it["state"]).collect();
        assert_eq!(states.len(), 2);
        assert!(states.iter().any(|state| *state == "approved"), "{data}");
        assert!(data.to_string().contains("an address"));

        house.decides(first, State::Rejected, "after all").await.unwrap();
        assert_eq!(house.heard().await, 0);
    }
}

#[tokio::test]
async fn nothing_is_lent_but_finished_rated_games_of_people() {
    for house in House::each() {
        house.people(&["ann", "bob", "boss"]).await;
        house.player("house-eliza", true).await;
        // Before they agreed.
        house.whole_game(("ann", "50"), ("bob", "50")).await;
        house.lends("ann").await;
        house.lends("house-eliza").await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        house.answer("ann", &ann).await.unwrap();
        house.answer("bob", &bob).await.unwrap();
        house.leave("bob", &bob).await.unwrap();
        assert_eq!(house.lines(State::Pending).await, []);
    }
}

#[tokio::test]
async fn who_withdraws_or_is_banned_or_erased_is_heard_no_more() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "boss"]).await;
        for player in ["ann", "bob", "cat"] {
            house.lends(player).await;
        }
        house.whole_game(("ann", "50"), ("bob", "50")).await;
        house.whole_game(("cat", "50"), ("ann", "50")).await;
        house.approves_all().await;
        // Ann 2 + 2, Bob 2, Cat 2.
        assert_eq!(house.heard().await, 8);
        house.acts(|tx, at| erase::ban(tx, at, Act::of("bob", "rude"))).await;
        assert_eq!(house.heard().await, 6);

        let before = house.changes().await;
        house.db.write(|tx| consent::withdraw(tx, "ann", Purpose::Recall, 7)).await.unwrap();
        assert_eq!(house.heard().await, 2);
        assert_eq!(house.changes().await, before + 1);
        house.lends("ann").await;
        assert_eq!(house.heard().await, 2, "what was taken back stays taken back");

        // Cat answered Ann's questions.
        let before = house.changes().await;
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert_eq!(house.changes().await, before + 1);
        assert_eq!(house.db.column("SELECT author_id FROM recall_line"), Vec::<String>::new());
        let gone = house.decides("any", State::Approved, "").await;
        assert!(matches!(gone, Err(Error::NotFound)), "{gone:?}");
    }
}

#[tokio::test]
async fn the_words_of_a_line_are_nowhere_but_in_the_game() {
    for house in House::each() {
        house.people(&["ann", "bob", "boss"]).await;
        house.lends("ann").await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.open("bob").await;
        house.ask_texts("bob", &bob, vec!["Who?".to_owned(); 2]).await.unwrap();
        let said = vec![format!("{MARK}!"), "no".to_owned()];
        house.play("ann", &ann, luna_core::game::Move::Answer(said)).await.unwrap();
        house.answer("bob", &bob).await.unwrap();
        house.guess("ann", &ann, "50").await.unwrap();
        house.guess("bob", &bob, "50").await.unwrap();
        let ids = house.approves_all().await;
        let id = ids[0].clone();
        let words = house.db.read(move |tx| recall::words(tx, &id)).await.unwrap().unwrap();
        assert_eq!(words.0, "Who?");
        let places = marked(&house);
        assert!(places.iter().all(|place| place.starts_with("game_move")), "{places:?}");
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert_eq!(marked(&house), Vec::<String>::new());
        for id in ids {
            assert_eq!(house.db.read(move |tx| recall::words(tx, &id)).await.unwrap(), None);
        }
    }
}

/// An approval is of the text that an operator has read. A statement that turns a text into another
/// one has to take its lines back, so that they are reviewed again.
#[test]
fn nothing_changes_the_text_of_a_line_but_what_takes_the_line_back() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut folders = vec![std::path::PathBuf::from(source)];
    let mut changed_in = std::collections::BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read_to_string(&path).unwrap().contains("UPDATE game_move SET body")
            {
                let name = path.strip_prefix(source).unwrap().display().to_string();
                changed_in.insert(name);
            }
        }
    }
    // Erasures: of the author and of the asker, whose lines go with them, and of what machines
    // repeated, which is lent to nobody.
    let known = ["game/derived.rs", "game/erased_texts.rs"].map(str::to_owned);
    assert_eq!(changed_in, known.into());
}
