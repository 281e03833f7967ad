//! What calls to machines cost: never more than their owners allow.

use std::time::Duration;

use luna_store::game::Kind;
use luna_store::job;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self, Transport};
use luna_store::{self as store};
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::machine_server::{Behaviour, MachineServer};
use luna_testkit::persona::Persona;
use luna_testkit::registered::plays_on;
use serde_json::json;

#[tokio::test]
async fn concurrent_calls_do_not_spend_the_same_money() {
    for of in ["tokens", "money"] {
        for app in TestApp::each().await {
            let far = MachineServer::start().await;
            let mut setup = far.model();
            setup["max_tokens"] = json!(1_000);
            if of == "tokens" {
                setup["tokens_per_day"] = json!(2_700);
            } else {
                setup["micros_per_day"] = json!(2_700);
                setup["micros_in_per_million"] = json!(1_000_000);
                setup["micros_out_per_million"] = json!(1_000_000);
            }
            // Two games are to wait, and each begins with a call of up to 1,300 tokens.
            app.called(Transport::Openai, setup).await;
            assert_eq!(far.requests().len(), 1, "{of}: the other waits for what this one costs");
            app.passes(5 * SECOND, SECOND).await;
            assert_eq!(far.requests().len(), 0, "{of}: 1,200 are left");
            assert_eq!(app.spent()[2..], ["1000", "500"]);
            assert_eq!(app.games(), ["2", "1"]);
            assert_eq!(app.standing().await.alarm_at, None);
            let kept = "SELECT max(reserved_tokens), max(reserved_micros) FROM spent";
            assert_eq!(app.db.raw(kept), [["0", "0"]], "nothing is set aside any more");
        }
    }
}

#[tokio::test]
async fn the_maximum_cost_of_a_call_stays_reserved_until_its_result_is_known() {
    for app in TestApp::each().await {
        app.language_model(&[("max_tokens", 1_000), ("tokens_per_game", 5_000)]).await;
        app.meets().await;
        let seat = app.db.column(
            "SELECT subject_id FROM spent WHERE reserved_tokens = 0 AND calls > 0 ORDER BY subject_id",
        );
        let seat = seat.first().unwrap().clone();
        let before = app.spent();
        // As a server leaves it that is killed during a call.
        let (kept, day) = (seat.clone(), app.now() / DAY);
        app.acts(move |tx, _| usage::reserve(tx, "far", day, &kept, 400, 7)).await;
        let lapse = move |tx: &mut store::Tx<'_>| {
            usage::expire_reservation(tx, "far", &seat)?;
            usage::of_subject(tx, "far", &seat)
        };
        let after: UsageCounts = app.db.write(lapse).await.unwrap();
        assert_eq!((after.reserved_tokens, after.micros), (0, 7));
        let out: i64 = before[3].parse().unwrap();
        assert_eq!(app.spent()[3], (out + 400).to_string());
    }
}

#[tokio::test]
async fn a_model_that_hangs_is_paid_for_and_an_alarm_says_so() {
    for mut app in TestApp::each().await {
        app.impatient(Duration::from_millis(300));
        let far = MachineServer::start().await;
        far.plays(Behaviour::Hangs);
        let mut setup = far.model();
        setup["max_tokens"] = json!(1_000);
        app.called(Transport::Openai, setup).await;
        let [tokens_in, tokens_out] = [2, 3].map(|nth| app.spent()[nth].parse::<i64>().unwrap());
        assert!(tokens_in > 0 && tokens_out == 2 * 1_000, "{tokens_in} {tokens_out}");
        assert_eq!((app.spent()[1].as_str(), app.standing().await.alarm_at), ("0", None));
        // Three times for each of two games.
        app.passes(10 * SECOND, SECOND).await;
        assert_eq!((app.spent()[1].as_str(), far.requests().len()), ("2", 6));
        app.passes(5 * MINUTE, 10 * SECOND).await;
        let why = app.standing().await.alarm_why.unwrap();
        assert!(why.contains("its replies were invalid or missing"), "{why}");
        assert!(why.ends_with("The server did not answer within 0.3 seconds."), "{why}");
        let mails = app.mails().await;
        assert_eq!(mails.iter().filter(|mail| mail.kind == "alarm").count(), 1);
        let page = app.admin().await.get("/admin/machines").await;
        assert!(page.lines("far away").contains("of its last"), "{page}");
        let mut ann = app.visitor();
        ann.logs_in("ann@example.org", luna_testkit::app::PASSWORD).await;
        let page = ann.get("/settings/machines/far").await;
        assert!(page.text().contains("did not answer within 0.3 seconds"), "{page}");
    }
}

