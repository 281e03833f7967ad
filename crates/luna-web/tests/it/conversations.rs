//! Conversations with machines, through every way in.

use luna_app::conversations::{self};
use luna_core::skill::Skill;
use luna_machines::HouseMachine;
use luna_machines::task::Role;
use luna_store::Tx;
use luna_store::machine::skill;
use luna_store::task::{self};
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::machine_server::Behaviour;
use luna_testkit::registered::{polly, public};
use serde_json::{Value, json};

const SPIDERS: &str = "I am fond of spiders.";

#[tokio::test]
async fn house_machines_converse_at_once_and_remember_what_was_said() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        for house in HouseMachine::ALL {
            let talk = ann.says(&format!("/machines/{}", house.id()), SPIDERS).await;
            assert_eq!(ann.says(&talk, SPIDERS).await, talk);
            let shown = ann.reads(&talk).await;
            assert_eq!(shown.matches(SPIDERS).count(), 2, "{shown}");
            let latest = app.db.read({
                let id = talk.rsplit_once('/').unwrap().1.to_owned();
                move |tx| task::latest_about(tx, &id)
            });
            let sent = conversations::read(&latest.await.unwrap().unwrap()).unwrap();
            let by: Vec<Role> = sent.lines.iter().map(|line| line.by).collect();
            assert_eq!(by, [Role::Judge, Role::Entry, Role::Judge], "{house:?}");
        }
        let latest = ann.reads("/machines/house-eliza/conversations").await;
        assert!(latest.contains(SPIDERS), "{latest}");
    }
}

#[tokio::test]
async fn a_service_is_posted_the_conversation_and_what_it_says_is_shown() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        let talk = ann.says("/machines/far", "Hello").await;
        assert!(ann.reads(&talk).await.contains("Waiting for the machine."));
        app.work().await;
        assert!(ann.reads(&talk).await.contains("I have heard 1."));
        app.later(3 * SECOND);
        ann.says(&talk, "And now?").await;
        app.work().await;
        assert!(ann.reads(&talk).await.contains("I have heard 3."));
        let posted: Vec<Value> = far.requests().into_iter().map(|it| it.body).collect();
        let last = posted.iter().rfind(|body| body["type"] == "converse").unwrap();
        let id = talk.rsplit_once('/').unwrap().1;
        assert_eq!(
            (&last["conversation"], &last["you"], &last["wants"]),
            (&json!(id), &json!("entry"), &json!("lines"))
        );
        let texts: Vec<&Value> =
            last["lines"].as_array().unwrap().iter().map(|line| &line["text"]).collect();
        assert_eq!(texts, ["Hello", "I have heard 1.", "And now?"]);
        assert_eq!(last["lines"][2]["at_ms"], last["elapsed_ms"]);
        let spent = "SELECT sum(replies), sum(invalid) FROM spent WHERE skill = 'converse'";
        assert_eq!(app.db.raw(spent).remove(0), ["2", "0"]);
    }
}

#[tokio::test]
async fn a_language_model_converses_within_the_limits_of_the_skill() {
    for app in TestApp::each().await {
        let far = app.language_model(&[("tokens_per_day", 1_000_000)]).await;
        let mut ann = app.logged_in("ann").await;
        let talk = ann.says("/machines/far", "Hello").await;
        app.work().await;
        let shown = ann.reads(&talk).await;
        assert!(shown.contains("I am fine.") && shown.contains("And you?"), "{shown}");
        app.acts(|tx, _| skill::set_limits(tx, "far", Skill::Converse, None, Some(2_000))).await;
        app.later(3 * SECOND);
        ann.says(&talk, "Me too").await;
        app.work().await;
        let shown = ann.reads(&talk).await;
        assert!(shown.contains("No reply.") && shown.contains("left in the budget"), "{shown}");
        let heard = far.requests();
        let chat = heard.iter().find(|it| it.body["messages"][0]["role"] == "system").unwrap();
        assert_eq!(chat.body["messages"][1], json!({ "role": "user", "content": "Hello" }));
    }
}

