use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use luna_core::game::Move;
use luna_machines::task::{CallError, CallFailure, GameTask};
use luna_machines::webhook::{Push, sign, verify};
use serde_json::json;

use crate::server::{
    Script, answer, answers, ask, conversation, five, guess, http, question, say, serve,
};

const SECRET: &str = "whsec";

fn push(url: String) -> Push {
    Push { url, secret: SECRET.to_owned(), http: http(true), timeout: Duration::from_secs(5) }
}

/// A whole machine, as somebody could write it.
async fn machine(headers: HeaderMap, body: String) -> (StatusCode, String) {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let timestamp = header("luna-timestamp").parse().unwrap();
    if !verify(SECRET, timestamp, body.as_bytes(), &header("luna-signature")) {
        return (StatusCode::UNAUTHORIZED, String::new());
    }
    let reply = match serde_json::from_str(&body).unwrap() {
        GameTask::Ask { .. } => json!({ "questions": five("Pushed") }),
        GameTask::Answer { questions, .. } => json!({ "responses": questions }),
        GameTask::Guess { .. } => json!({ "guess": 12.5, "sliders": [1, null, null, null, 5] }),
    };
    (StatusCode::OK, reply.to_string())
}

#[tokio::test]
async fn a_server_plays_all_three_duties() {
    let push = push(serve(Router::new().fallback(machine)).await);
    assert_eq!(push.call(1_700_000_000, &ask()).await, Ok(Move::Ask(five("Pushed"))));
    assert_eq!(push.call(1_700_000_001, &answer()).await, Ok(Move::Answer(five("Theirs"))));
    let Ok(Move::Guess(guess)) = push.call(1_700_000_002, &guess()).await else {
        panic!("no guess")
    };
    assert_eq!(guess.points.to_string(), "12.5");
    assert_eq!(guess.sliders.iter().filter(|slider| slider.is_some()).count(), 2);
}

#[tokio::test]
async fn a_server_answers_a_question() {
    let good = json!({ "answers": [{ "answer": "Seine", "confidence": 1 }] }).to_string();
    let bad = json!({ "answers": [] }).to_string();
    let (url, script) = Script::start([say(200, bad), say(200, good)]).await;
    let push = push(url);
    let answered = push.call(1_700_000_000, &question()).await;
    assert_eq!(answered, Ok(answers(&[("Seine", 1.0)])));
    let heard = script.requests();
    assert_eq!(
        heard[0].json(),
        json!({
            "type": "question", "id": "q1", "question": "Which river flows through Paris?",
            "max_answers": 5, "max_chars": 40,
        })
    );
    assert_eq!(heard[1].json()["problem"], "There are no answers; 1 to 5 are needed.");
    assert!(heard[0].header("luna-delivery").starts_with("q1-question-"));
}

#[tokio::test]
async fn a_server_converses() {
    let bad = json!({ "lines": ["Hi\nyou"] }).to_string();
    let good = json!({ "keys": "Hu\u{8}i\n", "delays_ms": [400, 90, 120, 80, 300] }).to_string();
    let (url, script) = Script::start([say(200, bad), say(200, good)]).await;
    let said = push(url).call(1_700_000_000, &conversation()).await.unwrap();
    assert_eq!(said.lines(), ["Hi"]);
    let heard = script.requests();
    assert_eq!(heard[0].json(), serde_json::to_value(conversation()).unwrap());
    let problem = heard[1].json()["problem"].clone();
    assert_eq!(problem, "Line 1 contains a line break; send it as several lines.");
    assert!(heard[0].header("luna-delivery").starts_with("t1-converse-"));
}

#[tokio::test]
async fn a_machine_with_another_secret_refuses_us() {
    let mut push = push(serve(Router::new().fallback(machine)).await);
    push.secret = "another".to_owned();
    let refused = CallError::Refused("The server answered 401, not 200.".to_owned());
    assert_eq!(push.call(1_700_000_000, &ask()).await, Err(refused.into()));
}

