//! People meet without being there at the same time; in some meetings both are given machines.

use luna_core::game::Seat;
use luna_store::game::{self, Overdue};
use luna_testkit::control::MINUTE;

use crate::house::{House, questions};

/// A house where an interview waits for the next who comes.
fn keeps(mut house: House, percent: usize, games: usize) -> House {
    house.timing.machines_fill_in = false;
    house.timing.machine_percent = percent;
    house.timing.interview_games = games;
    house
}

/// Forty people ask, one after the other. Each second one meets the one before: they play each other,
/// or each of the two is given a machine.
#[tokio::test]
async fn two_who_meet_play_each_other_or_are_each_given_a_machine_at_that_moment() {
    for house in House::each() {
        let house = keeps(house, 50, 1);
        let mut waiting: Option<(String, String)> = None;
        let mut met = [0; 2];
        for nth in 0..40 {
            let person = format!("p{nth}");
            house.people(&[&person]).await;
            let seat = house.open(&person).await;
            let at_once = house.asks_for_machine(&person, &seat).await;
            let Some((other, their_seat)) = waiting.take() else {
                assert!(!at_once && !house.view(&person, &seat).await.partner_seated);
                waiting = Some((person, seat));
                continue;
            };
            met[usize::from(at_once)] += 1;
            if !at_once {
                let pair =
                    ((other.as_str(), their_seat.as_str()), (person.as_str(), seat.as_str()));
                assert!(house.opposite(pair.0, pair.1).await);
                continue;
            }
            let theirs = house.game_of(&other, &their_seat).await;
            let due = format!("SELECT due_at FROM job WHERE id = 'machine_seat:{theirs}'");
            let due: i64 = house.db.column(&due)[0].parse().unwrap();
            assert!(due <= house.now(), "one comes to the other as soon");
            let queued = "SELECT count(*) FROM game WHERE queue_key IS NOT NULL";
            assert_eq!(house.db.column(queued), ["0"], "nobody else meets them");
        }
        assert!(met.iter().all(|count| *count > 4), "{met:?}");
        let machines = "SELECT count(*) FROM job WHERE kind = 'machine_seat'";
        assert_eq!(house.db.column(machines), [met[1].to_string()], "none comes where nobody has");
    }
}

#[tokio::test]
async fn an_interview_is_sent_to_several_partners_and_counted_once() {
    for house in House::each() {
        let house = keeps(house, 0, 2);
        house.people(&["ann"]).await;
        let seat = house.opens_and_asks("ann").await;
        let more = house
            .acts(move |tx, at| {
                let (place, loaded) = game::load_for_update(tx, &seat, "ann")?;
                let (asker, rules) = (loaded.occupant(place.seat).unwrap(), loaded.game.rules());
                game::repeat_interview(tx, at, asker, rules, questions("ann")).map(|more| more.0)
            })
            .await;
        assert_eq!(more.game.view(Seat::A).my_questions, Some(questions("ann")));
        let asked = house.db.column("SELECT count(*) FROM seat WHERE player_id = 'ann'");
        assert_eq!(asked, ["2"]);
        let counted =
            "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM tally WHERE what = 'question'";
        assert_eq!(house.db.column(counted), [questions("ann").len().to_string()]);
        let interviews = "SELECT CAST(SUM(count) AS BIGINT) FROM tally WHERE what = 'asked'";
        assert_eq!(house.db.column(interviews), ["1"]);
        let paces = "SELECT count(*) FROM pace WHERE phase = 'interview'";
        assert_eq!(house.db.column(paces), ["1"]);
    }
}

/// Two people whose interviews are each sent to two partners meet once, not twice.
#[tokio::test]
async fn who_plays_somebody_does_not_meet_them_with_the_same_interview_again() {
    for house in House::each() {
        let house = keeps(house, 0, 2);
        house.people(&["ann", "bob", "cat"]).await;
        let ann = [house.opens_and_asks("ann").await, house.opens_and_asks("ann").await];
        let bob = [house.opens_and_asks("bob").await, house.opens_and_asks("bob").await];
        assert!(house.opposite(("ann", &ann[0]), ("bob", &bob[0])).await);
        assert!(!house.view("bob", &bob[1]).await.partner_seated);
        let cat = house.opens_and_asks("cat").await;
        assert!(house.opposite(("ann", &ann[1]), ("cat", &cat)).await);
    }
}

/// Ann has gone, Bob can be told, and Cat is at the page.
#[tokio::test]
async fn people_who_are_there_are_met_first_and_then_those_who_can_be_told() {
    for house in House::each() {
        let house = keeps(house, 0, 1);
        house.people(&["ann", "bob", "cat", "dan", "eva", "fay"]).await;
        house.verified("bob").await;
        let mut seats = Vec::new();
        for person in ["ann", "bob", "cat"] {
            // So that they do not meet each other.
            house.db.raw("UPDATE game SET queue_key = NULL");
            seats.push(house.opens_and_asks(person).await);
        }
        house.db.raw("UPDATE game SET queue_key = waiting_since");
        house.later(10 * MINUTE);
        house.acts(|tx, at| game::note_here(tx, at.now, &["cat".to_owned()])).await;
        let [ann, bob, cat] = seats.try_into().unwrap();
        for (waits, comes) in
            [(("cat", &cat), "dan"), (("bob", &bob), "eva"), (("ann", &ann), "fay")]
        {
            let seat = house.opens_and_asks(comes).await;
            assert!(house.opposite((waits.0, waits.1), (comes, &seat)).await, "{comes}");
        }
    }
}

