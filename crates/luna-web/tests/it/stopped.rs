//! The operator's switch for all machines that somebody has entered.

use luna_store::machine::{self, Transport};
use luna_testkit::app::{HOUR, MINUTE, PASSWORD, SECOND, TestApp};
use luna_testkit::machine_server::{Behaviour, MachineServer};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use luna_testkit::robot::Robot;
use serde_json::json;

/// Somebody in a game with a machine that comes to Luna, which is to answer.
async fn meets_polly(app: &TestApp, polly: &Robot) -> (Persona, String, String) {
    let theirs = polly.waits().await;
    let mut cat = app.guest("cat").await;
    let game = cat.opens("cat").await;
    app.passes(2 * MINUTE, 10 * SECOND).await;
    assert_eq!(cat.get(&game).await.lines("# "), "# Answer five questions");
    (cat, game, theirs)
}

/// Moves of machines come out when they are there.
async fn at_once() -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.timing.machine_pace_ms = 0).await
}

async fn with_all(way: Transport, far: &MachineServer) -> Vec<(TestApp, Robot)> {
    let mut all = Vec::new();
    for app in at_once().await {
        app.account("eve").await;
        let polly = app.robot("polly", "eve").await;
        let setup = if way == Transport::Push { far.push() } else { far.model() };
        app.called(way, setup).await;
        all.push((app, polly));
    }
    all
}

#[tokio::test]
async fn registered_machines_do_nothing_while_all_are_stopped() {
    for way in [Transport::Push, Transport::Openai] {
        let far = MachineServer::start().await;
        for (app, polly) in with_all(way, &far).await {
            far.plays(Behaviour::Well);
            let (mut bob, game) = app.meets().await;
            // Bob has met the only other one.
            app.acts(|tx, at| machine::stop(tx, at, "far")).await;
            let (mut cat, cats, pollys) = meets_polly(&app, &polly).await;
            app.acts(|tx, _| machine::resume(tx, "far")).await;
            polly.post("/games", &json!({ "mode": "sandbox" })).await.ok();
            // Its guess has been asked for, and is to be again.
            far.requests();
            far.plays(Behaviour::Fails(503));
            bob.answers(&game, "bob").await;
            app.work().await;
            assert!(!far.requests().is_empty(), "{way:?}");

            let mut boss = app.admin().await;
            boss.get("/admin/machines").await;
            boss.press("Stop all machines", &[]).await.leads_to("/admin/machines");
            let stopped_at = app.now();
            far.plays(Behaviour::Well);
            app.work().await;
            let open = "SELECT count(*) FROM seat WHERE player_id IN ('far', 'idpolly')
                        AND ending IS NULL";
            assert_eq!(
                [app.db.column(open), app.db.column("SELECT count(*) FROM pool")],
                [["0"], ["0"]]
            );
            app.passes(HOUR, MINUTE).await;
            assert!(far.requests().is_empty(), "{way:?}");
            assert!(app.standing().await.seen_at <= stopped_at, "it is not looked for");
            // Their partners go on with each other.
            assert!(!bob.reads(&game).await.contains("Your partner has left"));
            assert!(cat.reads(&cats).await.contains("bob asks 1"));
            let lost = "SELECT count(*) FROM spent WHERE invalid > 0";
            assert_eq!(app.db.column(lost), ["0"]);

            let refused = "403 stopped: The operator has stopped all machines for now.";
            let path = format!("/games/{pollys}");
            assert_eq!(polly.get(&path).await.problem(), refused);
            let answers = json!({ "responses": five("polly says") });
            assert_eq!(polly.post(&format!("{path}/responses"), &answers).await.problem(), refused);
            let mut ann = app.visitor();
            ann.logs_in("ann@example.org", PASSWORD).await;
            ann.get("/settings/machines/far").await;
            let refused = ann.press("Try it", &[]).await;
            assert!(refused.text().contains("has stopped all machines for now"), "{refused}");
            app.work().await;
            assert!(far.requests().is_empty());

            boss.get("/admin/machines").await;
            boss.press("Resume all machines", &[]).await.leads_to("/admin/machines");
            app.acts(|tx, at| luna_app::readiness::schedule_probe(tx, at, "far")).await;
            app.passes(2 * MINUTE, 10 * SECOND).await;
            assert_eq!(far.requests().len(), 2, "{way:?}");
            assert_eq!(polly.get(&path).await.ok()["ending"], "closed");
            polly.waits().await;
            assert_eq!(app.db.column("SELECT count(*) FROM pool"), ["3"]);
        }
    }
}

#[tokio::test]
async fn a_machine_that_is_being_called_when_all_are_stopped_leaves() {
    for app in at_once().await {
        let far = MachineServer::start().await;
        let (mut bob, game) = app.awaits_a_guess(&far).await;
        let meanwhile = async {
            far.arrival().await;
            // The job that leaves is not done yet.
            app.acts(|tx, at| machine::stop_all(tx, true, at.now + MINUTE)).await;
            far.answers_now().await;
        };
        tokio::join!(app.work(), meanwhile);
        assert_eq!(app.db.column("SELECT count(*) FROM held"), ["0"]);
        assert_eq!(bob.get(&game).await.lines("# "), "# Your partner has left");
    }
}

#[tokio::test]
async fn machines_in_many_games_leave_them_a_piece_at_a_time() {
    for app in TestApp::each().await {
        app.account("ann").await;
        for name in ["one", "two"] {
            let robot = app.robot(name, "ann").await;
            for _ in 0..60 {
                let wish = json!({ "mode": "sandbox", "opponent": "eliza" });
                robot.post("/games", &wish).await.ok();
            }
        }
        app.acts(|tx, at| machine::stop_all(tx, true, at.now)).await;
        let open = || app.db.column("SELECT count(*) FROM seat WHERE ending IS NULL").remove(0);
        let mut counts = Vec::new();
        for _ in 0..5 {
            let after = app.db.column("SELECT body FROM job WHERE id = 'leave'").remove(0);
            let after = serde_json::from_str::<serde_json::Value>(&after).unwrap();
            let after = after["after"].as_str().unwrap().to_owned();
            app.acts(move |tx, at| machine::leave_next(tx, at, &after)).await;
            counts.push(open());
        }
        assert_eq!(counts, ["140", "120", "20", "0", "0"]);
        // Let go on in between, the rest stays.
        app.acts(|tx, at| machine::stop_all(tx, false, at.now)).await;
        assert!(app.db.column("SELECT id FROM job WHERE id = 'leave'").is_empty());
    }
}
