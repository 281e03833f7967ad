//! Questions to machines outside games, through every way in.

use luna_core::skill::Skill;
use luna_machines::HouseMachine;
use luna_store::machine::{self, skill};
use luna_testkit::app::{DAY, MINUTE, SECOND, TestApp};
use luna_testkit::machine_server::Behaviour;
use luna_testkit::registered::{polly, public};
use serde_json::{Value, json};

const SEINE: [(&str, f64); 2] = [("Seine", 0.92), ("Marne", 0.05)];

fn reply() -> Value {
    let answers =
        SEINE.map(|(answer, confidence)| json!({ "answer": answer, "confidence": confidence }));
    json!({ "answers": answers })
}

const RIVER: [(&str, &str); 1] = [("question", "Which river flows through Paris?")];

#[tokio::test]
async fn house_machines_answer_at_once() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        for house in HouseMachine::ALL {
            let page = format!("/machines/{}", house.id());
            let answer = ann.puts(&page, &RIVER).await;
            let shown = ann.reads(&answer).await;
            assert!(shown.contains("Answer | Confidence"), "{shown}");
            let choices = [("question", "Which one?"), ("choices", "Seine\nLoire\n\nMarne")];
            let answer = ann.puts(&page, &choices).await;
            let shown = ann.reads(&answer).await;
            for choice in ["Seine", "Loire", "Marne"] {
                assert!(shown.contains(&format!("{choice} | ")), "{shown}");
            }
        }
        let latest = ann.reads("/machines/house-eliza/questions").await;
        assert!(latest.contains("Which river flows through Paris?"), "{latest}");
    }
}

#[tokio::test]
async fn a_service_is_posted_the_question_and_its_answers_are_shown() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        far.requests();
        let fields =
            [("question", "Where does it rise?"), ("context", "The Seine rises in Burgundy.")];
        let answer = ann.puts("/machines/far", &fields).await;
        assert!(ann.reads(&answer).await.contains("Waiting for the machine."));
        app.work().await;
        let shown = ann.reads(&answer).await;
        for text in ["Seine", "0.92", "Marne", "0.05"] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        let heard = far.requests().into_iter().find(|it| it.body["type"] == "question").unwrap();
        let id = answer.rsplit_once('/').unwrap().1;
        let sent = json!({
            "type": "question", "id": id, "question": "Where does it rise?",
            "context": "The Seine rises in Burgundy.", "max_answers": 5, "max_chars": 500,
        });
        assert_eq!(heard.body, sent);
        let delivery = heard.headers["luna-delivery"].to_str().unwrap();
        assert!(delivery.starts_with(&format!("{id}-question-")), "{delivery}");
        assert_eq!(app.answering(), ["1", "0", "0", "0"]);
    }
}

#[tokio::test]
async fn a_program_finds_the_question_on_its_stream_and_replies() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let mut stream = robot.stream("/stream/event").await;
        stream.until("ready").await;
        let answer = ann.puts("/machines/idrobot", &RIVER).await;
        let line = stream.until("task").await.pop().unwrap();
        let task = &line["task"];
        assert_eq!((&task["state"], &task["skill"]), (&json!("open"), &json!("answer")));
        assert_eq!(task["task"]["question"], RIVER[0].1);
        let open = robot.get("/tasks").await.ok();
        assert_eq!(open["tasks"], json!([task]));
        let path = format!("/tasks/{}", task["id"].as_str().unwrap());
        let wrong = json!({ "answers": [{ "answer": "Seine", "confidence": 7 }] });
        let refused = robot.post(&format!("{path}/reply"), &wrong).await;
        assert_eq!(refused.problem(), "422 invalid: The confidence of answer 1 is outside 0 to 1.");
        let done = robot.post(&format!("{path}/reply"), &reply()).await.ok();
        assert_eq!((&done["state"], &done["reply"]), (&json!("done"), &reply()));
        assert!(ann.reads(&answer).await.contains("Seine"));
        // Again is no mistake; another reply is.
        robot.post(&format!("{path}/reply"), &reply()).await.ok();
        let other = json!({ "answers": [{ "answer": "Loire", "confidence": 1 }] });
        let refused = robot.post(&format!("{path}/reply"), &other).await;
        assert_eq!(
            refused.problem(),
            "409 refused: This task has ended and takes no more replies."
        );
        assert_eq!(robot.get("/tasks").await.ok()["tasks"], json!([]));
        let stranger = app.robot("stranger", "ann").await;
        assert_eq!(stranger.get(&path).await.status, 404);
    }
}

