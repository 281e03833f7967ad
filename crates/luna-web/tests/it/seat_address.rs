//! A guest leaves an address for one game on the waiting page, and stops the mails by the page or by a
//! link.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use insta::{allow_duplicates, assert_snapshot};
use luna_testkit::app::{HOUR, TestApp, link};

const BUTTON: &str = "Tell me";

fn addresses(app: &TestApp) -> Vec<String> {
    app.db.column("SELECT email FROM seat_address")
}

#[tokio::test]
async fn a_guest_who_waits_leaves_an_address_and_is_told() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.opens("ann").await;
        let page = ann.get(&game).await;
        assert!(page.text().contains("Tell me by mail when it is my turn"), "{page}");
        ann.press(BUTTON, &[("email", "Ann@Example.org ")]).await.leads_to(&game);
        assert_eq!(addresses(&app), ["ann@example.org"]);
        let page = ann.reads(&game).await;
        assert!(page.contains("we will email you"), "{page}");
        assert!(!page.contains("ann@example.org"), "it is shown to nobody: {page}");
        bob.opens("bob").await;
        let mail = app.mails().await.remove(0);
        assert_eq!((&*mail.address, &*mail.subject), ("ann@example.org", "Questions for you"));
        assert!(mail.plain.contains(&format!("http://luna.test{game}\n")), "{}", mail.plain);
        // An operator does not see it either, and the guest finds it in the download.
        let mut operator = app.admin().await;
        let list = operator.get("/admin/mail").await;
        assert!(list.text().contains("to the address of one game"), "{list}");
        assert!(!list.body.contains("ann@example.org"), "{list}");
        let download = ann.get("/settings/data").await.body;
        assert!(download.contains("ann@example.org"), "{download}");
    }
}

#[tokio::test]
async fn the_button_and_the_link_delete_the_address() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.opens("ann").await;
        ann.get(&game).await;
        ann.press(BUTTON, &[("email", "ann@example.org")]).await.leads_to(&game);
        ann.get(&game).await;
        ann.press("No more mails", &[]).await.leads_to(&game);
        assert_eq!(addresses(&app), Vec::<String>::new());
        ann.get(&game).await;
        ann.press(BUTTON, &[("email", "ann@example.org")]).await.leads_to(&game);
        bob.opens("bob").await;
        let mail = app.mails().await.remove(0);
        let off = link(&mail);
        assert!(off.starts_with("/mail/stop/"), "{off}");
        let mut somebody = app.visitor();
        let page = somebody.get(&off).await;
        allow_duplicates!(assert_snapshot!(page, @"
        200
        # No more mails about this game
        This deletes your address for the game. No more mail about it will come.
        [Stop these mails]
        "));
        assert_eq!(addresses(&app), ["ann@example.org"], "a look at the page changes nothing");
        // As a mail program does it: without a cookie and without the token of a page.
        let request =
            Request::post(mail.off_url.unwrap().strip_prefix("http://luna.test").unwrap())
                .header("content-type", "application/x-www-form-urlencoded")
                .body(Body::from("List-Unsubscribe=One-Click"));
        let answer = app.visitor().send(request.unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer}");
        assert_eq!(addresses(&app), Vec::<String>::new());
        let page = somebody.get(&off).await;
        allow_duplicates!(assert_snapshot!(page, @"
        200
        # No more mails about this game
        ! This link has expired or was already used.
        No address is stored for this game.
        "));
        app.passes(40 * HOUR, HOUR).await;
        assert!(app.mails().await.is_empty());
    }
}

#[tokio::test]
async fn what_is_no_address_is_refused_in_a_sentence_and_many_are_too_many() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    let game = ann.opens("ann").await;
    ann.get(&game).await;
    let refused = ann.press(BUTTON, &[("email", "ann at home")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("That does not look like an email address"), "{refused}");
    assert!(refused.body.contains("value=\"ann at home\""), "what was typed stays: {refused}");
    let mut answers = Vec::new();
    for _ in 0..5 {
        ann.get(&game).await;
        let fields = [("email", "eve@example.org")];
        answers.push(ann.post(&format!("{game}/mail"), &fields).await.status.as_u16());
    }
    assert_eq!(answers, [303, 303, 303, 303, 429]);
}

#[tokio::test]
async fn only_a_guest_in_a_game_that_counts_may_leave_one_where_mail_is_sent() {
    let app = TestApp::new().await;
    let (mut ann, mut eve) = (app.account("ann").await, app.guest("eve").await);
    let anns = ann.opens("ann").await;
    assert!(!ann.reads(&anns).await.contains("Tell me by mail"));
    let refused = ann.post(&format!("{anns}/mail"), &[("email", "ann@example.org")]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{refused}");
    // Somebody else's game does not exist.
    eve.get("/games").await;
    let refused = eve.post(&format!("{anns}/mail"), &[("email", "eve@example.org")]).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND, "{refused}");
    let practice = eve.practice().await;
    eve.get(&practice).await;
    let refused = eve.post(&format!("{practice}/mail"), &[("email", "eve@example.org")]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{refused}");
    assert_eq!(addresses(&app), Vec::<String>::new());
    let silent = TestApp::with(|settings| settings.smtp = false).await;
    let mut bob = silent.guest("bob").await;
    let bobs = bob.opens("bob").await;
    assert!(!bob.reads(&bobs).await.contains("Tell me by mail"));
    assert!(app.visitor().reads("/mail/stop/x").await.contains("already used"));
}
