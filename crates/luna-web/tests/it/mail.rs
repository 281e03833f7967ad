//! Mails: how people stop them, and what an operator does about those that could not be sent.

use axum::body::Body;
use axum::http::Request;
use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, TestApp};

/// The way off, as a mail about games has it.
async fn way_off(app: &TestApp) -> String {
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    ann.opens("ann").await;
    app.mails().await;
    bob.opens("bob").await;
    let mail = app.mails().await.remove(0);
    let url = mail.off_url.unwrap();
    assert!(mail.plain.ends_with(&format!("{url}\n")));
    url.strip_prefix("http://luna.test").unwrap().to_owned()
}

#[tokio::test]
async fn a_mail_program_stops_mails_with_one_request_and_no_cookie() {
    for app in TestApp::each().await {
        let off = way_off(&app).await;
        let request = Request::post(&off)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from("List-Unsubscribe=One-Click"));
        let answer = app.visitor().send(request.unwrap()).await;
        assert_eq!(answer.status.as_u16(), 200, "{answer}");
        assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), ["ann"]);
    }
}

#[tokio::test]
async fn opening_an_unsubscribe_link_changes_nothing_and_its_button_does() {
    let app = TestApp::new().await;
    let off = way_off(&app).await;
    let mut somebody = app.visitor();
    assert_snapshot!(somebody.get(&off).await, @"
    200
    # No more mails about games
    You can turn them on again in the settings at any time.
    [Stop these mails]
    ");
    assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), Vec::<String>::new());
    assert_snapshot!(somebody.press("Stop these mails", &[]).await, @"
    200
    # No more mails about games
    Done. You can turn them on again in the settings.
    ");
    assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), ["ann"]);
    // Once more does no harm.
    somebody.get(&off).await;
    assert_eq!(somebody.press("Stop these mails", &[]).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_stale_unsubscribe_link_says_so() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/mail/off/x").await, @"
    200
    # No more mails about games
    ! This link has expired or was already used.
    [Choose your mails in the settings] [Log in]
    ");
    let mut somebody = app.visitor();
    assert_snapshot!(somebody.post("/mail/off/x", &[]).await, @"
    409
    # That did not work
    ! This link has expired or was already used.
    [Choose your mails in the settings] [Log in]
    ");
}

#[tokio::test]
async fn a_mail_that_was_given_up_is_sent_when_the_operator_says_so() {
    for app in TestApp::each().await {
        app.mail_fails(Some("the server is asleep"));
        app.unconfirmed("ann").await;
        app.passes(DAY, HOUR).await;
        app.mail_fails(None);
        app.passes(DAY, HOUR).await;
        assert_eq!(app.mails().await.len(), 0);
        let mut operator = app.admin().await;
        let page = operator.get("/admin/jobs").await;
        assert!(page.text().contains("given up | 12 | the server is asleep"), "{page}");
        assert!(operator.get("/admin/mail").await.text().contains("failed: the server is asleep"));
        operator.get("/admin/jobs").await;
        operator.press("Try again", &[]).await.leads_to("/admin/jobs");
        let mails = app.mails().await;
        let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
        assert_eq!(
            (subjects, mails[0].address.as_str()),
            (vec!["Is this your address?"], "ann@example.org")
        );
        assert!(operator.get("/admin/mail").await.text().contains("· sent"));
    }
}
