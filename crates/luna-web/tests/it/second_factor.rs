//! The second factor: set up, asked for at every log-in, recovered and turned off.

use std::sync::Arc;

use luna_app::second_factor::{Keys, Secret, secret};
use luna_store::player::{self, Role};
use luna_testkit::app::{MINUTE, PASSWORD, SECOND, TestApp, link};
use luna_testkit::persona::Persona;

const HERE: &str = "/settings/second-factor";

/// The secret of an account, as the app on the phone has it.
async fn phone(app: &TestApp, name: &'static str) -> Secret {
    let (settings, random) = (Arc::clone(&app.app().settings), app.moment().random);
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let keys = Keys::of(tx, &settings, &random)?;
        let id = player::by_name(tx, name)?.id;
        Ok::<_, luna_app::Error>(secret(tx, &keys, &id)?.unwrap())
    };
    app.db.write(read).await.unwrap()
}

/// Sets it up; gives the secret and the recovery codes.
async fn sets_up(app: &TestApp, ann: &mut Persona) -> (Secret, Vec<String>) {
    ann.get(HERE).await;
    ann.press("Set it up", &[("current", PASSWORD)]).await.leads_to(HERE);
    let secret = phone(app, "ann").await;
    let page = ann.get(HERE).await;
    assert!(page.text().contains(&secret.spelled()), "{page}");
    assert!(page.body.contains("<svg"), "a picture to scan");
    let wrong = ann.press("Turn it on", &[("code", "000000")]).await;
    assert_eq!(wrong.status.as_u16(), 422);
    let codes = ann.press("Turn it on", &[("code", &secret.code_at(app.now()))]).await;
    assert_eq!(codes.header("cache-control"), Some("no-store"));
    let text = codes.text();
    let codes: Vec<String> = text
        .split_whitespace()
        .filter(|word| word.matches('-').count() == 3)
        .map(str::to_owned)
        .collect();
    assert_eq!(codes.len(), 10, "{text}");
    (secret, codes)
}

/// Gives the right password in a new browser, which asks for a code.
async fn half(app: &TestApp) -> Persona {
    let mut browser = app.visitor();
    browser.get("/login").await;
    let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
    let page = browser.press("Log in", &fields).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text().contains("authenticator app"), "{page}");
    browser
}

#[tokio::test]
async fn a_log_in_asks_for_a_code_after_the_password_and_takes_each_code_once() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let mut before = app.logged_in("ann").await;
        let (secret, codes) = sets_up(&app, &mut ann).await;
        assert_eq!(ann.get("/settings").await.status.as_u16(), 200);
        assert_eq!(before.get("/settings").await.status.as_u16(), 401, "it never showed a code");
        let mails = app.mails().await;
        assert!(mails.iter().any(|mail| mail.subject == "Your second factor is on"));

        let mut browser = half(&app).await;
        assert_eq!(browser.clone().get("/settings").await.status.as_u16(), 401, "half is nothing");
        let used = secret.code_at(app.now());
        let twice = browser.press("Log in", &[("code", &used)]).await;
        assert_eq!(twice.status.as_u16(), 422, "the code that turned it on");
        app.later(30 * SECOND);
        let code = secret.code_at(app.now());
        browser.press("Log in", &[("code", &code)]).await.leads_to("/games");
        assert_eq!(browser.get("/settings").await.status.as_u16(), 200);
        let mut other = half(&app).await;
        assert_eq!(other.press("Log in", &[("code", &code)]).await.status.as_u16(), 422);
        assert!(app.mails().await.iter().any(|mail| mail.kind == "new_browser"));

        // A recovery code stands in, once.
        let mut lost = half(&app).await;
        lost.press("Log in", &[("code", &codes[0].to_uppercase())]).await.leads_to("/games");
        let mails = app.mails().await;
        assert!(mails.iter().any(|mail| mail.plain.contains("codes that are left: 9")));
        let mut again = half(&app).await;
        assert_eq!(again.press("Log in", &[("code", &codes[0])]).await.status.as_u16(), 422);
    }
}

