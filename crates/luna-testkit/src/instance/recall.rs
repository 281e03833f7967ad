//! People whose responses are marked, for what Recall may repeat.

use luna_app::recall::Reader;
use luna_core::game::{Kind, Move};
use luna_core::rng::Chance;
use luna_machines::{HouseMachine, Pool};
use luna_store::consent::Purpose;
use luna_store::recall::{self, State};
use luna_store::{Tx, game};

use crate::instance::TestInstance;
use crate::instance::player::TestPlayer;

/// In every response of somebody who is marked.
pub const MARK: &str = "zebra";
/// Of a response each: who agreed to nothing, whose lines nobody has looked at, whose
/// lines were approved, and whose were rejected.
pub const MARKED: [&str; 4] = ["silent", "unread", "heard", "refused"];

/// What a marked player was asked.
pub fn question(name: &str, nth: usize) -> String {
    let things = ["umbrella", "kettle", "bicycle", "pillow", "lantern"];
    format!("Where does {name}zzz keep the {} in winter?", things[nth - 1])
}

pub fn response(name: &str, nth: usize) -> String {
    format!("{MARK} {name} {nth}")
}

impl TestInstance {
    /// Somebody agrees that Recall repeats them.
    pub async fn lends(&self, id: &str) {
        let id = id.to_owned();
        self.acts(move |tx, at| luna_app::consent::give(tx, &id, Purpose::Recall, at.now)).await;
    }

    async fn decides(&self, author: &'static str, state: State) {
        self.acts(move |tx, at| {
            for line in recall::list(tx, State::Pending, (i64::MAX, ""), 1_000)? {
                if line.reply.contains(author) {
                    recall::decide(tx, at, author, &line.id, state, "because")?;
                }
            }
            Ok(())
        })
        .await;
    }

    /// A finished rated game in which somebody gives marked responses.
    pub async fn plays_marked(&self, name: &str) -> TestPlayer {
        let asker = self.player(&format!("{name}-asker")).await;
        let marked = self.player(name).await;
        let theirs = asker.starts(Kind::Rated).await;
        let asks = (1..=5).map(|nth| question(name, nth)).collect();
        asker.submits(&theirs, Move::Ask(asks)).await.unwrap();
        let own = marked.opens().await;
        if name != "silent" {
            self.lends(name).await;
        }
        let says = (1..=5).map(|nth| response(name, nth)).collect();
        marked.submits(&own, Move::Answer(says)).await.unwrap();
        asker.answers(&theirs).await;
        marked.guesses(&own, "50").await;
        asker.guesses(&theirs, "50").await;
        marked
    }

    /// All four have played, and Recall has read what it may.
    pub async fn with_marked(&self) -> Vec<TestPlayer> {
        let mut all = Vec::new();
        for name in MARKED {
            all.push(self.plays_marked(name).await);
        }
        self.decides("heard", State::Approved).await;
        self.decides("refused", State::Rejected).await;
        assert!(Reader::default().read(self.app()).await.unwrap());
        assert_eq!(self.houses().recall.origins().len(), 5);
        all
    }

    /// Recall sits down opposite somebody who has asked.
    pub async fn recall_sits_down(&self, seat: &str) {
        let seat = seat.to_owned();
        let game_id =
            self.db.column(&format!("SELECT game_id FROM seat WHERE id = '{seat}'")).remove(0);
        let at = self.moment();
        let sits_down = move |tx: &mut Tx<'_>| {
            let mut loaded = game::load_locked(tx, &game_id)?;
            let (rules, mut chance) = (loaded.game.rules(), Chance::from_seed(3));
            let recall = HouseMachine::Recall;
            let questions = recall.questions(Pool::Rated, rules, &[], &mut chance);
            game::seat_machine(tx, &at, &mut loaded, recall.id(), questions)
        };
        self.db.write(sits_down).await.unwrap();
    }
}
