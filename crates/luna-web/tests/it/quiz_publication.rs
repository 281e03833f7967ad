//! What becomes public of a question: drafts only if ticked, releases only with consent, and nothing
//! once it is taken down. And what does not count: practice, and junk.

use luna_app::quiz::limits;
use luna_app::quiz::release;
use luna_core::quiz::question::State;
use luna_store::consent::Purpose;
use luna_store::player;
use luna_store::quiz::question;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::Persona;
use serde_json::Value;

use crate::quiz_writing::{PLAIN, TRICKY, begins, editor, fields, instances, two_editors_accept};

/// A draft that nobody else should read.
const SECRET: &str = "My draft says my neighbour Jane Roe of Elm Street beats her dog.";

fn id(page: &str) -> String {
    page.rsplit('/').next().unwrap().to_owned()
}

/// Somebody agrees to publication for research.
async fn agrees(app: &TestApp, name: &'static str) {
    app.acts(move |tx, at| {
        let id = player::by_name(tx, name)?.id;
        luna_app::consent::give(tx, &id, Purpose::Publication, at.now)
    })
    .await;
}

async fn withdraws_consent(app: &TestApp, name: &'static str) {
    app.acts(move |tx, at| {
        let id = player::by_name(tx, name)?.id;
        luna_store::consent::withdraw(tx, &id, Purpose::Publication, at.now)
    })
    .await;
}

/// Saves the secret draft, replaces it, and submits the question. Returns its page.
async fn submits(writer: &mut Persona) -> String {
    let page = begins(writer).await;
    writer.press("Save and ask the machines", &fields(SECRET, "Raven")).await.leads_to(&page);
    writer.get(&page).await;
    let mut all = fields(TRICKY, "Raven");
    all.push(("do", "submit"));
    writer.press("Submit", &all).await.leads_to(&page);
    page
}

/// Submits a question that two editors accept.
async fn publishes(app: &TestApp, writer: &mut Persona) -> String {
    let page = submits(writer).await;
    two_editors_accept(app).await;
    app.work().await;
    page
}

async fn releases(app: &TestApp) -> Result<(), String> {
    let now = app.now();
    let made = app.db.write(move |tx| release::make(tx, now)).await;
    made.map(drop).map_err(|error| error.to_string())
}

/// The release as everybody can download it: its lines, its QANTA file, and what was withdrawn.
async fn downloads(app: &TestApp) -> (String, Value, Value) {
    let mut visitor = app.visitor();
    let lines = visitor.get("/quiz/release/questions.jsonl").await.body;
    let [qanta, withdrawn] = ["qanta.json", "withdrawn.json"];
    let qanta = visitor.get(&format!("/quiz/release/{qanta}")).await.body;
    let withdrawn = visitor.get(&format!("/quiz/release/{withdrawn}")).await.body;
    (lines, serde_json::from_str(&qanta).unwrap(), serde_json::from_str(&withdrawn).unwrap())
}

/// Opens the question that was written here.
async fn plays(player: &mut Persona) -> String {
    let play = player.asks_for(&[("source", "written")]).await.leads_to("/quiz/read/");
    player.get(&play).await;
    play
}

