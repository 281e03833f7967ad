//! A machine that gives a game up goes when somebody would who has thought about it.

use luna_testkit::app::{HOUR, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use luna_testkit::robot::Robot;
use serde_json::{Value, json};

const TO_ANSWER: &str = "# Answer five questions";
const GONE: &str = "# Your partner has left";

/// Bob has been given the robot; he has its questions to answer, and it has his.
async fn met(app: &TestApp) -> (Robot, String, Persona, String) {
    app.account("ann").await;
    app.only("nobody").await;
    let robot = app.robot("robot", "ann").await;
    let id = robot.waits().await;
    let mut bob = app.guest("bob").await;
    let game = bob.opens("bob").await;
    while !heading(&mut bob, &game).await.contains(TO_ANSWER) {
        app.later(SECOND);
        app.work().await;
    }
    (robot, id, bob, game)
}

async fn each() -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.timing.machine_percent = 100).await
}

async fn one() -> TestApp {
    TestApp::with(|settings| settings.timing.machine_percent = 100).await
}

async fn heading(who: &mut Persona, game: &str) -> String {
    who.get(game).await.lines("# ")
}

async fn aborts(robot: &Robot, id: &str) -> Value {
    robot.post(&format!("/games/{id}/abort"), &json!({})).await.ok()
}

/// How long after a moment Bob's partner goes.
async fn gone_after(app: &TestApp, bob: &mut Persona, game: &str) -> i64 {
    let from = app.now();
    while heading(bob, game).await != GONE {
        app.later(SECOND);
        app.work().await;
    }
    app.now() - from
}

#[tokio::test]
async fn leaving_ends_the_game_at_once_for_the_machine_and_later_for_its_partner() {
    for app in each().await {
        let (robot, id, mut bob, game) = met(&app).await;
        let due: i64 =
            app.db.column("SELECT due_at FROM job WHERE kind = 'machine_turn'")[0].parse().unwrap();
        let wait = due - app.now();
        assert!(wait > 5 * SECOND, "{wait}");
        let left = aborts(&robot, &id).await;
        assert_eq!((&left["ending"], &left["duty"]), (&json!("left"), &Value::Null));
        assert_eq!(aborts(&robot, &id).await, left);
        assert_eq!(robot.get(&format!("/games/{id}")).await.ok(), left);
        assert_eq!(robot.get("/games").await.ok()["games"], json!([]));
        assert_eq!(robot.get("/games?state=over").await.ok()["games"], json!([left]));
        let answers = json!({ "responses": five("x") });
        let late = robot.post(&format!("/games/{id}/responses"), &answers).await;
        assert_eq!(late.problem(), "409 refused: You are no longer in this game.");
        let jobs = "SELECT count(*) FROM job WHERE kind IN ('deadline', 'machine_turn')";
        assert_eq!(app.db.column(jobs), ["2"], "Bob's deadline, and the leaving");
        app.work().await;
        assert_eq!(heading(&mut bob, &game).await, TO_ANSWER);
        let after = gone_after(&app, &mut bob, &game).await;
        assert!((wait..wait + SECOND).contains(&after), "{after} of {wait}");
        assert_eq!(robot.get("/games?state=over").await.ok()["games"], json!([left]));
    }
}

#[tokio::test]
async fn also_after_it_has_answered() {
    // What it has sent is held back still; it goes instead.
    let app = one().await;
    let (robot, id, mut bob, game) = met(&app).await;
    let answers = json!({ "responses": five("x") });
    robot.post(&format!("/games/{id}/responses"), &answers).await.ok();
    assert_eq!(aborts(&robot, &id).await["ending"], "left");
    bob.answers(&game, "bob").await.leads_to(&game);
    assert!(gone_after(&app, &mut bob, &game).await > 5 * SECOND);
    assert!(!bob.reads(&game).await.contains("How smart"));

    // Nothing of it is due: it takes as long as if something were.
    let app = one().await;
    let (robot, id, mut bob, game) = met(&app).await;
    robot.post(&format!("/games/{id}/responses"), &answers).await.ok();
    app.passes(HOUR, 10 * SECOND).await;
    let held = "SELECT count(*) FROM held";
    assert_eq!(app.db.column(held), ["0"]);
    assert_eq!(aborts(&robot, &id).await["ending"], "left");
    // Bob's answers make nothing its duty, and open no deadline for it.
    bob.answers(&game, "bob").await.leads_to(&game);
    assert_eq!(heading(&mut bob, &game).await, "# How smart is your partner?");
    assert_eq!(aborts(&robot, &id).await["ending"], "left");
    assert!(gone_after(&app, &mut bob, &game).await > 5 * SECOND);

    // A player who has guessed is done, whether the guess is out or not.
    let app = one().await;
    let (robot, id, mut bob, game) = met(&app).await;
    robot.post(&format!("/games/{id}/responses"), &answers).await.ok();
    bob.answers(&game, "bob").await.leads_to(&game);
    while robot.get(&format!("/games/{id}")).await.ok()["duty"] != "guess" {
        app.later(SECOND);
        app.work().await;
    }
    robot.post(&format!("/games/{id}/guess"), &json!({ "guess": 50 })).await.ok();
    let done = robot.post(&format!("/games/{id}/abort"), &json!({})).await.problem();
    assert_eq!(done, "409 refused: You have finished your part of this game.");
}

#[tokio::test]
async fn a_machine_that_left_is_gone_when_its_partner_leaves() {
    for app in each().await {
        let (robot, id, mut bob, game) = met(&app).await;
        aborts(&robot, &id).await;
        bob.leaves(&game).await.leads_to("/games");
        assert_eq!(app.db.column("SELECT count(*) FROM game WHERE phase <> 'closed'"), ["0"]);
        for table in ["held", "pool", "seat WHERE here", "job WHERE kind = 'machine_turn'"] {
            assert_eq!(app.db.column(&format!("SELECT count(*) FROM {table}")), ["0"], "{table}");
        }
        assert_eq!(robot.get(&format!("/games/{id}")).await.ok()["ending"], "left");
    }
}
