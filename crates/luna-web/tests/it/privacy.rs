//! The page about privacy: it says what is so on this instance.

use insta::assert_snapshot;
use luna_app::Panel;
use luna_store::consent::Purpose;
use luna_store::disciplines::ALL;
use luna_store::table::Class;
use luna_store::tables;
use luna_testkit::app::{DAY, TestApp};

#[tokio::test]
async fn the_page_says_what_is_kept_why_and_how_long() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/privacy").await);
}

#[tokio::test]
async fn times_come_from_the_settings() {
    let app = TestApp::with(|settings| {
        settings.retention.mail_ms = Some(7 * DAY);
        settings.retention.question_ms = Some(3 * DAY);
        settings.retention.unconfirmed_ms = None;
        settings.retention.idle_guest_ms = Some(90 * DAY);
        settings.retention.report_ms = Some(100 * DAY);
        settings.retention.reading_ms = None;
    })
    .await;
    let page = app.visitor().get("/privacy").await.text();
    assert!(page.contains("7 days after they were sent"), "{page}");
    assert!(page.contains("3 days, or until you erase yourself"), "{page}");
    assert!(page.contains("do not come back for 90 days"), "{page}");
    assert!(!page.contains("not confirmed, for"), "{page}");
    assert!(page.contains("a report, for 100 days after its decision"), "{page}");
    assert!(page.contains("who has read a game, forever"), "{page}");
}

#[tokio::test]
async fn every_text_that_people_agree_to_stands_there_word_for_word() {
    let app = TestApp::new().await;
    let privacy = app.visitor().get("/privacy").await.text();
    let consent = app.visitor().get("/consent").await.text();
    for text in Purpose::ALL.into_iter().flat_map(luna_app::consent::texts) {
        if matches!(text.purpose, Purpose::Adult | Purpose::Machines) {
            continue;
        }
        let is_asked =
            matches!(text.purpose, Purpose::Play | Purpose::Publication | Purpose::Recall);
        for line in text.summary.iter().chain(text.points) {
            assert!(privacy.contains(line), "{line}");
            assert!(consent.contains(line) || !is_asked, "{line}");
        }
    }
}

#[tokio::test]
async fn recipients_are_those_of_this_instance() {
    let bare = TestApp::with(|settings| settings.smtp = false).await;
    let page = bare.visitor().get("/privacy").await.text();
    assert!(page.contains("This Luna sends no mail."), "{page}");
    assert!(!page.contains("The provider of a language model"), "{page}");
    assert!(page.contains("have not said more about this"), "{page}");

    let full = TestApp::with(|settings| {
        settings.privacy_statement = "The server stands in <Finland>.".to_owned();
        settings.panel = Some(Panel {
            url: "https://key:secret@models.example/v1".to_owned(),
            model: "parrot-9".to_owned(),
            tokens_per_day: 1,
        });
    })
    .await;
    let answer = full.visitor().get("/privacy").await;
    let page = answer.text();
    assert!(page.contains("the model parrot-9 at models.example plays for this Luna"), "{page}");
    assert!(page.contains("The server stands in <Finland>."), "{page}");
    assert!(!page.contains("secret") && !answer.body.contains("<Finland>"), "{page}");
    assert!(page.contains("The mail provider of this Luna gets your email address"), "{page}");
}

#[tokio::test]
async fn the_controller_is_named_or_said_to_be_unknown() {
    let named = TestApp::new().await.visitor().get("/privacy").await.text();
    assert!(named.contains("The Luna Society, 1 Moon Road, Reading, runs this Luna"), "{named}");
    let unknown = TestApp::with(|settings| settings.controller = String::new()).await;
    let page = unknown.visitor().get("/privacy").await.text();
    assert!(page.contains("have not said who they are"), "{page}");
}

/// Tables with something about a person, by the part of the page that tells of them.
const SECTIONS: &[(&str, &[&str])] = &[
    ("Who you are here", &["player", "recovery", "second_factor", "second_factor_code"]),
    ("An address for one game", &["seat_address"]),
    ("Where you are logged in", &["session"]),
    ("What you agreed to", &["consent"]),
    ("Mails", &["mail", "notice", "link"]),
    (
        "Your games",
        &["game", "seat", "game_move", "guess", "pool", "met", "held", "moved", "block", "topic"],
    ),
    (
        "Trivia",
        &[
            "tossup",
            "quiz_play",
            "quiz_question",
            "quiz_revision",
            "quiz_finding",
            "quiz_guess",
            "quiz_block",
            "quiz_ruling",
            "assignment",
        ],
    ),
    ("Contests", &["contest", "contest_move", "contest_seat", "contest_log", "contest_keystroke"]),
    (
        "Common sense",
        &[
            "battery_attempt",
            "battery_question",
            "battery_sitting",
            "battery_answer",
            "battery_reply",
            "battery_clue_reply",
        ],
    ),
    ("Ratings of questions", &["question_rater", "question_rating"]),
    ("Questions you keep", &["question_set", "question_set_item"]),
    ("Drafts", &["draft"]),
    ("Where and when you are here", &["seat"]),
    ("Where you play from", &["place", "owner_place", "refused_meeting"]),
    ("How a text was typed", &["typing_mark"]),
    (
        "Ratings and what is computed from guesses",
        &[
            "guess_rating",
            "game_rating",
            "theme_rating",
            "judge_scale",
            "judge",
            "flag",
            "bloc",
            "bloc_member",
        ],
    ),
    ("Responses lent to Recall", &["recall_line", "derived"]),
    ("Models learned from responses", &["question_told", "question_fit"]),
    ("Reports and what moderators do", &["report", "warning", "act", "reading"]),
    (
        "Machines you register",
        &["machine", "machine_skill", "token", "receipt", "spent", "erased_game"],
    ),
    ("The daily moon", &["exchange", "daily_play"]),
    ("Questions to machines and conversations with them", &["task"]),
    ("Logs and backups", &[]),
    // What waits to be done, until it is done; what it is about is told above.
    ("What we store", &["job"]),
];

#[tokio::test]
async fn every_table_about_people_is_told_of() {
    let page = TestApp::new().await.visitor().get("/privacy").await.text();
    let headings: Vec<&str> =
        page.lines().map(|line| line.trim_start_matches(['▸', '#', ' '])).collect();
    for (heading, _) in SECTIONS {
        assert!(headings.contains(heading), "{heading}: {page}");
    }
    let is_told = |name: &str| SECTIONS.iter().any(|(_, tables)| tables.contains(&name));
    let untold: Vec<&str> = tables::all(ALL)
        .filter(|table| table.columns.iter().any(|(class, _)| *class != Class::NotPersonal))
        .map(|table| table.name)
        .filter(|name| !is_told(name))
        .collect();
    assert_eq!(untold, Vec::<&str>::new());
}
