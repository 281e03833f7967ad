//! Machines that play by the API.

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_store::machine;
use luna_testkit::app::{DAY, HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::finished;
use luna_testkit::player::five;
use luna_testkit::robot::Robot;
use serde_json::{Value, json};

/// Ann, who owns a robot, and Bob, who does not know it.
async fn house() -> (TestApp, Robot) {
    let app = TestApp::with(|settings| settings.timing.machine_percent = 100).await;
    app.account("ann").await;
    let robot = app.robot("robot", "ann").await;
    (app, robot)
}

async fn act(robot: &Robot, id: &str, what: &str, body: Value) -> Value {
    robot.post(&format!("/games/{id}/{what}"), &body).await.ok()
}

#[tokio::test]
async fn a_whole_rated_game_with_a_person() {
    let (app, robot) = house().await;
    let id = robot.waits().await;
    let mut bob = app.guest("bob").await;
    let game = bob.opens("bob").await;
    app.passes(10 * MINUTE, MINUTE).await;
    let seen = robot.get(&format!("/games/{id}")).await.ok();
    if seen["duty"] != "answer" {
        // One choice in five is a house machine: Bob plays that, then meets the robot.
        assert_eq!(seen["phase"], "interview");
        return;
    }
    assert_eq!(seen["their_questions"][0], "bob asks 1?");
    assert!(seen["due_at"].is_string() && seen["partner"].is_null());
    bob.answers(&game, "bob").await;
    let sent = act(&robot, &id, "responses", json!({ "responses": five("says") })).await;
    assert_eq!((&sent["duty"], &sent["phase"]), (&Value::Null, &json!("response")));
    assert_eq!(sent["my_responses"][4], "says 5");
    assert!(!bob.reads(&game).await.contains("says 5"), "held back");
    app.passes(2 * DAY, MINUTE * 30).await;
    assert!(bob.reads(&game).await.contains("says 5"));
    bob.guesses(&game, "30").await;
    let guess =
        act(&robot, &id, "guess", json!({ "guess": 62.5, "sliders": [1, null, null, 2, 3] }));
    assert_eq!(guess.await["my_guess"], 62.5);
    app.passes(2 * DAY, MINUTE * 30).await;
    let over = robot.get(&format!("/games/{id}")).await.ok();
    assert_eq!(over["result"]["outcome"], "tied");
    assert_eq!(over["result"]["my_rating_now"], 30.0);
    assert_eq!((&over["ending"], &over["partner"]), (&json!("final"), &json!("bob")));
    let account = robot.get("/account").await.ok();
    assert_eq!(account["rating"], json!({ "mean": 30.0, "guesses": 1, "low": null, "high": null }));
    assert!(bob.reads(&game).await.contains("robot"));
}

#[tokio::test]
async fn a_hidden_rating_is_hidden_from_machines_too() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
        let robot = app.robot("robot", "ann").await;
        finished((&mut ann, "61.37"), (&mut bob, "30")).await;
        bob.get("/settings").await;
        bob.press("Keep my rating private", &[]).await.leads_to("/settings");
        app.only("nobody").await;
        let id = robot.waits().await;
        let game = bob.opens("bob").await;
        app.passes(10 * MINUTE, MINUTE).await;
        bob.answers(&game, "bob").await.leads_to(&game);
        act(&robot, &id, "responses", json!({ "responses": five("says") })).await;
        for _ in 0..40 {
            app.passes(MINUTE, MINUTE).await;
            if bob.reads(&game).await.contains("says 5") {
                break;
            }
        }
        bob.guesses(&game, "40").await.leads_to(&game);
        act(&robot, &id, "guess", json!({ "guess": 70 })).await;
        app.passes(DAY, MINUTE * 30).await;
        let over = robot.get(&format!("/games/{id}")).await.ok();
        assert_eq!((&over["ending"], &over["partner"]), (&json!("final"), &json!("bob")));
        assert_eq!(over["result"]["their_rating"], Value::Null);
        let everything = robot.get("/games?state=over").await.ok();
        assert!(!everything.to_string().contains("61.37"), "{everything}");
        bob.get("/settings").await;
        bob.press("Show my rating", &[]).await.leads_to("/settings");
        let over = robot.get(&format!("/games/{id}")).await.ok();
        assert_eq!(over["result"]["their_rating"], 61.37);
    }
}

