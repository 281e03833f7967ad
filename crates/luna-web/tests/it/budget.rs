//! What requests may use up: a room full of people plays undisturbed, and a flood is refused with a
//! sentence, whatever cookies it makes up.

use axum::body::{Body, HttpBody as _};
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_app::quiz::learning;
use luna_store::disciplines::ALL;
use luna_store::question_set::{self, Item, QuestionSet};
use luna_store::{self as store, Tx, export, player};
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::persona::Answer;
use luna_testkit::play::finished;
use serde_json::Value;
use tower::ServiceExt as _;

const ROOM: usize = 40;

#[track_caller]
fn fine(answer: &Answer) {
    assert!(answer.status.is_success() || answer.status.is_redirection(), "{answer}");
}

/// Everybody behind one address plays a game, writes a question as they type, and reads.
#[tokio::test]
async fn forty_people_behind_one_address_are_not_disturbed() {
    let app = TestApp::new().await;
    assert!(learning::Reader::default().read(app.app()).await.unwrap());
    let mut room = Vec::new();
    for nth in 0..ROOM {
        room.push(app.guest(&format!("pupil{nth}")).await);
    }
    for pair in room.chunks_mut(2) {
        let [ann, bob] = pair else { panic!("an odd number") };
        finished((ann, "50"), (bob, "50")).await;
    }
    // Ten seconds in which each of them types a word a second.
    for second in 0..10 {
        for person in &mut room {
            fine(&person.get("/quiz/write").await);
            let fields = [("text", "This author wrote of a whale."), ("answer_line", "Melville")];
            fine(&person.post("/quiz/write/guesses", &fields).await);
            if second % 5 == 0 {
                fine(&person.get("/games").await);
            }
        }
        app.later(SECOND);
    }
}

async fn floods(app: &TestApp, fields: &[(&str, &str)]) -> Answer {
    for _ in 0..1_000 {
        let mut stranger = app.visitor();
        stranger.get("/quiz/write").await;
        let answer = stranger.post("/quiz/write/guesses", fields).await;
        if answer.status == 429 {
            return answer;
        }
        fine(&answer);
    }
    panic!("nothing is refused")
}

#[tokio::test]
async fn cookies_that_a_client_makes_up_do_not_help() {
    let app = TestApp::with(|settings| settings.work_per_address = 2).await;
    let refused = floods(&app, &[("text", "Call me Ishmael.")]).await;
    let seconds = refused.header("retry-after").unwrap().parse::<i64>().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert!(refused.text().contains("Your network has asked a lot of this server"), "{refused}");
    let mut other = app.visitor();
    other.address.set_ip([198, 51, 100, 7].into());
    fine(&other.get("/").await);
    app.later(MINUTE);
    fine(&app.visitor().get("/").await);
}

/// Sets of questions of this many bytes, as if somebody had kept them.
async fn keeps(app: &TestApp, name: &str, bytes: usize) {
    let name = name.to_owned();
    let at = app.now();
    let work = move |tx: &mut Tx<'_>| {
        let me = player::by_name(tx, &name)?;
        for nth in 0..bytes / 400_000 {
            let new = QuestionSet {
                id: format!("{nth:026}"),
                player_id: me.id.clone(),
                name: "Moons".to_owned(),
                created_at: at,
                machine: None,
            };
            let item = Item {
                question: "What?".to_owned(),
                answer: "The moon".to_owned(),
                sentence: "x".repeat(2_000),
                is_vague: false,
            };
            question_set::add(tx, &new, &vec![item; 200])?;
        }
        Ok::<_, store::Error>(())
    };
    app.db.write(work).await.unwrap();
}

#[tokio::test]
async fn a_guest_who_has_used_up_their_room_deletes_something_first() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        keeps(&app, "ann", 20_400_000).await;
        assert!(ann.reads("/settings").await.contains("Your texts take 20."));
        ann.get("/quiz/write").await;
        let question = ann.press("New question", &[]).await.leads_to("/quiz/write/");
        // What they have is added up after each megabyte that they sent.
        let long = "x".repeat(6_000);
        let padding: Vec<(String, &str)> =
            (0..80).map(|nth| (format!("f{nth}"), long.as_str())).collect();
        let mut fields: Vec<_> =
            padding.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        fields.push(("text", "The moon is far away."));
        ann.get(&question).await;
        for _ in 0..3 {
            fine(&ann.post(&question, &fields).await);
            ann.get(&question).await;
        }
        let refused = ann.post(&question, &fields).await;
        assert_eq!(refused.status, 409, "{refused}");
        let words = refused.text();
        assert!(words.contains("used up your room of 20 MB"), "{words}");
        assert!(words.contains("delete sets of questions"), "{words}");
        let sets = app.db.column("SELECT id FROM question_set ORDER BY id");
        for set in sets.into_iter().take(10) {
            let delete = move |tx: &mut Tx<'_>| question_set::delete(tx, &set);
            app.db.write(delete).await.unwrap();
        }
        ann.get(&question).await;
        fine(&ann.post(&question, &fields).await);
    }
}

#[tokio::test]
async fn a_download_is_sent_as_it_is_read_and_two_run_at_a_time() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    keeps(&app, "ann", 1_200_000).await;
    let cookie: Vec<String> =
        ann.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let ask = async || {
        let request = Request::get("/settings/data").header("cookie", cookie.join("; "));
        app.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let (one, two) = (ask().await, ask().await);
    assert_eq!(ask().await.status(), 429);
    let refused = ann.get("/settings/data").await;
    assert!(refused.text().contains("Two downloads of your data are running"), "{refused}");
    assert_eq!(one.body().size_hint().exact(), None, "it is a stream");
    let mut pieces = one.into_body().into_data_stream();
    let mut text = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece.unwrap();
        assert!(piece.len() < 600_000, "{}", piece.len());
        text.extend_from_slice(&piece);
    }
    drop(pieces);
    let data: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(data["question_sets"].as_array().unwrap().len(), 3);
    let id = data["player"]["id"].as_str().unwrap().to_owned();
    let whole = app.db.read(move |tx| export::of(tx, ALL, &id)).await.unwrap();
    assert_eq!(data, whole);
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.starts_with("{\n  \"about\": \"") && text.ends_with("\n  ]\n}\n")
            || text.ends_with("[]\n}\n"),
        "{text:.80}"
    );
    drop(two);
    fine(&ann.get("/settings/data").await);
}

/// Each form is read in one place, which bounds each field.
#[tokio::test]
async fn a_field_that_is_too_long_is_refused_with_a_sentence() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    let long = "a or ".repeat(60_000);
    for (route, field) in [
        ("/quiz/write/try", "answer_line"),
        ("/quiz/write/guesses", "answer_line"),
        ("/quiz/write/guesses", "page"),
        ("/settings/name", "name"),
        ("/games/next/draft", "q1"),
        ("/login", "email"),
    ] {
        ann.get("/settings").await;
        let refused = ann.post(route, &[("text", "Call me Ishmael."), (field, &long)]).await;
        assert_eq!(refused.status, 400, "{route} {field}");
        assert!(refused.text().contains("longer than 12,000 characters"), "{route} {field}");
    }
}
