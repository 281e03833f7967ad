//! Secrecy of a question in play: a client learns the words whose time has come, and nothing else.

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::response::Response;
use futures_util::StreamExt as _;
use luna_testkit::app::{PASSWORD, SECOND, TestApp};
use luna_testkit::persona::{Answer, Persona};
use luna_testkit::quiz::{raven, shelve, text};

/// The events of a stream as they come.
struct Stream(axum::body::BodyDataStream);

impl Stream {
    async fn of(player: &mut Persona, play: &str, seen: &str) -> Stream {
        let response = open(player, &format!("{play}/words?seen={seen}"), None).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(!response.headers().contains_key("content-length"));
        Stream(response.into_body().into_data_stream())
    }

    async fn next(&mut self) -> Option<String> {
        let bytes: Bytes = self.0.next().await?.unwrap();
        Some(String::from_utf8(bytes.to_vec()).unwrap())
    }
}

async fn open(player: &mut Persona, path: &str, last: Option<&str>) -> Response {
    let mut request = Request::get(path);
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    player.open(request.body(Body::empty()).unwrap()).await
}

/// Says which words of the question, or of its answer, are in a text and should not be.
fn leaks(text: &str, shown: usize) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut found: Vec<String> = (shown + 1..=12)
        .map(|nth| format!("q1-clue{nth}"))
        .filter(|word| {
            let mut rest = lower.split(word.as_str()).skip(1);
            rest.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        })
        .collect();
    let answer = ["raven", "corvus", "corvid", "night1"].map(str::to_owned);
    found.extend(answer.into_iter().filter(|word| lower.contains(word)));
    found
}

fn whole(answer: &Answer) -> String {
    format!("{:?}\n{}", answer.headers, answer.body)
}

/// Every page that somebody could look for the rest of a question at.
async fn looks_everywhere(player: &mut Persona, play: &str, shown: usize) {
    for path in [
        play,
        "/",
        "/games",
        "/profile",
        "/quiz",
        "/quiz/me",
        "/quiz/read",
        "/quiz/read?misses=yes",
        "/settings",
        "/settings/data",
        "/api/openapi.json",
        "/events?topic=quiz",
        "/admin/quiz/appeals",
    ] {
        let answer = player.get(path).await;
        assert_eq!(leaks(&whole(&answer), shown), [""; 0], "{path} after {shown} words");
    }
    for step in ["more", "buzz", "answer", "give-up", "appeal", "words"] {
        let answer = player.get(&format!("{play}/{step}?seen=99")).await;
        assert_eq!(leaks(&whole(&answer), shown), [""; 0], "{step} after {shown} words");
    }
}

#[tokio::test]
async fn no_word_reaches_a_client_before_its_time() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 2]).await;
        let mut ann = app.account("ann").await;
        let mut phone = ann.elsewhere();
        phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        let play = ann.reads_by_hand().await;
        looks_everywhere(&mut ann, &play, 5).await;
        ann.get(&play).await;
        let more = ann.press("More words", &[]).await;
        assert_eq!(leaks(&whole(&more), 10), [""; 0]);
        looks_everywhere(&mut ann, &play, 10).await;
        looks_everywhere(&mut phone, &play, 10).await;
        ann.get(&play).await;
        let buzz = ann.press("Buzz", &[]).await;
        assert_eq!(leaks(&whole(&buzz), 10), [""; 0]);
        // After the buzz nobody turns further.
        phone.get(&play).await;
        let more = phone.post(&format!("{play}/more"), &[]).await;
        assert_eq!(leaks(&whole(&more), 10), [""; 0]);
        looks_everywhere(&mut phone, &play, 10).await;
        ann.get(&play).await;
        let refused = ann.press("Answer", &[("answer", "")]).await;
        assert_eq!(leaks(&whole(&refused), 10), [""; 0]);
        let prompt = ann.press("Answer", &[("answer", "bird")]).await;
        assert_eq!(leaks(&whole(&prompt), 10), [""; 0]);
        looks_everywhere(&mut ann, &play, 10).await;
        ann.get(&play).await;
        ann.press("Answer", &[("answer", "rook")]).await.leads_to(&play);
        let end = ann.get(&play).await;
        assert!(leaks(&whole(&end), 10).contains(&"q1-clue12".to_owned()), "now it is told");
        let data = ann.get("/settings/data").await;
        assert!(data.body.contains("night1"), "and the download names it");
    }
}

