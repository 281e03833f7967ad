//! The page that makes questions from a text somebody pastes.

use luna_app::text_questions::TEXTS;
use luna_testkit::app::{SECOND, TestApp};
use luna_testkit::persona::{Answer, Persona};

const HERE: &str = "/questions/from-text";
pub(crate) const TEXT: &str = "A short history\n\nMarie Curie discovered radium in 1898. She won the \
                               Nobel Prize, which made her famous.\n\n- one\n- two\n";
const GERMAN: &str =
    "Der Hund ist nicht mit dem Mann auf der Straße, und das ist für den Mann gut.";

/// Pastes a text, with these fields besides.
pub(crate) async fn pastes(who: &mut Persona, text: &str, fields: &[(&str, &str)]) -> Answer {
    who.get(HERE).await;
    let mut all = vec![("text", text), ("do", "read")];
    all.extend(fields);
    who.press("Make questions", &all).await
}

/// The questions on a page, in their order.
fn questions(page: &Answer) -> Vec<String> {
    let areas = page.body.split("<textarea class=\"line\" name=\"q").skip(1);
    let text = |area: &str| {
        let (_, text) = area.split_once('>').unwrap();
        text.split_once("</textarea>").unwrap().0.trim().to_owned()
    };
    areas.map(text).collect()
}

#[tokio::test]
async fn a_visitor_pastes_a_text_and_sees_ranked_questions_with_answers() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let page = pastes(&mut ann, TEXT, &[]).await;
    assert_eq!(page.status.as_u16(), 200, "{page}");
    let all = questions(&page);
    for expected in ["What did Marie Curie discover in 1898?", "Who discovered radium in 1898?"] {
        assert!(all.iter().any(|it| it == expected), "{expected}: {page}");
    }
    let place = |start: &str| all.iter().position(|it| it.starts_with(start));
    assert!(place("Did Marie Curie discover") > place("Who discovered"), "{all:?}");
    let text = page.text();
    for part in [
        "Language: English.",
        "2 parts were skipped",
        "“A short history”: it is a heading",
        "it is a list",
        "Answer ‹ Radium›",
        "Marie Curie discovered radium in 1898.",
        "The text is not stored",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[tokio::test]
async fn the_choice_among_questions_is_theirs() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let cases: [(&[(&str, &str)], fn(&str) -> bool); 3] = [
        (&[("kind", "when")], |it| it.starts_with("When ")),
        (&[("words", "only")], |it| !it.starts_with("Did ") && !it.starts_with("Was ")),
        (&[("longest", "5")], |it| it.split(' ').count() <= 5),
    ];
    for (fields, passes) in cases {
        let page = pastes(&mut ann, TEXT, fields).await;
        let all = questions(&page);
        assert!(!all.is_empty() && all.iter().all(|it| passes(it)), "{fields:?}: {all:?}");
        assert!(page.text().contains("questions do not fit your choice"), "{page}");
    }
    let refused = pastes(&mut ann, TEXT, &[("longest", "many")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.text().contains("has to be a number of words"), "{refused}");
    assert!(refused.body.contains("Marie Curie discovered radium"), "{}", refused.body);
}

#[tokio::test]
async fn ticks_and_edits_survive_another_choice_and_decide_what_is_downloaded() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let page = pastes(&mut ann, TEXT, &[]).await;
    let all = questions(&page);
    let who = all.iter().position(|it| it == "Who discovered radium in 1898?").unwrap() + 1;
    let [text, answer, tick] = ["q", "a", "k"].map(|field| format!("{field}{who}"));
    let mine = [
        (text.as_str(), "Who found <b>radium</b>?"),
        (answer.as_str(), "Marie <b>Skłodowska</b>"),
        (tick.as_str(), "yes"),
    ];
    let again = [&mine[..], &[("do", "read"), ("kind", "when")]].concat();
    let page = ann.press("Make them again", &again).await;
    let all = questions(&page);
    assert_eq!(all[0], "Who found &lt;b&gt;radium&lt;/b&gt;?");
    assert!(all.len() > 1 && all[1..].iter().all(|it| it.starts_with("When ")), "{all:?}");
    for (button, what, expected) in [
        ("Download as text", "txt", "Who found <b>radium</b>?\nMarie <b>Skłodowska</b>\n"),
        (
            "Download as a table",
            "tsv",
            "\tMarie <b>Skłodowska</b>\tMarie Curie discovered radium in 1898.\tluna, edited",
        ),
        ("Download as JSON lines", "jsonl", "\"question\":\"Who found <b>radium</b>?\""),
    ] {
        let file = ann.press(button, &[("do", what), ("k1", "yes")]).await;
        assert_eq!(
            file.header("content-disposition"),
            Some(format!("attachment; filename=\"questions.{what}\"").as_str())
        );
        assert!(file.body.contains(expected), "{}", file.body);
        assert!(!file.body.contains("When"), "only the ticked one: {}", file.body);
    }
}

