//! What is deleted because it has become old, and what stays.

use luna_store::machine::Transport;
use luna_store::mail::{self, Mail};
use luna_store::moderation_log::Act;
use luna_store::report::{self, Category, Spot};
use luna_store::retention::{self, Retention};
use luna_store::{erase, erased_game, moderation_log, player, reading, session, warning};
use luna_testkit::control::DAY;

use crate::house::House;
use crate::report::files;

async fn sweep(house: &House, retention: Retention) -> bool {
    let at = house.at();
    house.db.write(move |tx| retention::sweep(tx, &at, &retention)).await.unwrap()
}

fn letter(id: &str) -> Mail {
    Mail {
        id: id.into(),
        player_id: Some("ann".into()),
        kind: "reset".into(),
        address: "ann@example.org".into(),
        subject: "A subject".into(),
        plain: "plain".into(),
        html: "html".into(),
        off_url: None,
        about: None,
    }
}

#[tokio::test]
async fn mails_go_when_they_are_old_and_so_do_the_jobs_that_would_send_them() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let now = house.now();
        house.db.write(move |tx| mail::send(tx, &letter("old"), now)).await.unwrap();
        house.later(20 * DAY);
        let now = house.now();
        house.db.write(move |tx| mail::send(tx, &letter("new"), now)).await.unwrap();
        house.later(15 * DAY);
        assert!(!sweep(&house, Retention::default()).await);
        assert_eq!(house.db.column("SELECT id FROM mail ORDER BY id"), ["new", "old"]);
        assert!(
            !sweep(&house, Retention { mail_ms: Some(30 * DAY), ..Retention::default() }).await
        );
        assert_eq!(house.db.column("SELECT id FROM mail"), ["new"]);
        assert_eq!(house.db.column("SELECT id FROM job WHERE kind = 'mail'"), ["mail:new"]);
    }
}

#[tokio::test]
async fn an_address_that_nobody_confirms_is_forgotten_and_the_player_is_a_guest_again() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let claim = async |id: &'static str| {
            let now = house.now();
            let work = move |tx: &mut luna_store::Tx<'_>| {
                player::claim_email(tx, id, &format!("{id}@example.org"), "secret", now)
            };
            house.db.write(work).await.unwrap();
        };
        claim("ann").await;
        claim("bob").await;
        house.verified("bob").await;
        house.later(20 * DAY);
        claim("cat").await;
        house.later(15 * DAY);
        sweep(&house, Retention { unconfirmed_ms: Some(30 * DAY), ..Retention::default() }).await;
        let left = house.db.raw("SELECT id, email, password FROM player ORDER BY id");
        assert_eq!(left[0], ["ann", "NULL", "NULL"]);
        assert_eq!(left[1][1], "bob@example.org", "confirmed");
        assert_eq!(left[2][1], "cat@example.org", "claimed later");
    }
}

#[tokio::test]
async fn guests_who_stay_away_for_a_year_are_erased_and_nobody_else_is() {
    for house in House::each() {
        house.people(&["away", "back", "account"]).await;
        house.player("robot", true).await;
        house.verified("account").await;
        house.later(200 * DAY);
        let now = house.now();
        house.db.write(move |tx| session::open(tx, "s", "back", "x", now)).await.unwrap();
        house.later(200 * DAY);
        let year = Retention { idle_guest_ms: Some(365 * DAY), ..Retention::default() };
        assert!(!sweep(&house, Retention::default()).await);
        let erased = "SELECT id FROM player WHERE erased_at IS NOT NULL ORDER BY id";
        assert_eq!(house.db.column(erased).len(), 0);
        assert!(!sweep(&house, year).await);
        assert_eq!(house.db.column(erased).len(), 0, "the clock may have jumped");
        for day in 1..=7 {
            assert_eq!(house.db.column(erased).len(), 0, "day {day}");
            house.later(DAY - 1_000);
            assert!(!sweep(&house, year).await);
        }
        house.later(DAY / 2);
        assert!(!sweep(&house, year).await);
        assert_eq!(house.db.column(erased), ["away"]);
    }
}

#[tokio::test]
async fn a_session_ends_after_sixty_days_without_use_on_which_the_server_runs() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.acts(|tx, at| session::open(tx, "anns", "ann", "x", at.now)).await;
        house.acts(|tx, at| session::open(tx, "bobs", "bob", "x", at.now)).await;
        sweep(&house, Retention::default()).await;
        let open = "SELECT id FROM session ORDER BY id";
        for day in 1..=60 {
            house.later(DAY / 2);
            sweep(&house, Retention::default()).await;
            house.later(DAY / 2);
            sweep(&house, Retention::default()).await;
            assert_eq!(house.db.column(open), ["anns", "bobs"], "day {day}");
        }
        house.acts(|tx, at| session::renew(tx, "bobs", at.now)).await;
        house.later(DAY);
        sweep(&house, Retention::default()).await;
        assert_eq!(house.db.column(open), ["bobs"]);
        // Away for a year, and the clock a year back: as many days as before are left.
        for jump in [365 * DAY, -365 * DAY] {
            house.later(jump);
            sweep(&house, Retention::default()).await;
        }
        assert_eq!(house.db.column(open), ["bobs"]);
        for _ in 0..57 {
            house.later(DAY);
            sweep(&house, Retention::default()).await;
        }
        assert_eq!(house.db.column(open), ["bobs"]);
        house.later(DAY);
        sweep(&house, Retention::default()).await;
        assert_eq!(house.db.column(open), Vec::<String>::new());
    }
}