#[tokio::test]
async fn a_release_has_what_its_writer_wants_and_no_draft_that_is_not_ticked() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        let page = publishes(&app, &mut ann).await;
        let shown = ann.reads(&page).await;
        assert!(shown.contains("It is in no release that can be downloaded"), "{shown}");
        // Without consent it is played here and released nowhere.
        assert_eq!(releases(&app).await.unwrap_err(), "There is no new question to release.");
        let (lines, ..) = downloads(&app).await;
        assert_eq!(lines, "");
        agrees(&app, "ann").await;
        let (lines, ..) = downloads(&app).await;
        assert_eq!(lines, "", "not before a release is made");
        releases(&app).await.unwrap();
        let (lines, qanta, withdrawn) = downloads(&app).await;
        let line: Value = serde_json::from_str(&lines).unwrap();
        assert_eq!((line["id"].as_str(), line["qanta_id"].as_i64()), (Some(&*id(&page)), Some(1)));
        assert_eq!(line["machines"][0]["tricked"], true);
        assert_eq!(line["revisions"], serde_json::json!([]));
        assert!(
            lines.contains("thinking and remembering") && !lines.contains("Jane Roe"),
            "{lines}"
        );
        assert_eq!((&qanta["release"], &qanta["questions"][0]["qanta_id"]), (&1.into(), &1.into()));
        assert_eq!(qanta["questions"][0]["luna_id"], id(&page));
        assert_eq!(withdrawn["withdrawn"], serde_json::json!([]));
        // A tick adds one draft, and no other; it can be taken back.
        let history = format!("{page}/history");
        assert!(ann.reads(&history).await.contains("None is ticked."));
        ann.press("Save the choice", &[("draft-1", "yes")]).await.leads_to(&history);
        let (lines, ..) = downloads(&app).await;
        let line: Value = serde_json::from_str(&lines).unwrap();
        assert_eq!(line["revisions"].as_array().unwrap().len(), 1);
        assert!(lines.contains("Jane Roe"));
        assert!(ann.reads(&page).await.contains("You have ticked 1 of 2 drafts"));
        ann.get(&history).await;
        ann.press("Publish no draft", &[("do", "none")]).await.leads_to(&history);
        assert!(!downloads(&app).await.0.contains("Jane Roe"));
        // Nobody else chooses.
        let mut bob = app.guest("bob").await;
        bob.get("/quiz/write").await;
        assert_eq!(bob.post(&history, &[("draft-1", "yes")]).await.status, 404);
        // Consent that is withdrawn is heeded at once.
        withdraws_consent(&app, "ann").await;
        let (lines, qanta, withdrawn) = downloads(&app).await;
        assert_eq!((lines.as_str(), &qanta["questions"]), ("", &serde_json::json!([])));
        assert_eq!(withdrawn["withdrawn"][0], id(&page));
    }
}

#[tokio::test]
async fn a_writer_reads_what_becomes_public_before_they_submit() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        let page = begins(&mut ann).await;
        let shown = ann.reads(&page).await;
        for text in [
            "What becomes public if editors accept this question",
            "Everybody can play and read it on this Luna",
            "you have not agreed to publication for research",
            "Your drafts stay private.",
            "You can take it down at any time.",
        ] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        agrees(&app, "ann").await;
        assert!(ann.reads(&page).await.contains("because you agree to publication for research"));
    }
}

#[tokio::test]
async fn a_question_that_is_taken_down_is_nowhere_any_more() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        agrees(&app, "ann").await;
        let page = publishes(&app, &mut ann).await;
        let (mut bob, mut cat) = (app.guest("bob").await, app.guest("cat").await);
        let won = plays(&mut bob).await;
        bob.press("Give up and show the answer", &[]).await.leads_to(&won);
        let over = plays(&mut cat).await;
        releases(&app).await.unwrap();
        ann.get(&page).await;
        ann.press("Take it down", &[("do", "take-down")]).await.leads_to(&page);
        let (lines, qanta, withdrawn) = downloads(&app).await;
        assert!(lines.is_empty() && qanta["questions"] == serde_json::json!([]));
        assert_eq!(
            (&withdrawn["release"], &withdrawn["withdrawn"][0]),
            (&1.into(), &id(&page).into())
        );
        // Plays stay without the text; the one that was open is over.
        for (player, play) in [(&mut bob, &won), (&mut cat, &over)] {
            let shown = player.reads(play).await;
            assert!(
                shown.contains("This question has been withdrawn. Your points stay."),
                "{shown}"
            );
            assert!(!shown.contains("jackdaw") && !shown.contains("raven"), "{shown}");
            assert!(player.reads("/quiz/me").await.contains("No buzz"));
        }
        let mut dan = app.guest("dan").await;
        let none = dan.asks_for(&[("source", "written")]).await;
        assert!(none.text().contains("You have read them all."), "{none}");
        let shown = ann.reads(&page).await;
        assert!(shown.contains("You have taken this question down."), "{shown}");
        let kept = id(&page);
        let state = app.db.read(move |tx| question::find(tx, &kept)).await.unwrap().state;
        assert_eq!(state, State::TakenDown);
        let words = app.db.column("SELECT text FROM tossup WHERE source_id = 'written'");
        assert_eq!(words, [""]);
        assert!(
            app.visitor()
                .reads("/quiz/statistics")
                .await
                .contains("No question has been accepted yet.")
        );
    }
}

