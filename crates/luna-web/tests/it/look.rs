//! What stands out on a page, and what a narrow screen leaves to see.

use luna_testkit::app::TestApp;

use crate::houses::practises;

const FIRST: &str = "Would you like to see a whole game first?";

/// The parts of a page that begin with an opening tag, each up to the next one.
fn parts<'a>(body: &'a str, tag: &str) -> Vec<&'a str> {
    body.split(tag).skip(1).collect()
}

#[tokio::test]
async fn the_closeness_is_the_largest_of_a_first_game_and_not_a_rating_that_is_missing() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, _]) = app.finished("60", "30").await;
    let page = ann.get(&anns).await.body;
    assert!(page.contains("You are <strong>the first</strong> to guess"), "{page}");
    assert!(page.contains("class=\"figure none\">none yet<"), "{page}");
    for figure in parts(&page, "class=\"figure\">") {
        assert!(!figure.starts_with("none yet"), "{page}");
    }
    // Afterwards nobody has to see a whole game first.
    for player in [&mut ann, &mut bob] {
        let games = player.reads("/games").await;
        assert!(!games.contains(FIRST) && games.contains("Practise with a machine"), "{games}");
    }
    let mut cyd = app.guest("cyd").await;
    assert!(cyd.reads("/games").await.contains(FIRST));
}

#[tokio::test]
async fn practice_alone_is_no_game_that_was_played() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    app.only("eliza").await;
    let game = practises(&mut ann, "ann").await;
    ann.answers(&game, "ann").await.leads_to(&game);
    ann.guesses(&game, "5").await.leads_to(&game);
    assert!(ann.reads("/games").await.contains(FIRST));
}