#[tokio::test]
async fn a_stream_brings_each_word_when_it_is_due() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 2]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_timed().await;
        let mut stream = Stream::of(&mut ann, &play, "0").await;
        assert_eq!(stream.next().await.unwrap(), "id: 1\ndata: q1-clue1\n\n");
        app.later(200);
        assert_eq!(stream.next().await.unwrap(), "id: 3\ndata: q1-clue2 q1-clue3\n\n");
        // One that was cut goes on with what is due meanwhile, whatever its address says.
        drop(stream);
        app.later(300);
        let response = open(&mut ann, &format!("{play}/words?seen=1"), Some("3")).await;
        let mut stream = Stream(response.into_body().into_data_stream());
        let due = "id: 6\ndata: q1-clue4 q1-clue5 q1-clue6\n\n";
        assert_eq!(stream.next().await.unwrap(), due);
        // One that claims to have more gets none of it.
        let mut other = Stream::of(&mut ann, &play, "99").await;
        app.later(100);
        assert_eq!(other.next().await.unwrap(), "id: 7\ndata: q1-clue7\n\n");
        assert_eq!(stream.next().await.unwrap(), "id: 7\ndata: q1-clue7\n\n");
        app.later(600);
        let end = stream.next().await.unwrap();
        assert!(end.ends_with("q1-clue12\n\nevent: end\ndata: 6000\n\n"), "{end}");
        app.later(8 * SECOND + 1);
        assert_eq!(stream.next().await.unwrap(), "event: state\ndata: over\n\n");
        assert_eq!(stream.next().await, None);
        assert_eq!(open(&mut ann, &format!("{play}/words"), None).await.status().as_u16(), 204);
    }
}

#[tokio::test]
async fn a_buzz_stops_the_words_in_every_tab() {
    for app in TestApp::each().await {
        app.ravens(&["Science"]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_timed().await;
        let mut stream = Stream::of(&mut ann, &play, "1").await;
        app.later(150);
        assert_eq!(stream.next().await.unwrap(), "id: 2\ndata: q1-clue2\n\n");
        ann.buzzes(&play).await;
        app.later(500);
        assert_eq!(stream.next().await.unwrap(), "event: state\ndata: over\n\n");
        assert_eq!(stream.next().await, None);
        assert!(leaks(&ann.get(&play).await.body, 2).is_empty());
    }
}

#[tokio::test]
async fn words_are_streamed_to_their_reader_alone() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 2]).await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let play = ann.reads_timed().await;
    let words = format!("{play}/words");
    assert_eq!(open(&mut bob, &words, None).await.status().as_u16(), 204);
    assert_eq!(open(&mut app.visitor(), &words, None).await.status().as_u16(), 204);
    ann.press("Give up and show the answer", &[]).await.leads_to(&play);
    // What is read by hand is not streamed.
    let play = ann.reads_by_hand().await;
    assert_eq!(open(&mut ann, &format!("{play}/words"), None).await.status().as_u16(), 204);
}

#[tokio::test]
async fn a_stream_of_words_ends_with_the_server_and_with_the_session() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 2]).await;
    let mut ann = app.account("ann").await;
    let play = ann.reads_timed().await;
    let mut stream = Stream::of(&mut ann, &play, "1").await;
    app.db.raw("DELETE FROM session");
    app.later(150);
    assert_eq!(stream.next().await, None);
    let mut ann = app.logged_in("ann").await;
    let mut stream = Stream::of(&mut ann, &play, "2").await;
    app.stop();
    assert_eq!(stream.next().await, None);
}

/// A long and a short question that begin alike.
#[tokio::test]
async fn nothing_tells_how_long_a_question_is() {
    let app = TestApp::new().await;
    app.acts(|tx, _| {
        let mut short = raven(1, "Science");
        let mut long = raven(2, "Science");
        short.text = text("q", 12);
        long.text = text("q", 40);
        long.answer_line = "<b><u>rook</u></b>".to_owned();
        shelve(tx, &[short, long])
    })
    .await;
    let mut ann = app.guest("ann").await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let play = ann.reads_by_hand().await;
        let page = ann.get(&play).await;
        let data = ann.get("/settings/data").await.body.len();
        ann.press("Buzz", &[]).await.leads_to(&play);
        let answer = ann.get(&play).await;
        ann.press("Answer", &[("answer", "rook")]).await.leads_to(&play);
        seen.push(([page.body.len(), answer.body.len()], data));
    }
    assert_eq!(seen[0].0, seen[1].0);
    // The download has the first play whole by then, and of the second what it had of the first.
    assert_ne!(seen[0].1, seen[1].1);
}
