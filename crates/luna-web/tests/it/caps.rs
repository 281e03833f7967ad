//! Limits that hold exactly however many requests come at once.

use luna_core::skill::Skill;
use luna_store as store;
use luna_store::game::Kind;
use luna_store::machine::MOST_SANDBOX;
use luna_store::task::{self, NewTask, most_hourly};
use luna_testkit::app::{HOUR, SECOND, TestApp};
use luna_testkit::persona::Persona;
use serde_json::json;

/// What many do at once, each as the same person; the statuses that come back.
async fn at_once(somebody: &Persona, many: usize, path: &str, fields: &[(&str, &str)]) -> Vec<u16> {
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..many {
        let mut same = somebody.clone();
        let path = path.to_owned();
        let fields: Vec<(String, String)> =
            fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        tasks.spawn(async move {
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            same.post(&path, &fields).await.status.as_u16()
        });
    }
    tasks.join_all().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn sixty_who_start_a_game_at_once_have_fifty_open() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        ann.get("/games").await;
        let answers = at_once(&ann, 60, "/games", &[]).await;
        let open = app.db.column("SELECT count(*) FROM seat WHERE ending IS NULL");
        assert_eq!(open, ["50"], "{answers:?}");
        assert_eq!(answers.iter().filter(|&&status| status == 303).count(), 50);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn sixty_who_make_a_token_at_once_have_twenty() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let machine = ann.has_machine("polly").await;
        ann.get(&machine).await;
        let answers = at_once(&ann, 60, &format!("{machine}/tokens"), &[("label", "x")]).await;
        let good = app.db.column("SELECT count(*) FROM token WHERE revoked_at IS NULL");
        assert_eq!(good, ["20"], "{answers:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn a_button_pressed_sixty_four_times_at_once_makes_one_guest() {
    for app in TestApp::each().await {
        let mut ann = app.visitor();
        ann.get("/consent").await;
        let answers = at_once(&ann, 64, "/guest", &[("adult", "yes")]).await;
        assert!(answers.iter().all(|&status| status == 303), "{answers:?}");
        let guests = || app.db.column("SELECT count(*) FROM player WHERE kind = 'human'");
        assert_eq!(guests(), ["1"]);
        // Later it is another press, and from another network another visitor.
        let mut eve = ann.clone();
        eve.address.set_ip([198, 51, 100, 7].into());
        eve.post("/guest", &[("adult", "yes")]).await.leads_to("/games");
        assert_eq!(guests(), ["2"]);
        app.later(11 * SECOND);
        ann.post("/guest", &[("adult", "yes")]).await.leads_to("/games");
        assert_eq!(guests(), ["3"]);
    }
}

#[tokio::test]
async fn games_begun_in_an_hour_are_limited_also_where_each_is_left() {
    let app = TestApp::with(|settings| settings.games_per_hour = 6).await;
    let mut ann = app.guest("ann").await;
    for nth in 0..6 {
        let game = if nth % 2 == 0 { ann.new_game().await } else { ann.practice().await };
        ann.leaves(&game).await.leads_to("/games");
    }
    ann.get("/games").await;
    let answer = ann.press("New game", &[]).await;
    assert_eq!(answer.status.as_u16(), 429);
    assert_eq!(answer.header("retry-after"), Some("601"));
    assert!(answer.text().contains("[Your games]"), "{answer}");
    app.guest("bob").await.new_game().await;
    app.later(HOUR / 6);
    ann.new_game().await;
}

#[tokio::test]
async fn sandbox_games_begun_in_an_hour_are_limited_also_where_each_is_left() {
    let app = TestApp::with(|settings| settings.sandbox_games_per_hour = 6).await;
    app.account("ann").await;
    let (robot, other) = (app.robot("polly", "ann").await, app.robot("molly", "ann").await);
    let wish = json!({ "mode": "sandbox", "opponent": "eliza" });
    let starts = async |key: &str| {
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        robot.post_raw("/games", &headers, wish.to_string()).await.ok()["id"].clone()
    };
    for key in ["one", "two", "three", "four", "five", "six"] {
        let game = starts(key).await;
        assert_eq!(starts(key).await, game, "a repeated request is no other game");
        robot.post(&format!("/games/{}/abort", game.as_str().unwrap()), &json!({})).await.ok();
    }
    let refused = robot.post("/games", &wish).await;
    assert_eq!(
        refused.problem(),
        "429 too_many: Too many sandbox games within an hour: the limit is 6. Please try again in \
         11 minutes."
    );
    assert_eq!(refused.headers["retry-after"], "601");
    assert_eq!(refused.body["error"]["seconds"], 601);
    // Rated games are counted otherwise, and so are other machines.
    robot.post("/games", &json!({})).await.ok();
    other.post("/games", &wish).await.ok();
    app.later(HOUR / 6);
    robot.post("/games", &wish).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn sixty_concurrent_registrations_make_twenty_machines() {
    for app in TestApp::each().await {
        let ann = app.account("ann").await;
        let mut tasks = tokio::task::JoinSet::new();
        for nth in 0..60 {
            let mut same = ann.clone();
            tasks.spawn(async move {
                let name = format!("polly-{nth}");
                same.registers("pull", &[("name", &name)]).await.status.as_u16()
            });
        }
        let answers = tasks.join_all().await;
        let entered = app.db.column("SELECT count(*) FROM machine WHERE owner_id IS NOT NULL");
        assert_eq!(entered, ["20"], "{answers:?}");
        let count = |status| answers.iter().filter(|&&it| it == status).count();
        // Forty a day get as far as being counted.
        assert_eq!([303, 422, 429].map(count), [20, 20, 20]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn sixty_sandbox_games_begun_at_once_end_at_a_thousand() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let robot = app.robot("polly", "ann").await;
        let rules = app.app().settings.rules;
        app.acts(move |tx, at| {
            for _ in 0..MOST_SANDBOX - 30 {
                store::game::start(tx, at, "idpolly", rules, Kind::Sandbox)?;
            }
            Ok(())
        })
        .await;
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..60 {
            let robot = robot.clone();
            tasks.spawn(async move {
                robot.post("/games", &json!({ "mode": "sandbox" })).await.status.as_u16()
            });
        }
        let answers = tasks.join_all().await;
        let open = app.db.column("SELECT count(*) FROM seat WHERE ending IS NULL");
        assert_eq!(open, [MOST_SANDBOX.to_string()], "{answers:?}");
        let count = |status| answers.iter().filter(|&&it| it == status).count();
        assert_eq!([201, 429].map(count), [30, 30]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn sixty_questions_to_machines_at_once_end_at_a_hundred_an_hour() {
    for app in TestApp::each().await {
        // Each is asked of another machine, since questions to one wait for each other.
        for name in ["ann", "bob", "cleo", "dora", "emil"] {
            let mut asker = app.account(name).await;
            let ids: Vec<String> = (0..60).map(|nth| format!("id{name}{nth}")).collect();
            for id in &ids {
                app.robot_as(id, &format!("robot {id}"), name).await;
            }
            let (first, asked_by) = (ids[0].clone(), app.db.column(&id_of(name)).remove(0));
            app.acts(move |tx, at| {
                for nth in 1..most_hourly(Skill::Answer) {
                    let (id, skill) = (format!("{asked_by}-{nth}"), Skill::Answer);
                    let (machine_id, asked_by) = (&*first, &*asked_by);
                    let new = NewTask {
                        id: &id,
                        machine_id,
                        asked_by,
                        skill,
                        about: None,
                        counted: true,
                        owner: None,
                        body: "{}",
                    };
                    assert_eq!(task::put(tx, at.now, &new, false)?, None);
                }
                Ok(())
            })
            .await;
            asker.get(&format!("/machines/{}", ids[0])).await;
            let mut tasks = tokio::task::JoinSet::new();
            for id in &ids {
                let (mut same, path) = (asker.clone(), format!("/machines/{id}/questions"));
                tasks.spawn(async move {
                    let question = [("question", "Which river flows through Paris?")];
                    same.post(&path, &question).await.status.as_u16()
                });
            }
            let answers = tasks.join_all().await;
            let count = |status| answers.iter().filter(|&&it| it == status).count();
            assert_eq!([303, 422].map(count), [1, 59], "{answers:?}");
        }
    }
}

fn id_of(name: &str) -> String {
    format!("SELECT id FROM player WHERE name = '{name}'")
}
