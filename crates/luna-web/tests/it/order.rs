//! A move that is in a deadlock with a job, on PostgreSQL, is made again, and who makes it is not
//! told so.

use luna_store::game::Context;
use luna_store::{Result, Tx, job};
use luna_testkit::app::TestApp;
use luna_testkit::blocking::in_a_circle;
use serde_json::json;

/// Where there is more than one writer.
async fn postgres() -> Option<TestApp> {
    TestApp::each().await.into_iter().find(|app| app.db.is_postgres())
}

fn the_deadline(app: &TestApp) -> impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + use<> {
    let id = app.db.column("SELECT id FROM job WHERE kind = 'deadline'").remove(0);
    move |tx, _| job::cancel(tx, &id)
}

#[tokio::test]
async fn a_move_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let game = ann.new_game().await;
    app.work().await;
    in_a_circle(&app, the_deadline(&app), ann.leaves(&game)).await.leads_to("/games");
    assert_eq!(app.db.column("SELECT ending FROM seat"), ["left"]);
}

#[tokio::test]
async fn a_form_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    let mut ann = app.guest("ann").await;
    let game = ann.new_game().await;
    app.work().await;
    in_a_circle(&app, the_deadline(&app), ann.asks(&game, "ann")).await.leads_to(&game);
    assert_eq!(ann.get(&game).await.lines("# "), "# Your questions are in");
}

#[tokio::test]
async fn a_request_in_a_deadlock_is_retried() {
    let Some(app) = postgres().await else { return };
    app.account("ann").await;
    let polly = app.robot("polly", "ann").await;
    let game = polly.waits().await;
    app.db.raw(&format!(
        "INSERT INTO job (id, kind, body, due_at, lane, attempts)
         VALUES ('deadline:{game}', 'deadline', '{{\"work\":\"deadline\",\"seat\":\"{game}\"}}',
                 NULL, 'work', 0) ON CONFLICT DO NOTHING"
    ));
    let path = format!("/games/{game}/abort");
    in_a_circle(&app, the_deadline(&app), polly.post(&path, &json!({}))).await.ok();
}
