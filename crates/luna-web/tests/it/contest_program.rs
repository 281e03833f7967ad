//! The seat of a program behind the link of its invitation: what it may not do is refused with a
//! reason, and the contest goes on.

use axum::body::Body;
use axum::http::Request;
use luna_app::contest::console;
use luna_app::contest::creation::{self, Purpose};
use luna_app::contest::file::ContestFile;
use luna_core::contest::clock::Command;
use luna_core::contest::participant::Participant;
use luna_store::Tx;
use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;
use serde_json::{Value, json};

const FILE: &str = "
preset = \"2012\"
seats = [{ seat = \"E1\", program = \"Parrot\" }]
[rules]
judges = 1
entries = 1
confederates = 1
";

fn keys(program: &str, text: &str) -> String {
    json!({ "program": program, "round": 1, "attempt": 1, "first": 0, "text": text }).to_string()
}

/// Sends a body to the seat, and gives the status and the answer.
async fn sends(program: &mut Persona, link: &str, body: String) -> (u16, Value) {
    let request = Request::post(format!("{link}/keys")).body(Body::from(body)).unwrap();
    let answer = program.send(request).await;
    (answer.status.as_u16(), serde_json::from_str(&answer.body).unwrap())
}

async fn opens(program: &mut Persona, link: &str, word: &str) -> axum::response::Response {
    let stream = format!("{link}/stream?program={word}");
    program.open(Request::get(stream).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn what_a_program_may_not_do_is_refused_with_a_reason() {
    let app = TestApp::new().await;
    let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
    let create = move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
    let created = app.db.write(create).await.unwrap();
    let link = |seat| {
        let found = created.invitations.iter().find(|it| it.participant == seat).unwrap();
        format!("/contests/join/{}", found.token)
    };
    let entry = link(Participant::Entry(1));
    let mut judge = app.guest("ann").await;
    judge.get(&link(Participant::Judge(1))).await;
    let seat = judge.press("Take my seat", &[("agree", "yes")]).await.leads_to("/contests/");
    judge.get(&seat).await;
    let mut program = app.visitor();

    let mut check = async |body: String, expected: (u16, Value, &str)| {
        let (status, answer) = sends(&mut program, &entry, body).await;
        let refusal = answer["refusal"].as_str().unwrap_or_default();
        assert_eq!((status, &answer["reason"]), (expected.0, &expected.1), "{answer}");
        assert!(refusal.contains(expected.2), "{answer}");
    };
    let mut other = app.visitor();
    let _stream = opens(&mut other, &entry, "program1").await;
    check(keys("program1", "Hi"), (200, json!("closed"), "not begun")).await;
    let (at, id) = (app.moment(), created.id.clone());
    let start = move |tx: &mut Tx<'_>| console::command(tx, &at, &id, None, Command::Start);
    app.db.write(start).await.unwrap();
    app.work().await;
    check(keys("program1", "Hi"), (200, json!("judge_first"), "The judge speaks first.")).await;

    let events = Request::get(format!("{seat}/events?tab=tab1")).body(Body::empty());
    let _events = judge.open(events.unwrap()).await;
    for side in ["left", "right"] {
        let place = [("tab", "tab1"), ("side", side), ("round", "1"), ("attempt", "1")];
        let typed = [&place[..], &[("first", "0"), ("text", "Who is there?\n")]].concat();
        let receipt = judge.post(&format!("{seat}/keys"), &typed).await;
        assert!(receipt.body.contains("\"refusal\":null"), "{receipt}");
    }
    let monster = keys("program1", &"a".repeat(50 * 1024 * 1024));
    check(monster, (409, Value::Null, "A request has at most 32768 bytes.")).await;
    check(keys("program1", &"a".repeat(1_001)), (200, json!("long_line"), "1000 characters")).await;
    check(keys("program1", &"a\n".repeat(1_001)), (200, json!("flood"), "Nobody types")).await;
    check(keys("program1", "\u{202e}"), (200, json!("not_text"), "")).await;
    check(keys("program2", "Hi"), (409, Value::Null, "Another program has this seat")).await;
    check(keys("short", "Hi"), (409, Value::Null, "of 8 to 64 characters")).await;
    check("{\"program\":".to_owned(), (422, Value::Null, "The keys cannot be read")).await;
    let negative = keys("program1", "Hi").replace("\"first\":0", "\"first\":-1");
    check(negative, (422, Value::Null, "expected a whole number that is not negative")).await;
    check("5".to_owned(), (422, Value::Null, "expected an object")).await;
    let second = opens(&mut other, &entry, "program2").await;
    assert_eq!(second.status(), 409);
    // None of this has typed anything, and the program goes on.
    check(keys("program1", "Me.\n"), (200, Value::Null, "")).await;
}

#[tokio::test]
async fn a_stream_too_many_closes_its_connection() {
    let app = TestApp::with(|settings| settings.streams_per_address = 1).await;
    let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
    let create = move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
    let created = app.db.write(create).await.unwrap();
    let entry = created.invitations.iter().find(|it| it.participant == Participant::Entry(1));
    let link = format!("/contests/join/{}", entry.unwrap().token);
    let mut program = app.visitor();
    let first = opens(&mut program, &link, "program1").await;
    assert_eq!(first.status(), 200);
    let second = opens(&mut program, &link, "program1").await;
    assert_eq!(
        (second.status().as_u16(), &second.headers()["connection"]),
        (429, &"close".parse().unwrap())
    );
}

/// Whatever a batch is refused for counts: its sender is cut off, and the seat has it back later.
#[tokio::test]
async fn a_flood_of_batches_that_cannot_be_taken_is_cut_off() {
    let app = TestApp::new().await;
    let (at, file) = (app.moment(), ContestFile::read(FILE.as_bytes()).unwrap());
    let create = move |tx: &mut Tx<'_>| creation::create(tx, &at, None, &file, Purpose::Contest);
    let created = app.db.write(create).await.unwrap();
    let entry = created.invitations.iter().find(|it| it.participant == Participant::Entry(1));
    let link = format!("/contests/join/{}", entry.unwrap().token);
    let mut program = app.visitor();
    let floods: [(String, u16); 4] = [
        ("{".to_owned(), 422),
        (keys("short", "Hi"), 409),
        ("a".repeat(40_000), 409),
        // No stream of this program is open, so it has no seat.
        (keys("program1", "Hi"), 409),
    ];
    for (body, status) in floods {
        for nth in 0..150 {
            let (found, answer) = sends(&mut program, &link, body.clone()).await;
            assert_eq!(found, status, "batch {nth}: {answer}");
        }
        let request = Request::post(format!("{link}/keys")).body(Body::from(body)).unwrap();
        let refused = program.send(request).await;
        assert_eq!(refused.status, 429, "{refused}");
        assert_eq!(refused.header("connection"), Some("close"));
        app.later(MINUTE);
    }
}
