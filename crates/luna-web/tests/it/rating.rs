//! What stands beside the Smarts Rating, from played games to the pages that show it.

use insta::{allow_duplicates, assert_snapshot};
use luna_testkit::app::{DAY, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::finished;
use serde_json::json;

const NAMES: [&str; 11] =
    ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jim", "kim"];

/// What everybody sees in a player, the machine being one more; the first
/// guesses five too many.
fn seen(by: usize, of: usize) -> String {
    let more = if by == 0 { 5 } else { 0 };
    (10 + 20 * (of % 4) + of / 4 + more).to_string()
}

async fn meet(people: &mut [Persona], one: usize, other: usize) {
    let (left, right) = people.split_at_mut(other);
    let guesses = [seen(one, other), seen(other, one)];
    finished((&mut left[one], &guesses[0]), (&mut right[0], &guesses[1])).await;
}

async fn meets_a_machine(app: &TestApp, who: &mut Persona, points: &str) {
    let game = who.opens("some").await;
    app.passes(2 * MINUTE, MINUTE).await;
    who.answers(&game, "some").await.leads_to(&game);
    who.guesses(&game, points).await.leads_to(&game);
    app.work().await;
    assert!(who.get(&game).await.text().contains("eliza, a machine"));
}

/// Eleven people: the first has met all others, and each of those four more;
/// half of them have met a machine as well.
async fn crowd(app: &TestApp) -> Vec<Persona> {
    app.only("eliza").await;
    let mut people = Vec::new();
    for name in NAMES {
        people.push(app.guest(name).await);
    }
    for other in 1..people.len() {
        meet(&mut people, 0, other).await;
    }
    for one in 1..people.len() {
        for next in [one + 1, one + 2] {
            let other = 1 + (next - 1) % (people.len() - 1);
            meet(&mut people, one.min(other), one.max(other)).await;
        }
    }
    for (nth, person) in people.iter_mut().enumerate().take(6) {
        meets_a_machine(app, person, &seen(nth, NAMES.len())).await;
    }
    people
}

async fn quick() -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.timing.machine_pace_ms = 0).await
}

#[tokio::test]
async fn derived_ratings_are_shown_next_to_the_official_one() {
    for app in quick().await {
        let mut people = crowd(&app).await;
        app.later(DAY);
        app.work().await;
        let page = people[1].get("/profile").await;
        allow_duplicates!(assert_snapshot!(after(&page.text(), "Derived ratings"), @"
        ## Derived ratings from the same guesses
        From guesses | Rating | 95 % interval
        Calibrated | 30 | 29.4 to 30.6
        Median | 30 | –
        Trimmed mean | 30 | –
        Adaptive, at the last guess | 31 | 30.1 to 31.9
        At equal length of responses | 31 | 29.2 to 32.8
        From 5 games between rated players, by who won:
        From games | Rating | 95 % interval
        Bradley–Terry | 1242 | 1067 to 1417
        Elo | 1455 | –
        Glicko-2 | 1284 | 904 to 1663
        TrueSkill | 18.2 | 8.3 to 28.1
        Updated about every ten minutes, so a game that has just ended may be missing. What each of them means, and when they differ
        ## How well you judge
        You will see here how close your guesses come, once you have judged 10 players that at least 5 people have judged. So far: 6 players.
        Only you see this. How this is calculated
        "));
        let page = app.visitor().get("/machines").await;
        allow_duplicates!(
            assert_snapshot!(page.lines("eliza comes"), @"– | eliza comes with Luna | 72.8 provisional, 70.4 to 75.2 | – | – | – | – | 72 71.5 to 72.5 | 6 | 4 October 2024 | 6 | 4 October 2024")
        );
        let page = app.visitor().get("/machines/house-eliza").await;
        allow_duplicates!(
            assert_snapshot!(page.lines("Calibrated"), @"Calibrated | 72 | 71.5 to 72.5")
        );
        assert!(app.visitor().get("/ratings").await.text().contains("What the ratings say"));
    }
}

#[tokio::test]
async fn machines_get_derived_ratings() {
    for app in quick().await {
        crowd(&app).await;
        app.account("owner").await;
        let robot = app.robot("robot", "owner").await;
        app.later(DAY);
        app.work().await;
        let all = robot.get("/machines").await.ok();
        let all = all["machines"].as_array().unwrap();
        let eliza = all.iter().find(|it| it["name"] == "eliza").unwrap();
        assert_eq!(eliza["rating"]["guesses"], 6);
        let others = &eliza["other_ratings"];
        assert_eq!(others["judges"], 6);
        let [low, rating, high] =
            ["low", "rating", "high"].map(|what| others["calibrated"][what].as_f64().unwrap());
        assert!(71.0 < low && low < rating && rating < high && high < 73.0, "{others}");
        assert_eq!((&others["median"], &others["trimmed_mean"]), (&json!(72.0), &json!(72.0)));
        assert_eq!(others["games"], 5);
        for (model, half) in [("bradley_terry", true), ("glicko_2", true), ("elo", false)] {
            assert!(others[model]["rating"].is_f64(), "{others}");
            assert_eq!(others[model]["low"].is_f64(), half, "{others}");
        }
        assert!(robot.get("/account").await.ok()["other_ratings"].is_null());
    }
}

#[tokio::test]
async fn a_judge_is_told_how_well_they_judge_after_enough_guesses() {
    for app in quick().await {
        let mut people = crowd(&app).await;
        app.later(DAY);
        app.work().await;
        let page = people[0].get("/profile").await;
        allow_duplicates!(assert_snapshot!(after(&page.text(), "How well you judge"), @"
        ## How well you judge
        Your guesses are off by 5 points on average, measured against the calibrated ratings that the players now have without your guesses. You have judged 11 players with enough guesses by others; a player you met more than once counts once.
        Of | Players | Points too high
        everybody | 11 | +5 5 to 5
        people | 10 | +5 5 to 5
        machines | 1 | too few
        The 95 % interval is below each number.
        Compared with other judges: 5 points more generous, a typical spread, and 1.3 times the average weight in calibrated ratings. Your guesses scatter about as much as most judges' do.
        (a chart)
        ▸ The numbers of “Your guesses and the players' calibrated ratings”
        your guess | their calibrated rating
        30 to 40 (3 players) | 31 (29 to 33)
        50 to 60 (3 players) | 51 (49 to 53)
        70 to 80 (3 players) | 71 (69 to 73)
        Only you see this. How this is calculated
        "));
        // Five people and the machine are too few.
        let page = people[3].get("/profile").await;
        allow_duplicates!(
            assert_snapshot!(page.lines("You will see here"), @"You will see here how close your guesses come, once you have judged 10 players that at least 5 people have judged. So far: 6 players.")
        );
    }
}

/// The text from the heading that begins with this up to the buttons.
fn after(text: &str, heading: &str) -> String {
    let (_, rest) = text.split_once(&format!("## {heading}")).unwrap();
    format!("## {heading}{}", rest.split("\n[").next().unwrap())
}