#[tokio::test]
async fn a_machine_that_is_busy_says_for_how_long() {
    let busy = |status| say(status, "").with("retry-after", "77");
    let (url, _) = Script::start([busy(429), busy(503), say(503, "")]).await;
    let push = push(url);
    for (status, seconds) in [(429, Some(77)), (503, Some(77)), (503, None)] {
        let error = CallError::Unreachable(format!("The server answered {status}, not 200."));
        let failed = CallFailure { error, wait: seconds.map(Duration::from_secs) };
        assert_eq!(push.call(1_700_000_000, &ask()).await, Err(failed));
    }
}

#[test]
fn a_signature_is_that_of_one_secret_time_and_body() {
    let body = br#"{"type":"ask"}"#;
    let signature = sign(SECRET, 1_700_000_000, body);
    assert_eq!(signature, "v1=d3ef2c1c4a1b425868c7fe82510ed27fdf9bf0ab976dd492be702588ee7b28a3");
    assert!(verify(SECRET, 1_700_000_000, body, &signature));
    assert!(!verify("other", 1_700_000_000, body, &signature));
    assert!(!verify(SECRET, 1_700_000_001, body, &signature));
    assert!(!verify(SECRET, 1_700_000_000, b"{}", &signature));
    for other in ["", "v1=", "v1=zz", "v2=00", "é", &signature[3..], &signature[..66], "v1=é"] {
        assert!(!verify(SECRET, 1_700_000_000, body, other), "{other}");
    }
}

#[tokio::test]
async fn a_reply_that_is_not_understood_is_asked_for_once_more() {
    let good = json!({ "questions": five("Now") }).to_string();
    let bad = json!({ "questions": ["only", "four", "of", "them"] }).to_string();
    let (url, script) = Script::start([say(200, bad), say(200, good)]).await;
    assert_eq!(push(url).call(1_700_000_000, &ask()).await, Ok(Move::Ask(five("Now"))));
    let heard = script.requests();
    assert_eq!(heard[0].json(), serde_json::to_value(ask()).unwrap());
    assert_eq!(heard[1].json()["problem"], "There are 4 questions; 5 are needed.");
    assert_ne!(heard[0].header("luna-delivery"), heard[1].header("luna-delivery"));
    for request in heard {
        assert!(request.header("luna-delivery").starts_with("g1-ask-"));
        assert_eq!(request.header("content-type"), "application/json");
        let signature = request.header("luna-signature");
        assert!(verify(SECRET, 1_700_000_000, &request.body, signature));
    }
}

#[tokio::test]
async fn what_is_delivered_again_has_the_same_id() {
    let good = json!({ "questions": five("Now") }).to_string();
    let (url, script) = Script::start([say(503, ""), say(200, good)]).await;
    let push = push(url);
    push.call(1_700_000_000, &ask()).await.unwrap_err();
    push.call(1_700_000_060, &ask()).await.unwrap();
    let heard = script.requests();
    let ids = [0, 1].map(|nth| heard[nth].header("luna-delivery"));
    assert_eq!((ids[0], ids[0].len()), (ids[1], "g1-ask-".len() + 16));
}

#[tokio::test]
async fn a_reply_that_is_never_understood_is_invalid() {
    for (task, body, problem) in [
        (ask(), "hello".to_owned(), "The reply is not JSON"),
        (guess(), r#"{"guess":150}"#.to_owned(), "The guess is outside 0 to 100."),
        (answer(), "x".repeat(600_000), "The reply is longer than 512 KiB."),
    ] {
        let (url, script) = Script::start([say(200, body.clone()), say(200, body)]).await;
        let invalid = push(url).call(1_700_000_000, &task).await.unwrap_err();
        let CallError::Invalid(sentence) = invalid.error else { panic!("{invalid:?}") };
        assert!(sentence.starts_with(problem), "{sentence}");
        assert_eq!(script.requests().len(), 2);
    }
}

#[tokio::test]
async fn a_busy_server_is_not_asked_again_at_once() {
    let (url, script) = Script::start([say(429, ""), say(500, ""), say(400, "")]).await;
    let push = push(url);
    for wanted in ["Unreachable", "Unreachable", "Refused"] {
        let error = push.call(1_700_000_000, &ask()).await.unwrap_err().error;
        assert!(format!("{error:?}").starts_with(wanted), "{error:?}");
    }
    assert_eq!(script.requests().len(), 3);
}
