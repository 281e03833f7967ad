//! A machine that gives a game up goes when somebody would who has thought about it.

use luna_store::machine::Transport;
use luna_testkit::app::{HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::machine_server::{Behaviour, MachineServer};
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

#[tokio::test]
async fn unreadable_replies_do_not_end_a_game_sooner() {
    let far = MachineServer::start().await;
    let app = TestApp::new().await;
    app.called(Transport::Push, far.push()).await;
    let mut bob = app.guest("bob").await;
    let game = bob.opens("bob").await;
    far.plays(Behaviour::Nonsense);
    while heading(&mut bob, &game).await != TO_ANSWER {
        app.later(SECOND);
        app.work().await;
    }
    app.work().await;
    assert!(!app.problems().is_empty(), "it has given the game up");
    assert_eq!(heading(&mut bob, &game).await, TO_ANSWER);
    assert!(gone_after(&app, &mut bob, &game).await > 5 * SECOND);
    assert_eq!(
        app.db.column("SELECT DISTINCT ending FROM seat WHERE player_id = 'far' AND NOT here"),
        ["closed"]
    );
}

/// Forty machines that leave as soon as they can are gone as late as forty that answer
/// as soon as they can have answered.
#[tokio::test]
async fn leaving_takes_as_long_as_answering() {
    const EACH: usize = 40;
    let app = TestApp::with(|settings| {
        settings.timing.machine_percent = 100;
        settings.timing.machine_wait_ms = 0;
    })
    .await;
    app.account("ann").await;
    app.only("nobody").await;
    for nth in 0..2 * EACH {
        let robot = app.robot(&format!("r{nth}"), "ann").await;
        let id = robot.waits().await;
        let name = format!("person{nth}");
        let mut person = app.guest(&name).await;
        let game = person.opens(&name).await;
        assert_eq!(heading(&mut person, &game).await, TO_ANSWER);
        if nth < EACH {
            aborts(&robot, &id).await;
        } else {
            let answers = json!({ "responses": five("x") });
            robot.post(&format!("/games/{id}/responses"), &answers).await.ok();
        }
    }
    app.passes(2 * HOUR, 5 * SECOND).await;
    let took = |what: &str| -> Vec<i64> {
        let rows = app.db.column(&format!(
            "SELECT m.at - (SELECT max(j.at) FROM game_move j
                            WHERE j.game_id = m.game_id AND j.seq < m.seq)
             FROM game_move m WHERE m.paced_ms IS NOT NULL AND m.body LIKE '{what}' ORDER BY 1"
        ));
        rows.iter().map(|ms| ms.parse().unwrap()).collect()
    };
    let (left, answered) = (took("\"leave\""), took("{\"answer\"%"));
    assert_eq!([left.len(), answered.len()], [EACH, EACH]);
    for all in [&left, &answered] {
        assert!(all[0] > 10 * SECOND, "{all:?}");
        assert!((MINUTE..4 * MINUTE).contains(&all[EACH / 2]), "{all:?}");
    }
    // The sum of the ranks of one kind, by chance 1620 with a standard error of 104.
    let ranks: usize = left
        .iter()
        .enumerate()
        .map(|(nth, ms)| nth + 1 + answered.partition_point(|it| it < ms))
        .sum();
    assert!(ranks.abs_diff(1_620) < 270, "{ranks}");
}
