//! The machines that come with Luna, and the people they meet in practice.

use std::collections::BTreeSet;

use luna_core::game::{Kind, Rules};
use luna_core::rng::Chance;
use luna_machines::{HouseMachine, Pool};
use luna_testkit::instance::{SECOND, TestInstance};
use luna_testkit::player::TestPlayer;

use crate::call::opposite;

/// Plays a practice game up to where a machine has sat down. Returns the seat and the machine.
async fn practises(app: &TestInstance, somebody: &TestPlayer) -> (String, String) {
    let game = somebody.starts(Kind::Practice).await;
    somebody.asks(&game).await;
    let machine = opposite(app, &game);
    (game, machine)
}

#[tokio::test]
async fn a_person_keeps_a_name_that_the_machine_wanted() {
    for app in TestInstance::each().await {
        app.db.raw("DELETE FROM machine_skill WHERE player_id = 'house-eliza' RETURNING skill");
        app.db.raw("DELETE FROM machine WHERE player_id = 'house-eliza' RETURNING way");
        app.db.raw("DELETE FROM player WHERE id = 'house-eliza' RETURNING id");
        app.player("Eliza").await;
        app.restarts().await;
        let names =
            app.db.raw("SELECT name FROM player WHERE name_key LIKE '%eliza' ORDER BY name_key");
        assert_eq!(names, [["Eliza"], ["house-eliza"]]);
    }
}

#[tokio::test]
async fn descriptions_of_house_machines_come_from_this_instance() {
    let app = TestInstance::new().await;
    app.db.raw("UPDATE machine SET about = 'old' WHERE way = 'house' RETURNING way");
    app.restarts().await;
    for house in HouseMachine::ALL {
        let about = format!("SELECT about FROM machine WHERE player_id = '{}'", house.id());
        assert_eq!(app.db.column(&about), [house.about()]);
    }
}

#[tokio::test]
async fn the_first_practice_of_nobody_is_with_gibberish() {
    let app = TestInstance::new().await;
    let mut met = BTreeSet::new();
    for nth in 0..12 {
        let name = format!("guest{nth}");
        let guest = app.player(&name).await;
        met.insert(practises(&app, &guest).await.1);
    }
    let words = ["house-eliza", "house-recall"].map(str::to_owned);
    assert_eq!(met, BTreeSet::from(words));
}

#[tokio::test]
async fn practice_meets_all_house_machines_and_none_of_their_rated_questions() {
    let app = TestInstance::new().await;
    let ann = app.player("ann").await;
    let mut met = Vec::new();
    for _ in 0..24 {
        let (game, machine) = practises(&app, &ann).await;
        met.push(machine);
        app.later(SECOND);
        ann.leaves(&game).await;
    }
    for house in HouseMachine::ALL {
        let times = met.iter().filter(|id| *id == house.id()).count();
        assert!(times >= 4, "{} {times} times: {met:?}", house.name());
    }
    assert!(met.windows(2).all(|two| two[0] != two[1]), "{met:?}");

    let rules = Rules { questions: 5, max_chars: 5_000 };
    let mut rated = BTreeSet::new();
    for seed in 0..400 {
        for house in HouseMachine::ALL {
            let mut chance = Chance::from_seed(seed);
            rated.extend(house.questions(Pool::Rated, rules, &[], &mut chance));
        }
    }
    let practised = asked(&app);
    assert_eq!(practised.len(), 24);
    assert!(practised.iter().flatten().all(|question| !rated.contains(question)));
}

/// All questions that machines have asked in practice, a list for each game.
fn asked(app: &TestInstance) -> Vec<Vec<String>> {
    let moves = app.db.column(
        "SELECT m.body FROM game_move m JOIN game g ON g.id = m.game_id
         WHERE m.player_id LIKE 'house-%' AND m.body LIKE '{\"ask\"%' AND g.practice
         ORDER BY m.at, m.game_id",
    );
    let texts = |body: &String| {
        let ask: serde_json::Value = serde_json::from_str(body).unwrap();
        let texts = ask["ask"].as_array().unwrap();
        texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    moves.iter().map(texts).collect()
}
