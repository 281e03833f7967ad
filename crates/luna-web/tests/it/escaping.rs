//! What people type is text, on every page that shows it.

use luna_testkit::app::{PASSWORD, TestApp};
use luna_testkit::persona::Answer;
use luna_testkit::play::{answered, finished, lent, paired};

const EVIL: &str = "<script>alert('1')</script>\"><img src=x onerror=alert(2)>&lt;'</textarea><h1>";

/// The words are there and none of them is a tag.
#[track_caller]
fn as_text(answer: &Answer) {
    assert!(
        !answer.body.contains("<script>alert") && !answer.body.contains("<img"),
        "{}",
        answer.body
    );
    assert!(!answer.body.contains("</textarea><h1>"), "{}", answer.body);
    let shown = luna_testkit::reading::plain(&answer.body);
    assert!(shown.contains(EVIL), "not shown: {answer}");
}

fn five(prefix: &str) -> Vec<(String, String)> {
    (1..=5).map(|nth| (format!("{prefix}{nth}"), EVIL.to_owned())).collect()
}

#[tokio::test]
async fn questions_and_responses_are_text_on_every_page_of_a_game() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let (anns, bobs) = (ann.new_game().await, bob.new_game().await);
    ann.get(&anns).await;
    ann.press("Save and finish later", &lent(&five("q"))).await.leads_to("/games?notice=saved");
    as_text(&ann.get(&anns).await);
    ann.press("Send my questions", &[]).await.leads_to(&anns);
    as_text(&ann.get(&anns).await);
    bob.asks(&bobs, "bob").await.leads_to(&bobs);
    as_text(&bob.get(&bobs).await);
    ann.get(&anns).await;
    ann.press("Send my responses", &lent(&five("r"))).await.leads_to(&anns);
    as_text(&ann.get(&anns).await);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    as_text(&bob.get(&bobs).await);
    as_text(&ann.get(&anns).await);
    ann.guesses(&anns, "1").await.leads_to(&anns);
    bob.guesses(&bobs, "2").await.leads_to(&bobs);
    as_text(&ann.get(&anns).await);
    as_text(&bob.get(&bobs).await);
}

#[tokio::test]
async fn refused_texts_are_shown_again_escaped() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let game = ann.new_game().await;
    ann.get(&game).await;
    as_text(&ann.press("Send my questions", &[("q1", EVIL)]).await);
    as_text(&ann.post(&format!("{game}/responses"), &[("r1", EVIL)]).await);
    as_text(
        &ann.post_raw(
            &format!("{game}/questions"),
            &luna_testkit::persona::encode(&[("q1", EVIL)]),
        )
        .await,
    );
    ann.leaves(&game).await;
    let [anns, _] = answered(&mut ann, &mut bob).await;
    ann.get(&anns).await;
    as_text(&ann.press("Make this my guess", &[("guess", EVIL), ("s1", EVIL)]).await);
}

#[tokio::test]
async fn a_name_can_hold_nothing_but_letters_digits_and_hyphens() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    ann.get("/settings").await;
    as_text(&ann.press("Change name", &[("name", EVIL)]).await);
    assert_eq!(ann.get("/profile").await.lines("# "), "# ann");
}

#[tokio::test]
async fn addresses_are_shown_as_text() {
    let app = TestApp::new().await;
    let mut somebody = app.visitor();
    as_text(&somebody.logs_in(EVIL, PASSWORD).await);
    as_text(&somebody.signs_up(EVIL, PASSWORD).await);
    // What an address may hold of the letters that matter.
    let odd = "a'b&c`d@example.org";
    let mut ann = app.guest("ann").await;
    ann.signs_up(odd, PASSWORD).await.leads_to("/games");
    let page = ann.get("/settings").await;
    assert!(
        page.body.contains("a'b&amp;c`d@example.org") || page.body.contains("a&#39;b&amp;c`d@")
    );
    let mut operator = app.admin().await;
    assert!(operator.get("/admin/players").await.text().contains(odd));
    assert!(operator.get("/admin/mail").await.text().contains(odd));
}

#[tokio::test]
async fn the_reason_of_a_ban_is_shown_as_text() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    operator.press("Ban ann", &[("why", EVIL)]).await.leads_to("/admin/bans");
    as_text(&operator.get("/admin/bans").await);
    as_text(&operator.get("/admin/players").await);
    let mut again = ann.elsewhere();
    again.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    as_text(&again.get("/games").await);
}

#[tokio::test]
async fn the_contact_is_shown_as_text() {
    for contact in [EVIL.to_owned(), format!("{EVIL}@example.org")] {
        let app = TestApp::with(|settings| settings.contact.clone_from(&contact)).await;
        as_text(&app.visitor().get("/contact").await);
    }
}

#[tokio::test]
async fn a_browser_that_calls_itself_something_odd_is_called_unknown() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    ann.agent = "<script>alert(1)</script>".to_owned();
    ann.get("/consent").await;
    ann.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
    let page = ann.get("/settings").await;
    assert!(page.text().contains("- An unknown browser this one"), "{page}");
    assert!(!page.body.contains("alert(1)"));
}

#[tokio::test]
async fn the_trouble_a_mail_server_has_is_shown_as_text() {
    let app = TestApp::new().await;
    app.mail_fails(Some(EVIL));
    app.unconfirmed("ann").await;
    app.work().await;
    let mut operator = app.admin().await;
    as_text(&operator.get("/admin/mail").await);
    as_text(&operator.get("/admin/jobs").await);
}

#[tokio::test]
async fn names_in_mail_lists_and_tables_come_from_players_and_are_text() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    ann.named("Zoë-Øre").await;
    finished((&mut ann, "5"), (&mut bob, "6")).await;
    paired(&mut ann, &mut bob).await;
    let mut operator = app.admin().await;
    assert!(operator.get("/admin/games").await.text().contains("Zoë-Øre · bob"));
    assert!(bob.get("/games").await.text().contains("A tie with Zoë-Øre"));
}
