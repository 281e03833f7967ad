use std::time::Duration;

use axum::Router;
use axum::body::Body;
use luna_machines::task::CallError;
use luna_machines::webhook::{Push, verify};

use crate::server::{Script, hang_up, http, nobody, say, serve, silent};

fn push(url: &str, private: bool) -> Push {
    let (url, secret) = (url.to_owned(), "whsec".to_owned());
    Push { url, secret, http: http(private), timeout: Duration::from_secs(5) }
}

const READY: &str = r#"{"ready":true}"#;

#[tokio::test]
async fn a_server_that_says_it_is_ready_is_ready() {
    let (url, script) = Script::start([say(200, READY), say(200, READY)]).await;
    assert_eq!(push(&format!("{url}/machine"), true).ready(1_700_000_000).await, Ok(()));
    let heard = script.requests().remove(0);
    assert_eq!((heard.path.as_str(), heard.header("luna-timestamp")), ("/machine", "1700000000"));
    assert!(verify("whsec", 1_700_000_000, b"", heard.header("luna-signature")));
    let by_name = url.replace("127.0.0.1", "localhost");
    assert_eq!(push(&by_name, true).ready(1_700_000_000).await, Ok(()));
}

#[tokio::test]
async fn a_server_that_does_not_say_so_is_not() {
    for body in
        ["{\"ready\":false}", "{}", "[]", "null", "true", "ready", "", "{\"ready\":\"true\"}"]
    {
        let (url, _) = Script::start([say(200, body)]).await;
        let refused = push(&url, true).ready(1_700_000_000).await.unwrap_err();
        assert!(matches!(refused, CallError::Invalid(_)), "{body}: {refused}");
    }
    let (url, _) = Script::start([say(201, READY), say(404, READY), say(503, READY)]).await;
    let push = push(&url, true);
    let sentence = |status| format!("The server answered {status}, not 200.");
    assert_eq!(push.ready(1_700_000_000).await, Err(CallError::Refused(sentence(201))));
    assert_eq!(push.ready(1_700_000_000).await, Err(CallError::Refused(sentence(404))));
    assert_eq!(push.ready(1_700_000_000).await, Err(CallError::Unreachable(sentence(503))));
}

#[tokio::test]
async fn private_addresses_are_refused_before_anything_is_sent() {
    let (url, script) = Script::start([say(200, READY)]).await;
    let port = url.rsplit_once(':').unwrap().1;
    for host in [
        "127.0.0.1",
        "localhost",
        "LocalHost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "2130706433",
        "0.0.0.0",
        "127.1",
    ] {
        let refused =
            push(&format!("http://{host}:{port}/"), false).ready(1_700_000_000).await.unwrap_err();
        // A name may be back when it is looked up again; an address stays what it is.
        let (CallError::Refused(sentence) | CallError::Unreachable(sentence)) = refused else {
            panic!("{host}: {refused:?}")
        };
        assert!(sentence.ends_with("has no address on the public internet."), "{host}: {sentence}");
    }
    assert!(script.requests().is_empty());
}

#[tokio::test]
async fn owners_do_not_learn_which_names_there_are_inside() {
    let mut failures = Vec::new();
    for host in ["localhost", "no-such-host.invalid"] {
        let begun = tokio::time::Instant::now();
        let error = push(&format!("http://{host}:9/"), false).ready(1_700_000_000).await;
        let CallError::Unreachable(sentence) = error.unwrap_err() else { panic!("{host}") };
        assert!(begun.elapsed() >= Duration::from_secs(1), "{host} failed at once");
        failures.push(sentence.replace(host, "HOST"));
    }
    assert_eq!(failures[0], "HOST has no address on the public internet.");
    assert_eq!(failures[0], failures[1]);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (secret, secrets) = Script::start([say(200, READY)]).await;
    for status in [301, 302, 303, 307, 308] {
        let (url, _) = Script::start([say(status, READY).with("location", &secret)]).await;
        let refused = push(&url, true).ready(1_700_000_000).await.unwrap_err();
        let CallError::Refused(sentence) = refused else { panic!("{refused:?}") };
        assert!(sentence.starts_with(&format!("The server answered {status}, a redirect")));
    }
    assert!(secrets.requests().is_empty());
}

#[tokio::test]
async fn a_server_that_is_away_may_be_back_later() {
    let mut silent = push(&silent().await, true);
    silent.timeout = Duration::from_millis(100);
    let waited = tokio::time::timeout(Duration::from_secs(30), silent.ready(1_700_000_000)).await;
    assert_eq!(
        waited.expect("it waits too long"),
        Err(CallError::Stalled("The server did not answer within 0.1 seconds.".to_owned()))
    );
    for url in [nobody().await, hang_up().await, nobody().await.replace("http", "https")] {
        let away = push(&url, true).ready(1_700_000_000).await.unwrap_err();
        assert!(matches!(away, CallError::Unreachable(_)), "{away:?}");
    }
    let unknown =
        push("http://no-such-host.invalid/", true).ready(1_700_000_000).await.unwrap_err();
    assert!(matches!(unknown, CallError::Unreachable(_)), "{unknown:?}");
}

#[tokio::test]
async fn a_server_that_stops_in_the_middle_is_not_waited_for() {
    let body = || async {
        let never = std::future::pending::<Option<(Result<Vec<u8>, std::io::Error>, ())>>;
        Body::from_stream(futures_util::stream::unfold((), move |()| never()))
    };
    let mut push = push(&serve(Router::new().fallback(body)).await, true);
    push.timeout = Duration::from_millis(100);
    let waited = tokio::time::timeout(Duration::from_secs(30), push.ready(1_700_000_000)).await;
    let why = "The server began to answer, and was not done after 0.1 seconds.";
    assert_eq!(waited.expect("it waits too long"), Err(CallError::Stalled(why.to_owned())));
}

#[tokio::test]
async fn tls_is_spoken_and_its_failure_is_told() {
    let (url, script) = Script::start([]).await;
    let refused = push(&url.replace("http", "https"), true).ready(1_700_000_000).await.unwrap_err();
    assert!(matches!(refused, CallError::Unreachable(_)), "{refused:?}");
    assert!(script.requests().is_empty());
}

#[tokio::test]
async fn endless_bodies_are_not_read_to_the_end() {
    let endless = || async {
        let chunk = || async { Some((Ok::<_, std::io::Error>(vec![b' '; 65_536]), ())) };
        Body::from_stream(futures_util::stream::unfold((), move |()| chunk()))
    };
    let refused =
        push(&serve(Router::new().fallback(endless)).await, true).ready(1_700_000_000).await;
    assert_eq!(refused, Err(CallError::Invalid("The reply is longer than 512 KiB.".to_owned())));
    let just = format!("{READY}{}", " ".repeat(512 * 1024 - READY.len()));
    let (url, _) = Script::start([say(200, just.clone()), say(200, just + " ")]).await;
    assert_eq!(push(&url, true).ready(1_700_000_000).await, Ok(()));
    assert!(push(&url, true).ready(1_700_000_000).await.is_err());
}
