//! The games of a machine with their texts, and how it runs, for its owner alone.

use luna_core::skill::Skill;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::predict::{self, QuestionInformativeness};
use luna_testkit::app::{DAY, HOUR, TestApp};
use luna_testkit::player::five;
use luna_testkit::registered::plays_on;
use serde_json::json;

const OWNERS: [&str; 3] = [
    "/settings/machines/far/games",
    "/settings/machines/far/games/{seat}",
    "/settings/machines/far/usage",
];

#[tokio::test]
async fn an_owner_reads_finished_games_as_a_player_does_and_nothing_of_others() {
    for app in TestApp::each().await {
        let _far = app.service().await;
        let (mut bob, game) = app.meets().await;
        let mut ann = app.logged_in("ann").await;
        let bobs = game.trim_start_matches("/games/");
        let opposite = format!(
            "SELECT s.id FROM seat s JOIN seat b ON b.game_id = s.game_id
             WHERE s.player_id = 'far' AND b.id = '{bobs}'"
        );
        let seat = app.db.column(&opposite).remove(0);
        let open = ann.get(&format!("{}/{seat}", OWNERS[0])).await;
        assert_eq!(open.status, 404, "it is not over");
        assert!(!ann.get(OWNERS[0]).await.body.contains(&seat));
        plays_on(&app, &mut bob, &game).await;
        let list = ann.get(OWNERS[0]).await;
        assert!(list.text().contains("bob"), "{list}");
        let page = ann.get(&format!("{}/{seat}", OWNERS[0])).await;
        let text = page.text();
        for part in [
            "bob, a person",
            "It guessed",
            "## What it asked",
            "## What it answered",
            "it says 5",
            "bob says",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!page.body.contains(&game), "the person's own address");
        app.db.raw("UPDATE player SET rating_hidden = TRUE WHERE name = 'bob' RETURNING id");
        let page = ann.get(&format!("{}/{seat}", OWNERS[0])).await;
        assert!(page.text().contains("their rating is private"), "{page}");
        let mut eve = app.account("eve").await;
        for address in OWNERS.map(|it| it.replace("{seat}", &seat)) {
            assert_eq!(eve.get(&address).await.status, 404, "{address}");
            assert_ne!(app.visitor().get(&address).await.status, 200, "{address}");
        }
    }
}

#[tokio::test]
async fn a_game_that_was_left_shows_no_word_of_the_partner() {
    let app = TestApp::new().await;
    app.account("eve").await;
    let mut ann = app.account("ann").await;
    let (mine, theirs) = (app.robot("polly", "ann").await, app.robot("rio", "eve").await);
    let wish = |name: &str| json!({ "mode": "sandbox", "opponent": name });
    let id = |it: serde_json::Value| it["id"].as_str().unwrap().to_owned();
    let own = id(mine.post("/games", &wish("rio")).await.ok());
    let other = id(theirs.post("/games", &wish("polly")).await.ok());
    for (robot, game, words) in [(&mine, &own, "polly asks"), (&theirs, &other, "rio asks")] {
        let questions = json!({ "questions": five(words) });
        robot.post(&format!("/games/{game}/questions"), &questions).await.ok();
    }
    mine.post(&format!("/games/{own}/abort"), &json!({})).await.ok();
    let machine = app.db.column("SELECT id FROM player WHERE name = 'polly'").remove(0);
    let games = format!("/settings/machines/{machine}/games");
    let list = ann.get(&games).await;
    assert!(list.text().contains("it left"), "{list}");
    assert!(!list.body.contains("rio"), "{list}");
    assert_eq!(ann.get(&format!("{games}/{own}")).await.status, 404);
}

#[tokio::test]
async fn how_it_runs_has_times_problems_costs_and_what_its_questions_told() {
    for app in TestApp::each().await {
        let _far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        let empty = ann.get(OWNERS[2]).await.text();
        for part in ["No replies yet", "None.", "Not known yet."] {
            assert!(empty.contains(part), "{part}: {empty}");
        }
        let (mut bob, game) = app.meets().await;
        plays_on(&app, &mut bob, &game).await;
        app.acts(|tx, at| {
            let day = at.now.div_euclid(DAY);
            let cost = |tokens_in, micros| UsageCounts {
                calls: 1,
                tokens_in,
                tokens_out: 40,
                micros,
                ..UsageCounts::default()
            };
            usage::add(
                tx,
                "far",
                day,
                "seat one",
                &cost(1_200, 250_000),
                Some("No “guess” in it."),
            )?;
            usage::add(tx, "far", day - 1, "seat two", &cost(300, 1_000), None)?;
            let told = QuestionInformativeness {
                text: "Why is the sky blue?".to_owned(),
                people: 12,
                share: 0.25,
                at: at.now,
            };
            predict::keep(tx, "far", &[told])
        })
        .await;
        let page = ann.get(OWNERS[2]).await;
        let text = page.text();
        for part in [
            "questions in a game | 1",
            "responses in a game | 1",
            "guess in a game | 1",
            "game | No “guess” in it.",
            "Why is the sky blue? | 12 | 25 %",
            "| 0.2500",
            "| 1,200 | 40",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(page.body.contains("<figure><svg"), "{page}");
        assert!(!text.contains("bob"), "{text}");
    }
}

#[tokio::test]
async fn of_a_machine_that_comes_by_itself_late_tasks_are_listed() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    app.robot_as("far", "far away", "ann").await;
    app.acts(|tx, at| {
        let ann = luna_store::player::by_name(tx, "ann")?.id;
        let new = luna_store::task::NewTask {
            id: "01late00000000000000000001",
            machine_id: "far",
            asked_by: &ann,
            skill: Skill::Answer,
            about: None,
            body: "{}",
            counted: true,
            owner: None,
        };
        luna_store::task::put(tx, at.now, &new, false)?;
        luna_store::task::fail(tx, new.id, at.now, "No reply came within two minutes.").map(drop)
    })
    .await;
    app.later(HOUR);
    let text = ann.get(OWNERS[2]).await.text();
    assert!(text.contains("question | No reply came within two minutes."), "{text}");
    assert!(text.contains("Luna does not call this machine"), "{text}");
}
