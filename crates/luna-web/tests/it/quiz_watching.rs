//! Registered machines that watch while a question is written.

use luna_store::machine;
use luna_store::quiz::source;
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::machine_server::Behaviour;
use luna_testkit::persona::Persona;
use luna_testkit::robot::Robot;
use serde_json::{Value, json};

use crate::quiz_writing::{
    PLAIN, TRICKY, begins, editor, fields, instances, released, two_editors_accept,
};

const ASK: &str = "Save and ask the machines";
const ELIZA: (&str, &str) = ("watch-house-eliza", "yes");
const GIBBERISH: (&str, &str) = ("watch-house-gibberish", "yes");
const ROBOT: (&str, &str) = ("watch-idrobot", "yes");

/// The fields of a question about ravens with machines that watch it.
fn watched<'a>(text: &'a str, machines: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all = fields(text, "Raven");
    all.extend(machines);
    all
}

fn said(answer: &str, confidence: f64) -> Value {
    json!({ "answers": [{ "answer": answer, "confidence": confidence }] })
}

/// The address of the one open task about this text.
async fn open_about(robot: &Robot, text: &str) -> String {
    let tasks = robot.get("/tasks").await.ok()["tasks"].clone();
    let about: Vec<&Value> =
        tasks.as_array().unwrap().iter().filter(|it| it["task"]["question"] == text).collect();
    assert_eq!(about.len(), 1, "{tasks}");
    format!("/tasks/{}", about[0]["id"].as_str().unwrap())
}

async fn replies(robot: &Robot, text: &str, answer: &str, confidence: f64) {
    let task = open_about(robot, text).await;
    robot.post(&format!("{task}/reply"), &said(answer, confidence)).await.ok();
}

/// Types a text as the page's script does at the end of a sentence.
async fn types(writer: &mut Persona, page: &str, text: &str, machines: &[(&str, &str)]) {
    writer.get(page).await;
    let mut all = watched(text, machines);
    all.push(("do", "sentence"));
    let (_, body) = writer.filled(ASK, &all);
    assert_eq!(writer.types(page, &body).await.status, 204);
}

fn column(app: &TestApp, sql: &'static str) -> Vec<String> {
    app.db.column(sql)
}

#[tokio::test]
async fn house_machines_watch_beside_the_search_machine() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        let page = begins(&mut ann).await;
        ann.press(ASK, &watched(TRICKY, &[ELIZA, GIBBERISH])).await.leads_to(&page);
        let shown = ann.reads(&page).await;
        for text in ["Tricked 3 of 3", "What eliza guesses", "What gibberish guesses"] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        assert!(!shown.contains("What recall guesses"), "{shown}");
        assert_eq!(
            column(&app, "SELECT watching FROM quiz_revision"),
            ["house-eliza house-gibberish"]
        );
        // Each was asked at the end of each of the four sentences, and not again.
        assert_eq!(column(&app, "SELECT id FROM task").len(), 8);
        ann.press(ASK, &watched(TRICKY, &[ELIZA, GIBBERISH])).await.leads_to(&page);
        assert_eq!(column(&app, "SELECT id FROM task").len(), 8);
        // The search machine alone is a condition of its own.
        let (_, body) = ann.filled(ASK, &fields(TRICKY, "Raven"));
        let alone: Vec<&str> = body.split('&').filter(|it| !it.starts_with("watch-")).collect();
        assert_eq!(ann.types(&page, &alone.join("&")).await.status, 204);
        assert!(ann.reads(&page).await.contains("Tricked 1 of 1"));
        assert_eq!(column(&app, "SELECT condition FROM quiz_question"), ["search"]);
        let history = ann.reads(&format!("{page}/history")).await;
        assert!(history.contains("tricked 1 of 1, the search machine alone"), "{history}");
        assert!(history.contains("tricked 3 of 3"), "{history}");
    }
}

#[tokio::test]
async fn a_machine_buzzes_where_it_is_sure_and_changes_its_mind_with_an_edit() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let page = begins(&mut ann).await;
        let (first, both) = ("It is a black bird.", "It is a black bird. It says nevermore.");
        types(&mut ann, &page, first, &[ROBOT]).await;
        assert!(ann.reads(&page).await.contains("It has been asked"));
        replies(&robot, first, "Crow", 0.4).await;
        let shown = ann.reads(&page).await;
        assert!(shown.contains("What robot guesses") && shown.contains("Crow 40 %"), "{shown}");
        types(&mut ann, &page, both, &[ROBOT]).await;
        let shown = ann.reads(&page).await;
        assert!(shown.contains("Not counted: robot"), "{shown}");
        assert!(shown.contains("After 5 words its first guess is Crow, 40 %."), "{shown}");
        // A wrong answer does not count as one of the machines that were tricked until it is there.
        replies(&robot, both, "the raven", 0.8).await;
        let shown = ann.reads(&page).await;
        assert!(shown.contains("robot would buzz after 8 of 8 words."), "{shown}");
        assert!(shown.contains("the raven your answer"), "{shown}");
        let history = ann.reads(&format!("{page}/history")).await;
        assert!(history.contains("2 | robot | Crow | the raven"), "{history}");
        assert_eq!(
            column(&app, "SELECT machine_count FROM quiz_revision ORDER BY seq"),
            ["2", "2"]
        );
    }
}

