//! What people do with the questions from a text: keep them, ask them, write trivia, have them rated.

use luna_store::player;
use luna_store::predict::{self, QuestionInformativeness};
use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;

use crate::quiz_writing::editor;
use crate::text_questions::{TEXT, pastes};

const WHO: &str = "Who discovered radium in 1898?";
const WHAT: &str = "What did Marie Curie discover in 1898?";

/// Pastes a text and ticks the first two questions, the first of them edited.
async fn ticks(who: &mut Persona) -> Vec<(&'static str, &'static str)> {
    pastes(who, TEXT, &[]).await;
    vec![("k1", "yes"), ("q1", WHO), ("k2", "yes"), ("q2", WHAT)]
}

fn and<'a>(fields: &[(&'a str, &'a str)], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [fields, more].concat()
}

/// Keeps two questions. Returns the address of the set.
async fn keeps(who: &mut Persona) -> String {
    let fields = ticks(who).await;
    let all = and(&fields, &[("do", "keep"), ("name", "On <b>radium</b>")]);
    who.press("Keep for an interview", &all).await.leads_to("/questions/sets/")
}

#[tokio::test]
async fn questions_are_kept_and_taken_into_the_next_interview() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let page = ann.reads("/questions/sets").await;
        assert!(page.contains("None yet. Paste a text"), "{page}");
        let set = keeps(&mut ann).await;
        let page = ann.get(&set).await;
        for part in ["On <b>radium</b>", WHO, WHAT, "Answer ‹ ", "Marie Curie discovered radium"]
        {
            assert!(page.text().contains(part), "{part}: {page}");
        }
        assert!(!page.body.contains("On <b>"), "{}", page.body);
        assert!(ann.reads("/questions/sets").await.contains("On <b>radium</b>"));
        ann.get(&set).await;
        let none = ann.press("Take them into the next interview", &[("do", "next")]).await;
        assert_eq!(none.status.as_u16(), 422);
        assert!(none.text().contains("Tick the questions that you want to take."), "{none}");
        let chosen = [("do", "next"), ("k2", "yes"), ("q2", "What did she find?")];
        let to = ann.press("Take them into the next interview", &chosen).await;
        to.leads_to("/games?notice=taken");
        let games = ann.reads("/games?notice=taken").await;
        assert!(games.contains("The questions will be filled in"), "{games}");
        let game = ann.new_game().await;
        let interview = ann.get(&game).await;
        assert!(interview.body.contains("What did she find?"), "{}", interview.body);
        // Nobody else sees the set, and nothing of it stays when it is deleted.
        let mut bob = app.guest("bob").await;
        assert_eq!(bob.get(&set).await.status.as_u16(), 404);
        bob.get("/questions/from-text").await;
        let seized = bob.post(&set, &[("do", "delete")]).await;
        assert_eq!(seized.status.as_u16(), 404);
        ann.get(&set).await;
        ann.press("Delete this set", &[("do", "delete")]).await.leads_to("/questions/sets");
        assert_eq!(ann.get(&set).await.status.as_u16(), 404);
        assert_eq!(app.db.column("SELECT count(*) FROM question_set_item"), ["0"]);
    }
}

#[tokio::test]
async fn a_kept_set_says_which_questions_are_vague() {
    const NOTE: &str = "nobody can tell what a pronoun in it means";
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let page = pastes(
            &mut ann,
            "The keeper saw the ships and the boats. They reached the harbour.",
            &[],
        )
        .await;
        let made = page.text().matches(NOTE).count();
        assert!(made > 0, "{page}");
        let ticks: Vec<String> = (1..=30).map(|nth| format!("k{nth}")).collect();
        let mut all = vec![("do", "keep"), ("name", "Ships")];
        all.extend(ticks.iter().map(|tick| (tick.as_str(), "yes")));
        let set = ann.press("Keep for an interview", &all).await.leads_to("/questions/sets/");
        assert_eq!(ann.get(&set).await.text().matches(NOTE).count(), made);
    }
}

