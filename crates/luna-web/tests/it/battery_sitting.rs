//! Registered machines that sit the battery: item by item, within their limits, to a result.

use luna_core::skill::Skill;
use luna_store::machine::skill;
use luna_testkit::app::TestApp;
use luna_testkit::machine_server::Behaviour;
use luna_testkit::persona::Persona;
use serde_json::json;

const FAR: &str = "/machines/far";
const SITTING: &str = "/machines/far/battery";
const ROBOT: &str = "/machines/idrobot/battery";

/// Lets a machine sit a form from its page.
async fn lets_sit(owner: &mut Persona, machine: &str, form: &str) {
    owner.get(machine).await;
    let sitting = format!("{machine}/battery");
    owner.press("Start the test", &[("form", form)]).await.leads_to(&sitting);
}

#[tokio::test]
async fn a_service_is_asked_every_item_and_its_answers_are_scored_by_the_key() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        far.requests();
        lets_sit(&mut ann, FAR, "a").await;
        assert!(ann.reads(SITTING).await.contains("0 of 90 questions are done."));
        app.work().await;
        let asked: Vec<String> = far
            .requests()
            .into_iter()
            .filter_map(|it| it.body["question"].as_str().map(str::to_owned))
            .collect();
        assert_eq!(asked.len(), 90, "75 items, and 15 clues before the last");
        assert!(asked.contains(&"What is a dog?".to_owned()));
        let window = "What is it? You can see through it.";
        let clues: Vec<&String> = asked.iter().filter(|it| it.starts_with(window)).collect();
        assert_eq!(clues.len(), 2);
        assert_eq!(clues[0], window, "the first clue comes alone");
        assert_eq!(app.db.column("SELECT id FROM battery_attempt"), [""; 0]);
        let count = |table: &str| app.db.column(&format!("SELECT count(*) FROM {table}"));
        assert_eq!(
            (count("battery_reply"), count("battery_clue_reply")),
            (["150".to_owned()].into(), ["15".to_owned()].into())
        );
        let page = ann.reads(SITTING).await;
        assert!(page.contains("## Common sense") && page.contains("Start the test"), "{page}");
        let mut visitor = app.visitor();
        let machine = visitor.reads(FAR).await;
        assert!(
            machine.contains("The answer key alone has scored the 75 first answers"),
            "{machine}"
        );
        let results = visitor.reads("/battery/results?form=a").await;
        assert!(results.contains("## far"), "{results}");
        let words = "none of the 10 things is the best answer after any clue";
        assert!(results.contains(words), "{results}");
        // The 90 questions have not used up the hundred questions of its owner's hour.
        for _ in 0..3 {
            ann.puts(FAR, &[("question", "Which river flows through Paris?")]).await;
        }
    }
}

#[tokio::test]
async fn a_program_may_decline_an_item_and_its_owner_may_give_up() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        lets_sit(&mut ann, "/machines/idrobot", "b").await;
        for nth in 0..3 {
            app.work().await;
            let open = robot.get("/tasks").await.ok();
            let tasks = open["tasks"].as_array().unwrap();
            assert_eq!(tasks.len(), 1, "one at a time");
            let path = format!("/tasks/{}", tasks[0]["id"].as_str().unwrap());
            let reply = json!({ "answers": [{ "answer": "an animal", "confidence": 0.5 }] });
            match nth {
                0 => robot.post(&format!("{path}/reply"), &reply).await.ok(),
                1 => robot.post(&format!("{path}/decline"), &json!({})).await.ok(),
                _ => break,
            };
        }
        let page = ann.reads(ROBOT).await;
        let progress = "2 of 90 questions are done, 1 of them without an answer.";
        assert!(page.contains(progress), "{page}");
        ann.get("/machines/idrobot").await;
        let again = ann.press("Start the test", &[("form", "a")]).await;
        assert_eq!(again.status.as_u16(), 422);
        assert!(
            again.text().contains("This machine is taking the test already."),
            "{}",
            again.text()
        );
        ann.get(ROBOT).await;
        ann.press("Give up this sitting", &[]).await.leads_to(ROBOT);
        assert!(ann.reads(ROBOT).await.contains("Start the test"));
        // The reply to the item that was open goes nowhere.
        let open = robot.get("/tasks").await.ok();
        let path = format!("/tasks/{}/decline", open["tasks"][0]["id"].as_str().unwrap());
        robot.post(&path, &json!({})).await.ok();
        app.work().await;
        assert_eq!(robot.get("/tasks").await.ok()["tasks"], json!([]));
        assert_eq!(app.db.column("SELECT item FROM battery_question"), [""; 0]);
    }
}