#[tokio::test]
async fn a_program_finds_the_conversation_on_its_stream_and_sends_its_own_keys() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let mut stream = robot.stream("/stream/event").await;
        stream.until("ready").await;
        let talk = ann.says("/machines/idrobot", "Hello").await;
        let line = stream.until("task").await.pop().unwrap();
        let open = &line["task"];
        assert_eq!(
            (&open["skill"], &open["task"]["type"]),
            (&json!("converse"), &json!("converse"))
        );
        let path = format!("/tasks/{}/reply", open["id"].as_str().unwrap());
        for (wrong, why) in [
            (
                json!({ "lines": ["Hi\nyou"] }),
                "Line 1 contains a line break; send it as several lines.",
            ),
            (
                json!({ "lines": ["x".repeat(1_001)] }),
                "Line 1 has 1001 characters; the limit is 1000.",
            ),
            (json!({ "lines": vec!["x"; 11] }), "There are 11 lines; the limit is 10."),
            (json!({ "keys": "Hi", "delays_ms": [1] }), "There is 1 delay; 2 are needed."),
        ] {
            assert_eq!(robot.post(&path, &wrong).await.problem(), format!("422 invalid: {why}"));
        }
        let keys = json!({ "keys": "Hm\u{8}i\n", "delays_ms": [400, 90, 120, 80, 300] });
        for _ in 0..2 {
            let done = robot.post(&path, &keys).await.ok();
            assert_eq!((&done["state"], &done["reply"]), (&json!("done"), &keys));
        }
        let other = robot.post(&path, &json!({ "lines": ["Hi"] })).await;
        assert_eq!(other.problem(), "409 refused: This task has ended and takes no more replies.");
        assert!(ann.reads(&talk).await.contains("Hi"));
        ann.says(&talk, "Still there?").await;
        let line = stream.until("task").await.pop().unwrap();
        let path = format!("/tasks/{}/reply", line["task"]["id"].as_str().unwrap());
        robot.post(&path, &json!({ "lines": [] })).await.ok();
        assert!(ann.reads(&talk).await.contains("It says nothing."));
    }
}

#[tokio::test]
async fn a_program_that_does_not_reply_has_failed_and_the_conversation_goes_on() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let talk = ann.says("/machines/idrobot", "Hello").await;
        app.passes(2 * MINUTE + SECOND, MINUTE).await;
        assert!(ann.reads(&talk).await.contains("No reply came within two minutes."));
        ann.says(&talk, "Are you there?").await;
        let open = robot.get("/tasks").await.ok();
        let lines = open["tasks"][0]["task"]["lines"].as_array().unwrap().len();
        assert_eq!(lines, 2, "it hears both lines: {open}");
    }
}

#[tokio::test]
async fn a_machine_whose_replies_cannot_be_read_raises_the_alarm_of_conversations_alone() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let mut root = app.admin().await;
        far.plays(Behaviour::Nonsense);
        for _ in 0..5 {
            let talk = root.says("/machines/far", "Hello").await;
            app.work().await;
            let shown = root.reads(&talk).await;
            assert!(shown.contains("No reply. The reply is not JSON"), "{shown}");
        }
        let alarm = |skill| {
            move |tx: &mut Tx<'_>| {
                Ok::<_, luna_store::Error>(skill::state(tx, "far", skill)?.alarm_why)
            }
        };
        assert!(app.db.read(alarm(Skill::Converse)).await.unwrap().is_some());
        assert_eq!(app.db.read(alarm(Skill::Answer)).await.unwrap(), None);
        root.get("/machines/far").await;
        let refused = root.press("Say it", &[("line", "Hello again")]).await;
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains("could not be read") && refused.body.contains("Hello again"));
        let mut ann = app.logged_in("ann").await;
        let settings = ann.reads("/settings/machines/far").await;
        assert!(settings.contains("Other people cannot converse with it now."), "{settings}");
        far.plays(Behaviour::Well);
        ann.says("/machines/far", "Hello").await;
        app.work().await;
        root.says("/machines/far", "Hello").await;
    }
}

#[tokio::test]
async fn strangers_do_not_converse_with_a_machine_nor_read_what_was_said() {
    let (app, mut ann, settings) = polly().await;
    let page = public(&settings);
    assert!(!ann.reads(&page).await.contains("Converse with it"), "not declared yet");
    let all = [("skill_answer", "yes"), ("skill_converse", "yes"), ("converse_daily", "2")];
    ann.declares(&settings, &all).await.leads_to(&settings);
    let talk = ann.says(&page, "Hello").await;
    for mut other in [app.account("bob").await, app.guest("guest").await] {
        assert!(!other.reads(&page).await.contains("Converse with it"));
        assert_eq!(other.get(&talk).await.status, 404);
        assert_eq!(other.get(&format!("{page}/conversations")).await.status, 404);
        other.get("/settings").await;
        let token = other.token();
        let fields = [("line", "Hi"), ("csrf", token.as_str())];
        assert_eq!(other.post(&talk, &fields).await.status, 404);
        assert_eq!(other.post(&format!("{page}/conversations"), &fields).await.status, 404);
    }
    // Nobody gets into another's conversation through another machine either.
    let elsewhere = talk.replace(&page, "/machines/house-eliza");
    assert_eq!(ann.get(&elsewhere).await.status, 404);
    ann.says(&page, "Hello").await;
    ann.get(&page).await;
    let refused = ann.press("Say it", &[("line", "Once more")]).await;
    assert!(refused.body.contains("outside games today (UTC): 2 a day."), "{}", refused.body);
    for (line, why) in
        [(" ", "Your line is still empty."), ("a\u{7}b", "Your line cannot be typed.")]
    {
        ann.get(&page).await;
        let refused = ann.press("Say it", &[("line", line)]).await;
        assert!(refused.status == 422 && refused.body.contains(why), "{}", refused.body);
    }
}
