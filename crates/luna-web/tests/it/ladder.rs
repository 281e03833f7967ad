//! The calibrated rating beside the official one: in the order of machines, and where a game is won.

use insta::assert_snapshot;
use luna_core::rank::Ladder;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::play::finished;

/// Three machines with ten guesses or more. The mean puts `first` before `second`, the calibrated
/// rating the other way.
async fn with_machines(ladder: Ladder) -> TestApp {
    let app = TestApp::with(|settings| settings.ladder = ladder).await;
    app.account("owner").await;
    for (name, sum, squares, calibrated) in
        [("first", 800, 64_000, 60), ("second", 700, 49_000, 75), ("third", 200, 4_000, 20)]
    {
        app.robot(name, "owner").await;
        app.db.raw(&format!(
            "UPDATE player SET guess_sum = {sum}000000, guess_count = 10, guess_squares = {squares}0000
             WHERE name = '{name}' RETURNING id"
        ));
        app.db.raw(&format!(
            "INSERT INTO guess_rating (player_id, judges, calibrated, low, high, median, trimmed)
             VALUES ('id{name}', 10, {calibrated}, {calibrated} - 5, {calibrated} + 5, 50, 50)
             RETURNING player_id"
        ));
    }
    app.later(DAY);
    app
}

async fn lines(app: &TestApp) -> String {
    let page = app.visitor().get("/machines").await;
    page.lines("by owner")
}

#[tokio::test]
async fn machines_are_ordered_by_the_rating_that_the_instance_chooses() {
    let app = with_machines(Ladder::Rating).await;
    assert_snapshot!(lines(&app).await, @"
    1–2 moved by 2 guesses | first by owner | 80 57.6 to 100 | 60 55 to 65 rank 2 | 10 | – | 0 | 4 October 2024
    1–2 moved by 2 guesses | second by owner | 70 47.6 to 92.4 | 75 70 to 80 rank 1 | 10 | – | 0 | 4 October 2024
    3 moved by 17 guesses | third by owner | 20 0 to 42.4 | 20 15 to 25 rank 3 | 10 | – | 0 | 4 October 2024
    ");
    let app = with_machines(Ladder::Calibrated).await;
    assert_snapshot!(lines(&app).await, @"
    1 | second by owner | 70 47.6 to 92.4, rank 1–2 | 75 70 to 80 | 10 | – | 0 | 4 October 2024
    2 | first by owner | 80 57.6 to 100, rank 1–2 | 60 55 to 65 | 10 | – | 0 | 4 October 2024
    3 | third by owner | 20 0 to 42.4, rank 3 | 20 15 to 25 | 10 | – | 0 | 4 October 2024
    ");
    let page = app.visitor().get("/machines").await;
    assert!(page.text().contains("The order is by the calibrated rating."), "{page}");
}

#[tokio::test]
async fn the_final_page_tells_who_would_have_won_by_the_calibrated_ratings() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let [first, _] = finished((&mut ann, "60"), (&mut bob, "40")).await;
    assert!(!ann.reads(&first).await.contains("By the calibrated ratings"), "nobody had one");
    for (name, calibrated) in [("ann", 45), ("bob", 52)] {
        app.db.raw(&format!(
            "INSERT INTO guess_rating (player_id, judges, calibrated, low, high, median, trimmed)
             SELECT id, 1, {calibrated}, 0, 100, 50, 50 FROM player WHERE name = '{name}'
             RETURNING player_id"
        ));
    }
    let (mut ann, mut bob) = (ann, bob);
    let [anns, bobs] = finished((&mut ann, "60"), (&mut bob, "40")).await;
    assert_snapshot!(ann.get(&anns).await.lines("By the"), @"By the calibrated ratings (52 and 45) they would have won: your guess was 8 away, theirs 5.");
    assert_snapshot!(bob.get(&bobs).await.lines("By the"), @"By the calibrated ratings (45 and 52) you would have won: your guess was 5 away, theirs 8.");
    // A later count changes nothing about it.
    app.db.raw("UPDATE guess_rating SET calibrated = 99 RETURNING player_id");
    assert_snapshot!(ann.get(&anns).await.lines("By the"), @"By the calibrated ratings (52 and 45) they would have won: your guess was 8 away, theirs 5.");
    bob.get("/settings").await;
    bob.press("Keep my rating private", &[]).await.leads_to("/settings");
    assert_snapshot!(ann.get(&anns).await.lines("By the"), @"");
}