#[tokio::test]
async fn a_machine_that_makes_people_wait_in_vain_is_stopped() {
    for app in TestApp::each().await {
        let far = app.service().await;
        let day = app.now() / DAY;
        app.acts(move |tx, _| {
            for seat in ["a", "b", "c", "d"] {
                let line = UsageCounts {
                    replies: 3,
                    invalid: i64::from(seat == "a"),
                    ..UsageCounts::default()
                };
                usage::add(tx, "far", day, seat, &line, None)?;
            }
            Ok(())
        })
        .await;
        far.plays(Behaviour::Fails(503));
        let (mut bob, game) = app.meets().await;
        bob.answers(&game, "bob").await;
        assert_eq!(app.standing().await.alarm_at, None);
        app.passes(HOUR, MINUTE).await;
        assert_eq!(bob.get(&game).await.lines("# "), "# Your partner has left");
        let why = app.standing().await.alarm_why.unwrap();
        assert!(why.ends_with("In the last one: The server answered 503, not 200."), "{why}");
    }
}

#[tokio::test]
async fn a_server_is_not_called_before_the_time_it_asks_for() {
    let far = MachineServer::start().await;
    let app = TestApp::new().await;
    for (told, waited) in [(77, 77), (0, 1), (86_400, 3_600)] {
        far.plays(Behaviour::Busy(told));
        if told == 77 {
            app.called(Transport::Openai, far.model()).await;
        } else {
            app.acts(|tx, at| {
                let work = job::Ready { machine: "far".into() };
                job::schedule(tx, "ready:far", &work, at.now + 10 * DAY)
            })
            .await;
            app.db.raw(&format!(
                "UPDATE job SET due_at = {} WHERE kind = 'call' RETURNING id",
                app.now()
            ));
            app.work().await;
        }
        let due = app.db.column("SELECT due_at FROM job WHERE kind = 'call'");
        assert_eq!(due, vec![(app.now() + waited * SECOND).to_string(); 2], "{told}");
    }
}

#[tokio::test]
async fn another_game_waits_as_soon_as_somebody_has_sat_down() {
    for app in TestApp::each().await {
        app.service().await;
        let mut bob = app.guest("bob").await;
        let game = bob.opens("bob").await;
        app.later(30 * SECOND);
        app.work().await;
        let ready = || app.db.column("SELECT due_at FROM job WHERE id = 'ready:far'").remove(0);
        // It is not looked for again for a long time.
        app.acts(|tx, at| {
            let work = job::Ready { machine: "far".into() };
            job::schedule(tx, "ready:far", &work, at.now + DAY)
        })
        .await;
        let (far_off, began) = (ready(), app.games());
        assert_eq!(began, ["2", "2"]);
        app.acts(|tx, at| machine::note_presence(tx, "far", at.now + 10 * MINUTE)).await;
        app.passes(2 * MINUTE, 5 * SECOND).await;
        assert!(bob.reads(&game).await.contains("it asks 1"));
        assert_eq!(app.games(), ["3", "2"]);
        assert_ne!(ready(), far_off);
    }
}

async fn with_panel(far: &MachineServer, tokens_per_day: u64) -> Vec<TestApp> {
    TestApp::each_with(|settings| settings.panel = Some(far.panel(tokens_per_day))).await
}

#[tokio::test]
async fn the_panel_plays_on_when_all_registered_machines_are_stopped() {
    let far = MachineServer::start().await;
    for app in with_panel(&far, 0).await {
        app.only("nobody").await;
        app.account("ann").await;
        app.robot("polly", "ann").await;
        app.acts(|tx, at| machine::stop_all(tx, true, at.now)).await;
        app.work().await;
        let (mut bob, game) = app.meets().await;
        assert!(plays_on(&app, &mut bob, &game).await.contains("panel"));
    }
}

