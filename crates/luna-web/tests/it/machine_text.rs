//! A text that an owner gives to a machine, which then asks about it in its games.

use luna_machines::encryption::Cipher;
use luna_store::machine::Transport;
use luna_testkit::app::TestApp;
use luna_testkit::machine_server::{MachineServer, SIGNING};
use luna_testkit::persona::{Answer, Persona};
use luna_testkit::registered::{plays_on, polly};
use serde_json::Value;

const PAGE: &str = "/settings/machines/far/text";
const TEXT: &str = "Marie Curie discovered radium in 1898. Vasco da Gama reached India in 1498. The \
                    king built a castle on the hill. The plague killed 46,000 people. Lise Meitner \
                    died in Cambridge in 1968. The committee published the report in March.";

async fn gives(ann: &mut Persona, text: &str) -> Answer {
    ann.get(PAGE).await;
    ann.press("Ask about this text", &[("text", text)]).await
}

#[tokio::test]
async fn a_called_machine_asks_about_the_text_of_its_owner_until_that_is_taken_back() {
    for app in TestApp::each().await {
        let far = MachineServer::start().await;
        app.registered(Transport::Push, far.push(), Some(sealed())).await;
        let mut ann = app.logged_in("ann").await;
        assert!(ann.reads(PAGE).await.contains("Paste a text, and the machine asks about it"));
        gives(&mut ann, TEXT).await.leads_to(PAGE);
        let page = ann.get(PAGE).await;
        assert!(page.text().contains("questions about your text"), "{page}");
        assert!(ann.reads("/settings/machines/far").await.contains("a text that you have given"));
        let sets = ann.get("/questions/sets").await;
        assert!(sets.text().contains("What far away asks"), "{sets}");
        app.work().await;
        let (mut bob, game) = app.meets().await;
        let moves = "SELECT body FROM game_move WHERE player_id = 'far' AND body LIKE '{\"ask\"%'";
        let known = [
            "Curie",
            "radium",
            "Gama",
            "India",
            "castle",
            "plague",
            "Meitner",
            "report",
            "committee",
        ];
        let moves = app.db.column(moves);
        assert!(!moves.is_empty());
        for body in &moves {
            let body: Value = serde_json::from_str(body).unwrap();
            let questions = body["ask"].as_array().unwrap();
            assert_eq!(questions.len(), 5);
            for question in questions {
                let question = question.as_str().unwrap();
                assert!(known.iter().any(|word| question.contains(word)), "{question}");
            }
        }
        // Answers and guesses are its own.
        plays_on(&app, &mut bob, &game).await;
        assert!(far.requests().iter().any(|one| one.body["type"] == "answer"));
        ann.get(PAGE).await;
        let stop = [("do", "stop")];
        ann.press("Let the machine ask its own questions", &stop).await.leads_to(PAGE);
        assert_eq!(app.db.raw("SELECT count(*) FROM question_set"), [["0"]]);
    }
}

#[tokio::test]
async fn a_text_without_enough_questions_is_refused_and_stays_in_the_field() {
    let far = MachineServer::start().await;
    let app = TestApp::new().await;
    app.registered(Transport::Push, far.push(), Some(sealed())).await;
    let mut ann = app.logged_in("ann").await;
    let german = "Der Hund ist nicht mit dem Mann auf der Straße und das ist gut.";
    for (text, kept, why) in [
        ("", "", "Paste a text first"),
        ("It was <b>cold</b>.", "It was &lt;b&gt;cold&lt;/b&gt;.", "a game needs 5"),
        (german, german, "does not seem to be English"),
    ] {
        let refused = gives(&mut ann, text).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.text().contains(why), "{refused}");
        assert!(refused.body.contains(&format!("\n{kept}</textarea>")), "{}", refused.body);
    }
    assert_eq!(app.db.raw("SELECT count(*) FROM question_set"), [["0"]]);
    // Another text takes the place of the first.
    for _ in 0..2 {
        gives(&mut ann, TEXT).await.leads_to(PAGE);
        assert_eq!(app.db.raw("SELECT count(*), max(machine) FROM question_set"), [["1", "far"]]);
    }
}

#[tokio::test]
async fn nobody_else_gives_a_machine_a_text() {
    let far = MachineServer::start().await;
    let app = TestApp::new().await;
    app.registered(Transport::Push, far.push(), Some(sealed())).await;
    let mut eve = app.account("eve").await;
    assert_eq!(eve.get(PAGE).await.status.as_u16(), 404);
    eve.get("/questions/from-text").await;
    let sent = eve.post(PAGE, &[("text", TEXT)]).await;
    assert_eq!(sent.status.as_u16(), 404);
    assert_eq!(app.db.raw("SELECT count(*) FROM question_set"), [["0"]]);
}

#[tokio::test]
async fn a_machine_that_fetches_its_tasks_is_given_a_text_by_its_own_program() {
    let (_app, mut ann, settings) = polly().await;
    let page = ann.reads(&format!("{settings}/text")).await;
    assert!(page.contains("luna bot run --ask-from FILE"), "{page}");
    ann.get(&settings).await;
    let sent = ann.post(&format!("{settings}/text"), &[("text", TEXT)]).await;
    assert_eq!(sent.status.as_u16(), 422);
}

fn sealed() -> String {
    Cipher::new("a secret of the tests").seal([7; 12], "far", SIGNING)
}