/// Ann reports each of Bob's questions; a moderator decides the first.
async fn reported(house: &House) -> String {
    house.people(&["ann", "bob", "mod"]).await;
    let anns = house.opens_and_asks("ann").await;
    house.opens_and_asks("bob").await;
    for part in [1, 2] {
        assert!(files(house, &anns, Some(Spot { seq: 2, part }), Category::Spam).await);
    }
    let at = house.at();
    let work = move |tx: &mut luna_store::Tx<'_>| {
        let first = report::open(tx, "", &(i64::MIN, i64::MIN, String::new()), 1)?.remove(0);
        report::decide(tx, &at, &first, "mod", "warn")?;
        moderation_log::note(
            tx,
            &at,
            Act { by: Some("mod"), of: "bob", why: "spam" },
            moderation_log::Action::Warn,
        )?;
        warning::give(tx, &at, "mod", "bob", "spam")?;
        Ok::<_, luna_store::Error>(first.id)
    };
    house.db.write(work).await.unwrap()
}

#[tokio::test]
async fn a_report_goes_so_long_after_its_decision_and_what_came_of_it_stays() {
    for house in House::each() {
        let decided = reported(&house).await;
        let two_years = Retention { report_ms: Some(730 * DAY), ..Retention::default() };
        // The next moment is a second later.
        house.later(730 * DAY - 1_000);
        assert!(!sweep(&house, two_years).await);
        assert_eq!(house.db.column("SELECT id FROM report").len(), 2, "not yet");
        assert!(!sweep(&house, Retention::default()).await);
        assert_eq!(house.db.column("SELECT id FROM report").len(), 2, "0 keeps them");
        assert!(!sweep(&house, two_years).await);
        let left = house.db.raw("SELECT id, decided_at FROM report");
        assert_eq!(left.len(), 1);
        assert_eq!(left[0][1], "NULL", "open reports stay");
        assert_ne!(left[0][0], decided);
        for table in ["act", "warning"] {
            let count = house.db.column(&format!("SELECT count(*) FROM {table}"));
            assert_eq!(count, ["1"], "{table}");
        }
        let told = house.db.read(|tx| report::outcomes(tx, "ann")).await.unwrap();
        assert!(told.is_empty());
        let record = house.db.read(|tx| report::record(tx, "", "bob")).await.unwrap();
        assert_eq!((record.about, record.about_upheld), (1, 0));
    }
}

#[tokio::test]
async fn who_has_read_a_game_is_forgotten_after_a_time() {
    for house in House::each() {
        house.people(&["mod"]).await;
        let read = async |game: &'static str| {
            let at = house.at();
            let work =
                move |tx: &mut luna_store::Tx<'_>| reading::note(tx, &at, "mod", game, "spam");
            house.db.write(work).await.unwrap();
        };
        read("old").await;
        house.later(DAY);
        read("new").await;
        house.later(729 * DAY + 1);
        assert!(!sweep(&house, Retention::default()).await);
        assert_eq!(house.db.column("SELECT game_id FROM reading ORDER BY at"), ["old", "new"]);
        assert!(
            !sweep(&house, Retention { reading_ms: Some(730 * DAY), ..Retention::default() }).await
        );
        assert_eq!(house.db.column("SELECT game_id FROM reading"), ["new"]);
    }
}

#[tokio::test]
async fn more_than_one_call_deletes_is_left_for_the_next() {
    for house in House::each() {
        house.people(&["mod"]).await;
        let at = house.at();
        let many = move |tx: &mut luna_store::Tx<'_>| {
            (0..501).try_for_each(|_| reading::note(tx, &at, "mod", "game", "spam"))
        };
        house.db.write(many).await.unwrap();
        house.later(2 * DAY);
        let day = Retention { reading_ms: Some(DAY), ..Retention::default() };
        assert!(sweep(&house, day).await);
        assert_eq!(house.db.column("SELECT count(*) FROM reading"), ["1"]);
        assert!(!sweep(&house, day).await);
        assert_eq!(house.db.column("SELECT count(*) FROM reading"), ["0"]);
    }
}

#[tokio::test]
async fn owners_learn_which_games_their_machines_played_with_somebody_who_is_erased() {
    for house in House::each() {
        house.people(&["owner", "ann"]).await;
        house.machine("robot", "owner", Transport::Pull).await;
        let anns = house.opens_and_asks("ann").await;
        let (place, _) = house.load_for_update("ann", &anns).await;
        house.machine_sits("robot", &place.game_id).await;
        let robots = house.db.column("SELECT id FROM seat WHERE player_id = 'robot'").remove(0);
        let list = async || {
            let all = |tx: &mut luna_store::Tx<'_>| {
                erased_game::of_machine(tx, "robot", (i64::MAX, ""), 10)
            };
            house.db.read(all).await.unwrap()
        };
        assert!(list().await.is_empty());
        let at = house.at();
        let now = at.now;
        house.db.write(move |tx| erase::erase(tx, &at, "ann")).await.unwrap();
        let told = list().await;
        assert_eq!((told.len(), told[0].game.as_str(), told[0].at), (1, robots.as_str(), now));
    }
}