#[tokio::test]
async fn an_alarm_of_the_panel_is_shown_and_does_not_stop_it() {
    let far = MachineServer::start().await;
    for app in with_panel(&far, 0).await {
        app.only("nobody").await;
        app.work().await;
        far.plays(Behaviour::Fails(401));
        let mut bob = app.guest("bob").await;
        let game = bob.opens("bob").await;
        app.parts(&mut bob, &game).await;
        let alarmed = || {
            let panel = "SELECT count(*), count(alarm_at), count(stopped_at) FROM machine
                         WHERE player_id = 'house-panel'";
            app.db.raw(panel).remove(0)
        };
        assert_eq!(alarmed(), ["1", "1", "0"]);
        let page = app.admin().await.get("/admin/machines").await;
        assert!(page.lines("panel").contains("failing: The server answered 401"), "{page}");
        far.plays(Behaviour::Well);
        app.passes(2 * HOUR, MINUTE).await;
        assert_eq!(bob.get(&game).await.lines("# "), "# Answer five questions");
        assert_eq!(alarmed(), ["1", "0", "0"]);
    }
}

#[tokio::test]
async fn after_an_alarm_the_panel_is_tried_with_one_person_at_a_time() {
    let far = MachineServer::start().await;
    let all = TestApp::each_with(|settings| {
        settings.panel = Some(far.panel(0));
        settings.timing.machine_percent = 100;
    });
    for app in all.await {
        far.plays(Behaviour::Well);
        app.only("nobody").await;
        app.work().await;
        let count = |of: &str| app.db.column(&format!("SELECT count(*) FROM {of}")).remove(0);
        assert_eq!(count("pool"), "2");
        far.plays(Behaviour::Fails(401));
        app.guest("ann").await.opens("ann").await;
        while count("machine WHERE alarm_at IS NOT NULL") == "0" {
            app.passes(SECOND, SECOND).await;
        }
        assert_eq!([count("pool"), count("met")], ["0", "1"]);
        for name in ["bob", "cat"] {
            app.guest(name).await.opens(name).await;
            app.passes(4 * MINUTE, 10 * SECOND).await;
            assert_eq!([count("pool"), count("met")], ["0", "1"], "{name}");
        }
        app.passes(2 * MINUTE, 10 * SECOND).await;
        let tried = count("met");
        assert!(tried == "1" && count("pool") == "1" || tried == "2" && count("pool") == "0");
        for name in ["dan", "eve"] {
            app.guest(name).await.opens(name).await;
        }
        app.passes(7 * MINUTE, 10 * SECOND).await;
        assert_eq!([count("pool"), count("met")], ["0", "2"], "one of the people has met it");
        far.plays(Behaviour::Well);
        app.passes(3 * MINUTE, 10 * SECOND).await;
        assert_eq!(count("pool"), "1");
        // Fay meets the person who waits still.
        for name in ["fay", "gus"] {
            app.guest(name).await.opens(name).await;
        }
        app.passes(5 * MINUTE, SECOND).await;
        assert_eq!([count("pool"), count("met")], ["2", "3"], "the alarm is over");
    }
}

/// How often, of so many people, the panel is who they get.
#[tokio::test]
async fn the_panel_has_its_part_of_the_share_of_house_machines() {
    let far = MachineServer::start().await;
    let app = with_panel(&far, 0).await.remove(0);
    app.only("nobody").await;
    app.account("ann").await;
    app.robot("polly", "ann").await;
    app.work().await;
    // Polly waits as well, and much less is known about it.
    app.db.raw(
        "UPDATE player SET guess_sum = 500000000, guess_count = 10, guess_squares = 26000000
         WHERE id = 'house-panel' RETURNING id",
    );
    let mut met = 0;
    for nth in 0..40 {
        app.acts(|tx, at| {
            machine::note_presence(tx, "idpolly", at.now)?;
            let rules = luna_core::game::Rules { questions: 5, max_chars: 5_000 };
            if machine::waiting_count(tx, "idpolly")? == 0 {
                let seat = store::game::start(tx, at, "idpolly", rules, Kind::Rated)?;
                let (place, mut loaded) = store::game::load_for_update(tx, &seat, "idpolly")?;
                let ask = luna_testkit::player::five("polly asks");
                store::game::ask(tx, at, &place, &mut loaded, ask)?;
            }
            Ok(())
        })
        .await;
        let mut bob: Persona = app.guest(&format!("bob{nth}")).await;
        let game = bob.opens("bob").await;
        app.passes(2 * MINUTE, MINUTE).await;
        let page = bob.reads(&game).await;
        let meets = page.contains("# Answer five questions");
        met += usize::from(meets && !page.contains("polly asks"));
    }
    // Each game under way makes the next with the same machine less likely.
    assert!((12..30).contains(&met), "{met} of 40");
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
