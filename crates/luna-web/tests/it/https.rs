//! What changes where people come by https.

use luna_testkit::app::TestApp;

async fn behind_https() -> TestApp {
    TestApp::with(|settings| settings.public_url = "https://luna.test".into()).await
}

#[tokio::test]
async fn browsers_are_told_to_use_https_only() {
    let (open, app) = (TestApp::new().await, behind_https().await);
    for path in ["/", "/nowhere", "/healthz", "/api/v1/games", "/luna.css"] {
        let transport = app.visitor().get(path).await;
        let transport = transport.header("strict-transport-security");
        assert_eq!(transport, Some("max-age=31536000"), "{path}");
        let plain = open.visitor().get(path).await;
        assert_eq!(plain.header("strict-transport-security"), None, "{path}");
    }
}

#[tokio::test]
async fn cookies_are_of_this_host_alone() {
    let app = behind_https().await;
    let mut ann = app.visitor();
    let shown = ann.get("/consent").await;
    assert!(shown.cookies().iter().all(|set| set.starts_with("__Host-luna_visit=")));
    ann.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
    assert_eq!(ann.jar.keys().collect::<Vec<_>>(), ["__Host-luna", "__Host-luna_visit"]);
    ann.get("/games").await;
    let posted = ann.press("New game", &[]).await;
    let [renewed] = posted.cookies()[..] else { panic!("{posted}") };
    assert!(renewed.starts_with("__Host-luna="), "{renewed}");
    assert!(renewed.contains("; Path=/;") && renewed.ends_with("; Secure"), "{renewed}");
    assert!(!renewed.contains("Domain"), "{renewed}");
    // Without https there is no such prefix.
    let open = TestApp::new().await;
    assert_eq!(open.guest("bob").await.jar.keys().collect::<Vec<_>>(), ["luna", "luna_visit"]);
}

#[tokio::test]
async fn a_session_from_before_the_prefix_goes_on_and_is_moved() {
    let app = behind_https().await;
    let mut ann = app.guest("ann").await;
    let session = ann.jar.remove("__Host-luna").unwrap();
    ann.jar.insert("luna".to_owned(), session.clone());
    let game = ann.new_game().await;
    assert_eq!(ann.jar.get("__Host-luna"), Some(&session));
    assert!(!ann.jar.contains_key("luna"));
    assert_eq!(ann.get(&game).await.status.as_u16(), 200);
    // Where both are sent, the plain one, which a neighbouring host can set, does not count.
    ann.jar.insert("luna".to_owned(), "0".repeat(26));
    assert_eq!(ann.get(&game).await.status.as_u16(), 200);
    // Over http the prefix means nothing.
    let open = TestApp::new().await;
    let mut bob = open.guest("bob").await;
    let session = bob.jar.remove("luna").unwrap();
    bob.jar.insert("__Host-luna".to_owned(), session);
    assert_eq!(bob.get("/games").await.status.as_u16(), 401);
}

#[tokio::test]
async fn a_log_out_of_a_session_from_before_the_prefix_holds() {
    let app = behind_https().await;
    let mut ann = app.unconfirmed("ann").await;
    ann.get("/settings").await;
    // Back to the old name, as if this were the first request since.
    let session = ann.jar.remove("__Host-luna").unwrap();
    ann.jar.insert("luna".to_owned(), session);
    let out = ann.press("Log out here", &[]).await;
    assert!(!ann.jar.contains_key("luna") && !ann.jar.contains_key("__Host-luna"), "{out}");
}
