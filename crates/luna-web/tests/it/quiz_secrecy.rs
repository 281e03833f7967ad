//! Secrecy of a question in play: a client learns the words whose time has come, and nothing else.

use std::collections::BTreeSet;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::response::Response;
use futures_util::StreamExt as _;
use luna_app::quiz::learning;
use luna_store::consent::Purpose;
use luna_testkit::app::{PASSWORD, SECOND, TestApp};
use luna_testkit::persona::{Answer, Persona};
use luna_testkit::quiz::{raven, shelve, text};

use crate::quiz_writing::{TRICKY, begins, fields, instances, two_editors_accept};

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

/// The addresses that answer GET, from the source of the site, but those that stream.
fn addresses() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut all) = (vec![folder], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for route in text.split(".route(").skip(1) {
                let Some(rest) = route.trim_start().strip_prefix('"') else { continue };
                let Some((address, rest)) = rest.split_once('"') else { continue };
                if rest.split(".route(").next().unwrap().contains("get(") {
                    all.insert(address.to_owned());
                }
            }
        }
    }
    all.retain(|it| !["words", "stream", "socket", "events"].iter().any(|end| it.ends_with(end)));
    all
}

/// An address with a value in the place of each name in braces.
fn filled(address: &str, value: &str) -> String {
    let mut parts = address.split('/').map(|part| if part.starts_with('{') { value } else { part });
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + "/" + part)
}

/// While a question that was written here is open, no address answers it: neither for the account,
/// nor for a guest of the same browser or a stranger.
#[tokio::test]
async fn no_address_answers_an_open_question() {
    let addresses = addresses();
    assert!(addresses.len() > 100, "{addresses:#?}");
    for app in instances().await {
        let mut writer = app.guest("writer").await;
        let page = begins(&mut writer).await;
        let mut all = fields(TRICKY, "Raven");
        all.push(("do", "submit"));
        writer.press("Submit", &all).await.leads_to(&page);
        two_editors_accept(&app).await;
        app.work().await;
        app.acts(|tx, at| {
            let writer = luna_store::player::by_name(tx, "writer")?.id;
            luna_app::consent::give(tx, &writer, Purpose::Publication, at.now)
        })
        .await;
        assert!(learning::Reader::default().read(app.app()).await.is_ok());
        let mut ann = app.account("ann").await;
        ann.get("/quiz/read").await;
        let chosen = [("source", "written"), ("speed", "600")];
        let play = ann.press("Start", &chosen).await.leads_to("/quiz/read/");
        assert!(ann.reads(&play).await.contains("This question counts"));
        let mut same = ann.clone();
        same.get("/settings").await;
        same.press("Log out here", &[]).await.leads_to("/");
        same.get("/consent").await;
        same.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
        // The log-out has ended the session of both.
        ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        assert!(ann.reads(&play).await.contains("This question counts"));
        let question = page.rsplit('/').next().unwrap();
        let ids = [question, play.rsplit('/').next().unwrap(), "house-search", "jsonl"];
        for address in &addresses {
            let braces = address.contains('{');
            for id in &ids[..if braces { ids.len() } else { 1 }] {
                let path = filled(address, id);
                for who in [&mut ann, &mut same, &mut app.visitor()] {
                    let found = whole(&who.get(&path).await).to_lowercase();
                    for word in ["jackdaw", "lenore", "<u>raven</u>"] {
                        assert!(!found.contains(word), "{word} at {path}: {found}");
                    }
                }
            }
        }
        // The machine knows nothing of it either, and waits for the account.
        ann.get("/quiz/write").await;
        let waiting = ann.post("/quiz/write/guesses", &[("text", TRICKY)]).await;
        assert!(waiting.body.contains("The machines wait until your question"), "{waiting}");
        same.get("/quiz/write").await;
        let heard = TRICKY.split_once(". ").unwrap().0;
        let guesses = same.post("/quiz/write/guesses", &[("text", heard)]).await.body;
        assert!(!guesses.contains("jackdaw") && !guesses.contains("Lenore"), "{guesses}");
        let rewriting = same.post("/quiz/write", &[("rewrites", question)]).await;
        assert_eq!(rewriting.status.as_u16(), 409, "{rewriting}");
        assert!(rewriting.body.contains("so it cannot be rewritten yet"), "{rewriting}");
        assert!(!rewriting.body.contains("jackdaw"), "{rewriting}");
    }
}

/// What is imported as secret counts, and the search machine does not learn from it.
#[tokio::test]
async fn the_search_machine_learns_nothing_from_a_secret_source() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 2]).await;
        assert!(learning::Reader::default().read(app.app()).await.unwrap());
        let mut ann = app.guest("ann").await;
        let play = ann.reads_by_hand().await;
        assert!(ann.reads(&play).await.contains("This question counts"));
        let mut visitor = app.visitor();
        visitor.get("/quiz/write").await;
        let heard = [("text", "q1-clue1 q1-clue2 q1-clue3 q1-clue4 q1-clue5")];
        let guesses = visitor.post("/quiz/write/guesses", &heard).await;
        assert_eq!(leaks(&whole(&guesses), 5), [""; 0]);
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
