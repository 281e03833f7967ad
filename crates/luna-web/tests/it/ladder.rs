//! The ladder of machines: its orders and filters. The calibrated rating beside the official one: in the
//! order of machines, and where a game is won.

use insta::assert_snapshot;
use luna_core::rank::Ladder;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::play::finished;

use crate::machine_compare::measured;

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
    1–2 moved by 2 guesses | first by owner | 80 57.6 to 100 | – | – | – | – | 60 55 to 65 rank 2 | 10 | – | 0 | 4 October 2024
    1–2 moved by 2 guesses | second by owner | 70 47.6 to 92.4 | – | – | – | – | 75 70 to 80 rank 1 | 10 | – | 0 | 4 October 2024
    3 moved by 17 guesses | third by owner | 20 0 to 42.4 | – | – | – | – | 20 15 to 25 rank 3 | 10 | – | 0 | 4 October 2024
    ");
    let app = with_machines(Ladder::Calibrated).await;
    assert_snapshot!(lines(&app).await, @"
    1 | second by owner | 70 47.6 to 92.4, rank 1–2 | – | – | – | – | 75 70 to 80 | 10 | – | 0 | 4 October 2024
    2 | first by owner | 80 57.6 to 100, rank 1–2 | – | – | – | – | 60 55 to 65 | 10 | – | 0 | 4 October 2024
    3 | third by owner | 20 0 to 42.4, rank 3 | – | – | – | – | 20 15 to 25 | 10 | – | 0 | 4 October 2024
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

/// The names of the machines in a table, from its top.
async fn names(app: &TestApp, address: &str) -> Vec<String> {
    let page = app.visitor().get(address).await;
    assert_eq!(page.status.as_u16(), 200, "{address}");
    let rows = page.body.split("<th scope=\"row\">").skip(1);
    let name = |row: &str| row.split('>').nth(1)?.split('<').next().map(str::to_owned);
    rows.filter_map(name).collect()
}

/// `first` and `second` are registered, `third` is a language model; `house-search` plays no games.
async fn with_measures() -> Vec<TestApp> {
    let mut all = Vec::new();
    for app in TestApp::each().await {
        app.account("owner").await;
        for name in ["first", "second", "third"] {
            app.robot(name, "owner").await;
        }
        app.db.raw("UPDATE machine SET way = 'openai' WHERE player_id = 'idthird' RETURNING way");
        let kept = [
            ("idfirst", "quiz_accuracy", 0.2),
            ("idsecond", "quiz_accuracy", 0.6),
            ("idsecond", "battery_strict", 0.1),
            ("idthird", "battery_strict", 0.3),
            ("house-search", "quiz_accuracy", 0.4),
        ];
        measured(&app, &kept).await;
        all.push(app);
    }
    all
}

#[tokio::test]
async fn machines_stand_in_the_order_of_any_measure_and_those_without_it_below() {
    for app in with_measures().await {
        let by_trivia = names(&app, "/machines?sort=quiz_accuracy").await;
        assert_eq!(by_trivia[..3], ["second", "search", "first"], "{by_trivia:?}");
        let by_sense = names(&app, "/machines?sort=battery_strict").await;
        assert_eq!(by_sense[..2], ["third", "second"], "{by_sense:?}");
        assert_eq!(by_sense.len(), by_trivia.len());
        let page = app.visitor().get("/machines?sort=quiz_accuracy&skill=answer").await;
        let heads: Vec<&str> = page.body.matches("aria-sort=\"descending\"").collect();
        assert_eq!(heads.len(), 1, "one column orders the table");
        assert!(
            page.body.contains(
                "aria-sort=\"descending\"><a href=\"/machines?sort=quiz_accuracy&amp;skill=answer\">Trivia"
            ),
            "{}",
            page.body
        );
        let row = page.lines("second by owner");
        assert!(row.contains("| 60 % 30 % to 90 % | – | 10 % 5 % to 15 % | – |"), "{row}");
    }
}

#[tokio::test]
async fn machines_are_found_by_kind_skill_and_name() {
    for app in with_measures().await {
        let language_models = names(&app, "/machines?kind=language-model").await;
        assert_eq!(language_models, ["third"]);
        let registered = names(&app, "/machines?kind=registered&q=IR").await;
        assert_eq!(registered, ["first", "third"]);
        let house = names(&app, "/machines?kind=house").await;
        assert_eq!(house, ["eliza", "gibberish", "recall", "search"]);
        let asking = names(&app, "/machines?kind=house&skill=ask").await;
        assert_eq!(asking, ["eliza", "gibberish", "recall"], "one that only answers is left out");
        let none = app.visitor().reads("/machines?q=nobody").await;
        assert!(none.contains("None that you have chosen.") && none.contains("Show all machines"));
    }
}

#[tokio::test]
async fn an_address_that_nobody_wrote_is_a_whole_ladder_and_a_sentence() {
    let app = TestApp::new().await;
    let all = names(&app, "/machines").await;
    for address in ["?sort=x", "?kind=%3Cb%3E", "?skill=fly&sort=", "?page=2", "?q=%20", "?sort"] {
        assert_eq!(names(&app, &format!("/machines{address}")).await, all, "{address}");
    }
    let page = app.visitor().get("/machines?sort=x&kind=%3Cb%3E").await;
    let said = "does not know and left out: sort=x, kind=<b>.";
    assert!(page.text().contains(said) && !page.body.contains("<b>"), "{page}");
}
