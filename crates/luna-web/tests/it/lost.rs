//! Games that machines lose for their partners, however they are reached.

use luna_store::machine;
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use luna_testkit::robot::Robot;
use serde_json::json;

/// An instance where everybody who has not met Polly is given Polly.
async fn with_polly() -> Vec<(TestApp, Robot)> {
    let mut all = Vec::new();
    for app in TestApp::each_with(|settings| settings.timing.machine_percent = 100).await {
        app.only("nobody").await;
        app.account("ann").await;
        let polly = app.robot("polly", "ann").await;
        all.push((app, polly));
    }
    all
}

/// Somebody new in a game with it, and its own name for that game.
async fn meets(app: &TestApp, polly: &Robot, name: &str) -> (Persona, String, String) {
    let theirs = polly.waits().await;
    let mut guest = app.guest(name).await;
    let game = guest.opens(name).await;
    for _ in 0..200 {
        app.acts(|tx, at| machine::note_presence(tx, "idpolly", at.now)).await;
        app.passes(10 * SECOND, 10 * SECOND).await;
        if guest.get(&game).await.lines("# ") == "# Answer five questions" {
            return (guest, game, theirs);
        }
    }
    panic!("{name} has not met it");
}

async fn standing(app: &TestApp) -> machine::Lifecycle {
    app.db.read(|tx| machine::find(tx, "idpolly")).await.unwrap().standing
}

#[tokio::test]
async fn an_api_client_that_never_moves_is_stopped() {
    for (app, polly) in with_polly().await {
        for name in ["bob", "cat", "dan", "eve", "fay"] {
            assert_eq!(standing(&app).await.alarm_at, None, "{name}");
            let (mut guest, game, _) = meets(&app, &polly, name).await;
            guest.answers(&game, name).await;
            app.passes(12 * HOUR, 15 * MINUTE).await;
            assert_eq!(guest.get(&game).await.lines("# "), "# Your partner has left");
            guest.leaves(&game).await;
        }
        let why = "5 of its last 5 games ended early, because its replies were invalid \
                   or missing. In the last one: It did not move in time.";
        let standing = standing(&app).await;
        assert_eq!(standing.alarm_why.as_deref(), Some(why));
        assert!(standing.stopped_at.is_some());
        assert_eq!(app.mails().await.iter().filter(|mail| mail.kind == "alarm").count(), 1);
        assert_eq!(
            polly.post("/games", &json!({})).await.problem(),
            format!("403 stopped: Luna has stopped this machine: {why}")
        );
    }
}

#[tokio::test]
async fn a_machine_that_abandons_partners_is_stopped_and_empty_games_do_not_count() {
    for (app, polly) in with_polly().await {
        for _ in 0..6 {
            let alone = polly.waits().await;
            polly.post(&format!("/games/{alone}/abort"), &json!({})).await.ok();
            let idle = polly.post("/games", &json!({ "mode": "sandbox" })).await.ok();
            let idle = idle["id"].as_str().unwrap();
            polly.post(&format!("/games/{idle}/abort"), &json!({})).await.ok();
        }
        // Nobody has come, and nothing was asked.
        polly.post("/games", &json!({})).await.ok();
        app.passes(4 * DAY, 12 * HOUR).await;
        assert!(app.db.raw("SELECT * FROM spent").is_empty());
        for name in ["bob", "cat", "dan", "eve", "fay"] {
            assert_eq!(standing(&app).await.alarm_at, None, "{name}");
            let (mut guest, game, theirs) = meets(&app, &polly, name).await;
            for _ in 0..2 {
                polly.post(&format!("/games/{theirs}/abort"), &json!({})).await.ok();
            }
            app.work().await;
            guest.leaves(&game).await;
        }
        let why = standing(&app).await.alarm_why.unwrap();
        assert!(why.ends_with("In the last one: It left its partner."), "{why}");
        assert!(standing(&app).await.stopped_at.is_some());
    }
}

#[tokio::test]
async fn a_good_machine_may_miss_one_deadline() {
    for (app, polly) in with_polly().await {
        for name in ["bob", "cat", "dan", "eve"] {
            let (mut guest, game, theirs) = meets(&app, &polly, name).await;
            guest.answers(&game, name).await;
            let answers = json!({ "responses": five("polly says") });
            let path = format!("/games/{theirs}");
            polly.post(&format!("{path}/responses"), &answers).await.ok();
            polly.post(&format!("{path}/responses"), &answers).await.ok();
            while polly.get(&path).await.ok()["phase"] == "response" {
                app.passes(MINUTE, MINUTE).await;
            }
            polly.post(&format!("{path}/guess"), &json!({ "guess": 50 })).await.ok();
            guest.guesses(&game, "30").await;
            app.passes(DAY, HOUR).await;
            assert_eq!(polly.get(&path).await.ok()["phase"], "final");
        }
        let counted = "SELECT sum(replies), sum(invalid) FROM spent";
        assert_eq!(app.db.raw(counted), [["4", "0"]]);
        let (mut guest, game, _) = meets(&app, &polly, "fay").await;
        guest.answers(&game, "fay").await;
        app.passes(12 * HOUR, 15 * MINUTE).await;
        assert_eq!(guest.get(&game).await.lines("# "), "# Your partner has left");
        assert_eq!(app.db.raw(counted), [["4", "1"]]);
        let standing = standing(&app).await;
        assert_eq!((standing.alarm_at, standing.stopped_at), (None, None));
    }
}
