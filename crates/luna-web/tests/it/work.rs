//! Nobody is stuck: deadlines, partners who never come, and machines that take
//! their time.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::Persona;

#[tokio::test]
async fn texts_of_an_expired_game_come_back_in_the_next_one() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    ann.press("Save and finish later", &[("q4", "slowly typed")])
        .await
        .leads_to("/games?notice=saved");
    app.passes(3 * DAY, DAY).await;
    assert_eq!(ann.get(&game).await.lines("# "), "# Time ran out");
    let next = ann.new_game().await;
    assert!(ann.get(&next).await.body.contains("\nslowly typed</textarea>"));
}

#[tokio::test]
async fn practice_waits_for_nobody_and_leaves_the_queue_alone() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.practice().await;
        let mut told = Vec::new();
        told.push(ann.get(&game).await.lines("# "));
        ann.asks(&game, "ann").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# "));
        bob.opens("bob").await;
        ann.answers(&game, "ann").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# "));
        ann.guesses(&game, "3").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# ").lines().next().unwrap().to_owned());
        assert_eq!(
            told,
            [
                "# Ask five questions",
                "# Answer five questions",
                "# How smart is your partner?",
                "# eliza, a machine"
            ]
        );
        assert!(ann.get("/profile").await.text().contains("0 games finished"));
    }
}

#[tokio::test]
async fn practice_says_so_on_every_page() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.practice().await;
    let note = "Practice with a machine: it answers at once, and nothing counts.";
    assert!(ann.get(&game).await.text().contains(note));
    ann.asks(&game, "ann").await;
    assert!(ann.get(&game).await.text().contains(note));
    ann.answers(&game, "ann").await;
    assert!(ann.get(&game).await.text().contains(note));
}

#[tokio::test]
async fn one_may_play_several_games_at_once_with_several_people() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let mut others: Vec<Persona> = Vec::new();
    let mut games = Vec::new();
    for name in ["bob", "cat", "dan"] {
        let mut other = app.guest(name).await;
        let hers = ann.opens("ann").await;
        let theirs = other.opens(name).await;
        others.push(other);
        games.push((hers, theirs));
    }
    for (nth, (hers, theirs)) in games.iter().enumerate() {
        let name = ["bob", "cat", "dan"][nth];
        assert!(ann.get(hers).await.text().contains(&format!("{name} asks 1?")));
        others[nth].answers(theirs, name).await.leads_to(theirs);
    }
    for (hers, _) in &games {
        ann.answers(hers, "ann").await.leads_to(hers);
    }
    assert_snapshot!(ann.get("/games").await.lines("Your move"), @"# Your move in 3 games");
}