/// Ann is away when Bob comes. Mails reach her, so her seat is hers for a day; then somebody who waits
/// may take it, and her interview is sent to others.
#[tokio::test]
async fn a_seat_is_given_away_only_to_somebody_who_is_there() {
    for house in House::each() {
        let house = keeps(house, 0, 1);
        house.people(&["ann", "bob", "cat"]).await;
        house.verified("ann").await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        house.answer("bob", &bob).await.unwrap();
        house.later(10 * 60 * MINUTE);
        assert_eq!(house.overdue(&ann).await, Overdue::No);
        assert!(house.view("bob", &bob).await.partner_seated);
        house.opens_and_asks("cat").await;
        assert_eq!(house.overdue(&ann).await, Overdue::No, "she may come back");
        house.later(15 * 60 * MINUTE);
        house.acts(|tx, at| game::note_here(tx, at.now, &["cat".to_owned()])).await;
        assert_eq!(house.overdue(&ann).await, Overdue::Gone);
        let asked = "SELECT count(*) FROM seat WHERE player_id = 'ann' AND here";
        assert_eq!(house.db.column(asked), ["1"], "her interview waits again");
    }
}

/// A machine plays somebody who does not come back, where people have not come back.
#[tokio::test]
async fn a_machine_does_not_come_back_as_often_as_people() {
    for house in House::each() {
        let house = keeps(house, 100, 1);
        house.people(&["ann", "bob", "cat"]).await;
        house.house_machine("robot").await;
        for slot in 0..20 {
            house.db.raw(&format!(
                "INSERT INTO pace (phase, slot, took_ms, at)
                 VALUES ('response', {slot}, {}, 0)",
                i64::MAX
            ));
        }
        let ann = house.opens_and_asks("ann").await;
        let bob = house.open("bob").await;
        assert!(house.asks_for_machine("bob", &bob).await);
        let game = house.game_of("ann", &ann).await;
        house.machine_sits("robot", &game).await;
        let robot = "SELECT id FROM seat WHERE player_id = 'robot' AND silent";
        let [robot] = house.db.column(robot).try_into().unwrap();
        let turns = format!("SELECT count(*) FROM job WHERE id LIKE 'turn:{game}%'");
        assert_eq!(house.db.column(&turns), ["0"], "nothing of it comes out");
        house.answer("ann", &ann).await.unwrap();
        house.later(30 * MINUTE);
        assert_eq!(house.overdue(&robot).await, Overdue::No, "nobody could take the seat");
        assert!(house.view("ann", &ann).await.partner_seated);
        let cat = house.opens_and_asks("cat").await;
        assert_eq!(house.overdue(&robot).await, Overdue::Gone);
        let view = house.view("ann", &ann).await;
        assert_eq!((view.partner_seated, view.partners_lost), (false, 1));
        let ended = format!("SELECT ending FROM seat WHERE id = '{robot}'");
        assert_eq!(house.db.column(&ended), ["closed"], "it has not lost the game");
        // No machine waits with questions of somebody who has gone, so the two play each other.
        house.pair(&game).await;
        assert!(house.opposite(("ann", &ann), ("cat", &cat)).await);
    }
}

/// Eva has left a machine that had responded to her. Cat would take over what Bob has asked Ann.
#[tokio::test]
async fn who_would_take_over_questions_gets_a_machine_that_was_left() {
    for house in House::each() {
        let mut house = keeps(house, 100, 1);
        house.people(&["ann", "bob", "cat", "dan", "eva"]).await;
        house.house_machine("robot").await;
        house.opens_and_asks("dan").await;
        let eva = house.open("eva").await;
        assert!(house.asks_for_machine("eva", &eva).await);
        let left = house.game_of("eva", &eva).await;
        house.machine_sits("robot", &left).await;
        house.machine_moves(&left, "50").await;
        house.leave("eva", &eva).await.unwrap();
        let pool = "SELECT count(*) FROM pool WHERE since < 0";
        assert_eq!(house.db.column(pool), ["1"]);
        house.timing.machine_percent = 0;
        house.db.raw("UPDATE game SET queue_key = NULL");
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        house.answer("ann", &ann).await.unwrap();
        house.leave("bob", &bob).await.unwrap();
        house.timing.machine_percent = 100;
        let cat = house.opens_and_asks("cat").await;
        let view = house.view("cat", &cat).await;
        assert!(view.partner_seated && view.inherited);
        assert_eq!(house.game_of("cat", &cat).await, left);
        assert_eq!(house.db.column(pool), ["0"]);
        let theirs = house.game_of("ann", &ann).await;
        let comes = format!("SELECT count(*) FROM job WHERE id = 'machine_seat:{theirs}'");
        assert_eq!(house.db.column(&comes), ["1"], "Ann gets one as well");
        let instead =
            format!("SELECT instead_of FROM game WHERE id IN ('{left}', '{theirs}') ORDER BY 1");
        assert_eq!(house.db.column(&instead), ["ann", "cat"]);
    }
}