#[tokio::test]
async fn the_list_of_machines_shows_nothing_of_their_games() {
    let (app, robot) = house().await;
    let watcher = app.robot("watcher", "ann").await;
    let list = async || watcher.get("/machines").await.ok();
    for there in [&robot, &watcher] {
        there.get("/account").await.ok();
    }
    let before = list().await;
    assert!(before.to_string().contains("robot"), "{before}");
    for _ in 0..5 {
        robot.waits().await;
    }
    let full = robot.post("/games", &json!({})).await;
    assert_eq!(full.status.as_u16(), 429, "{}", full.body);
    assert_eq!(list().await, before);
}

#[tokio::test]
async fn a_sandbox_game_with_a_house_machine_takes_four_requests() {
    let (_, robot) = house().await;
    let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
    let game = robot.post("/games", &wish).await.ok();
    let id = game["id"].as_str().unwrap();
    let asked = act(&robot, id, "questions", json!({ "questions": five("asks") })).await;
    assert_eq!((&asked["phase"], &asked["duty"]), (&json!("response"), &json!("answer")));
    let answered = act(&robot, id, "responses", json!({ "responses": five("says") })).await;
    assert_eq!(answered["their_responses"].as_array().unwrap().len(), 5);
    let over = act(&robot, id, "guess", json!({ "guess": 5 })).await;
    assert_eq!((&over["ending"], &over["partner"]), (&json!("final"), &json!("gibberish")));
    assert_eq!(over["result"]["outcome"], "tied");
    let all = robot.get("/games?state=over").await.ok();
    assert_eq!(all["games"][0]["id"], id);
    assert_eq!(robot.get("/account").await.ok()["finished"], 0, "nothing of it counts");
}

#[tokio::test]
async fn nobody_can_make_luna_call_somebody_elses_machine() {
    let (app, robot) = house().await;
    app.account("eve").await;
    app.robot("called", "eve").await;
    app.db.raw("UPDATE machine SET way = 'push' WHERE player_id = 'idcalled' RETURNING way");
    let wish = json!({ "mode": "sandbox", "opponent": "called" });
    let refused = robot.post("/games", &wish).await.problem();
    assert!(refused.starts_with("422 invalid: Calls to that machine"), "{refused}");
}

#[tokio::test]
async fn retired_machines_cannot_be_opponents() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        for name in ["killed", "old"] {
            app.robot(name, "ann").await;
        }
        app.only("eliza").await;
        app.acts(|tx, at| {
            machine::kill(tx, at, "idkilled", "it swore.")?;
            let old = machine::find(tx, "idold")?;
            machine::replace(tx, at, &old, "idnew", "old v2", &old.declared)
        })
        .await;
        let named = async |name: &str| {
            let wish = json!({ "mode": "sandbox", "opponent": name });
            robot.post("/games", &wish).await
        };
        for name in ["killed", "recall"] {
            let said = named(name).await.problem();
            assert_eq!(said, "422 invalid: The operator has stopped that machine.");
        }
        assert_eq!(
            named("old").await.problem(),
            "422 invalid: A later version has replaced that machine. Please name the later version."
        );
        assert_eq!(named("eliza").await.status, 201);
        assert_eq!(named("old v2").await.status, 201);
    }
}