#[tokio::test]
async fn a_vague_question_says_so_until_it_is_edited() {
    const NOTE: &str = "nobody can tell what a pronoun in it means";
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let text = "The keeper saw the ships and the boats. They reached the harbour.";
    let page = pastes(&mut ann, text, &[]).await;
    let all = questions(&page);
    let nth = all.iter().position(|it| it == "What did they reach?").unwrap() + 1;
    let notes = |page: &Answer| page.text().matches(NOTE).count();
    assert!((1..all.len()).contains(&notes(&page)), "{page}");
    let field = format!("q{nth}");
    let fields = [(&*field, "What did the ships reach?"), ("do", "read")];
    let edited = ann.press("Make them again", &fields).await;
    assert_eq!(notes(&edited), notes(&page) - 1, "{edited}");
}

#[tokio::test]
async fn more_questions_are_shown_on_demand() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let lands =
        "France Spain Italy Poland Norway Sweden Denmark Scotland Ireland Portugal Hungary Greece";
    let sentence = |land| format!("The king of {land} built a castle in 1066. ");
    let text: String = lands.split(' ').map(sentence).collect();
    let page = pastes(&mut ann, &text, &[]).await;
    assert_eq!(questions(&page).len(), 30);
    assert!(page.text().contains("The first 30 are shown."), "{page}");
    let page = ann.press("Show more", &[("do", "more")]).await;
    assert!(questions(&page).len() > 30, "{page}");
}

#[tokio::test]
async fn what_luna_cannot_ask_about_is_said_plainly() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    for (text, expected) in [
        (GERMAN, "This does not look like English."),
        ("A heading", "It found none that it can ask about."),
        ("<script>alert(1)</script>", "No questions"),
        (" ", "Paste a text first"),
        ("\u{1}\u{7}\u{202e}", "No questions"),
    ] {
        let page = pastes(&mut ann, text, &[]).await;
        assert!(page.text().contains(expected), "{text:?}: {page}");
        assert!(!page.body.contains("<script>alert"), "{}", page.body);
    }
    let long = "The king built it. ".repeat(1_100);
    let refused = pastes(&mut ann, &long, &[]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(
        refused.text().contains("The text has 20,899 characters, and 20,000 are the limit."),
        "{}",
        &refused.text()[..2_000]
    );
    assert!(refused.body.contains("The king built it. The king"), "it is still there");
    let huge = pastes(&mut ann, &"The king built it. ".repeat(30_000), &[]).await;
    assert_eq!(huge.status.as_u16(), 413);
    assert_eq!(huge.header("connection"), Some("close"));
    assert!(huge.text().contains("far too long"), "{huge}");
}

#[tokio::test]
async fn somebody_who_pastes_too_often_keeps_their_text_and_is_told_when_to_go_on() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    for _ in 0..TEXTS.burst {
        assert_eq!(pastes(&mut ann, "It rained.", &[]).await.status.as_u16(), 200);
    }
    let refused = pastes(&mut ann, TEXT, &[]).await;
    assert_eq!(refused.status.as_u16(), 429);
    assert_eq!(refused.headers["retry-after"], "4");
    assert!(refused.body.contains("Marie Curie"), "{}", refused.body);
    assert!(
        refused.text().contains("Yours is still in the box: please try again in 4 seconds."),
        "{refused}"
    );
    app.later(3 * SECOND);
    assert_eq!(pastes(&mut ann, TEXT, &[]).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_form_from_before_a_log_in_loses_nothing() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    pastes(&mut ann, TEXT, &[]).await;
    let (action, body) = ann.filled("Make them again", &[("do", "read"), ("q1", "Mine?")]);
    let mut guest = app.guest("ann").await;
    let page = guest.post_raw(&action, &body).await;
    assert_eq!(page.status.as_u16(), 403);
    assert!(page.text().contains("Nothing is lost: please press the button again."), "{page}");
    let page = guest.press("Make them again", &[("do", "read")]).await;
    assert_eq!(questions(&page)[0], "Mine?", "{page}");
}

/// The words of a text are nowhere in the database.
#[tokio::test]
async fn a_pasted_text_is_stored_nowhere() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        pastes(&mut ann, "Zyzzyva Quonk discovered radium in 1898.", &[]).await;
        let page = ann.reads("/privacy").await;
        assert!(
            page.contains("A text that you paste to get questions about it is not stored."),
            "{page}"
        );
        assert!(!ann.reads("/settings/data").await.contains("Quonk"));
        assert_eq!(app.db.column("SELECT count(*) FROM draft WHERE body LIKE '%Quonk%'"), ["0"]);
    }
}