#[tokio::test]
async fn an_answer_that_comes_after_the_text_has_moved_on_belongs_to_the_earlier_revision() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let page = begins(&mut ann).await;
        let (old, new) = ("It is a black bird.", "It is a very large bird.");
        types(&mut ann, &page, old, &[ROBOT]).await;
        types(&mut ann, &page, new, &[ROBOT]).await;
        replies(&robot, old, "Crow", 0.4).await;
        let counts = "SELECT machine_count FROM quiz_revision ORDER BY seq";
        assert_eq!(column(&app, counts), ["2", "1"]);
        assert!(!ann.reads(&page).await.contains("Crow 40 %"));
        // Nothing comes about the new text: that is said, and the button asks again.
        app.passes(2 * MINUTE + SECOND, MINUTE).await;
        let shown = ann.reads(&page).await;
        assert!(shown.contains("It did not answer within two minutes."), "{shown}");
        assert!(shown.contains("Not counted: robot") && shown.contains(" of 1"), "{shown}");
        ann.press(ASK, &watched(new, &[ROBOT])).await.leads_to(&page);
        let task = open_about(&robot, new).await;
        robot.post(&format!("{task}/decline"), &json!({})).await.ok();
        assert!(ann.reads(&page).await.contains("It has declined to answer."));
        assert_eq!(column(&app, counts), ["2", "1"]);
    }
}

#[tokio::test]
async fn a_service_that_answers_rubbish_has_not_answered() {
    for app in instances().await {
        let far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        // Others may ask it once its owner lets them.
        let mut bob = app.account("bob").await;
        let page = begins(&mut bob).await;
        assert!(!bob.reads(&page).await.contains("far away"));
        let watch = watched("It is a black bird.", &[("watch-far", "yes")]);
        let (_, body) = bob.filled(ASK, &watch);
        let refused = bob.types(&page, &body).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.body, "Choose machines from the list.");
        let open = [("skill_answer", "yes"), ("answer_daily", "200"), ("for_writers", "yes")];
        ann.declares("/settings/machines/far", &open).await.leads_to("/settings/machines/far");
        assert!(bob.reads(&page).await.contains("far away"));
        far.plays(Behaviour::Nonsense);
        bob.press(ASK, &watch).await.leads_to(&page);
        app.work().await;
        let shown = bob.reads(&page).await;
        assert!(shown.contains("It gave no answer that could be read."), "{shown}");
        assert!(shown.contains("Not counted: far away") && !shown.contains("JSON"), "{shown}");
        far.plays(Behaviour::Well);
        bob.press(ASK, &watch).await.leads_to(&page);
        app.work().await;
        let shown = bob.reads(&page).await;
        assert!(shown.contains("Seine") && shown.contains("of 2"), "{shown}");
    }
}

#[tokio::test]
async fn a_machine_over_its_budget_paused_or_stopped_is_not_asked_and_says_so() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        app.robot("robot", "ann").await;
        let open = [("skill_answer", "yes"), ("answer_daily", "1"), ("for_writers", "yes")];
        ann.declares("/settings/machines/idrobot", &open).await.leads_to("/settings/machines/");
        let mut bob = app.account("bob").await;
        let page = begins(&mut bob).await;
        let mut asks = async |text: &str| {
            bob.get(&page).await;
            bob.press(ASK, &watched(text, &[ROBOT])).await.leads_to(&page);
            bob.reads(&page).await
        };
        // The one question that it takes is about the whole text.
        let shown = asks("It is a bird. It is black.").await;
        assert!(shown.contains("It has been asked"), "{shown}");
        assert_eq!(column(&app, "SELECT id FROM task").len(), 1);
        let shown = asks("It is a bird. It is large.").await;
        assert!(
            shown.contains(
                "This machine has reached its limit of tasks outside games today (UTC): 1 a day"
            ),
            "{shown}"
        );
        app.acts(|tx, at| machine::stop(tx, at, "idrobot")).await;
        let shown = asks("It is a bird. It is old.").await;
        assert!(shown.contains("The owner of this machine has stopped it"), "{shown}");
        app.acts(|tx, at| machine::kill(tx, at, "idrobot", "not today")).await;
        let shown = asks("It is a bird. It is wise.").await;
        assert!(shown.contains("The operator has stopped this machine"), "{shown}");
        assert_eq!(column(&app, "SELECT id FROM task").len(), 1);
    }
}

