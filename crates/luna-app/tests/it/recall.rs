//! Recall says what comes with Luna, and in a rated game what people lent and an operator approved.

use luna_app::recall::Reader;
use luna_core::game::{Duty, Kind, Move};
use luna_store::consent::{Purpose, withdraw};
use luna_testkit::instance::{HOUR, MINUTE, TestInstance};
use luna_testkit::player::TestPlayer;
use luna_testkit::recall::{MARK, MARKED, question, response};

/// What Recall says in a rated game to somebody who asks what a marked player was asked.
async fn recalls_to(app: &TestInstance, asker: &TestPlayer, name: &str) -> Vec<String> {
    let game = asker.starts(Kind::Rated).await;
    asks_as_marked(asker, &game, name).await;
    app.recall_sits_down(&game).await;
    asker.answers(&game).await;
    app.passes(HOUR, MINUTE).await;
    let said = asker.view(&game).await.their_answers.unwrap();
    asker.guesses(&game, "50").await;
    app.passes(HOUR, MINUTE).await;
    said
}

async fn asks_as_marked(asker: &TestPlayer, game: &str, name: &str) {
    let asks = (1..=5).map(|nth| question(name, nth)).collect();
    asker.submits(game, Move::Ask(asks)).await.unwrap();
}

fn is_marked(said: &[String]) -> bool {
    said.iter().any(|it| it.contains(MARK))
}

#[tokio::test]
async fn in_practice_recall_speaks_from_the_corpus_alone() {
    let app = TestInstance::new().await;
    app.with_marked().await;
    app.only("recall").await;
    let ann = app.player("ann").await;
    for name in MARKED {
        let game = ann.starts(Kind::Practice).await;
        asks_as_marked(&ann, &game, name).await;
        ann.answers(&game).await;
        let view = ann.view(&game).await;
        assert_eq!(view.duty, Some(Duty::Guess));
        assert!(!is_marked(&view.their_answers.unwrap()));
    }
}

#[tokio::test]
async fn a_person_in_a_rated_game_hears_what_was_approved_and_nothing_else() {
    for app in TestInstance::each().await {
        let marked = app.with_marked().await;
        let ann = app.player("ann").await;
        // What was said of late is not said again, so those that may be heard come first.
        for name in ["heard", "silent", "unread", "refused"] {
            let said = recalls_to(&app, &ann, name).await;
            // What is like it is the nearest for all of them.
            let heard: Vec<String> = (1..=5).map(|nth| response("heard", nth)).collect();
            assert!(said == heard || name != "heard", "{said:?}");
            let mut other = MARKED.iter().filter(|it| **it != "heard");
            let is_said = |it: &&str| said.iter().any(|one| one.contains(&format!("{MARK} {it}")));
            assert!(!other.any(is_said), "{said:?}");
        }
        let said = recalls_to(&app, &marked[2], "heard").await;
        assert!(!is_marked(&said), "nobody is told their own words: {said:?}");

        // From here on nothing is read again: this process remembers all of it.
        app.acts(|tx, at| withdraw(tx, "heard", Purpose::Recall, at.now)).await;
        let said = recalls_to(&app, &ann, "heard").await;
        assert!(!is_marked(&said), "{said:?}");
        assert_eq!(app.houses().recall.origins().len(), 5);
        // In any process, soon.
        let mut reader = Reader::default();
        assert!(reader.read(app.app()).await.unwrap());
        assert!(!reader.read(app.app()).await.unwrap(), "nothing has changed since");
        assert_eq!(app.houses().recall.origins().len(), 0);
    }
}

#[tokio::test]
async fn a_new_text_about_recall_silences_lines_until_their_authors_agree_to_it() {
    for app in TestInstance::each().await {
        app.with_marked().await;
        let ann = app.player("ann").await;
        // As if the text had been another one when they agreed.
        app.db.raw("UPDATE consent SET text_hash = 'of another text' WHERE purpose = 'recall'");
        let said = recalls_to(&app, &ann, "heard").await;
        assert!(!is_marked(&said), "{said:?}");
        app.lends("heard").await;
        let said = recalls_to(&app, &ann, "heard").await;
        assert!(said.contains(&response("heard", 1)), "{said:?}");
    }
}

#[tokio::test]
async fn it_plays_no_rated_game_while_it_knows_too_little() {
    for app in TestInstance::each().await {
        app.only("recall").await;
        // Where responses are so short, few of its own may be sent.
        app.restarts_with(|settings| settings.rules.max_chars = 12).await;
        let ann = app.player("ann").await;
        ann.opens().await;
        app.passes(HOUR, MINUTE).await;
        let with = "SELECT id FROM seat WHERE player_id = 'house-recall'";
        assert_eq!(app.db.column(with), Vec::<String>::new());
        let practice = ann.starts(Kind::Practice).await;
        ann.asks(&practice).await;
        assert_eq!(app.db.column(with).len(), 1, "it may be practised with");
        app.restarts().await;
        app.passes(HOUR, MINUTE).await;
        assert_eq!(app.db.column(with).len(), 2, "now it knows enough");
    }
}