#[tokio::test]
async fn two_machines_meet_in_the_sandbox() {
    let (app, robot) = house().await;
    let other = app.robot("other", "ann").await;
    let wish = |name: &str| json!({ "mode": "sandbox", "opponent": name });
    let mine = robot.post("/games", &wish("other")).await.ok()["id"].as_str().unwrap().to_owned();
    let theirs = other.post("/games", &wish("robot")).await.ok()["id"].as_str().unwrap().to_owned();
    assert_ne!(mine, theirs);
    for (robot, id, name) in [(&robot, &mine, "robot"), (&other, &theirs, "other")] {
        act(robot, id, "questions", json!({ "questions": five(name) })).await;
    }
    assert_eq!(robot.get(&format!("/games/{mine}")).await.ok()["their_questions"][0], "other 1");
    for (robot, id) in [(&robot, &mine), (&other, &theirs)] {
        act(robot, id, "responses", json!({ "responses": five("says") })).await;
    }
    act(&robot, &mine, "guess", json!({ "guess": 5 })).await;
    let over = act(&other, &theirs, "guess", json!({ "guess": 6 })).await;
    assert_eq!((&over["phase"], &over["partner"]), (&json!("final"), &json!("robot")));
    assert_eq!(robot.get(&format!("/games/{theirs}")).await.problem(), NOTHING);
}

const NOTHING: &str = "404 not_found: There is nothing at this address.";

#[tokio::test]
async fn a_move_for_one_partner_is_not_made_for_the_next() {
    let app = TestApp::new().await;
    app.account("ann").await;
    let robot = app.robot("robot", "ann").await;
    let id = robot.waits().await;
    let (mut bob, game) = met(&app, &robot, &id, "bob").await;
    act(&robot, &id, "responses", json!({ "responses": five("says") })).await;
    bob.answers(&game, "bob").await;
    while !bob.reads(&game).await.contains("says 5") {
        app.passes(MINUTE * 30, MINUTE).await;
    }
    bob.leaves(&game).await;
    met(&app, &robot, &id, "cat").await;
    let seen = robot.get(&format!("/games/{id}")).await.ok();
    assert_eq!((&seen["duty"], &seen["partners_lost"]), (&json!("guess"), &json!(1)));
    assert_eq!(
        robot
            .post(&format!("/games/{id}/guess"), &json!({ "guess": 9, "partners_lost": 0 }))
            .await
            .problem(),
        "409 refused: The player this was meant for has left the game. Somebody else will take their \
         place, so please look at the game again."
    );
    // A move that names no partner is for the current one.
    assert_eq!(act(&robot, &id, "guess", json!({ "guess": 9 })).await["my_guess"], 9.0);
}

/// The first guest that is paired with the robot and not with a house machine. Questions
/// that are there already are answered.
async fn met(app: &TestApp, robot: &Robot, id: &str, who: &str) -> (Persona, String) {
    for nth in 1..20 {
        let name = format!("{who}-{nth}");
        let mut guest = app.guest(&name).await;
        let game = guest.opens(&name).await;
        app.passes(10 * MINUTE, MINUTE).await;
        if guest.reads(&game).await.contains("asks 1") && who == "cat" {
            guest.answers(&game, &name).await;
        }
        if !robot.get(&format!("/games/{id}")).await.ok()["duty"].is_null() {
            return (guest, game);
        }
    }
    panic!("nobody meets the robot");
}