#[tokio::test]
async fn what_games_tell_about_a_kept_question_is_shown_to_who_has_asked_it() {
    for app in TestApp::each().await {
        let mut pages = Vec::new();
        for name in ["ann", "bob"] {
            let mut player = app.guest(name).await;
            let set = keeps(&mut player).await;
            if name == "ann" {
                app.acts(|tx, at| {
                    let id = player::by_name(tx, "ann")?.id;
                    let text = "who discovered radium in 1898".to_owned();
                    let told = QuestionInformativeness { text, people: 34, share: 0.5, at: at.now };
                    predict::keep(tx, &id, &[told])
                })
                .await;
            }
            pages.push(player.reads(&set).await);
        }
        let tells = "The responses to this question explain 50 % of the differences between ratings, based \
                     on 34 players who have answered it.";
        assert_eq!(pages[0].matches(tells).count(), 1, "{}", pages[0]);
        assert!(!pages[1].contains("responses to this question"), "{}", pages[1]);
    }
}

#[tokio::test]
async fn whatever_is_refused_keeps_the_page_as_it_was() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let fields = ticks(&mut ann).await;
    let refused = ann
        .post(
            "/questions/from-text",
            &and(&fields, &[("do", "keep"), ("text", TEXT), ("o1", "x"), ("o2", "y")]),
        )
        .await;
    assert_eq!(refused.status.as_u16(), 401);
    assert!(refused.text().contains("Please log in first, or play as a guest."), "{refused}");
    assert!(refused.text().contains(WHO), "{refused}");
    let mut bob = app.guest("bob").await;
    let long = "n".repeat(81);
    for (button, action, more, expected) in [
        ("Keep for an interview", "keep", &[][..], "Tick the questions that you want to keep."),
        (
            "Keep for an interview",
            "keep",
            &[("k1", "yes"), ("name", long.as_str())],
            "has 81 characters; the limit is 80",
        ),
        ("Start trivia drafts", "drafts", &[], "from 1 to 10"),
    ] {
        pastes(&mut bob, TEXT, &[]).await;
        let refused = bob.press(button, &and(&[("do", action)], more)).await;
        assert_eq!(refused.status.as_u16(), 422, "{refused}");
        assert!(refused.text().contains(expected), "{refused}");
        assert!(refused.text().contains("Answer ‹ "), "{refused}");
    }
    // The button is not on their page.
    let all = [("do", "campaign"), ("licence", "CC0 1.0"), ("o1", "x"), ("q1", "x?"), ("s1", "x.")];
    assert_eq!(bob.post("/questions/from-text", &all).await.status.as_u16(), 404);
    assert_eq!(app.db.column("SELECT count(*) FROM question_import"), ["0"]);
}

#[tokio::test]
async fn trivia_drafts_begin_with_question_and_answer() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let fields = ticks(&mut ann).await;
        let all = and(&fields, &[("do", "drafts")]);
        ann.press("Start trivia drafts", &all).await.leads_to("/quiz/write");
        let mut drafts = app.db.column("SELECT text FROM quiz_question");
        drafts.sort_unstable();
        assert_eq!(drafts, [WHAT, WHO]);
    }
}

#[tokio::test]
async fn an_operator_imports_questions_for_a_campaign() {
    for app in TestApp::each().await {
        let mut boss = editor(&app, "boss").await;
        let fields = ticks(&mut boss).await;
        let without =
            boss.press("Import for a campaign", &and(&fields, &[("do", "campaign")])).await;
        assert!(without.text().contains("Say under which licence"), "{without}");
        let all = and(&fields, &[("do", "campaign"), ("licence", "CC0 1.0"), ("name", "Radium")]);
        boss.press("Import for a campaign", &all).await.leads_to("/admin/campaigns");
        let known = "SELECT name || ' ' || questions || ' ' || licence FROM question_import";
        assert_eq!(app.db.column(known), ["Radium 2 CC0 1.0"]);
        let texts = app.db.column("SELECT text FROM question_article");
        assert!(texts.len() == 1 && texts[0].contains("Nobel Prize"), "{texts:?}");
        // The same again is known.
        pastes(&mut boss, TEXT, &[]).await;
        let again = boss.press("Import for a campaign", &all).await;
        assert!(again.text().contains("These questions were imported on"), "{again}");
    }
}

