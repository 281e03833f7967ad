//! The way back after a log-in and after agreeing: to any page of this site, and nowhere else.

use axum::body::Body;
use axum::http::Request;
use luna_testkit::app::{MINUTE, PASSWORD, TestApp, link};
use luna_testkit::persona::Persona;

#[tokio::test]
async fn a_log_in_leads_back_to_every_page_that_asked_for_it() {
    let (app, _) = TestApp::with_account("ann").await;
    for page in [
        "/settings",
        "/settings/machines",
        "/settings/second-factor",
        "/machines/house-eliza/questions",
        "/battery",
        "/questions/from-text",
        "/quiz/read?category=Fine%20Arts&speed=200",
        "/contests/x/seat",
        "/verify/x",
        "/questions/join/01abc?PROLIFIC_PID=5f&SESSION_ID=6a_b-c",
        "/how",
    ] {
        app.later(3 * MINUTE);
        let mut ann = app.visitor();
        let asked = format!("/login?back={}", page.replace('%', "%25").replace('&', "%26"));
        ann.get(&asked).await;
        let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
        let to = ann.press("Log in", &fields).await.leads_to("/");
        assert_eq!(to, page);
    }
}

#[tokio::test]
async fn a_log_in_leads_nowhere_else() {
    let (app, _) = TestApp::with_account("ann").await;
    for bad in [
        "",
        "//example.org",
        "/%2Fexample.org",
        "https://example.org",
        "javascript:alert(1)",
        "/%5Cexample.org",
        "%5C%5Cexample.org",
        "/games%0D%0ASet-Cookie:x",
        "/games//example.org",
        "/../example.org",
        "/nowhere",
        "games",
        // These addresses take forms and show nothing.
        "/settings/password",
        "/logout",
        "/guest",
        // Neither streams nor files are pages.
        "/events",
        "/assets/style.css",
        "/api/v1/account",
    ] {
        app.later(3 * MINUTE);
        let mut ann = app.visitor();
        ann.get(&format!("/login?back={bad}")).await;
        let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
        let to = ann.press("Log in", &fields).await.leads_to("/");
        assert_eq!(to, "/games", "{bad}");
    }
}

#[tokio::test]
async fn a_page_for_players_names_itself_with_its_query() {
    let app = TestApp::new().await;
    let page = app.visitor().get("/settings?notice=renamed").await;
    for way in ["login", "consent"] {
        let link = format!("href=\"/{way}?back=/settings?notice=renamed\"");
        assert!(page.body.contains(&link), "{page}");
    }
    let asked = app.visitor().get("/consent?back=/battery").await;
    assert!(asked.body.contains("name=\"back\" value=\"/battery\""), "{asked}");
}

#[tokio::test]
async fn guests_and_new_accounts_come_back_to_the_page_that_asked() {
    let app = TestApp::new().await;
    let page = app.visitor().get("/login?back=/quiz/read?speed=200").await;
    for way in ["signup", "consent"] {
        let link = format!("href=\"/{way}?back=/quiz/read?speed=200\"");
        assert!(page.body.contains(&link), "{}", page.body);
    }
    let mut guest = app.visitor();
    let asked = guest.get("/consent?back=/machines").await;
    for way in ["signup", "login"] {
        assert!(asked.body.contains(&format!("href=\"/{way}?back=/machines\"")), "{}", asked.body);
    }
    guest.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/machines");
    for (back, to) in
        [("/machines", "/machines"), ("//example.org", "/games"), ("https://example.org", "/games")]
    {
        let mut ann = app.visitor();
        let asked = ann.get(&format!("/signup?back={back}")).await;
        let link = format!("href=\"/login?back={back}\"");
        assert!(asked.body.contains(&link), "{}", asked.body);
        let refused = ann.press("Create my account", &[("email", "ann")]).await;
        assert_eq!(refused.status.as_u16(), 422);
        let email = format!("ann{}@example.org", back.len());
        let fields =
            [("email", &*email), ("password", PASSWORD), ("agree", "yes"), ("adult", "yes")];
        assert_eq!(ann.press("Create my account", &fields).await.leads_to("/"), to);
    }
}

#[tokio::test]
async fn the_page_that_a_sign_up_leads_back_to_tells_of_the_mail() {
    let app = TestApp::new().await;
    for (nth, page) in ["/machines", "/quiz/read?speed=200", "/today", "/games"].iter().enumerate()
    {
        let mut ann = app.visitor();
        ann.get(&format!("/signup?back={page}")).await;
        let email = format!("ann{nth}@example.org");
        let fields =
            [("email", &*email), ("password", PASSWORD), ("agree", "yes"), ("adult", "yes")];
        ann.press("Create my account", &fields).await.leads_to(page);
        let text = ann.reads(page).await;
        let told = format!("Check your email. Open the link that we sent to {email}");
        assert_eq!(text.matches(&told).count(), 1, "{page}: {text}");
        let mail = app.mails().await.remove(0);
        ann.get(&link(&mail)).await;
        ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
        assert!(!ann.reads(page).await.contains("Check your email"), "{page}");
    }
}

/// Follows a link to a page as a browser does that says where it was.
async fn follows(visitor: &mut Persona, from: &str, to: &str) -> String {
    let request = Request::get(to).header("referer", from).header("host", "10.0.0.1:8080");
    visitor.send(request.body(Body::empty()).unwrap()).await.body
}

#[tokio::test]
async fn the_link_in_the_header_leads_back_to_the_page_it_stands_on() {
    let (app, _) = TestApp::with_account("ann").await;
    for (from, to) in [
        ("http://luna.test/quiz/read?speed=200", "/quiz/read?speed=200"),
        ("http://10.0.0.1:8080/machines", "/machines"),
        ("http://luna.test/", "/games"),
        ("http://luna.test", "/games"),
        ("http://luna.test/consent", "/games"),
        ("http://luna.test/forgot", "/games"),
        ("http://luna.test/reset/abc", "/games"),
        ("http://luna.test//example.org", "/games"),
        ("http://example.org/machines", "/games"),
        ("http://luna.test@example.org/machines", "/games"),
        ("/machines", "/games"),
    ] {
        app.later(3 * MINUTE);
        let mut ann = app.visitor();
        follows(&mut ann, from, "/signup").await;
        follows(&mut ann, from, "/login").await;
        let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
        let answer = ann.press("Log in", &fields).await;
        assert_eq!(answer.leads_to("/"), to, "{from}");
    }
    let mut visitor = app.visitor();
    let asked = follows(&mut visitor, "http://luna.test/machines", "/signup").await;
    assert!(asked.contains("name=\"back\" value=\"/machines\""), "{asked}");
}
