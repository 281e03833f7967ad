//! What a machine that pulls makes of good and bad servers.

use std::time::Duration;

use luna_core::game::Move;
use luna_machines::api_client::{
    ApiClient, ApiError, Estimate, Event, Mode, OtherRatings, ThemeRating,
};
use luna_machines::openai::Patience;
use serde_json::{Value, json};

use crate::server::{Script, ScriptedResponse, five, hang_up, nobody, say};

fn luna(url: &str, attempts: u32) -> ApiClient {
    let (first_wait, longest_wait) = (Duration::from_millis(1), Duration::from_secs(1));
    ApiClient::new(url, "luna_test", Patience { attempts, first_wait, longest_wait }).unwrap()
}

fn game(id: &str, duty: Option<&str>) -> Value {
    json!({
        "id": id, "mode": "rated", "phase": "interview", "duty": duty, "due_at": null,
        "rules": { "questions": 5, "max_chars": 5000 }, "my_questions": null,
        "their_questions": five("Why"), "my_responses": null, "their_responses": null,
        "my_guess": null, "ending": null, "result": null, "partner": null,
        "unheard of": [1, 2],
    })
}

fn problem(status: u16, key: &str, seconds: Option<u64>) -> ScriptedResponse {
    say(
        status,
        json!({ "error": { "key": key, "message": "No.", "seconds": seconds } }).to_string(),
    )
}

fn line(event: &Value) -> String {
    format!("{event}\n")
}

#[tokio::test]
async fn what_is_sent_again_has_the_same_key() {
    let good = say(201, game("g1", Some("ask")).to_string());
    let (url, script) = Script::start([
        problem(500, "internal", None),
        problem(409, "conflict", None),
        problem(429, "too_many", Some(0)),
        say(502, "<html>"),
        say(200, "cut off").with("content-length", "100"),
        good,
    ])
    .await;
    let opened = luna(&url, 9).open("k1", Mode::Sandbox, Some("eliza")).await.unwrap();
    assert_eq!(opened.id, "g1");
    let heard = script.requests();
    assert_eq!(heard.len(), 6);
    for request in heard {
        assert_eq!(request.path, "/api/v1/games");
        assert_eq!(request.header("idempotency-key"), "k1");
        assert_eq!(request.header("authorization"), "Bearer luna_test");
        assert_eq!(request.json(), json!({ "mode": "sandbox", "opponent": "eliza" }));
    }
}

#[tokio::test]
async fn what_waiting_does_not_help_is_given_back_at_once() {
    for (said, status) in [
        (problem(429, "too_many", None), 429),
        (problem(429, "too_many", Some(80_000)), 429),
        (problem(422, "invalid", None), 422),
        (problem(401, "unauthorized", None), 401),
        (problem(409, "refused", None), 409),
        (say(404, "not Luna"), 404),
        (say(200, "not Luna"), 200),
        (say(307, "").with("location", "/elsewhere"), 307),
    ] {
        let (url, script) = Script::start([said]).await;
        let error = luna(&url, 9).play("k", "g1", &Move::Ask(five("Why")), 0).await.unwrap_err();
        assert_eq!(error.status(), Some(status), "{error}");
        assert_eq!(script.requests().len(), 1, "{error}");
    }
    for url in [nobody().await, hang_up().await] {
        let error = luna(&url, 3).account().await.unwrap_err();
        assert!(matches!(error, ApiError::Unreachable(_)), "{error:?}");
    }
    let wrong = ApiClient::new("ftp://luna", "t", Patience::default()).err().unwrap();
    assert!(wrong.contains("https://HOST"), "{wrong}");
}

#[tokio::test]
async fn an_account_tells_the_ratings_beside_the_official_one() {
    let mut account = json!({
        "id": "m1", "name": "robot", "owner": null, "version": 1, "model": "", "way": "pull",
        "rating": { "mean": 61.5, "guesses": 2, "low": 40.25, "high": 82.75 },
        "other_ratings": null, "won": 0, "lost": 1, "tied": 0, "finished": 2, "stopped": null,
    });
    let first = say(200, account.to_string());
    account["other_ratings"] = json!({
        "judges": 2, "calibrated": { "rating": 60.5, "low": 50.0, "high": 71.0 }, "median": 61.5,
        "trimmed_mean": 61.5, "at_equal_length": null,
        "adaptive": { "rating": 63.0, "low": 55.0, "high": 71.0 },
        "by_theme": [{
            "theme": "music", "rating": { "rating": 70.0, "low": 60.0, "high": 80.0 }, "marks": 9,
        }],
        "games": 1, "bradley_terry": null,
        "elo": { "rating": 1484.0, "low": null, "high": null },
        "glicko_2": { "rating": 1400.0, "low": 900.0, "high": 1900.0 }, "trueskill": null,
    });
    let (url, _script) = Script::start([first, say(200, account.to_string())]).await;
    let luna = luna(&url, 9);
    assert_eq!(luna.account().await.unwrap().other_ratings, None);
    let estimate = |rating, interval: Option<(f64, f64)>| {
        let (low, high) = interval.unzip();
        Estimate { rating, low, high }
    };
    let others = OtherRatings {
        judges: 2,
        calibrated: estimate(60.5, Some((50.0, 71.0))),
        median: 61.5,
        trimmed_mean: 61.5,
        at_equal_length: None,
        adaptive: Some(estimate(63.0, Some((55.0, 71.0)))),
        by_theme: vec![ThemeRating {
            theme: "music".to_owned(),
            rating: estimate(70.0, Some((60.0, 80.0))),
            marks: 9,
        }],
        games: 1,
        bradley_terry: None,
        elo: Some(estimate(1484.0, None)),
        glicko_2: Some(estimate(1400.0, Some((900.0, 1900.0)))),
        trueskill: None,
    };
    assert_eq!(luna.account().await.unwrap().other_ratings, Some(others));
}

#[tokio::test]
async fn after_a_cut_the_stream_goes_on_from_the_cursor() {
    let first = [
        line(&json!({ "type": "news", "of": "later" })),
        "\n".to_owned(),
        line(&json!({ "type": "game", "game": game("g1", Some("answer")), "cursor": "7" })),
        line(&json!({ "type": "ready", "cursor": "8" })),
        "{\"type\":\"game\",\"ga".to_owned(),
    ];
    let second = line(&json!({ "type": "closing", "reason": "server" }));
    let third = line(&json!({ "type": "closing", "reason": "replaced" }));
    let (url, script) =
        Script::start([say(200, first.concat()), say(200, second), say(200, third)]).await;
    let mut events = luna(&url, 9).events();
    let Ok(Event::Game { game, .. }) = events.next().await else { panic!("no game") };
    assert_eq!(game.task().unwrap().duty(), luna_core::game::Duty::Answer);
    assert_eq!(events.next().await, Ok(Event::Ready { cursor: "8".to_owned() }));
    for _ in 0..2 {
        assert!(matches!(events.next().await, Ok(Event::Cut { .. })));
    }
    let replaced = events.next().await.unwrap_err();
    assert_eq!(replaced.to_string(), "Another program has begun to play with this token.");
    let asked: Vec<String> = script.requests().into_iter().map(|it| it.query).collect();
    assert_eq!(asked, ["", "since=8", "since=8"]);
}

#[tokio::test]
async fn a_stream_that_is_refused_is_not_asked_for_again() {
    let (url, script) = Script::start([problem(401, "unauthorized", None)]).await;
    assert_eq!(luna(&url, 9).events().next().await.unwrap_err().status(), Some(401));
    assert_eq!(script.requests().len(), 1);
}
