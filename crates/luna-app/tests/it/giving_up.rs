//! A machine that gives a game up goes when somebody would who has thought about it.

use luna_core::game::{Duty, Move};
use luna_store::game;
use luna_store::machine::Transport;
use luna_testkit::instance::{HOUR, MINUTE, SECOND, TestInstance};
use luna_testkit::machine_server::{Behaviour, MachineServer};
use luna_testkit::player::TestPlayer;

use crate::call::called;

/// The machine in a seat leaves.
async fn gives_up(app: &TestInstance, robot: &TestPlayer, seat: String) {
    let id = robot.id.clone();
    app.acts(move |tx, at| {
        let (place, mut loaded) = game::load_for_update(tx, &seat, &id)?;
        game::leave(tx, at, &mut loaded, place.seat, &Move::Leave)
    })
    .await;
}

/// Forty machines that leave as soon as they can are gone as late as forty that answer
/// as soon as they can have answered.
#[tokio::test]
async fn leaving_takes_as_long_as_answering() {
    const EACH: usize = 40;
    let app = TestInstance::with(|settings| {
        settings.timing.machine_percent = 100;
        settings.timing.machine_wait_ms = 0;
    })
    .await;
    app.confirmed("ann").await;
    app.only("nobody").await;
    for nth in 0..2 * EACH {
        let robot = app.machine(&format!("r{nth}"), "ann").await;
        robot.comes().await;
        let seat = robot.opens().await;
        let person = app.player(&format!("person{nth}")).await;
        let game = person.opens().await;
        assert_eq!(person.duty(&game).await, Some(Duty::Answer));
        if nth < EACH {
            gives_up(&app, &robot, seat).await;
        } else {
            robot.answers(&seat).await;
        }
    }
    app.passes(2 * HOUR, 5 * SECOND).await;
    let took = |what: &str| -> Vec<i64> {
        let rows = app.db.column(&format!(
            "SELECT m.at - (SELECT max(j.at) FROM game_move j
                            WHERE j.game_id = m.game_id AND j.seq < m.seq)
             FROM game_move m WHERE m.paced_ms IS NOT NULL AND m.body LIKE '{what}' ORDER BY 1"
        ));
        rows.iter().map(|ms| ms.parse().unwrap()).collect()
    };
    let (left, answered) = (took("\"leave\""), took("{\"answer\"%"));
    assert_eq!([left.len(), answered.len()], [EACH, EACH]);
    for all in [&left, &answered] {
        assert!(all[0] > 10 * SECOND, "{all:?}");
        assert!((MINUTE..4 * MINUTE).contains(&all[EACH / 2]), "{all:?}");
    }
    // The sum of the ranks of one kind, by chance 1620 with a standard error of 104.
    let ranks: usize = left
        .iter()
        .enumerate()
        .map(|(nth, ms)| nth + 1 + answered.partition_point(|it| it < ms))
        .sum();
    assert!(ranks.abs_diff(1_620) < 270, "{ranks}");
}

#[tokio::test]
async fn unreadable_replies_do_not_end_a_game_sooner() {
    let far = MachineServer::start().await;
    let app = TestInstance::new().await;
    called(&app, Transport::Push, far.push()).await;
    let bob = app.player("bob").await;
    let game = bob.opens().await;
    far.plays(Behaviour::Nonsense);
    while bob.duty(&game).await != Some(Duty::Answer) {
        app.later(SECOND);
        app.work().await;
    }
    app.work().await;
    assert!(!app.problems().is_empty(), "it has given the game up");
    assert_eq!(bob.duty(&game).await, Some(Duty::Answer));
    let from = app.now();
    while !bob.is_left(&game).await {
        app.later(SECOND);
        app.work().await;
    }
    assert!(app.now() - from > 5 * SECOND);
    assert_eq!(
        app.db.column("SELECT DISTINCT ending FROM seat WHERE player_id = 'far' AND NOT here"),
        ["closed"]
    );
}