#[tokio::test]
async fn suggestions_from_a_text_go_into_an_interview_and_are_marked() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.new_game().await;
        ann.get(&game).await;
        // What is typed is saved on the way.
        let typed = [("q1", "Mine?"), ("then", "suggestions")];
        let here = format!("{game}/suggestions");
        ann.press("Suggestions from a text", &typed).await.leads_to(&here);
        let page = ann.reads(&here).await;
        assert!(page.contains("# Suggestions for your interview"), "{page}");
        ann.press("Make questions", &[("text", TEXT), ("do", "read")]).await;
        let five: Vec<(String, &str)> = (1..=5).map(|nth| (format!("k{nth}"), "yes")).collect();
        let mut five: Vec<(&str, &str)> =
            five.iter().map(|(name, yes)| (name.as_str(), *yes)).collect();
        five.push(("do", "take"));
        let full = ann.press("Take the ticked ones", &five).await;
        assert_eq!(full.status.as_u16(), 422);
        assert!(
            full.text()
                .contains("Your interview has room for 4 more questions, and you have ticked 5."),
            "{full}"
        );
        let two = [("do", "take"), ("k2", ""), ("q1", WHO), ("q2", WHAT)];
        let (_, body) = ann.filled("Take the ticked ones", &two);
        let body: Vec<&str> = body
            .split('&')
            .filter(|it| !it.starts_with("k3") && !it.starts_with("k4") && !it.starts_with("k5"))
            .collect();
        ann.post_raw(&here, &body.join("&")).await.leads_to(&game);
        let interview = ann.get(&game).await;
        for part in ["Mine?", WHO, WHAT] {
            assert!(interview.body.contains(part), "{part}: {}", interview.body);
        }
        // The second is changed a little, the third is replaced by another.
        let sent = [
            ("q2", "Who discovered radium then?"),
            ("q3", "Which of the two do you like better, and why is that?"),
            ("q4", "And what else?"),
            ("q5", "Why?"),
        ];
        app.later(600_000);
        ann.press("Send my questions", &sent).await.leads_to(&game);
        let marks = app.db.column("SELECT part FROM typing_mark WHERE is_suggested ORDER BY part");
        assert_eq!(marks, ["2"]);
        assert_eq!(
            app.db.column("SELECT count(*) FROM typing_mark WHERE is_fast OR is_pasted"),
            ["0"]
        );
        // Afterwards there is nothing to suggest.
        assert_eq!(ann.get(&here).await.leads_to(&game), game);
    }
}

#[tokio::test]
async fn an_interview_takes_questions_from_a_set_of_its_writer_only() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let set = keeps(&mut ann).await;
    let id = set.rsplit('/').next().unwrap();
    let game = ann.new_game().await;
    let here = format!("{game}/suggestions");
    let page = ann.reads(&here).await;
    assert!(page.contains("Or choose from the questions you keep:"), "{page}");
    let page = ann.reads(&format!("{here}?set={id}")).await;
    assert!(page.contains(WHO), "{page}");
    ann.press("Take the ticked ones", &[("do", "take"), ("k1", "yes")]).await.leads_to(&game);
    assert!(ann.get(&game).await.body.contains(WHO));
    let mut bob = app.guest("bob").await;
    assert_eq!(bob.get(&here).await.status.as_u16(), 404);
    let his = bob.new_game().await;
    let stolen = bob.get(&format!("{his}/suggestions?set={id}")).await;
    assert_eq!(stolen.status.as_u16(), 404);
}
