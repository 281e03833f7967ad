//! What calls to machines cost: never more than their owners allow.

use std::time::Duration;

use luna_core::game::Duty;
use luna_store as store;
use luna_store::job;
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self, Transport};
use luna_testkit::instance::{DAY, HOUR, MINUTE, SECOND, TestInstance};
use luna_testkit::machine_server::{Behaviour, MachineServer};
use serde_json::json;

use crate::call::{called, language_model, meets, parts, plays_on, service, slow};

#[tokio::test]
async fn concurrent_calls_do_not_spend_the_same_money() {
    for of in ["tokens", "money"] {
        for app in TestInstance::each().await {
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
            called(&app, Transport::Openai, setup).await;
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
    for app in TestInstance::each().await {
        language_model(&app, &[("max_tokens", 1_000), ("tokens_per_game", 5_000)]).await;
        meets(&app).await;
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
async fn a_model_that_hangs_is_paid_for_and_an_alarm_follows() {
    for mut app in TestInstance::each().await {
        app.impatient(Duration::from_millis(300));
        let far = MachineServer::start().await;
        far.plays(Behaviour::Hangs);
        let mut setup = far.model();
        setup["max_tokens"] = json!(1_000);
        called(&app, Transport::Openai, setup).await;
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
    }
}

#[tokio::test]
async fn a_machine_that_makes_people_wait_in_vain_is_stopped() {
    for app in TestInstance::each().await {
        let far = service(&app).await;
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
        let (bob, game) = meets(&app).await;
        bob.answers(&game).await;
        assert_eq!(app.standing().await.alarm_at, None);
        app.passes(HOUR, MINUTE).await;
        assert!(bob.is_left(&game).await);
        let why = app.standing().await.alarm_why.unwrap();
        assert!(why.ends_with("In the last one: The server answered 503, not 200."), "{why}");
    }
}

#[tokio::test]
async fn a_server_is_not_called_before_the_time_it_asks_for() {
    let far = MachineServer::start().await;
    let app = TestInstance::new().await;
    for (told, waited) in [(77, 77), (0, 1), (86_400, 3_600)] {
        far.plays(Behaviour::Busy(told));
        if told == 77 {
            called(&app, Transport::Openai, far.model()).await;
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
    for app in TestInstance::each().await {
        service(&app).await;
        let bob = app.player("bob").await;
        let game = bob.opens().await;
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
        assert_eq!(bob.view(&game).await.their_questions.unwrap()[0], "it asks 1");
        assert_eq!(app.games(), ["3", "2"]);
        assert_ne!(ready(), far_off);
    }
}

async fn with_panel(far: &MachineServer, tokens_per_day: u64) -> Vec<TestInstance> {
    TestInstance::each_with(|settings| settings.panel = Some(far.panel(tokens_per_day))).await
}

#[tokio::test]
async fn the_panel_plays_on_when_all_registered_machines_are_stopped() {
    let far = MachineServer::start().await;
    let both = TestInstance::each_with(|settings| {
        slow(settings);
        settings.panel = Some(far.panel(0));
    });
    for app in both.await {
        app.only("nobody").await;
        app.confirmed("ann").await;
        app.machine("polly", "ann").await;
        app.acts(|tx, at| machine::stop_all(tx, true, at.now)).await;
        app.work().await;
        let (bob, game) = meets(&app).await;
        assert_eq!(plays_on(&app, &bob, &game).await, "house-panel");
    }
}

#[tokio::test]
async fn an_alarm_of_the_panel_does_not_stop_it() {
    let far = MachineServer::start().await;
    for app in with_panel(&far, 0).await {
        app.only("nobody").await;
        app.work().await;
        far.plays(Behaviour::Fails(401));
        let bob = app.player("bob").await;
        let game = bob.opens().await;
        parts(&app, &bob, &game).await;
        let alarmed = || {
            let panel = "SELECT count(*), count(alarm_at), count(stopped_at) FROM machine
                         WHERE player_id = 'house-panel'";
            app.db.raw(panel).remove(0)
        };
        assert_eq!(alarmed(), ["1", "1", "0"]);
        let why = app.db.column("SELECT alarm_why FROM machine WHERE player_id = 'house-panel'");
        assert_eq!(why, ["The server answered 401."]);
        far.plays(Behaviour::Well);
        app.passes(2 * HOUR, MINUTE).await;
        assert_eq!(bob.duty(&game).await, Some(Duty::Answer));
        assert_eq!(alarmed(), ["1", "0", "0"]);
    }
}

#[tokio::test]
async fn after_an_alarm_the_panel_is_tried_with_one_person_at_a_time() {
    let far = MachineServer::start().await;
    let all = TestInstance::each_with(|settings| {
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
        app.player("ann").await.opens().await;
        while count("machine WHERE alarm_at IS NOT NULL") == "0" {
            app.passes(SECOND, SECOND).await;
        }
        assert_eq!([count("pool"), count("met")], ["0", "1"]);
        for name in ["bob", "cat"] {
            app.player(name).await.opens().await;
            app.passes(4 * MINUTE, 10 * SECOND).await;
            assert_eq!([count("pool"), count("met")], ["0", "1"], "{name}");
        }
        app.passes(2 * MINUTE, 10 * SECOND).await;
        let tried = count("met");
        assert!(tried == "1" && count("pool") == "1" || tried == "2" && count("pool") == "0");
        for name in ["dan", "eve"] {
            app.player(name).await.opens().await;
        }
        app.passes(7 * MINUTE, 10 * SECOND).await;
        assert_eq!([count("pool"), count("met")], ["0", "2"], "one of the people has met it");
        far.plays(Behaviour::Well);
        app.passes(3 * MINUTE, 10 * SECOND).await;
        assert_eq!(count("pool"), "1");
        // Fay meets the person who waits still.
        for name in ["fay", "gus"] {
            app.player(name).await.opens().await;
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
    app.confirmed("ann").await;
    let polly = app.machine("polly", "ann").await;
    app.work().await;
    // Polly waits as well, and much less is known about it.
    app.db.raw(
        "UPDATE player SET guess_sum = 500000000, guess_count = 10, guess_squares = 26000000
         WHERE id = 'house-panel' RETURNING id",
    );
    let mut met = 0;
    for nth in 0..40 {
        polly.comes().await;
        let waiting = app.db.read(|tx| machine::waiting_count(tx, "polly")).await.unwrap();
        if waiting == 0 {
            polly.opens().await;
        }
        let bob = app.player(&format!("bob{nth}")).await;
        let game = bob.opens().await;
        app.passes(2 * MINUTE, MINUTE).await;
        let asked = bob.view(&game).await.their_questions;
        met += usize::from(asked.is_some_and(|all| all[0] != "polly asks 1?"));
    }
    // Each game under way makes the next with the same machine less likely.
    assert!((12..30).contains(&met), "{met} of 40");
}
