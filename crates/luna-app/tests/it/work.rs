//! Nobody is stuck: deadlines, partners who never come, and machines that take their time.

use luna_core::game::{Duty, Ending};
use luna_testkit::instance::{DAY, HOUR, MINUTE, SECOND, TestInstance};
use luna_testkit::player::{answered, paired};

#[tokio::test]
async fn a_late_player_is_reminded_at_half_time_and_loses_the_seat_at_the_deadline() {
    for app in TestInstance::each().await {
        let (ann, bob) = (app.confirmed("ann").await, app.confirmed("bob").await);
        let [anns, bobs] = paired(&ann, &bob).await;
        ann.answers(&anns).await;
        app.mails().await;
        app.later(36 * HOUR - 1);
        assert_eq!(kinds(&app).await, Vec::<String>::new());
        app.later(1);
        assert_eq!(kinds(&app).await, ["reminder to bob@example.org"]);
        app.later(36 * HOUR - 1);
        assert_eq!(kinds(&app).await, Vec::<String>::new());
        assert_eq!(bob.duty(&bobs).await, Some(Duty::Answer));
        app.later(1);
        assert_eq!(kinds(&app).await, ["again to ann@example.org"]);
        assert_eq!(bob.ending(&bobs).await, Some(Ending::Expired));
        assert!(ann.is_left(&anns).await);
    }
}

async fn kinds(app: &TestInstance) -> Vec<String> {
    let mails = app.mails().await;
    mails.iter().map(|mail| format!("{} to {}", mail.kind, mail.address)).collect()
}

#[tokio::test]
async fn a_machine_takes_the_seat_when_nobody_has_come_in_time() {
    for app in TestInstance::each().await {
        let ann = app.player("ann").await;
        let game = ann.opens().await;
        app.later(MINUTE - 1);
        app.work().await;
        assert!(ann.waits(&game).await);
        app.passes(MINUTE + 1, SECOND).await;
        assert_eq!(ann.duty(&game).await, Some(Duty::Answer));
    }
}

#[tokio::test]
async fn the_moment_a_machine_sits_down_differs_from_game_to_game() {
    let app = TestInstance::new().await;
    let ann = app.player("ann").await;
    for _ in 0..8 {
        ann.opens().await;
    }
    let due = app.db.column("SELECT due_at FROM job WHERE kind = 'machine_seat'");
    let waits: std::collections::BTreeSet<i64> =
        due.iter().map(|due| due.parse::<i64>().unwrap() - app.now()).collect();
    assert_eq!(waits.len(), 8, "{waits:?}");
    assert!(waits.iter().all(|wait| (MINUTE..2 * MINUTE).contains(wait)), "{waits:?}");
}

#[tokio::test]
async fn somebody_who_comes_first_keeps_the_machine_out() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    ann.opens().await;
    app.passes(MINUTE - SECOND, SECOND).await;
    bob.opens().await;
    app.passes(5 * MINUTE, SECOND).await;
    assert_eq!(machine_moves(&app), Vec::<Vec<String>>::new());
}

#[tokio::test]
async fn a_player_left_behind_gets_a_machine_when_nobody_else_comes() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let [anns, bobs] = paired(&ann, &bob).await;
    ann.answers(&anns).await;
    bob.leaves(&bobs).await;
    app.passes(2 * MINUTE, MINUTE).await;
    assert!(!machine_moves(&app).is_empty(), "it sits down");
    app.passes(36 * HOUR, HOUR).await;
    assert_eq!(ann.duty(&anns).await, Some(Duty::Guess));
}

/// What each machine's move was, how long it was held back, and when it came.
fn machine_moves(app: &TestInstance) -> Vec<Vec<String>> {
    app.db.raw(
        "SELECT m.body, m.paced_ms, m.at, m.took_ms FROM game_move m
         JOIN player p ON p.id = m.player_id WHERE p.kind = 'machine' ORDER BY m.seq",
    )
}

