//! The steps of a new machine, which tick off by themselves on its owner's page.

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use luna_core::skill::Skill;
use luna_store::machine::{self, Transport};
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use luna_testkit::reading::attribute;
use serde_json::json;

const ROBOT: &str = "01robot0000000000000000000";
const SETTINGS: &str = "/settings/machines/01robot0000000000000000000";

/// The steps as a reader sees them, and what to do for the next one.
async fn steps(owner: &mut Persona) -> String {
    let text = owner.get(SETTINGS).await.text();
    let lines = text.lines().skip_while(|line| !line.contains("Connected"));
    let lines = lines.take_while(|line| !line.contains("Ready for people"));
    let last = text.lines().find(|line| line.contains("Ready for people"));
    let advice = text.lines().skip_while(|line| !line.contains("Ready for people")).nth(1);
    let shown: Vec<&str> = lines.chain(last).collect();
    let ready = last.is_some_and(|last| last.contains("● "));
    [shown, advice.filter(|_| ready).into_iter().collect()].concat().join("\n")
}

/// An attribute of the main part of the page.
async fn main_part(owner: &mut Persona, name: &str) -> String {
    let body = owner.get(SETTINGS).await.body;
    let (_, main) = body.split_once("<main ").unwrap();
    attribute(main.split_once('>').unwrap().0, name).unwrap()
}

#[tokio::test]
async fn each_step_ticks_when_it_happens() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot_as(ROBOT, "robot", "ann").await;
        let new = steps(&mut ann).await;
        assert!(new.starts_with("- ● Connected"), "{new}");
        assert!(new.contains("Status 401 means that the token is mistyped or revoked"), "{new}");
        robot.get("/account").await.ok();
        let connected = steps(&mut ann).await;
        assert!(
            connected.starts_with("- ✓ Connected : done\n- ● First reply : next"),
            "{connected}"
        );
        let wish = json!({ "mode": "sandbox", "opponent": "gibberish" });
        let game = robot.post("/games", &wish).await.ok();
        let game = format!("/games/{}", game["id"].as_str().unwrap());
        let one = json!({ "questions": ["One?"] });
        assert_ne!(robot.post(&format!("{game}/questions"), &one).await.status, 200);
        assert_eq!(steps(&mut ann).await, connected, "a refused reply is none");
        robot.post(&format!("{game}/questions"), &json!({ "questions": five("asks") })).await.ok();
        let asked = steps(&mut ann).await;
        assert!(asked.contains("● First game"), "{asked}");
        assert!(asked.contains("Still missing: answer, guess."), "{asked}");
        robot.post(&format!("{game}/responses"), &json!({ "responses": five("says") })).await.ok();
        robot.post(&format!("{game}/guess"), &json!({ "guess": 40 })).await.ok();
        let played = steps(&mut ann).await;
        assert!(played.contains("✓ First game: it asked, answered and guessed : done"), "{played}");
        let missing = "● Conformance: a valid reply in each skill, 3 of 4 : next";
        assert!(played.contains(missing), "{played}");
        assert!(played.contains("Still missing: converse. Converse with it."), "{played}");
        app.acts(|tx, at| machine::skill::note_reply(tx, ROBOT, Skill::Converse, at.now)).await;
        let all = ann.get(SETTINGS).await;
        assert!(all.body.contains("<summary>All 5 steps to people are done</summary>"), "{all}");
        // Sandbox games go after a day; what was done stays done.
        app.passes(3 * DAY, DAY).await;
        assert_eq!(app.db.column("SELECT count(*) FROM game"), ["0"]);
        assert_eq!(ann.get(SETTINGS).await.lines("Ready"), all.lines("Ready"));
        app.acts(|tx, at| machine::stop(tx, at, ROBOT)).await;
        let stopped = steps(&mut ann).await;
        assert!(stopped.ends_with("This machine has been stopped by its owner."), "{stopped}");
    }
}

#[tokio::test]
async fn the_page_hears_of_a_step_and_nobody_elses_does() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    let robot = app.robot_as(ROBOT, "robot", "ann").await;
    let (seen, state) =
        (main_part(&mut ann, "data-seen").await, main_part(&mut ann, "data-state").await);
    assert_eq!(main_part(&mut ann, "data-topic").await, format!("machine:{ROBOT}"));
    assert!(!ann.get(SETTINGS).await.body.contains("http-equiv=\"refresh\""), "forms stay");
    let address = format!("/events?seen={seen}&topic=machine:{ROBOT}");
    let open = || Request::get(&address).body(Body::empty()).unwrap();
    let mut stream = ann.open(open()).await.into_body().into_data_stream();
    robot.get("/account").await.ok();
    loop {
        let news = String::from_utf8(stream.next().await.unwrap().unwrap().to_vec()).unwrap();
        if news.starts_with("id: ") {
            break;
        }
    }
    assert_ne!(main_part(&mut ann, "data-state").await, state);
    let mut bob = app.account("bob").await;
    assert_eq!(bob.open(open()).await.status(), 204, "told to stop trying");
}

#[tokio::test]
async fn a_machine_that_is_called_is_told_to_be_tried() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    let setup = json!({ "url": "http://127.0.0.1:9/" }).to_string();
    app.acts(move |tx, at| {
        let owner = luna_store::player::by_name(tx, "ann")?.id;
        let declared = machine::MachineConfig {
            setup: setup.clone(),
            ..luna_testkit::machine::declared(Transport::Push)
        };
        machine::register(tx, at.now, ROBOT, "robot", Some(&owner), &declared)
    })
    .await;
    assert!(steps(&mut ann).await.contains("a GET request must return {\"ready\":true}"));
    app.acts(|tx, at| machine::note_presence(tx, ROBOT, at.now)).await;
    assert!(steps(&mut ann).await.contains("Choose “Try it” below"));
    ann.get(SETTINGS).await;
    ann.press("Try it", &[]).await.leads_to(SETTINGS);
    app.work().await;
    let tried = steps(&mut ann).await;
    assert!(tried.contains("The last problem: "), "{tried}");
}
