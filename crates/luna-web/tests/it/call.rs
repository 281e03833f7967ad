//! Machines elsewhere that are called.

use luna_testkit::app::TestApp;
use luna_testkit::registered::plays_on;

#[tokio::test]
async fn a_whole_rated_game_with_a_push_machine() {
    for app in TestApp::each().await {
        let far = app.service().await;
        assert_eq!(app.games(), ["2", "2"]);
        let (mut bob, game) = app.meets().await;
        assert!(bob.reads(&game).await.contains("it asks 1"));
        let page = plays_on(&app, &mut bob, &game).await;
        assert!(page.contains("far away"), "{page}");
        let heard = far.requests();
        let answer = heard.iter().find(|heard| heard.body["type"] == "answer").unwrap();
        assert_eq!(answer.body["questions"][4], "bob asks 5?");
        let id = answer.body["game"].as_str().unwrap();
        let delivery = answer.headers["luna-delivery"].to_str().unwrap();
        assert!(delivery.starts_with(&format!("{id}-answer-")), "{delivery}");
        let guess = heard.iter().find(|heard| heard.body["type"] == "guess").unwrap();
        assert_eq!(guess.body["responses"][0], "bob says 1.");
        assert_eq!(guess.body["game"], id);
        let seats = app.db.raw("SELECT ending FROM seat WHERE player_id = 'far' AND ending <> ''");
        assert_eq!(seats, [["final"]]);
        assert_eq!(app.spent()[1], "0");
    }
}