#[tokio::test]
async fn a_machine_whose_owner_has_left_leaves_no_words_behind() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        let robot = app.robot("robot", "ann").await;
        let open = [("skill_answer", "yes"), ("answer_daily", "9"), ("for_writers", "yes")];
        ann.declares("/settings/machines/idrobot", &open).await.leads_to("/settings/machines/");
        let mut bob = app.account("bob").await;
        let page = begins(&mut bob).await;
        let text = "It is a black bird.";
        types(&mut bob, &page, text, &[ROBOT]).await;
        replies(&robot, text, "Jackdaw", 0.9).await;
        assert!(bob.reads(&page).await.contains("Jackdaw"));
        app.acts(|tx, at| {
            let ann = luna_store::player::by_name(tx, "ann")?.id;
            luna_store::erase::erase(tx, at, &ann).map(drop)
        })
        .await;
        for path in [page.clone(), format!("{page}/history")] {
            let shown = bob.reads(&path).await;
            assert!(!shown.contains("Jackdaw") && !shown.contains("What robot"), "{shown}");
        }
        bob.get(&page).await;
        bob.press(ASK, &watched(text, &[])).await.leads_to(&page);
        assert!(bob.reads(&page).await.contains("The operator has stopped this machine"));
    }
}

#[tokio::test]
async fn nobody_but_the_writer_follows_a_question_or_sees_its_guesses() {
    for app in instances().await {
        let mut ann = app.account("ann").await;
        let page = begins(&mut ann).await;
        let id = page.rsplit('/').next().unwrap().to_owned();
        ann.press(ASK, &watched(TRICKY, &[ELIZA])).await.leads_to(&page);
        let mut all = watched(TRICKY, &[ELIZA]);
        all.push(("question", &id));
        let panel = ann.post("/quiz/write/guesses", &all).await;
        assert!(panel.body.contains("What eliza guesses"), "{panel}");
        let mut bob = app.account("bob").await;
        assert_eq!(bob.post("/quiz/write/guesses", &all).await.status, 404);
        assert_eq!(bob.get(&format!("/events?topic=quiz-question:{id}")).await.status, 204);
        // A guest has the search machine only.
        let mut guest = app.guest("guest").await;
        let page = begins(&mut guest).await;
        assert!(guest.reads(&page).await.contains("Log in to have other machines watch"));
        let (_, body) = guest.filled(ASK, &watched(PLAIN, &[ELIZA]));
        assert_eq!(guest.types(&page, &body).await.status, 422);
    }
}

#[tokio::test]
async fn guesses_are_published_with_their_question_and_shown_after_a_play() {
    for app in instances().await {
        let mut ann = editor(&app, "ann").await;
        let page = begins(&mut ann).await;
        let mut all = watched(TRICKY, &[ELIZA, GIBBERISH]);
        all.push(("do", "submit"));
        ann.press("Submit", &all).await.leads_to(&page);
        two_editors_accept(&app).await;
        app.work().await;
        released(&app, "ann").await;
        let mut visitor = app.visitor();
        let lines = visitor.get("/quiz/release/questions.jsonl").await.body;
        let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        assert_eq!(line["condition"], "named");
        assert_eq!(line["machines"][1]["machine"], "eliza");
        assert_eq!(line["machines"][1]["sentences"].as_array().unwrap().len(), 4);
        let statistics = visitor.reads("/quiz/statistics").await;
        assert!(statistics.contains("eliza | 1 | 1 of 1 | 100 %"), "{statistics}");
        assert!(statistics.contains("3 of 3"), "{statistics}");
        let mut reader = app.guest("reader").await;
        let asked = column(&app, "SELECT id FROM task").len();
        let play = reader.asks_for(&[("source", source::WRITTEN)]).await.leads_to("/quiz/read/");
        reader.get(&play).await;
        let shown = reader.buzzes_with(&play, "crow").await;
        let shown = shown.text();
        assert!(
            shown
                .contains("eliza would not have buzzed. After the whole question, its first guess"),
            "{shown}"
        );
        assert_eq!(column(&app, "SELECT id FROM task").len(), asked, "no machine was asked");
    }
}