#[tokio::test]
async fn every_refusal_is_a_key_and_a_sentence() {
    let (app, robot) = house().await;
    let id = robot.post("/games", &json!({})).await.ok()["id"].as_str().unwrap().to_owned();
    let path = |what: &str| format!("/games/{id}/{what}");
    let problem = async |path: &str, body: Value| robot.post(path, &body).await.problem();
    let said = [
        problem(&path("responses"), json!({ "responses": five("x") })).await,
        problem(&path("questions"), json!({ "questions": ["one"] })).await,
        problem(&path("questions"), json!({ "questions": ["a", "b", "", "d", "e"] })).await,
        problem(&path("questions"), json!({ "questions": ["a", "b", "c\u{0}", "d", "e"] })).await,
        problem(&path("questions"), json!({ "question": five("x") })).await,
        problem(&path("questions"), json!({ "questions": five("x"), "more": 1 })).await,
        problem(&path("guess"), json!({ "guess": 101 })).await,
        problem(&path("guess"), json!({ "guess": "50" })).await,
        problem(&path("guess"), json!({ "guess": 50 })).await,
        problem("/games", json!({ "mode": "fast" })).await,
        problem("/games", json!({ "opponent": "eliza" })).await,
        problem("/games", json!({ "mode": "sandbox", "opponent": "nobody" })).await,
        problem("/games", json!({ "mode": "sandbox", "opponent": "ann" })).await,
        problem("/games", json!({ "mode": "sandbox", "opponent": "robot" })).await,
        problem("/games/nothing/abort", json!({})).await,
        robot.get("/games?state=lost").await.problem(),
        robot.get("/games?limit=0").await.problem(),
        robot.get("/games?before=x").await.problem(),
        robot.get("/games/..%2F..").await.problem(),
        robot.get("/nowhere").await.problem(),
        robot.get(&path("guess")).await.problem(),
        robot.with("").get("/account").await.problem(),
        robot.with("luna_wrong").get("/account").await.problem(),
    ];
    insta::assert_snapshot!(said.join("\n"), @r#"
    409 refused: The other player's questions are not here yet.
    422 invalid: Please write 5 questions.
    422 invalid: Question 3 is still empty.
    422 invalid: Question 3 contains a NUL character, which cannot be stored; please remove it.
    422 invalid: The body is invalid: unknown field `question`, expected `questions` at line 1 column 11.
    422 invalid: The body is invalid: unknown field `more`, expected `questions` at line 1 column 7.
    422 invalid: That number is outside 0 to 100.
    422 invalid: The body is invalid: invalid type: string "50", expected a number at line 1 column 13.
    409 refused: The responses are not here yet.
    422 invalid: The body is invalid: unknown variant `fast`, expected `rated` or `sandbox` at line 1 column 15.
    422 invalid: You cannot choose the partner in a rated game.
    422 invalid: There is no machine with this name.
    422 invalid: There is no machine with this name.
    422 invalid: A machine cannot play with itself.
    404 not_found: There is nothing at this address.
    422 invalid: state must be open or over.
    422 invalid: limit must be a number from 1 to 100.
    422 invalid: before must be the next value of the previous page.
    404 not_found: There is nothing at this address.
    404 not_found: There is nothing at this address.
    405 method: This address does not support this method: see /api.
    401 unauthorized: Send a token of this machine: Authorization: Bearer luna_…
    401 unauthorized: This token is unknown or has been revoked.
    "#);
    let json = [("content-type", "application/json")];
    let raw = [
        robot.post_raw(&path("guess"), &json, "{\"guess\":").await.problem(),
        robot.post_raw(&path("guess"), &json, &b"{\"guess\":\"\xff\"}"[..]).await.problem(),
        robot.post_raw(&path("guess"), &[("content-type", "text/plain")], "{}").await.problem(),
        robot.post_raw(&path("guess"), &[], "{}").await.problem(),
        robot.post_raw(&path("guess"), &json, " ".repeat(600_000)).await.problem(),
    ];
    insta::assert_snapshot!(raw.join("\n"), @r#"
    400 bad_json: The body is not JSON: EOF while parsing a value at line 1 column 9.
    400 bad_json: The body is not JSON: invalid unicode code point at line 1 column 11.
    415 media_type: The body must be sent as application/json.
    415 media_type: The body must be sent as application/json.
    413 too_large: The body is too large: the limit is 512 KiB.
    "#);
    let reader = robot.with(&app.token("idrobot", "luna_reader", "read").await);
    assert_eq!(reader.get("/account").await.ok()["name"], "robot");
    assert_eq!(
        reader.post("/games", &json!({})).await.problem(),
        "403 scope: This token is read-only. Moves need a token with the scope play."
    );
}

#[tokio::test]
async fn repeated_requests_take_effect_once() {
    let (app, robot) = house().await;
    let json = ("content-type", "application/json");
    let start = async |key: &str, body: &str| {
        let headers = [json, ("idempotency-key", key)];
        robot.post_raw("/games", &headers, body.to_owned()).await
    };
    let first = start("one", "{}").await;
    assert_eq!(first.status, 201);
    let again = start("one", "{}").await;
    assert_eq!((again.status.as_u16(), &again.body), (201, &first.body));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_ne!(start("two", "{}").await.body["id"], first.body["id"]);
    assert!(
        start("one", "{\"mode\":\"sandbox\"}").await.problem().starts_with("422 idempotency_key")
    );
    assert!(start(&"x".repeat(65), "{}").await.problem().starts_with("422 idempotency_key"));
    let open = robot.get("/games").await.ok();
    assert_eq!(open["games"].as_array().unwrap().len(), 2);
    assert_eq!(
        app.db.column("SELECT subject_id FROM receipt WHERE key = 'one'"),
        [first.body["id"].as_str().unwrap()]
    );
    // Without a key the same move is the same move, another is refused.
    let id = first.body["id"].as_str().unwrap();
    let asked = act(&robot, id, "questions", json!({ "questions": five("x") })).await;
    assert_eq!(act(&robot, id, "questions", json!({ "questions": five("x") })).await, asked);
    // The game is shown as it is by now.
    assert_eq!(start("one", "{}").await.body, asked);
    let other = json!({ "questions": five("y") });
    let other = robot.post(&format!("/games/{id}/questions"), &other).await.problem();
    assert_eq!(other, "409 refused: You have already sent your questions.");
    let left = act(&robot, id, "abort", json!({})).await;
    assert_eq!(left["ending"], "left");
    assert_eq!(act(&robot, id, "abort", json!({})).await["ending"], "left");
}

#[tokio::test]
async fn caps_and_limits_are_shown_before_they_are_reached() {
    let app = TestApp::with(|settings| settings.machine_requests_per_minute = 8).await;
    app.account("ann").await;
    let robot = app.robot("robot", "ann").await;
    for _ in 0..5 {
        robot.post("/games", &json!({})).await.ok();
    }
    let full = robot.post("/games", &json!({})).await;
    assert_eq!(
        full.problem(),
        "429 too_many: Too many open games: the limit is 5. Please finish one first."
    );
    assert_eq!(full.headers["ratelimit-policy"], "\"token\";q=8;w=60");
    assert_eq!(full.headers["ratelimit"], "\"token\";r=2;t=45");
    let quotas = robot.get("/quotas").await.ok();
    insta::assert_snapshot!(quotas, @r#"{"quotas":[{"limit":8,"name":"requests","remaining":1,"seconds":53},{"limit":5,"name":"games_open","remaining":0,"seconds":null},{"limit":100,"name":"games_today","remaining":95,"seconds":43201},{"limit":1000,"name":"sandbox_open","remaining":1000,"seconds":null},{"limit":100000,"name":"sandbox_hour","remaining":100000,"seconds":0},{"limit":50,"name":"streams","remaining":50,"seconds":null}]}"#);
    robot.get("/account").await.ok();
    let often = robot.get("/account").await;
    assert_eq!(often.problem(), "429 too_many: Too many attempts. Please try again in 8 seconds.");
    assert_eq!(often.headers["retry-after"], "8");
    assert_eq!(often.body["error"]["seconds"], 8);
    app.later(MINUTE);
    robot.get("/account").await.ok();
    app.db.raw("UPDATE machine SET most_open = 50, day_games = 100 RETURNING player_id");
    let daily = robot.post("/games", &json!({})).await;
    assert_eq!(
        daily.problem(),
        "429 too_many: Too many rated games today (UTC): the limit is 100. Please try again in 12 \
         hours."
    );
}

#[tokio::test]
async fn the_limit_on_sandbox_games_is_shown_too() {
    let (_app, robot) = house().await;
    let remaining = async || {
        let quotas = robot.get("/quotas").await.ok();
        let all = quotas["quotas"].as_array().unwrap().clone();
        let left = |name| all.iter().find(|it| it["name"] == name).unwrap()["remaining"].clone();
        (left("games_open"), left("sandbox_open"), left("sandbox_hour"))
    };
    assert_eq!(remaining().await, (5.into(), 1_000.into(), 100_000.into()));
    robot.post("/games", &json!({})).await.ok();
    let sandbox = robot.post("/games", &json!({ "mode": "sandbox" })).await.ok();
    assert_eq!(remaining().await, (4.into(), 999.into(), 99_999.into()));
    act(&robot, sandbox["id"].as_str().unwrap(), "abort", json!({})).await;
    assert_eq!(remaining().await, (4.into(), 1_000.into(), 99_999.into()));
}

#[tokio::test]
async fn made_up_tokens_are_tried_only_so_often() {
    let (app, robot) = house().await;
    // What is wrong before the token is looked up says nothing for it.
    let eve = robot.with("luna_eve");
    assert_eq!(eve.get("/nowhere").await.status, 404);
    assert_eq!(eve.get("/games?limit=0").await.status, 422);
    assert_eq!(eve.post_raw("/games", &[("content-type", "text/plain")], "{}").await.status, 415);
    let mut said = Vec::new();
    for nth in 0..130 {
        said.push(robot.with(&format!("luna_{nth}")).get("/account").await.status.as_u16());
    }
    assert!(said[..120].iter().all(|&status| status == 401));
    assert!(said[120..].iter().all(|&status| status == 429));
    assert_eq!(
        eve.get("/account").await.problem(),
        "429 too_many: Too many attempts without a valid token. Please try again in 1 minute."
    );
    let fresh = robot.get("/account").await.status;
    assert_eq!(fresh, 429, "a good token that has not been seen is no better known");
    app.later(MINUTE);
    robot.get("/account").await.ok();
    for nth in 0..130 {
        robot.with(&format!("luna_{nth}")).get("/account").await;
    }
    robot.get("/account").await.ok();
}

#[tokio::test]
async fn a_stopped_machine_starts_no_rated_game_and_a_killed_one_does_nothing() {
    let (app, robot) = house().await;
    let id = robot.waits().await;
    let mut operator = app.admin().await;
    operator.get("/").await;
    let at = |work: fn(
        &mut luna_store::Tx<'_>,
        &luna_store::game::Context,
    ) -> luna_store::Result<()>| { app.acts(work) };
    at(|tx, at| machine::stop(tx, at, "idrobot")).await;
    assert_eq!(robot.get(&format!("/games/{id}")).await.ok()["ending"], "closed");
    let start = async || robot.post("/games", &json!({})).await.problem();
    assert_eq!(start().await, "403 stopped: This machine has been stopped by its owner.");
    assert!(robot.get("/account").await.ok()["stopped"].is_string());
    robot.post("/games", &json!({ "mode": "sandbox" })).await.ok();
    at(|tx, _| machine::resume(tx, "idrobot")).await;
    let replaced = |at: &str| {
        app.db.raw(&format!("UPDATE machine SET replaced_at = {at} WHERE player_id = 'idrobot'"));
    };
    replaced("5");
    assert_eq!(start().await, "403 stopped: A later version has replaced this machine.");
    robot.post("/games", &json!({ "mode": "sandbox" })).await.ok();
    replaced("NULL");
    at(|tx, at| machine::kill(tx, at, "idrobot", "It swears.")).await;
    let killed = "403 stopped: The operator has stopped this machine: It swears.";
    assert_eq!(start().await, killed);
    assert_eq!(robot.get("/account").await.problem(), killed);
}

#[tokio::test]
async fn the_event_stream_says_how_things_stand_and_then_what_changes() {
    let (app, robot) = house().await;
    let other = app.robot("other", "ann").await;
    let open = robot.post("/games", &json!({ "mode": "sandbox" })).await.ok();
    let mut stream = robot.stream("/stream/event").await;
    let first = stream.until("ready").await;
    let types: Vec<&str> = first.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["account", "game", "ready"]);
    assert_eq!(first[1]["game"]["id"], open["id"]);
    let joined = other.post("/games", &json!({ "mode": "sandbox" })).await.ok();
    let theirs = joined["id"].as_str().unwrap();
    act(&other, theirs, "questions", json!({ "questions": five("other") })).await;
    let id = open["id"].as_str().unwrap();
    app.later(1);
    act(&robot, id, "questions", json!({ "questions": five("robot") })).await;
    let changed = stream.until("game").await.pop().unwrap();
    assert_eq!(changed["game"]["their_questions"][0], "other 1");
    // A cut: what has changed since is told again, also what is over.
    drop(stream);
    app.later(1);
    act(&other, theirs, "abort", json!({})).await;
    let cursor = changed["cursor"].as_str().unwrap();
    let mut again = robot.stream(&format!("/stream/event?since={cursor}")).await;
    let missed = again.until("ready").await;
    assert_eq!(missed[1]["game"]["ending"], "closed");
    app.later(1);
    let mut fresh = robot.stream("/stream/event").await;
    assert_eq!(fresh.until("ready").await.len(), 2, "nothing is open");
    assert_eq!(again.until("closing").await.pop().unwrap()["reason"], "replaced");
    assert!(again.next().await.is_none());
    app.acts(|tx, at| {
        luna_store::token::revoke(tx, "idrobot", &luna_testkit::machine::hash("luna_robot"), at.now)
    })
    .await;
    assert_eq!(fresh.until("closing").await.pop().unwrap()["reason"], "revoked");
    assert_eq!(robot.get("/stream/event").await.status, 401);
    assert_eq!(other.get("/stream/event?since=x").await.status, 422);
}

/// As if the robot had won a game.
async fn win(app: &TestApp) {
    app.db.raw("UPDATE player SET won = won + 1 WHERE name = 'robot'");
    app.acts(|tx, _| {
        tx.touch("player:idrobot");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_stream_says_that_the_machine_is_there_unless_its_token_only_reads() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let reads = app.token("idrobot", "luna_reads", "read").await;
        let noted = |app: &TestApp| {
            let used = app.db.column("SELECT used_at FROM token WHERE scope = 'read'");
            let played = app.db.column("SELECT used_at FROM token WHERE scope = 'play'");
            [used, played, app.db.column("SELECT seen_at FROM machine WHERE way = 'pull'")]
        };
        let none = || vec!["NULL".to_owned()];
        let reader = robot.with(&reads);
        reader.get("/account").await.ok();
        let mut stream = reader.stream("/stream/event").await;
        stream.until("ready").await;
        let now = || vec![app.now().to_string()];
        assert_eq!(noted(&app), [now(), none(), vec!["0".to_owned()]]);
        app.later(2 * HOUR);
        win(&app).await;
        stream.until("account").await;
        assert_eq!(noted(&app), [now(), none(), vec!["0".to_owned()]], "the stream goes on");

        let mut stream = robot.stream("/stream/event").await;
        stream.until("ready").await;
        app.later(2 * HOUR);
        win(&app).await;
        stream.until("account").await;
        assert_eq!(noted(&app)[1..], [now(), now()]);
    }
}

#[tokio::test]
async fn the_event_stream_tells_every_change_of_one_moment() {
    let (_, robot) = house().await;
    let mut stream = robot.stream("/stream/event").await;
    stream.until("ready").await;
    let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
    let id = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut duties = Vec::new();
    let moves = [
        ("questions", json!({ "questions": five("asks") })),
        ("responses", json!({ "responses": five("says") })),
        ("guess", json!({ "guess": 5 })),
    ];
    for (what, body) in moves {
        duties.push(stream.until("game").await.pop().unwrap()["game"]["duty"].clone());
        act(&robot, &id, what, body).await;
    }
    duties.push(stream.until("game").await.pop().unwrap()["game"]["ending"].clone());
    assert_eq!(duties, ["ask", "answer", "guess", "final"]);
}

#[tokio::test]
async fn missed_changes_are_sent_in_pieces() {
    let (app, robot) = house().await;
    let long: Vec<String> = (1..=5).map(|nth| nth.to_string().repeat(5_000)).collect();
    for nth in 0..12 {
        app.later(1);
        let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
        let id = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
        act(&robot, &id, "questions", json!({ "questions": long })).await;
        act(&robot, &id, "responses", json!({ "responses": long })).await;
        // Some stay open.
        if nth % 3 > 0 {
            act(&robot, &id, "guess", json!({ "guess": 5 })).await;
        }
    }
    let request = Request::get("/api/v1/stream/event?since=0").body(Body::empty()).unwrap();
    let mut body = robot.open(request).await.into_body().into_data_stream();
    let (mut text, mut pieces) = (String::new(), 0);
    while !text.contains("\"type\":\"ready\"") {
        let piece = body.next().await.unwrap().unwrap();
        assert!(piece.len() < 400_000, "{}", piece.len());
        text.push_str(str::from_utf8(&piece).unwrap());
        pieces += 1;
    }
    assert!(pieces > 1, "{pieces}");
    assert_eq!(text.matches("\"type\":\"game\"").count(), 12, "each of them once");
}

#[tokio::test]
async fn the_stream_of_a_game_ends_with_it() {
    let (app, robot) = house().await;
    let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
    let id = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut stream = robot.stream(&format!("/games/{id}/stream")).await;
    assert_eq!(stream.next().await.unwrap()["game"]["duty"], "ask");
    act(&robot, &id, "questions", json!({ "questions": five("x") })).await;
    assert_eq!(stream.next().await.unwrap()["game"]["duty"], "answer");
    act(&robot, &id, "abort", json!({})).await;
    assert_eq!(stream.next().await.unwrap()["game"]["ending"], "left");
    assert!(stream.next().await.is_none());
    let open = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    let mut stream = robot.stream(&format!("/games/{open}/stream")).await;
    stream.next().await;
    app.stop();
    assert_eq!(stream.next().await.unwrap()["reason"], "server");
}

#[tokio::test]
async fn a_token_has_one_stream_of_a_game_and_always_one_of_everything() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let reading = robot.with(&app.token("idrobot", "luna_reading", "read").await);
        let mut paths = Vec::new();
        for _ in 0..49 {
            let game = robot.post("/games", &json!({ "mode": "sandbox" })).await.ok();
            paths.push(format!("/games/{}/stream", game["id"].as_str().unwrap()));
        }
        let mut first = robot.stream(&paths[0]).await;
        assert_eq!(first.next().await.unwrap()["type"], "game");
        let mut second = robot.stream(&paths[0]).await;
        assert_eq!(second.next().await.unwrap()["type"], "game");
        let said = first.next().await.unwrap();
        assert_eq!(said, json!({ "type": "closing", "reason": "replaced" }));
        assert!(first.next().await.is_none());
        drop(first);
        // That of another token is another one.
        let mut all = vec![reading.stream(&paths[0]).await];
        for path in &paths[1..48] {
            all.push(reading.stream(path).await);
        }
        let more = reading.get(&paths[48]).await.problem();
        assert_eq!(
            more,
            "429 too_many: Too many open streams of games: the limit is 49. Please close one first."
        );
        let mut third = robot.stream(&paths[0]).await;
        assert_eq!(third.next().await.unwrap()["type"], "game");
        assert_eq!(second.next().await.unwrap()["reason"], "replaced");
        let mut events = robot.stream("/stream/event").await;
        assert_eq!(events.next().await.unwrap()["type"], "account");
        let quotas = robot.get("/quotas").await.ok();
        assert_eq!(quotas["quotas"][5]["remaining"], 0);
        all.pop();
        reading.stream(&paths[48]).await;
    }
}

/// Real seconds pass.
#[tokio::test]
async fn a_quiet_stream_says_that_it_is_alive() {
    let (_app, robot) = house().await;
    let request = Request::get("/api/v1/stream/event").body(Body::empty()).unwrap();
    let mut body = robot.open(request).await.into_body().into_data_stream();
    let mut last = String::new();
    while !last.contains("alive") {
        last = String::from_utf8(body.next().await.unwrap().unwrap().to_vec()).unwrap();
    }
    assert_eq!(last, "{\"type\":\"alive\"}\n");
}

#[tokio::test]
async fn pages_of_games_follow_each_other() {
    let (app, robot) = house().await;
    for _ in 0..5 {
        app.later(1);
        let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
        robot.post("/games", &wish).await.ok();
    }
    let (mut ids, mut path) = (Vec::new(), "/games?limit=2".to_owned());
    loop {
        let page = robot.get(&path).await.ok();
        ids.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].to_string()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/games?limit=2&before={next}");
    }
    assert_eq!(ids.len(), 5);
    assert!(ids.is_sorted_by(|a, b| a > b), "{ids:?}");
    assert!(robot.get("/machines").await.ok()["machines"].as_array().unwrap().len() >= 2);
}
