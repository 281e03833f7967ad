//! Passwords that are changed while somebody has given the old one: to compare takes a while.

use std::time::Duration;

use luna_app::password::{Salt, hash as hash_password};
use luna_store::{email_link, player, session};
use luna_testkit::app::{HOUR, PASSWORD, TestApp};
use luna_testkit::persona::Persona;

/// Sets the passwords that Ann has, now and when it has been changed.
struct Change {
    ann: String,
    old: String,
    new: String,
}

impl Change {
    async fn of(app: &TestApp) -> Change {
        let mut row = app.db.raw("SELECT id, password FROM player WHERE verified").remove(0);
        let (old, ann) = (row.remove(1), row.remove(0));
        let new = hash_password("another horse".to_owned(), Salt::of("", "")).await.unwrap();
        Change { ann, old, new }
    }

    async fn back(&self, app: &TestApp) {
        let (ann, old) = (self.ann.clone(), self.old.clone());
        app.acts(move |tx, _| player::set_password(tx, &ann, &old)).await;
        app.later(HOUR);
    }

    /// Signs everybody out, if wanted, and makes links worthless.
    async fn after(&self, app: &TestApp, pause: Duration, logs_out: bool) {
        let (ann, new) = (self.ann.clone(), self.new.clone());
        tokio::time::sleep(pause).await;
        app.acts(move |tx, _| {
            player::set_password(tx, &ann, &new)?;
            email_link::sweep(tx, i64::MAX)?;
            if logs_out { session::close_others(tx, &ann, "") } else { Ok(()) }
        })
        .await;
    }
}

/// Some fall into the comparison, however long it takes.
const PAUSES: [u64; 8] = [0, 2, 5, 10, 15, 20, 30, 50];

#[tokio::test(flavor = "multi_thread")]
async fn a_login_fails_when_the_password_is_changed_meanwhile() {
    for app in TestApp::each().await {
        let ann = app.account("ann").await;
        let change = Change::of(&app).await;
        for pause in PAUSES.map(Duration::from_millis) {
            change.back(&app).await;
            let mut somewhere = ann.elsewhere();
            let (answer, ()) = tokio::join!(
                somewhere.logs_in("ann@example.org", PASSWORD),
                change.after(&app, pause, true)
            );
            assert!([303, 422].contains(&answer.status.as_u16()), "{answer}");
            assert_eq!(app.db.column("SELECT count(*) FROM session"), ["0"], "{pause:?}");
        }
    }
}

async fn in_the_settings(button: &str, fields: &[(&str, &str)]) {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let change = Change::of(&app).await;
        let press = async |ann: &mut Persona| {
            ann.get("/settings").await;
            ann.press(button, fields).await
        };
        press(&mut ann).await.leads_to("/settings");
        for pause in PAUSES.map(Duration::from_millis) {
            change.back(&app).await;
            let (answer, ()) = tokio::join!(press(&mut ann), change.after(&app, pause, false));
            if answer.status != 303 {
                assert_eq!(answer.status, 422);
                assert_eq!(answer.lines("!"), "! Wrong password.");
            }
            assert_eq!(app.db.column("SELECT count(*) FROM link"), ["0"], "{pause:?}");
            let now = app.db.column("SELECT password FROM player WHERE verified");
            assert_eq!(now[0], change.new, "{pause:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_is_changed_meanwhile_is_not_changed_with_the_old_one() {
    let fields = [("current", PASSWORD), ("password", "a third horse")];
    in_the_settings("Change password", &fields).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_not_changed_with_a_password_that_is_changed_meanwhile() {
    let fields = [("current", PASSWORD), ("email", "new@example.org")];
    in_the_settings("Send a link to the new address", &fields).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_erased_with_a_password_that_is_changed_meanwhile() {
    for pause in PAUSES.map(Duration::from_millis) {
        let (app, mut ann) = TestApp::with_account("ann").await;
        let change = Change::of(&app).await;
        let erases = async {
            ann.get("/settings/erase").await;
            ann.press("Erase me for good", &[("current", PASSWORD), ("sure", "yes")]).await
        };
        let changes = async {
            tokio::time::sleep(pause).await;
            let (ann, new) = (change.ann.clone(), change.new.clone());
            app.db.write(move |tx| player::set_password(tx, &ann, &new)).await
        };
        let (answer, set) = tokio::join!(erases, changes);
        // Either there is nobody any more whose password it could be, or it is another.
        let expected = if set.is_ok() { 422 } else { 303 };
        assert_eq!(answer.status, expected, "{answer}");
    }
}
