//! The way back after a log-in and after agreeing: to any page of this site, and nowhere else.

use luna_testkit::app::{MINUTE, PASSWORD, TestApp};

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
    assert!(page.body.contains("href=\"/login?back=/settings?notice=renamed\""), "{page}");
    let asked = app.visitor().get("/consent?back=/battery").await;
    assert!(asked.body.contains("name=\"back\" value=\"/battery\""), "{asked}");
}