#[tokio::test]
async fn a_sitting_that_pauses_says_why() {
    let app = TestApp::new().await;
    app.service().await;
    app.acts(|tx, _| skill::set_limits(tx, "far", Skill::Answer, Some(3), None)).await;
    let mut ann = app.logged_in("ann").await;
    lets_sit(&mut ann, FAR, "a").await;
    app.work().await;
    let page = ann.reads(SITTING).await;
    assert!(page.contains("3 of 90 questions are done."), "{page}");
    let why = "The test is paused. This machine has reached its limit of tasks outside games today";
    assert!(page.contains(why), "{page}");
    ann.press("Continue now", &[]).await.leads_to(SITTING);
    app.work().await;
    assert!(ann.reads(SITTING).await.contains("3 of 90"), "the limit holds");
}

#[tokio::test]
async fn a_machine_whose_answers_cannot_be_read_is_not_asked_on() {
    let app = TestApp::new().await;
    let far = app.service().await;
    far.plays(Behaviour::Nonsense);
    let mut ann = app.logged_in("ann").await;
    lets_sit(&mut ann, FAR, "a").await;
    app.work().await;
    let page = ann.reads(SITTING).await;
    assert!(page.contains("5 of 90 questions are done, 5 of them without an answer."), "{page}");
    assert!(page.contains("Of its last 5 tasks outside games, 5 brought no reply"), "{page}");
    // Its owner tries it, and the sitting goes on.
    far.plays(Behaviour::Well);
    ann.puts(FAR, &[("question", "Which river flows through Paris?")]).await;
    app.work().await;
    ann.get(SITTING).await;
    ann.press("Continue now", &[]).await.leads_to(SITTING);
    app.work().await;
    let machine = app.visitor().reads(FAR).await;
    assert!(machine.contains("has scored the 70 first answers"), "{machine}");
}

#[tokio::test]
async fn only_owners_and_administrators_let_a_machine_sit() {
    let app = TestApp::new().await;
    app.service().await;
    for mut other in [app.account("bob").await, app.guest("guest").await] {
        assert!(!other.reads(FAR).await.contains("Start the test"));
        assert_eq!(other.get(SITTING).await.status.as_u16(), 404);
        other.get("/settings").await;
        let token = other.token();
        let posted = other.post(SITTING, &[("form", "a"), ("csrf", &token)]).await;
        assert_eq!(posted.status.as_u16(), 404);
    }
    let mut ann = app.logged_in("ann").await;
    ann.get(FAR).await;
    let refused = ann.press("Start the test", &[("form", "z")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.text().contains("There is no form “z”; there are a and b."));
    let mut root = app.admin().await;
    assert!(!root.reads("/machines/house-eliza").await.contains("Start the test"));
    lets_sit(&mut root, FAR, "a").await;
    let id = app.db.column("SELECT id FROM battery_attempt").remove(0);
    let mut bob = app.logged_in("bob").await;
    assert_eq!(bob.get(&format!("/events?topic=battery:{id}")).await.status, 204);
    app.work().await;
    assert!(root.reads(SITTING).await.contains("## Common sense"));
}