#[tokio::test]
async fn codes_drift_by_one_step_either_way() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let (secret, _) = sets_up(&app, &mut ann).await;
    app.later(5 * MINUTE);
    for (drift, logs_in) in [(-60, false), (60, false), (-30, true), (30, true)] {
        let mut browser = half(&app).await;
        let code = secret.code_at(app.now() + drift * SECOND);
        let status = browser.press("Log in", &[("code", &code)]).await.status.as_u16();
        assert_eq!(status == 303, logs_in, "{drift}");
        app.later(5 * MINUTE);
    }
}

#[tokio::test]
async fn a_wrong_password_says_nothing_and_attempts_are_limited() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let (secret, _) = sets_up(&app, &mut ann).await;
    let mut wrong = app.visitor();
    for address in ["ann@example.org", "nobody@example.org"] {
        wrong.get("/login").await;
        let fields = [("email", address), ("password", "not the password")];
        let page = wrong.press("Log in", &fields).await;
        assert_eq!(page.status.as_u16(), 422);
        assert!(!page.text().contains("authenticator"), "{page}");
    }
    app.later(MINUTE);
    for _ in 0..5 {
        let mut browser = half(&app).await;
        assert_eq!(browser.press("Log in", &[("code", "123456")]).await.status.as_u16(), 422);
    }
    let mut browser = half(&app).await;
    let code = secret.code_at(app.now());
    assert_eq!(browser.press("Log in", &[("code", &code)]).await.status.as_u16(), 429);
    // The browser that is known is not kept out by others who know the password.
    ann.get("/settings").await;
    ann.press("Log out here", &[]).await.leads_to("/");
    ann.get("/login").await;
    ann.press("Log in", &[("email", "ann@example.org"), ("password", PASSWORD)]).await;
    ann.press("Log in", &[("code", &code)]).await.leads_to("/games");
}

#[tokio::test]
async fn a_ticket_is_good_in_its_browser_for_ten_minutes_and_until_a_change() {
    for change in ["browser", "time", "password", "ways in"] {
        let (app, mut ann) = TestApp::with_account("ann").await;
        let (secret, _) = sets_up(&app, &mut ann).await;
        app.later(MINUTE);
        let mut other = app.visitor();
        other.get("/forgot").await;
        other.press("Send me the link", &[("email", "ann@example.org")]).await;
        app.mails().await;
        let mut browser = half(&app).await;
        app.later(SECOND);
        match change {
            "browser" => {
                let (action, body) = browser.filled("Log in", &[("code", "")]);
                let ticket = body.split('&').find_map(|pair| pair.strip_prefix("ticket="));
                let ticket = ticket.unwrap().replace("%3A", ":");
                browser = app.visitor();
                browser.get("/login").await;
                let fields = [("ticket", ticket.as_str()), ("code", &secret.code_at(app.now()))];
                assert_eq!(browser.post(&action, &fields).await.status.as_u16(), 409);
                continue;
            }
            "time" => app.later(10 * MINUTE),
            "password" => {
                ann.get("/settings").await;
                let fields = [("current", PASSWORD), ("password", "battery staple horse")];
                ann.press("Change password", &fields).await.leads_to("/settings");
            }
            _ => {
                ann.get("/settings").await;
                ann.press("End all other ways in", &[]).await.leads_to("/settings");
            }
        }
        let code = secret.code_at(app.now());
        let refused = browser.press("Log in", &[("code", &code)]).await;
        assert_eq!(refused.status.as_u16(), 409, "{change}");
        assert_eq!(browser.get("/settings").await.status.as_u16(), 401, "{change}");
    }
}

#[tokio::test]
async fn a_reset_by_mail_does_not_stand_in_for_it() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let (secret, _) = sets_up(&app, &mut ann).await;
    app.mails().await;
    let mut browser = app.visitor();
    browser.get("/forgot").await;
    browser.press("Send me the link", &[("email", "ann@example.org")]).await;
    let mails = app.mails().await;
    let reset = link(mails.iter().find(|mail| mail.kind == "reset").unwrap());
    browser.get(&reset).await;
    let new = "battery staple horse";
    browser.press("Set the password", &[("password", new)]).await.leads_to("/login");
    assert_eq!(browser.get("/settings").await.status.as_u16(), 401);
    app.later(MINUTE);
    browser.get("/login").await;
    browser.press("Log in", &[("email", "ann@example.org"), ("password", new)]).await;
    let code = secret.code_at(app.now());
    browser.press("Log in", &[("code", &code)]).await.leads_to("/games");
}

