//! Nobody is stuck: deadlines, partners who never come, and machines that take
//! their time.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::paired;

#[tokio::test]
async fn a_late_player_is_reminded_at_half_time_and_loses_the_seat_at_the_deadline() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
        let [anns, bobs] = paired(&mut ann, &mut bob).await;
        ann.answers(&anns, "ann").await.leads_to(&anns);
        app.mails().await;
        app.later(36 * HOUR - 1);
        assert_eq!(kinds(&app).await, Vec::<String>::new());
        app.later(1);
        assert_eq!(kinds(&app).await, ["reminder to bob@example.org"]);
        app.later(36 * HOUR - 1);
        assert_eq!(kinds(&app).await, Vec::<String>::new());
        assert_eq!(bob.get(&bobs).await.lines("# "), "# Answer five questions");
        app.later(1);
        assert_eq!(kinds(&app).await, ["again to ann@example.org"]);
        assert_eq!(bob.get(&bobs).await.lines("# "), "# Time ran out");
        assert_eq!(ann.get(&anns).await.lines("# "), "# Your partner has left");
    }
}

async fn kinds(app: &TestApp) -> Vec<String> {
    let mails = app.mails().await;
    mails.iter().map(|mail| format!("{} to {}", mail.kind, mail.address)).collect()
}

#[tokio::test]
async fn texts_of_an_expired_game_come_back_in_the_next_one() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    ann.press("Save and finish later", &[("q4", "slowly typed")])
        .await
        .leads_to("/games?notice=saved");
    app.passes(3 * DAY, DAY).await;
    assert_eq!(ann.get(&game).await.lines("# "), "# Time ran out");
    let next = ann.new_game().await;
    assert!(ann.get(&next).await.body.contains("\nslowly typed</textarea>"));
}

#[tokio::test]
async fn a_machine_takes_the_seat_when_nobody_has_come_in_time() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.opens("ann").await;
        app.later(MINUTE - 1);
        app.work().await;
        assert_eq!(ann.get(&game).await.lines("# "), "# Your questions are in");
        app.passes(MINUTE + 1, SECOND).await;
        assert_eq!(ann.get(&game).await.lines("# "), "# Answer five questions");
    }
}

#[tokio::test]
async fn the_moment_a_machine_sits_down_differs_from_game_to_game() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    for _ in 0..8 {
        ann.opens("ann").await;
    }
    let due = app.db.column("SELECT due_at FROM job WHERE kind = 'machine_seat'");
    let waits: std::collections::BTreeSet<i64> =
        due.iter().map(|due| due.parse::<i64>().unwrap() - app.now()).collect();
    assert_eq!(waits.len(), 8, "{waits:?}");
    assert!(waits.iter().all(|wait| (MINUTE..2 * MINUTE).contains(wait)), "{waits:?}");
}

#[tokio::test]
async fn somebody_who_comes_first_keeps_the_machine_out() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    ann.opens("ann").await;
    app.passes(MINUTE - SECOND, SECOND).await;
    bob.opens("bob").await;
    app.passes(5 * MINUTE, SECOND).await;
    assert_eq!(machine_moves(&app), Vec::<Vec<String>>::new());
}

#[tokio::test]
async fn a_player_left_behind_gets_a_machine_when_nobody_else_comes() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.leaves(&bobs).await.leads_to("/games");
    app.passes(2 * MINUTE, MINUTE).await;
    assert!(!machine_moves(&app).is_empty(), "it sits down");
    app.passes(36 * HOUR, HOUR).await;
    assert_eq!(ann.get(&anns).await.lines("# "), "# How smart is your partner?");
}

/// What each machine's move was, how long it was held back, and when it came.
fn machine_moves(app: &TestApp) -> Vec<Vec<String>> {
    app.db.raw(
        "SELECT m.body, m.paced_ms, m.at, m.took_ms FROM game_move m
         JOIN player p ON p.id = m.player_id WHERE p.kind = 'machine' ORDER BY m.seq",
    )
}

