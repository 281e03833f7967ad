//! Rights for everybody: guests who have signed out, and banned players, still get at what is
//! theirs and can erase it.

use luna_store::moderation_log::Act;
use luna_testkit::app::{DAY, PASSWORD, TestApp};
use luna_testkit::persona::Persona;

/// Makes a recovery code in the settings and returns it as it is shown.
pub(crate) async fn code(guest: &mut Persona) -> String {
    guest.get("/settings").await;
    let page = guest.press("Create a recovery code", &[]).await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let text = page.text();
    let found = text.split_whitespace().find(|word| word.matches('-').count() == 6);
    found.unwrap_or_else(|| panic!("no code in {text}")).to_owned()
}

#[tokio::test]
async fn a_guest_comes_back_with_a_code_from_any_browser_and_gets_the_next_code() {
    for app in TestApp::each().await {
        let (mut ann, _, _) = app.finished("60", "30").await;
        let code = code(&mut ann).await;
        ann.get("/settings").await;
        ann.press("Log out here", &[]).await.leads_to("/");
        let mut elsewhere = app.visitor();
        elsewhere.get("/recover").await;
        let wrong = elsewhere.press("Come back", &[("code", "0000-1111")]).await;
        assert_eq!(wrong.status.as_u16(), 422);
        assert!(wrong.text().contains("There is no guest with this code"));
        assert!(wrong.text().contains("0000-1111"), "what was typed is kept");
        let typed = code.to_uppercase().replace('-', " ");
        let back = elsewhere.press("Come back", &[("code", &typed)]).await;
        assert_eq!(back.status.as_u16(), 200);
        assert!(!back.text().contains(&code), "a new code takes its place");
        let data = elsewhere.get("/settings/data").await;
        assert!(data.body.contains("ann asks 1?"));
        let mut again = app.visitor();
        again.get("/recover").await;
        assert_eq!(
            again.press("Come back", &[("code", &code)]).await.status.as_u16(),
            422,
            "spent"
        );
    }
}

#[tokio::test]
async fn people_with_an_account_get_no_recovery_code() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    assert!(!ann.get("/settings").await.text().contains("Create a recovery code"));
    let refused = ann.post("/settings/recovery", &[]).await;
    assert_eq!(refused.status.as_u16(), 409);
}

#[tokio::test]
async fn a_banned_player_downloads_and_erases_and_does_nothing_else() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        app.acts(|tx, at| {
            let ann = luna_store::player::by_name(tx, "ann")?.id;
            luna_store::erase::ban(tx, at, Act::of(&ann, "rude"))
        })
        .await;
        assert_eq!(ann.get("/games").await.status.as_u16(), 401, "logged out");
        ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        let banned = ann.get("/games").await;
        assert_eq!(banned.status.as_u16(), 403);
        assert!(banned.text().contains("Download my data"), "{}", banned.text());
        assert_eq!(ann.get("/settings").await.status.as_u16(), 403);
        let data = ann.get("/settings/data").await;
        assert_eq!(data.status.as_u16(), 200);
        let data: serde_json::Value = serde_json::from_str(&data.body).unwrap();
        assert_eq!(data["player"]["banned"]["why"], "rude");
        assert_eq!(data["actions_of_operators"][0]["what"], "ban");
        // Signed out, the password still leads to the same two things.
        let mut elsewhere = app.visitor();
        elsewhere.get("/login").await;
        let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
        elsewhere.press("Log in", &fields).await.leads_to("/games");
        assert_eq!(elsewhere.get("/games").await.status.as_u16(), 403);
        elsewhere.get("/settings/erase").await;
        let fields = [("current", PASSWORD), ("sure", "yes")];
        elsewhere.press("Erase me for good", &fields).await.leads_to("/");
        assert_eq!(app.db.column("SELECT COUNT(*) FROM player WHERE name = 'ann'"), ["0"]);
    }
}

#[tokio::test]
async fn the_hourly_sweep_erases_guests_who_stay_away_for_a_year() {
    for app in TestApp::each().await {
        let (_, mut bob, _) = app.finished("60", "30").await;
        for _ in 0..7 {
            app.later(50 * DAY);
            // Playing counts as being here.
            bob.opens("bob").await;
            app.work().await;
        }
        app.passes(20 * DAY, DAY / 2).await;
        let names = app.db.column("SELECT name FROM player WHERE kind = 'human' ORDER BY name");
        assert_eq!(names.len(), 2);
        assert_eq!(names[0], "bob", "{names:?}");
        assert!(names[1].starts_with("erased-"), "{names:?}");
    }
}
