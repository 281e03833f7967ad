//! Mail, and what players are told by it.

use luna_store::game::Kind;
use luna_store::mail::{self, Mail};
use luna_store::{job, player};
use luna_testkit::control::MINUTE;

use crate::house::{House, TIMING};

fn letter(id: &str, player: &str) -> Mail {
    Mail {
        id: id.to_owned(),
        player_id: Some(player.to_owned()),
        kind: "verify".to_owned(),
        address: format!("{player}@example.org"),
        subject: "Hello 🌙".to_owned(),
        plain: "Line one\r\nLine two".to_owned(),
        html: "<p>Hello</p>".to_owned(),
        off_url: None,
        about: None,
    }
}

#[tokio::test]
async fn a_mail_is_sent_once_and_stays_to_be_seen() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let (first, second) = (letter("m1", "ann"), letter("m2", "ann"));
        house
            .db
            .write(move |tx| {
                mail::send(tx, &first, 10)?;
                mail::send(tx, &second, 20)
            })
            .await
            .unwrap();
        assert_eq!(house.jobs(), ["mail:m1", "mail:m2"]);
        let unsent = house.db.read(|tx| mail::unsent(tx, "m1")).await.unwrap().unwrap();
        assert_eq!((unsent.subject.as_str(), unsent.off_url), ("Hello 🌙", None));
        house.db.write(|tx| mail::mark_failed(tx, "m2", "refused")).await.unwrap();
        house.db.write(|tx| mail::mark_sent(tx, "m1", 30)).await.unwrap();
        assert!(house.db.read(|tx| mail::unsent(tx, "m1")).await.unwrap().is_none());
        let all = house.db.read(|tx| mail::list(tx, "", (i64::MAX, ""), 9)).await.unwrap();
        let seen: Vec<_> =
            all.iter().map(|m| (m.id.as_str(), m.sent_at, m.problem.as_deref())).collect();
        assert_eq!(seen, [("m2", None, Some("refused")), ("m1", Some(30), None)]);
    }
}

async fn notices(house: &House, id: &'static str) -> Vec<(String, String)> {
    let taken = house.db.write(move |tx| mail::take_notices(tx, id)).await.unwrap();
    taken.into_iter().map(|notice| (notice.subject_id, notice.kind)).collect()
}

fn notify_due(house: &House, id: &str) -> i64 {
    let due = house.db.column(&format!("SELECT due_at FROM job WHERE id = 'notify:{id}'"));
    due[0].parse().unwrap()
}

#[tokio::test]
async fn news_is_gathered_until_the_quiet_period_is_over() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "dan", "eve"]).await;
        house.verified("ann").await;
        let one = house.opens_and_asks("ann").await;
        house.opens_and_asks("bob").await;
        // The first news goes out at once.
        assert_eq!(notify_due(&house, "ann"), house.now());
        let (two, _) = (house.opens_and_asks("ann").await, house.opens_and_asks("cat").await);
        let expected = [(one.clone(), "turn".to_owned()), (two.clone(), "turn".to_owned())];
        let now = house.now();
        let claimed = house.claim().await.into_iter().find(|job| job.id == "notify:ann").unwrap();
        assert_eq!(claimed.parse::<job::Notify>().unwrap().player, "ann");
        assert_eq!(notices(&house, "ann").await, expected);
        house.db.write(move |tx| player::note_mail(tx, "ann", now)).await.unwrap();
        house.db.write(move |tx| job::complete(tx, &claimed)).await.unwrap();

        // The next one waits, and what comes meanwhile goes with it.
        let three = house.opens_and_asks("ann").await;
        house.opens_and_asks("dan").await;
        assert_eq!(notify_due(&house, "ann"), now + TIMING.mail_quiet_ms);
        house.later(5 * MINUTE);
        let four = house.opens_and_asks("ann").await;
        house.opens_and_asks("eve").await;
        assert_eq!(notify_due(&house, "ann"), now + TIMING.mail_quiet_ms);
        let seats: Vec<String> =
            notices(&house, "ann").await.into_iter().map(|(seat, _)| seat).collect();
        assert_eq!(seats, [three, four]);
        assert_eq!(notices(&house, "ann").await, []);
    }
}

#[tokio::test]
async fn news_that_comes_while_a_mail_is_written_is_told_later() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        house.verified("ann").await;
        house.opens_and_asks("ann").await;
        house.opens_and_asks("bob").await;
        let claimed = house.claim().await.into_iter().find(|job| job.id == "notify:ann").unwrap();
        assert_eq!(notices(&house, "ann").await.len(), 1);
        house.opens_and_asks("ann").await;
        house.opens_and_asks("cat").await;
        house.db.write(move |tx| job::complete(tx, &claimed)).await.unwrap();
        assert_eq!(notices(&house, "ann").await.len(), 1);
        assert!(house.jobs().contains(&"notify:ann".to_owned()), "or nobody would look");
    }
}

#[tokio::test]
async fn every_kind_of_news_reaches_those_who_want_it() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "dan"]).await;
        for id in ["ann", "bob", "cat"] {
            house.verified(id).await;
        }
        house.db.write(|tx| player::set_wants_mail(tx, "cat", false)).await.unwrap();
        let ann = house.opens_and_asks("ann").await;
        let dan = house.opens_and_asks("dan").await;
        assert_eq!(notices(&house, "ann").await, [(ann.clone(), "turn".to_owned())]);
        house.leave("dan", &dan).await.unwrap();
        assert_eq!(notices(&house, "ann").await, [(ann.clone(), "again".to_owned())]);
        let bob = house.opens_and_asks("bob").await;
        house.answer("bob", &bob).await.unwrap();
        house.answer("ann", &ann).await.unwrap();
        notices(&house, "ann").await;
        assert_eq!(notices(&house, "bob").await, [(bob.clone(), "turn".to_owned())]);
        house.guess("bob", &bob, "1").await.unwrap();
        house.guess("ann", &ann, "2").await.unwrap();
        assert_eq!(notices(&house, "bob").await, [(bob.clone(), "over".to_owned())]);
        // Not to the player who has just done it, nor about practice, nor unwanted.
        assert_eq!(notices(&house, "ann").await, []);
        house.opens_and_asks("cat").await;
        house.opens_and_asks("dan").await;
        assert_eq!(notices(&house, "cat").await, []);
        house.player("robot", true).await;
        let practice = house.open_kind("ann", Kind::Practice).await;
        house.ask("ann", &practice).await.unwrap();
        house.machine_sits("robot", &house.game_of("ann", &practice).await).await;
        house.later(TIMING.phase_ms / 2);
        house.overdue(&practice).await;
        assert_eq!(notices(&house, "ann").await, []);
    }
}
