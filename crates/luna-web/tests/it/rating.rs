//! What stands beside the Smarts Rating, from played games to the pages that show it.

use insta::assert_snapshot;

use crate::app::{DAY, HOUR, MINUTE, TestApp};
use crate::persona::Persona;
use crate::play::finished;

const NAMES: [&str; 6] = ["ann", "bob", "cat", "dan", "eve", "fay"];

/// What everybody sees in a player; the first guesses ten too many.
fn seen(by: usize, of: i32) -> String {
    let (tens, more) = (20 + 10 * of, if by == 0 { 10 } else { 0 });
    (tens + more).to_string()
}

async fn meet(people: &mut [Persona], one: usize, other: usize) {
    let (left, right) = people.split_at_mut(other);
    let number = |nth: usize| i32::try_from(nth).unwrap();
    let guesses = [seen(one, number(other)), seen(other, number(one))];
    finished((&mut left[one], &guesses[0]), (&mut right[0], &guesses[1])).await;
}

async fn meets_a_machine(app: &TestApp, who: &mut Persona, points: &str) {
    let game = who.opens("some").await;
    app.passes(2 * MINUTE, MINUTE).await;
    who.answers(&game, "some").await.leads_to(&game);
    who.guesses(&game, points).await.leads_to(&game);
    assert!(who.get(&game).await.text().contains("is a machine"));
}

/// Six who have all met, and all a machine; the first has met the others twice.
async fn crowd(app: &TestApp) -> Vec<Persona> {
    app.only("eliza").await;
    let mut people = Vec::new();
    for name in NAMES {
        people.push(app.guest(name).await);
    }
    for one in 0..people.len() {
        for other in one + 1..people.len() {
            meet(&mut people, one, other).await;
        }
    }
    for (nth, person) in people.iter_mut().enumerate() {
        meets_a_machine(app, person, &seen(nth, -1)).await;
    }
    app.later(DAY);
    for other in 1..people.len() {
        meet(&mut people, 0, other).await;
    }
    people
}

async fn quick() -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.timing.machine_pace_ms = 0).await
}

#[tokio::test]
async fn ratings_counted_in_other_ways_stand_beside_the_official_one() {
    for app in quick().await {
        let mut people = crowd(&app).await;
        app.later(HOUR);
        app.work().await;
        let page = people[1].get("/profile").await;
        assert_snapshot!(after(&page.text(), "Other ways"), @"");
        let page = app.visitor().get("/machines").await;
        assert_snapshot!(page.lines("eliza |"), @"");
        let page = app.visitor().get("/machines/house-eliza").await;
        assert_snapshot!(page.lines("Calibrated"), @"");
        assert!(app.visitor().get("/ratings").await.text().contains("What the ratings say"));
    }
}

#[tokio::test]
async fn a_judge_is_told_how_well_they_judge_after_enough_guesses() {
    for app in quick().await {
        let mut people = crowd(&app).await;
        let before = people[0].get("/profile").await;
        assert_snapshot!(before.lines("guesses of players"), @"");
        app.later(HOUR);
        app.work().await;
        let page = people[0].get("/profile").await;
        assert_snapshot!(after(&page.text(), "How well you judge"), @"");
        // Who has met each of the others once has made too few guesses.
        let page = people[3].get("/profile").await;
        assert_snapshot!(page.lines("guesses of players"), @"");
    }
}

#[tokio::test]
async fn counting_waits_for_games_to_end_and_does_the_same_twice() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        finished((&mut ann, "60"), (&mut bob, "30")).await;
        app.work().await;
        let counted = || app.db.raw("SELECT * FROM guess_rating ORDER BY player_id");
        let first = counted();
        assert_eq!(first.len(), 2);
        // Nothing new: what is there is left alone.
        app.db.raw("UPDATE guess_rating SET median = -1");
        app.passes(HOUR, 10 * MINUTE).await;
        assert!(counted().iter().all(|row| row[5] == "-1"), "{:?}", counted());
        app.db.raw("DELETE FROM setting WHERE name = 'recounted'");
        app.passes(10 * MINUTE, 10 * MINUTE).await;
        assert_eq!(counted(), first);
        // One more game makes it new, after ten minutes at the latest.
        finished((&mut ann, "80"), (&mut bob, "40")).await;
        app.passes(10 * MINUTE, 10 * MINUTE).await;
        assert_ne!(counted(), first);
        assert_eq!(luna_web::rating::recount(&app.db).await.unwrap(), None);
    }
}

/// The text from the heading that begins with this up to the buttons.
fn after(text: &str, heading: &str) -> String {
    let (_, rest) = text.split_once(&format!("## {heading}")).unwrap();
    format!("## {heading}{}", rest.split("\n[").next().unwrap())
}