#[tokio::test]
async fn turning_it_off_takes_the_password_and_a_code() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let (secret, codes) = sets_up(&app, &mut ann).await;
    app.later(MINUTE);
    let code = secret.code_at(app.now());
    ann.get(HERE).await;
    let off = "Turn the second factor off";
    for fields in [
        [("current", "not the password"), ("code", code.as_str())],
        [("current", PASSWORD), ("code", "000000")],
    ] {
        assert_eq!(ann.press(off, &fields).await.status.as_u16(), 422);
    }
    let page = ann.press("Create ten new recovery codes", &[("code", &code)]).await;
    assert!(!page.text().contains(&codes[0]), "others take their place");
    app.later(MINUTE);
    ann.get(HERE).await;
    let code = secret.code_at(app.now());
    ann.press(off, &[("current", PASSWORD), ("code", &code)]).await.leads_to(HERE);
    assert!(app.mails().await.iter().any(|mail| mail.subject == "Your second factor is off"));
    app.logged_in("ann").await;
    assert_eq!(app.db.column("SELECT COUNT(*) FROM second_factor_code"), ["0"]);
}

#[tokio::test]
async fn the_stored_secret_is_encrypted_and_the_codes_are_hashes() {
    for secret_of_luna in [None, Some("a secret of the tests".to_owned())] {
        let app = TestApp::with(|settings| settings.secret = secret_of_luna.clone()).await;
        let mut ann = app.account("ann").await;
        let (secret, codes) = sets_up(&app, &mut ann).await;
        let dump = app.dump();
        assert!(!dump.contains(&secret.spelled()));
        assert!(codes.iter().all(|code| !dump.contains(&code.replace('-', ""))));
        let data = ann.get("/settings/data").await;
        assert!(data.body.contains("\"second_factor\""), "the download tells that there is one");
    }
}

#[tokio::test]
async fn a_secret_that_nobody_confirms_is_shown_for_an_hour() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    ann.get(HERE).await;
    ann.press("Set it up", &[("current", PASSWORD)]).await.leads_to(HERE);
    let secret = phone(&app, "ann").await;
    ann.get(HERE).await;
    app.later(61 * MINUTE);
    let code = secret.code_at(app.now());
    let late = ann.press("Turn it on", &[("code", &code)]).await;
    assert_eq!(late.status.as_u16(), 422);
    assert!(!late.text().contains(&secret.spelled()), "{late}");
    app.logged_in("ann").await;
}

#[tokio::test]
async fn it_needs_a_confirmed_address() {
    let app = TestApp::new().await;
    for mut player in [app.guest("bob").await, app.unconfirmed("cleo").await] {
        let page = player.get(HERE).await;
        assert!(page.text().contains("needs an account with a confirmed address"), "{page}");
    }
}

#[tokio::test]
async fn operators_need_one_where_the_setting_says_so() {
    let app = TestApp::with(|settings| settings.admin_second_factor = true).await;
    let mut ann = app.account("ann").await;
    app.acts(|tx, _| {
        let ann = player::by_name(tx, "ann")?.id;
        player::set_role(tx, &ann, Some(Role::Administrator))
    })
    .await;
    ann.get("/games").await;
    for path in ["/admin", "/admin/players", "/admin/mail"] {
        ann.get(path).await.leads_to(HERE);
    }
    assert_eq!(ann.get("/games").await.status.as_u16(), 200);
    assert!(ann.get(HERE).await.text().contains("need a second factor"));
    sets_up(&app, &mut ann).await;
    assert_eq!(ann.get("/admin").await.status.as_u16(), 200);
    let mut bob = app.guest("bob").await;
    assert_eq!(bob.get("/admin").await.status.as_u16(), 404, "strangers see nothing");
}