#[tokio::test]
async fn a_moderator_takes_a_question_down_with_a_reason() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        let page = publishes(&app, &mut ann).await;
        let mut gus = editor(&app, "gus").await;
        assert!(gus.reads("/admin/quiz/published").await.contains("Raven"));
        let here = format!("/admin/quiz/questions/{}", id(&page));
        let shown = gus.reads(&here).await;
        assert!(!shown.contains("Jane Roe"), "drafts are for those who review them: {shown}");
        let why = [("why", "It names a person.")];
        gus.press("Take the question down", &why).await.leads_to("/admin/quiz/published");
        assert!(gus.reads(&here).await.contains("This question has been taken down"));
        assert!(
            ann.reads(&page)
                .await
                .contains("A moderator has taken this question down: It names a person.")
        );
        let log = gus.reads("/admin/acts").await;
        assert!(log.contains("took down a trivia question of ann | It names a person."), "{log}");
    }
}

#[tokio::test]
async fn what_a_release_has_is_practice_from_then_on() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        agrees(&app, "ann").await;
        publishes(&app, &mut ann).await;
        let (mut bob, mut cat) = (app.guest("bob").await, app.guest("cat").await);
        let play = plays(&mut bob).await;
        assert!(bob.reads(&play).await.contains("This question counts"));
        bob.press("Give up and show the answer", &[]).await.leads_to(&play);
        assert!(bob.reads(&play).await.contains("This question counts."));
        assert!(bob.reads("/quiz/me").await.contains("1 question of these counts: 0 right"));
        // The writer knows it; and so do editors.
        let own = plays(&mut ann).await;
        assert!(ann.reads(&own).await.contains("Practice:"));
        let mut gus = editor(&app, "gus").await;
        let reviewed = plays(&mut gus).await;
        assert!(gus.reads(&reviewed).await.contains("Practice:"));
        // One that is open when it is released stops counting.
        let open = plays(&mut cat).await;
        assert!(cat.reads(&open).await.contains("This question counts"));
        let refused = cat.get("/quiz/release/questions.jsonl").await;
        assert_eq!(refused.status, 409);
        assert!(
            refused.text().contains("You have a question open in the reading room."),
            "{refused}"
        );
        releases(&app).await.unwrap();
        assert!(cat.reads(&open).await.contains("Practice:"));
        let mut dan = app.guest("dan").await;
        let late = plays(&mut dan).await;
        assert!(dan.reads(&late).await.contains("Practice:"));
    }
}