#[tokio::test]
async fn a_machine_delays_every_move_and_the_delay_is_stored() {
    for app in TestInstance::each().await {
        let ann = app.player("ann").await;
        let game = ann.opens().await;
        app.passes(2 * MINUTE, SECOND).await;
        ann.answers(&game).await;
        app.passes(DAY, MINUTE).await;
        ann.guesses(&game, "5").await;
        app.passes(DAY, MINUTE).await;
        let moves = machine_moves(&app);
        let made: String =
            moves.iter().map(|row| row[0].chars().take(5).collect::<String>()).collect();
        assert_eq!(made, "\"join{\"ask{\"ans{\"gue");
        for row in &moves[2..] {
            let paced: i64 = row[1].parse().unwrap();
            let took: i64 = row[3].parse().unwrap();
            assert!(paced >= 5 * SECOND, "never at once: {row:?}");
            // Done in the first look after it was due.
            assert!((paced..=paced + MINUTE).contains(&took), "{row:?}");
        }
    }
}

#[tokio::test]
async fn nothing_of_a_machines_move_shows_before_its_time() {
    let app = TestInstance::new().await;
    let ann = app.player("ann").await;
    let game = ann.opens().await;
    let due = || app.db.column("SELECT due_at FROM job WHERE kind = 'machine_turn'");
    while due().is_empty() {
        app.later(SECOND);
        app.work().await;
    }
    ann.answers(&game).await;
    let wait = due()[0].parse::<i64>().unwrap() - app.now();
    app.later(wait - 1);
    app.work().await;
    assert_eq!(ann.duty(&game).await, None);
    app.later(1);
    app.work().await;
    assert_eq!(ann.duty(&game).await, Some(Duty::Guess));
}

#[tokio::test]
async fn an_instance_may_let_machines_move_at_once() {
    let app = TestInstance::with(|settings| settings.timing.machine_pace_ms = 0).await;
    let ann = app.player("ann").await;
    let game = ann.opens().await;
    app.passes(2 * MINUTE, MINUTE).await;
    ann.answers(&game).await;
    assert_eq!(ann.duty(&game).await, Some(Duty::Guess));
}

#[tokio::test]
async fn nobody_meets_themselves() {
    let app = TestInstance::new().await;
    let ann = app.player("ann").await;
    let (one, other) = (ann.opens().await, ann.opens().await);
    assert!(ann.waits(&one).await);
    assert!(ann.waits(&other).await);
}

#[tokio::test]
async fn a_deadline_that_was_met_does_nothing() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let [anns, bobs] = answered(&ann, &bob).await;
    app.later(2 * DAY);
    ann.guesses(&anns, "50").await;
    app.passes(DAY - SECOND, 12 * HOUR).await;
    assert_eq!(bob.duty(&bobs).await, Some(Duty::Guess));
    bob.guesses(&bobs, "40").await;
    let before = app.db.raw("SELECT * FROM seat");
    app.passes(10 * DAY, DAY).await;
    assert_eq!(app.db.raw("SELECT * FROM seat"), before);
}

#[tokio::test]
async fn any_number_of_old_sandbox_games_is_swept() {
    for app in TestInstance::each().await {
        app.work().await;
        let old = app.now() - 2 * DAY;
        let digits = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12))";
        app.db.raw(&format!(
            "INSERT INTO game (id, questions, max_chars, practice, sandbox, phase, started_at)
             SELECT 'old-' || a.column1 || '-' || b.column1 || '-' || c.column1, 5, 5000, TRUE,
                    TRUE, 'interview', {old}
             FROM {digits} a, {digits} b, {digits} c"
        ));
        app.passes(HOUR, MINUTE).await;
        app.passes(10 * SECOND, SECOND).await;
        assert_eq!(app.db.column("SELECT count(*) FROM game"), ["0"]);
    }
}