#[tokio::test]
async fn a_machine_delays_every_move_and_the_delay_is_stored() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.opens("ann").await;
        app.passes(2 * MINUTE, SECOND).await;
        ann.answers(&game, "ann").await.leads_to(&game);
        app.passes(DAY, MINUTE).await;
        ann.guesses(&game, "5").await.leads_to(&game);
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
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.opens("ann").await;
    let due = || app.db.column("SELECT due_at FROM job WHERE kind = 'machine_turn'");
    while due().is_empty() {
        app.later(SECOND);
        app.work().await;
    }
    ann.answers(&game, "ann").await.leads_to(&game);
    let wait = due()[0].parse::<i64>().unwrap() - app.now();
    app.later(wait - 1);
    app.work().await;
    assert_eq!(ann.get(&game).await.lines("# "), "# Your responses are in");
    app.later(1);
    app.work().await;
    assert_eq!(ann.get(&game).await.lines("# "), "# How smart is your partner?");
}

#[tokio::test]
async fn an_instance_may_let_machines_move_at_once() {
    let app = TestApp::with(|settings| settings.timing.machine_pace_ms = 0).await;
    let mut ann = app.guest("ann").await;
    let game = ann.opens("ann").await;
    app.passes(2 * MINUTE, MINUTE).await;
    ann.answers(&game, "ann").await.leads_to(&game);
    assert_eq!(ann.get(&game).await.lines("# "), "# How smart is your partner?");
}

#[tokio::test]
async fn practice_waits_for_nobody_and_leaves_the_queue_alone() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.practice().await;
        let mut told = Vec::new();
        told.push(ann.get(&game).await.lines("# "));
        ann.asks(&game, "ann").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# "));
        bob.opens("bob").await;
        ann.answers(&game, "ann").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# "));
        ann.guesses(&game, "3").await.leads_to(&game);
        told.push(ann.get(&game).await.lines("# ").lines().next().unwrap().to_owned());
        assert_eq!(
            told,
            [
                "# Ask five questions",
                "# Answer five questions",
                "# How smart is your partner?",
                "# A tie"
            ]
        );
        assert!(ann.get("/profile").await.text().contains("0 games finished"));
    }
}

#[tokio::test]
async fn practice_says_so_on_every_page() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.practice().await;
    let note = "Practice with a machine: it answers at once, and nothing counts.";
    assert!(ann.get(&game).await.text().contains(note));
    ann.asks(&game, "ann").await;
    assert!(ann.get(&game).await.text().contains(note));
    ann.answers(&game, "ann").await;
    assert!(ann.get(&game).await.text().contains(note));
}

#[tokio::test]
async fn one_may_play_several_games_at_once_with_several_people() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let mut others: Vec<Persona> = Vec::new();
    let mut games = Vec::new();
    for name in ["bob", "cat", "dan"] {
        let mut other = app.guest(name).await;
        let hers = ann.opens("ann").await;
        let theirs = other.opens(name).await;
        others.push(other);
        games.push((hers, theirs));
    }
    for (nth, (hers, theirs)) in games.iter().enumerate() {
        let name = ["bob", "cat", "dan"][nth];
        assert!(ann.get(hers).await.text().contains(&format!("{name} asks 1?")));
        others[nth].answers(theirs, name).await.leads_to(theirs);
    }
    for (hers, _) in &games {
        ann.answers(hers, "ann").await.leads_to(hers);
    }
    assert_snapshot!(ann.get("/games").await.lines("Your move"), @"# Your move in 3 games");
}

#[tokio::test]
async fn nobody_meets_themselves() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let (one, other) = (ann.opens("ann").await, ann.opens("ann").await);
    assert_eq!(ann.get(&one).await.lines("# "), "# Your questions are in");
    assert_eq!(ann.get(&other).await.lines("# "), "# Your questions are in");
}

#[tokio::test]
async fn a_deadline_that_was_met_does_nothing() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.answered().await;
    app.later(2 * DAY);
    ann.guesses(&anns, "50").await.leads_to(&anns);
    app.passes(DAY - SECOND, 12 * HOUR).await;
    assert_eq!(bob.get(&bobs).await.lines("# "), "# How smart is your partner?");
    bob.guesses(&bobs, "40").await.leads_to(&bobs);
    let before = app.db.raw("SELECT * FROM seat");
    app.passes(10 * DAY, DAY).await;
    assert_eq!(app.db.raw("SELECT * FROM seat"), before);
}

#[tokio::test]
async fn any_number_of_old_sandbox_games_is_swept() {
    for app in TestApp::each().await {
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
