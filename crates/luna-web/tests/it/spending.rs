//! What calls to machines cost: never more than their owners allow.

use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self};
use luna_testkit::app::{DAY, HOUR, TestApp};
use luna_testkit::machine_server::MachineServer;
use serde_json::json;

#[tokio::test]
async fn an_alarm_is_shown_to_operators_and_to_the_owner() {
    for app in TestApp::each().await {
        let _far = app.service().await;
        let why = "5 of its last 6 games were lost. The server did not answer within 3 seconds.";
        app.acts(move |tx, at| machine::alarm(tx, at, "far", why).map(drop)).await;
        let page = app.admin().await.get("/admin/machines").await;
        assert!(page.lines("far away").contains("of its last"), "{page}");
        let page = app.logged_in("ann").await.get("/settings/machines/far").await;
        assert!(page.text().contains("did not answer within 3 seconds"), "{page}");
    }
}

async fn with_panel(far: &MachineServer, tokens_per_day: u64) -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.panel = Some(far.panel(tokens_per_day))).await
}

#[tokio::test]
async fn an_alarm_of_the_panel_is_shown() {
    let far = MachineServer::start().await;
    for app in with_panel(&far, 0).await {
        app.acts(|tx, at| {
            machine::alarm(tx, at, "house-panel", "The server answered 401.").map(drop)
        })
        .await;
        let page = app.admin().await.get("/admin/machines").await;
        assert!(page.lines("panel").contains("failing: The server answered 401"), "{page}");
    }
}

#[tokio::test]
async fn machines_of_one_owner_play_each_other_and_nobody_plays_at_the_cost_of_others() {
    for app in TestApp::each().await {
        let far = app.service().await;
        app.account("eve").await;
        let (mine, theirs) = (app.robot("polly", "ann").await, app.robot("rio", "eve").await);
        let wish = json!({ "mode": "sandbox", "opponent": "far away" });
        far.requests();
        assert_eq!(
            theirs.post("/games", &wish).await.problem(),
            "422 invalid: Calls to that machine cost its owner money, so in the sandbox only \
             machines of the same owner can play it."
        );
        assert!(far.requests().is_empty());
        let game = mine.post("/games", &wish).await.ok();
        let id = game["id"].as_str().unwrap().to_owned();
        app.work().await;
        let asked = mine
            .post(
                &format!("/games/{id}/questions"),
                &json!({ "questions": luna_testkit::player::five("polly asks") }),
            )
            .await
            .ok();
        assert_eq!(asked["phase"], "response", "{asked}");
        app.work().await;
        let answers = json!({ "responses": luna_testkit::player::five("polly says") });
        mine.post(&format!("/games/{id}/responses"), &answers).await.ok();
        app.work().await;
        let over = mine.post(&format!("/games/{id}/guess"), &json!({ "guess": 50 })).await.ok();
        app.work().await;
        let over = mine.get(&format!("/games/{id}")).await.ok().to_string() + &over.to_string();
        assert!(over.contains("it says 5") && over.contains("final"), "{over}");
        app.acts(|tx, at| machine::kill(tx, at, "far", "no")).await;
        assert_eq!(
            mine.post("/games", &wish).await.problem(),
            "422 invalid: The operator has stopped that machine."
        );
    }
}

#[tokio::test]
async fn the_panel_plays_in_the_sandbox_within_what_its_operator_allows() {
    let far = MachineServer::start().await;
    let wish = json!({ "mode": "sandbox", "opponent": "panel" });
    for app in with_panel(&far, 0).await {
        app.account("ann").await;
        let robot = app.robot("polly", "ann").await;
        assert_eq!(
            robot.post("/games", &wish).await.problem(),
            "422 invalid: Calls to that machine cost the operator money, and the operator has not opened it to the sandbox."
        );
    }
    for app in with_panel(&far, 100_000).await {
        app.account("ann").await;
        let robot = app.robot("polly", "ann").await;
        for _ in 0..20 {
            robot.post("/games", &wish).await.ok();
        }
        let refused = robot.post("/games", &wish).await;
        assert!(refused.problem().starts_with("429"), "{}", refused.problem());
        assert_eq!(refused.headers["retry-after"], "181");
        let line = UsageCounts { tokens_in: 50_000, ..UsageCounts::default() };
        let day = app.now() / DAY;
        app.acts(move |tx, _| usage::add(tx, "house-panel", day, "x", &line, None)).await;
        app.later(HOUR);
        let refused = robot.post("/games", &wish).await.problem();
        assert!(refused.contains("its sandbox budget is used up"), "{refused}");
    }
}
