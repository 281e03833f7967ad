//! A machine is stopped while it begins something, or somebody begins with it.

use std::time::Duration;

use luna_app::jobs;
use luna_store::machine::{self, Transport};
use luna_testkit::app::TestApp;
use luna_testkit::machine_server::MachineServer;
use serde_json::json;

/// Each time a little later than the time before.
async fn a_moment(nth: u64) {
    tokio::time::sleep(Duration::from_micros(200 * nth)).await;
}

async fn stops(app: &TestApp, nth: u64, id: &'static str) {
    a_moment(nth).await;
    app.acts(move |tx, at| machine::stop(tx, at, id)).await;
}

async fn goes_on(app: &TestApp, id: &'static str) {
    app.acts(move |tx, _| machine::resume(tx, id)).await;
}

/// In how many games a machine is that are not over.
fn begun(app: &TestApp, id: &str) -> String {
    let open = "SELECT count(*) FROM seat WHERE ending IS NULL AND here AND player_id =";
    app.db.column(&format!("{open} '{id}'")).remove(0)
}

#[tokio::test]
async fn an_api_client() {
    for app in TestApp::each().await {
        app.account("eve").await;
        let polly = app.robot("polly", "eve").await;
        app.db.raw("UPDATE machine SET most_daily = 1000 RETURNING way");
        let rated = json!({});
        for nth in 0..50 {
            let (began, ()) =
                tokio::join!(polly.post("/games", &rated), stops(&app, nth, "idpolly"));
            assert!([201, 403].contains(&began.status.as_u16()), "{nth}: {}", began.body);
            assert_eq!(begun(&app, "idpolly"), "0", "{nth}");
            goes_on(&app, "idpolly").await;
        }
    }
}

/// It is asked first whether it is there.
#[tokio::test]
async fn a_machine_that_is_called() {
    let far = MachineServer::start().await;
    for app in TestApp::each().await {
        app.called(Transport::Push, far.push()).await;
        for nth in 0..50 {
            goes_on(&app, "far").await;
            app.acts(|tx, at| luna_app::readiness::schedule_probe(tx, at, "far")).await;
            tokio::join!(app.work(), stops(&app, nth, "far"));
            assert_eq!(begun(&app, "far"), "0", "{nth}");
        }
    }
}

#[tokio::test]
async fn a_machine_whose_partner_leaves() {
    for app in TestApp::each_with(|settings| settings.timing.machine_percent = 0).await {
        app.only("nobody").await;
        app.account("eve").await;
        let polly = app.robot("polly", "eve").await;
        app.db.raw("UPDATE machine SET most_daily = 1000 RETURNING way");
        let mut bob = app.guest("bob").await;
        for nth in 0..30 {
            polly.waits().await;
            app.db.raw("DELETE FROM met WHERE machine_id = 'idpolly' RETURNING times");
            let game = bob.opens("bob").await;
            app.passes(120_000, 10_000).await;
            assert!(bob.reads(&game).await.contains("asks 1"), "{nth}");
            let (left, ()) = tokio::join!(bob.leaves(&game), stops(&app, nth, "idpolly"));
            left.leads_to("/games");
            let pool = app.db.column("SELECT count(*) FROM pool").remove(0);
            assert_eq!([pool, begun(&app, "idpolly")], ["0", "0"], "{nth}");
            goes_on(&app, "idpolly").await;
        }
    }
}

#[tokio::test]
async fn a_house_machine() {
    for app in TestApp::each_with(|settings| settings.timing.machine_percent = 100).await {
        app.only("eliza").await;
        for nth in 0..30 {
            app.acts(|tx, _| machine::revive(tx, "house-eliza")).await;
            let mut bob = app.guest(&format!("bob{nth}")).await;
            let game = if nth % 2 == 0 { bob.practice().await } else { bob.new_game().await };
            let sits = async {
                bob.asks(&game, "bob").await.leads_to(&game);
                app.work().await;
            };
            let killed = async {
                a_moment(3 * nth).await;
                app.acts(|tx, at| machine::kill(tx, at, "house-eliza", "It swears.")).await;
            };
            tokio::join!(sits, killed);
            assert_eq!(begun(&app, "house-eliza"), "0", "{nth}");
        }
    }
}

/// As when several servers are started on one new database.
#[tokio::test]
async fn several_servers_that_start() {
    for app in TestApp::each().await {
        for nth in 0..10 {
            app.db.raw("DELETE FROM machine_skill RETURNING skill");
            app.db.raw("DELETE FROM machine RETURNING player_id");
            app.db.raw("DELETE FROM player WHERE id LIKE 'house-%' RETURNING id");
            let start = || jobs::prepare(app.app());
            let all = tokio::join!(start(), start(), start());
            assert!(matches!(all, (Ok(()), Ok(()), Ok(()))), "{nth}: {all:?}");
        }
        assert_eq!(app.db.column("SELECT count(*) FROM machine"), ["6"]);
    }
}