#[tokio::test]
async fn a_program_that_does_not_reply_in_time_has_failed() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let answer = ann.puts("/machines/idrobot", &RIVER).await;
        let id = answer.rsplit_once('/').unwrap().1.to_owned();
        app.passes(2 * MINUTE + SECOND, MINUTE).await;
        let shown = ann.reads(&answer).await;
        assert!(shown.contains("No reply came within two minutes."), "{shown}");
        let late = robot.post(&format!("/tasks/{id}/reply"), &reply()).await;
        assert_eq!(late.status, 409);
    }
}

#[tokio::test]
async fn a_program_declines_questions_at_once_and_without_fault() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let mut last = String::new();
        for _ in 0..6 {
            let answer = ann.puts("/machines/idrobot", &RIVER).await;
            last = format!("/tasks/{}", answer.rsplit_once('/').unwrap().1);
            let declined = robot.post(&format!("{last}/decline"), &json!({})).await.ok();
            assert_eq!(
                (&declined["state"], &declined["reply"]),
                (&json!("declined"), &json!(null))
            );
            assert!(ann.reads(&answer).await.contains("The machine has declined this question."));
        }
        // Again changes nothing, and a reply comes too late.
        robot.post(&format!("{last}/decline"), &json!({})).await.ok();
        assert_eq!(robot.post(&format!("{last}/reply"), &reply()).await.status, 409);
        assert_eq!(robot.get("/tasks").await.ok()["tasks"], json!([]));
        assert!(ann.reads("/machines/idrobot/questions").await.contains("declined"));
        let state = app.db.read(|tx| skill::state(tx, "idrobot", Skill::Answer)).await.unwrap();
        assert_eq!(state.alarm_why, None);
        // What has a reply cannot be declined, and nobody declines for another machine.
        let answer = ann.puts("/machines/idrobot", &RIVER).await;
        let path = format!("/tasks/{}", answer.rsplit_once('/').unwrap().1);
        let stranger = app.robot("stranger", "ann").await;
        assert_eq!(stranger.post(&format!("{path}/decline"), &json!({})).await.status, 404);
        robot.post(&format!("{path}/reply"), &reply()).await.ok();
        let refused = robot.post(&format!("{path}/decline"), &json!({})).await;
        assert_eq!(refused.problem(), "409 refused: This task has ended.");
    }
}

#[tokio::test]
async fn a_machine_whose_answers_cannot_be_read_raises_the_alarm_of_that_skill() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let mut root = app.admin().await;
        let mut ann = app.logged_in("ann").await;
        far.plays(Behaviour::Nonsense);
        for _ in 0..5 {
            let answer = root.puts("/machines/far", &RIVER).await;
            app.work().await;
            let shown = root.reads(&answer).await;
            assert!(shown.contains("No answer. The reply is not JSON"), "{shown}");
        }
        let state = app.db.read(|tx| skill::state(tx, "far", Skill::Answer)).await.unwrap();
        assert!(
            state.alarm_why.unwrap().starts_with("Of its last 5 tasks outside games, 5 brought")
        );
        assert!(app.standing().await.alarm_at.is_none(), "it goes on playing");
        root.get("/machines/far").await;
        let refused = root.press("Ask", &RIVER).await;
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains("Too many of this machine's answers could not be read."));
        assert!(
            refused.body.contains("Which river flows through Paris?"),
            "what was typed is kept"
        );
        let settings = ann.reads("/settings/machines/far").await;
        assert!(settings.contains("Other people cannot ask it questions now. "), "{settings}");
        // Its owner tries it, and it works again.
        far.plays(Behaviour::Well);
        let answer = ann.puts("/machines/far", &RIVER).await;
        app.work().await;
        assert!(ann.reads(&answer).await.contains("Seine"));
        root.puts("/machines/far", &RIVER).await;
    }
}

