//! What is deleted because it has become old, and what stays.

use luna_store::machine::Way;
use luna_store::mail::{self, Mail};
use luna_store::retention::{self, Retention};
use luna_store::{erase, player, session};

use crate::house::{DAY, House};

const KEEP: Retention = Retention { mail_ms: None, unconfirmed_ms: None, idle_guest_ms: None };

async fn sweep(house: &House, retention: Retention) -> bool {
    let at = house.at();
    house.db.write(move |tx| retention::sweep(tx, &at, &retention)).await.unwrap()
}

fn letter(id: &str) -> Mail {
    Mail {
        id: id.into(),
        player_id: "ann".into(),
        kind: "reset".into(),
        address: "ann@example.org".into(),
        subject: "A subject".into(),
        plain: "plain".into(),
        html: "html".into(),
        off_url: None,
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
        assert!(!sweep(&house, KEEP).await);
        assert_eq!(house.db.column("SELECT id FROM mail ORDER BY id"), ["new", "old"]);
        assert!(!sweep(&house, Retention { mail_ms: Some(30 * DAY), ..KEEP }).await);
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
        sweep(&house, Retention { unconfirmed_ms: Some(30 * DAY), ..KEEP }).await;
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
        house
            .db
            .write(move |tx| session::open(tx, "s", "back", "x", now, now + DAY))
            .await
            .unwrap();
        house.later(200 * DAY);
        let year = Retention { idle_guest_ms: Some(365 * DAY), ..KEEP };
        assert!(!sweep(&house, KEEP).await);
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
async fn owners_learn_which_games_their_machines_played_with_somebody_who_is_erased() {
    for house in House::each() {
        house.people(&["owner", "ann"]).await;
        house.machine("robot", "owner", Way::Pull).await;
        let anns = house.opens_and_asks("ann").await;
        let (place, _) = house.seated("ann", &anns).await;
        house.machine_sits("robot", &place.game_id).await;
        let robots = house.db.column("SELECT id FROM seat WHERE player_id = 'robot'").remove(0);
        let list = async || {
            let all = |tx: &mut luna_store::Tx<'_>| {
                erase::games_of_machine(tx, "robot", (i64::MAX, ""), 10)
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