#[tokio::test]
async fn junk_counts_nowhere_and_is_rejected_at_once() {
    for app in instances().await {
        let (mut ann, mut spammer) = (app.guest("ann").await, app.guest("spammer").await);
        let mut junk = Vec::new();
        for nth in 0..10 {
            let page = begins(&mut spammer).await;
            let text = format!("Junk number {nth}. {PLAIN}");
            let mut all = fields(&text, "Raven");
            all.push(("do", "submit"));
            spammer.press("Submit", &all).await.leads_to(&page);
            junk.push(page);
        }
        let page = begins(&mut spammer).await;
        let mut all = fields(PLAIN, "Raven");
        all.push(("do", "submit"));
        let refused = spammer.press("Submit", &all).await;
        assert_eq!(refused.status, 422);
        let why = "You have submitted 10 questions within a day, which is the limit until editors accept your first one.";
        assert!(refused.text().contains(why), "{refused}");
        app.later(DAY + 1);
        spammer.get(&page).await;
        spammer.press("Submit", &all).await.leads_to(&page);
        let shown = app.visitor().reads("/quiz/statistics").await;
        assert!(shown.contains("No question has been accepted yet."), "{shown}");
        let honest = submits(&mut ann).await;
        // Two editors reject all of one writer's questions with one button each.
        for name in ["gus", "hal"] {
            let mut editor = editor(&app, name).await;
            assert!(
                editor.reads("/admin/quiz/waiting").await.contains("11 questions of one writer")
            );
            let none = editor
                .press("Reject what is ticked", &[("verdict", "reject"), ("comment", "Junk.")])
                .await;
            assert!(none.text().contains("Tick at least one question."), "{none}");
            editor.get("/admin/quiz/waiting").await;
            let all_of = format!("writer-of-{}", id(&junk[0]));
            let fields = [("verdict", "reject"), ("comment", "Junk."), (all_of.as_str(), "yes")];
            editor.press("Reject what is ticked", &fields).await.leads_to("/admin/quiz/waiting");
        }
        let states =
            app.db.column("SELECT DISTINCT state FROM quiz_question WHERE text LIKE 'Junk%'");
        assert_eq!(states, ["rejected"]);
        assert!(spammer.reads(&junk[3]).await.contains("Junk."));
        two_editors_accept(&app).await;
        app.work().await;
        assert!(ann.reads(&honest).await.contains("Published"));
        let shown = app.visitor().reads("/quiz/statistics").await;
        assert!(shown.contains("100 %\nof machines tricked"), "{shown}");
    }
}

#[tokio::test]
async fn a_blocked_writer_submits_nothing_until_the_block_is_lifted() {
    for app in instances().await {
        let mut spammer = app.guest("spammer").await;
        submits(&mut spammer).await;
        let mut gus = editor(&app, "gus").await;
        gus.get("/admin/quiz/waiting").await;
        let why = [("why", "Advertising.")];
        gus.press("Block the writer", &why).await.leads_to("/admin/quiz/waiting");
        gus.get("/admin/quiz").await;
        let none = gus.press("Take the next question", &[]).await;
        assert!(none.text().contains("There is no question for you to review."), "{none}");
        let page = begins(&mut spammer).await;
        let mut all = fields(PLAIN, "Raven");
        all.push(("do", "submit"));
        let refused = spammer.press("Submit", &all).await;
        let told = "A moderator has stopped you from submitting questions: Advertising. Your questions stay saved.";
        assert!(refused.text().contains(told), "{refused}");
        let data = spammer.get("/settings/data").await.body;
        assert!(data.contains("Advertising."), "the download has it");
        let log = gus.reads("/admin/acts").await;
        assert!(log.contains("blocked, as a writer of trivia, spammer | Advertising."), "{log}");
        assert!(gus.reads("/admin/quiz/waiting").await.contains("spammer"));
        gus.press("Lift the block", &[("why", "It was a mistake.")])
            .await
            .leads_to("/admin/quiz/waiting");
        assert!(gus.reads("/admin/quiz/waiting").await.contains("1 question of one writer"));
        spammer.get(&page).await;
        spammer.press("Submit", &all).await.leads_to(&page);
    }
}

#[tokio::test]
async fn submissions_are_counted_by_network_too() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    for _ in 0..limits::SUBMISSIONS_NETWORK.burst {
        app.app().limits.take(limits::SUBMISSIONS_NETWORK, "192.0.2.1", app.now()).unwrap();
    }
    begins(&mut ann).await;
    let mut all = fields(PLAIN, "Raven");
    all.push(("do", "submit"));
    let refused = ann.press("Submit", &all).await;
    assert!(
        refused.text().contains("People at your internet address have submitted many questions."),
        "{refused}"
    );
}