#[tokio::test]
async fn the_owner_reads_why_a_machine_has_not_answered() {
    let app = TestApp::new().await;
    let far = app.service().await;
    far.plays(Behaviour::Fails(500));
    let mut ann = app.logged_in("ann").await;
    let answer = ann.puts("/machines/far", &RIVER).await;
    app.work().await;
    let waiting = ann.reads(&answer).await;
    let why = "The last try failed, and Luna tries again: The server answered 500";
    assert!(waiting.contains("Waiting for the machine.") && waiting.contains(why), "{waiting}");
    app.passes(2 * MINUTE, SECOND).await;
    let end = ann.reads(&answer).await;
    assert!(end.contains("No answer. The server answered 500"), "{end}");
}

#[tokio::test]
async fn who_may_ask_and_read() {
    let (app, mut ann, settings) = polly().await;
    let page = public(&settings);
    let answer = ann.puts(&page, &RIVER).await;
    for mut other in [app.account("bob").await, app.guest("guest").await] {
        assert!(!other.reads(&page).await.contains("Ask it a question"));
        assert_eq!(other.get(&format!("{page}/questions")).await.status, 404);
        assert_eq!(other.get(&answer).await.status, 404);
        other.get("/settings").await;
        let token = other.token();
        let posted = other.post(&format!("{page}/questions"), &[RIVER[0], ("csrf", &token)]).await;
        assert_eq!(posted.status, 404);
    }
    let mut bob = app.logged_in("bob").await;
    let task = answer.rsplit_once('/').unwrap().1;
    let stream = bob.get(&format!("/events?topic=task:{task}")).await;
    assert_eq!(stream.status, 204);
    let eliza = bob.reads("/machines/house-eliza").await;
    assert!(eliza.contains("Ask it a question"));
    let mut root = app.admin().await;
    assert!(root.reads(&page).await.contains("Ask it a question"));
    assert_eq!(root.get(&answer).await.status, 404, "it is Ann's question");
    let mut visitor = app.visitor();
    assert!(!visitor.reads("/machines/house-eliza").await.contains("Ask it a question"));
}

#[tokio::test]
async fn a_machine_takes_the_tasks_that_its_owner_has_declared() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let settings = "/settings/machines/idrobot";
        let only = [("skill_answer", "yes"), ("answer_daily", "2")];
        ann.declares(settings, &only).await.leads_to(settings);
        assert_eq!(robot.get("/account").await.ok()["skills"], json!(["answer"]));
        let refused = robot.post("/games", &json!({})).await.problem();
        assert!(refused.contains("does not play the Luna Game"), "{refused}");
        let refused = robot.post("/games", &json!({ "mode": "sandbox" })).await.problem();
        assert!(refused.contains("does not play the Luna Game"), "{refused}");
        for _ in 0..2 {
            ann.puts("/machines/idrobot", &RIVER).await;
        }
        ann.get("/machines/idrobot").await;
        let refused = ann.press("Ask", &RIVER).await;
        assert!(
            refused.body.contains("limit of tasks outside games today (UTC): 2 a day"),
            "{}",
            refused.body
        );
        app.later(DAY);
        ann.puts("/machines/idrobot", &RIVER).await;
        assert_eq!(ann.declares(settings, &[("answer_daily", "5")]).await.status, 422);
        let many = [("skill_answer", "yes"), ("answer_daily", "many")];
        assert_eq!(ann.declares(settings, &many).await.status, 422);
        let play = [("skill_ask", "yes"), ("skill_guess", "yes")];
        ann.declares(settings, &play).await.leads_to(settings);
        assert!(!ann.reads("/machines/idrobot").await.contains("Ask it a question"));
        let machine = app.db.read(|tx| machine::find(tx, "idrobot")).await.unwrap();
        assert!(!machine.plays());
    }
}

#[tokio::test]
async fn a_question_that_cannot_be_put_is_kept_in_the_form() {
    let (app, mut ann, settings) = polly().await;
    let page = public(&settings);
    ann.get(&page).await;
    let fields = [("question", "Which?"), ("choices", "only one"), ("context", "About this.")];
    let refused = ann.press("Ask", &fields).await;
    assert_eq!(refused.status, 422);
    for kept in ["There is only one choice; give at least two, or none.", "only one", "About this."]
    {
        assert!(refused.body.contains(kept), "{kept}: {}", refused.body);
    }
    drop(app);
}
