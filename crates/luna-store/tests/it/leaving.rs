//! A partner who goes away, in every phase, and what becomes of what both wrote.

use std::collections::BTreeMap;

use luna_core::game::{Duty, Ending, Phase, Refusal};
use luna_store::game::{Overdue, note_here};
use luna_store::{Error, draft};
use luna_testkit::control::{DAY, MINUTE};

use crate::house::{House, answers, questions};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Departure {
    Leaves,
    Expires,
}

const BOTH_WAYS: [Departure; 2] = [Departure::Leaves, Departure::Expires];

async fn go(house: &House, how: Departure, player: &str, seat: &str) {
    match how {
        Departure::Leaves => house.leave(player, seat).await.unwrap(),
        Departure::Expires => {
            house.later(2 * DAY);
            assert_eq!(house.overdue(seat).await, Overdue::Expired);
        }
    }
    let ending = if how == Departure::Leaves { Ending::Left } else { Ending::Expired };
    let (place, _) = house.load_for_update(player, seat).await;
    assert_eq!((place.ending, place.here), (Some(ending), false));
}

async fn kept(house: &House, player: &str, seat: &str) -> Vec<(String, String)> {
    let (player, seat) = (player.to_owned(), seat.to_owned());
    let found: BTreeMap<_, _> =
        house.db.read(move |tx| draft::of(tx, &player, &seat)).await.unwrap();
    found.into_iter().collect()
}

async fn types(house: &House, player: &str, seat: &str, field: &str, body: &str) {
    let (at, player, seat) = (house.now(), player.to_owned(), seat.to_owned());
    let (field, body) = (field.to_owned(), body.to_owned());
    house.db.write(move |tx| draft::save(tx, &player, &seat, &field, &body, at)).await.unwrap();
}

fn as_drafts(texts: &[String]) -> Vec<(String, String)> {
    texts.iter().enumerate().map(|(nth, text)| (format!("q{}", nth + 1), text.clone())).collect()
}

#[tokio::test]
async fn questions_being_typed_wait_for_the_next_game() {
    for how in BOTH_WAYS {
        for house in House::each() {
            house.people(&["ann"]).await;
            let ann = house.open("ann").await;
            types(&house, "ann", &ann, "q1", "what is\nblue? 🌙").await;
            types(&house, "ann", &ann, "q2", "").await;
            go(&house, how, "ann", &ann).await;
            assert_eq!(house.load_for_update("ann", &ann).await.1.game.phase(), Phase::Closed);
            assert_eq!(house.jobs(), Vec::<String>::new());
            let next = house.open("ann").await;
            let typed = [("q1".to_owned(), "what is\nblue? 🌙".to_owned())];
            assert_eq!(kept(&house, "ann", &next).await, typed);
            assert_eq!(kept(&house, "ann", "next").await, []);
            assert_eq!(kept(&house, "ann", &ann).await, []);
        }
    }
}

#[tokio::test]
async fn a_player_who_waits_alone_may_go_and_keeps_their_questions() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let ann = house.opens_and_asks("ann").await;
        house.later(10 * DAY);
        assert_eq!(house.overdue(&ann).await, Overdue::No, "waiting is nobody's fault");
        go(&house, Departure::Leaves, "ann", &ann).await;
        let bob = house.opens_and_asks("bob").await;
        assert!(!house.view("bob", &bob).await.partner_seated, "nobody was left to meet");
        let next = house.open("ann").await;
        assert_eq!(kept(&house, "ann", &next).await, as_drafts(&questions("ann")));
    }
}

/// Ann and Bob are paired; Bob goes before Ann has responded.
#[tokio::test]
async fn who_is_left_behind_is_paired_first_and_keeps_their_questions() {
    for how in BOTH_WAYS {
        for house in House::each() {
            house.people(&["ann", "bob", "cat", "dan"]).await;
            let ann = house.opens_and_asks("ann").await;
            let bob = house.opens_and_asks("bob").await;
            types(&house, "ann", &ann, "r1", "a reply to Bob's first").await;
            let waiting = house.opens_and_asks("cat").await;
            go(&house, how, "bob", &bob).await;

            let view = house.view("ann", &ann).await;
            assert_eq!((view.phase, view.duty), (Phase::Interview, None));
            assert_eq!((view.partners_lost, view.partner_seated), (1, false));
            assert_eq!(view.my_questions, Some(questions("ann")));
            assert_eq!(view.their_questions, None);
            // To be read, but in no form: those questions are gone.
            let aside = ("aside-r1".to_owned(), "a reply to Bob's first".to_owned());
            assert_eq!(kept(&house, "ann", &ann).await, std::slice::from_ref(&aside));
            let again = house.open("bob").await;
            assert_eq!(kept(&house, "bob", &again).await, as_drafts(&questions("bob")));

            // Ahead of Cat, who has waited longer.
            let dan = house.opens_and_asks("dan").await;
            assert!(house.opposite(("ann", &ann), ("dan", &dan)).await);
            assert!(!house.view("cat", &waiting).await.partner_seated);
            let view = house.view("ann", &ann).await;
            assert_eq!(view.their_questions, Some(questions("dan")));
            assert_eq!(view.duty, Some(Duty::Answer));
            types(&house, "ann", &ann, "r2", "a reply to Dan").await;
            go(&house, how, "dan", &dan).await;
            let second = ("aside-r2".to_owned(), "a reply to Dan".to_owned());
            assert_eq!(kept(&house, "ann", &ann).await, [aside, second]);
        }
    }
}

/// Ann has responded to Bob's questions; then Bob goes.
#[tokio::test]
async fn responses_stay_and_the_next_partner_inherits_their_questions() {
    for how in BOTH_WAYS {
        for house in House::each() {
            let [ann, bob] = ann_waits_for_bob(&house).await;
            go(&house, how, "bob", &bob).await;
            let view = house.view("ann", &ann).await;
            assert_eq!(view.my_answers, Some(answers("ann")));
            assert_eq!(view.their_questions, Some(questions("bob")), "Ann has seen them");

            let cat = house.opens_and_asks("cat").await;
            assert!(house.opposite(("ann", &ann), ("cat", &cat)).await);
            let view = house.view("cat", &cat).await;
            assert_eq!((view.phase, view.duty), (Phase::Response, Some(Duty::Answer)));
            assert!(view.inherited);
            assert_eq!(view.my_questions, Some(questions("bob")));
            assert_eq!(view.their_questions, Some(questions("ann")));
            assert_eq!(view.their_answers, None);
            assert_eq!(house.view("ann", &ann).await.duty, None);

            // Cat's own wait for her next game, and are there even if she goes.
            assert_eq!(kept(&house, "cat", "next").await, as_drafts(&questions("cat")));
            house.answer("cat", &cat).await.unwrap();
            house.guess("cat", &cat, "12").await.unwrap();
            house.guess("ann", &ann, "34").await.unwrap();
            assert_eq!(house.view("ann", &ann).await.phase, Phase::Final);
            let next = house.open("cat").await;
            assert_eq!(kept(&house, "cat", &next).await, as_drafts(&questions("cat")));
            house.ask("cat", &next).await.unwrap();
            assert_eq!(kept(&house, "cat", &next).await, []);
        }
    }
}

#[tokio::test]
async fn a_player_who_inherited_and_goes_keeps_only_their_own() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "dan"]).await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        house.answer("ann", &ann).await.unwrap();
        go(&house, Departure::Leaves, "bob", &bob).await;
        let cat = house.opens_and_asks("cat").await;
        go(&house, Departure::Leaves, "cat", &cat).await;
        assert_eq!(kept(&house, "cat", "next").await, as_drafts(&questions("cat")));
        let dan = house.opens_and_asks("dan").await;
        assert!(house.opposite(("ann", &ann), ("dan", &dan)).await);
        let view = house.view("dan", &dan).await;
        assert_eq!((view.inherited, view.my_questions), (true, Some(questions("bob"))));
    }
}

/// Both have responded and Ann has guessed; then Bob goes.
#[tokio::test]
async fn a_new_guess_is_made_about_the_next_partner() {
    for how in BOTH_WAYS {
        for house in House::each() {
            house.people(&["ann", "bob", "cat"]).await;
            let [ann, bob] = house.both_answer("ann", "bob").await;
            house.guess("ann", &ann, "90").await.unwrap();
            let refused = house.leave("ann", &ann).await;
            assert!(matches!(refused, Err(Error::Refused(Refusal::PartDone))));
            go(&house, how, "bob", &bob).await;
            let view = house.view("ann", &ann).await;
            assert_eq!((view.phase, view.my_guess), (Phase::Interview, None));
            assert_eq!(view.their_answers, None, "what Bob said is no longer to be judged");

            let cat = house.opens_and_asks("cat").await;
            house.answer("cat", &cat).await.unwrap();
            let view = house.view("ann", &ann).await;
            assert_eq!((view.phase, view.duty), (Phase::Guess, Some(Duty::Guess)));
            assert_eq!(view.their_answers, Some(answers("cat")));
            house.guess("ann", &ann, "20").await.unwrap();
            house.guess("cat", &cat, "40").await.unwrap();
            assert_eq!(house.rating("cat").await.as_deref(), Some("20"));
            assert_eq!(house.rating("ann").await.as_deref(), Some("40"));
            assert_eq!(house.rating("bob").await, None);
        }
    }
}

#[tokio::test]
async fn a_player_who_has_guessed_never_expires_while_the_partner_thinks() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [ann, bob] = house.both_answer("ann", "bob").await;
        house.guess("ann", &ann, "90").await.unwrap();
        house.later(3 * DAY);
        assert_eq!(house.overdue(&ann).await, Overdue::No);
        assert_eq!(house.overdue(&bob).await, Overdue::Expired);
        assert_eq!(house.overdue(&bob).await, Overdue::No, "twice does no harm");
    }
}

#[tokio::test]
async fn when_both_go_the_game_is_closed() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        go(&house, Departure::Leaves, "ann", &ann).await;
        go(&house, Departure::Leaves, "bob", &bob).await;
        let (_, loaded) = house.load_for_update("bob", &bob).await;
        assert_eq!(loaded.game.phase(), Phase::Closed);
        assert!(loaded.ended_at.is_some());
        assert_eq!(house.jobs(), Vec::<String>::new());
        let cat = house.opens_and_asks("cat").await;
        assert!(!house.view("cat", &cat).await.partner_seated);
        assert!(matches!(house.ask("bob", &bob).await, Err(Error::Refused(Refusal::NotSeated))));
        let gone = house.answer("bob", &bob).await;
        assert!(matches!(gone, Err(Error::Refused(Refusal::Over))));
    }
}

#[tokio::test]
async fn half_of_the_time_brings_a_reminder_and_the_end_of_it_an_empty_seat() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.verified("bob").await;
        let ann = house.opens_and_asks("ann").await;
        let bob = house.opens_and_asks("bob").await;
        assert_eq!(house.overdue(&bob).await, Overdue::No);
        house.later(DAY + MINUTE);
        let here = house.now();
        assert_eq!(house.overdue_seen(&bob, Some(here)).await, Overdue::Reminded);
        assert_eq!(
            house.db.column("SELECT kind FROM notice WHERE player_id = 'bob'"),
            ["reminder"]
        );
        let due = format!("SELECT due_at FROM job WHERE id = 'deadline:{bob}'");
        let deadline = format!("SELECT due_at FROM seat WHERE id = '{bob}'");
        let number = |column: Vec<String>| column[0].parse::<i64>().unwrap();
        let (due, deadline) = (number(house.db.column(&due)), number(house.db.column(&deadline)));
        assert!(due < here + 16 * MINUTE, "looked at again while Ann waits");
        assert!(due < deadline);
        house.later(DAY);
        assert_eq!(house.overdue(&bob).await, Overdue::Expired);
        assert!(!house.view("ann", &ann).await.partner_seated);
    }
}

/// Bob owes responses, and Ann waits for them.
async fn ann_waits_for_bob(house: &House) -> [String; 2] {
    house.people(&["ann", "bob", "cat"]).await;
    let (ann, bob) = (house.opens_and_asks("ann").await, house.opens_and_asks("bob").await);
    house.answer("ann", &ann).await.unwrap();
    [ann, bob]
}

async fn cat_meets_ann(house: &House, ann: &str) {
    let cat = house.opens_and_asks("cat").await;
    assert!(house.opposite(("ann", ann), ("cat", &cat)).await);
}

#[tokio::test]
async fn somebody_who_has_gone_is_not_waited_for() {
    for house in House::each() {
        let [ann, bob] = ann_waits_for_bob(&house).await;
        house.later(14 * MINUTE);
        assert_eq!(house.overdue(&bob).await, Overdue::No);
        house.later(MINUTE);
        assert_eq!(house.overdue(&bob).await, Overdue::Gone);
        let view = house.view("ann", &ann).await;
        assert!(!view.partner_seated && view.my_answers.is_some(), "hers are kept");
        let place = house.load_for_update("bob", &bob).await.0;
        assert_eq!((place.ending, place.here), (Some(Ending::Expired), false));
        let next = house.open("bob").await;
        assert_eq!(kept(&house, "bob", &next).await, as_drafts(&questions("bob")), "so are his");
        cat_meets_ann(&house, &ann).await;
    }
}

#[tokio::test]
async fn a_guess_is_waited_for_no_longer_than_responses() {
    for house in House::each() {
        let [ann, bob] = ann_waits_for_bob(&house).await;
        house.answer("bob", &bob).await.unwrap();
        house.guess("ann", &ann, "40").await.unwrap();
        house.later(16 * MINUTE);
        assert_eq!(house.overdue(&bob).await, Overdue::Gone);
        let view = house.view("ann", &ann).await;
        assert!(view.my_answers.is_some() && view.my_questions.is_some());
        cat_meets_ann(&house, &ann).await;
    }
}

#[tokio::test]
async fn somebody_who_is_here_may_think_as_long_as_they_like() {
    for house in House::each() {
        let [ann, bob] = ann_waits_for_bob(&house).await;
        for _ in 0..20 {
            house.later(14 * MINUTE);
            let (now, seat) = (house.now(), vec!["bob".to_owned()]);
            house.db.write(move |tx| note_here(tx, now, &seat)).await.unwrap();
            house.later(MINUTE);
            assert_eq!(house.overdue(&bob).await, Overdue::No);
        }
        for _ in 0..20 {
            house.later(14 * MINUTE);
            let here = Some(house.now());
            house.later(MINUTE);
            assert_eq!(house.overdue_seen(&bob, here).await, Overdue::No);
        }
        assert!(house.view("ann", &ann).await.partner_seated);
        house.later(15 * MINUTE);
        assert_eq!(house.overdue(&bob).await, Overdue::Gone);
    }
}

#[tokio::test]
async fn where_nobody_waits_all_of_the_time_is_given() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let (ann, bob) = (house.opens_and_asks("ann").await, house.opens_and_asks("bob").await);
        house.later(20 * 60 * MINUTE);
        for seat in [&ann, &bob] {
            assert_eq!(house.overdue(seat).await, Overdue::No, "both owe");
        }
        // From then on Bob is waited for, and he has been gone all the time.
        house.answer("ann", &ann).await.unwrap();
        assert_eq!(house.overdue(&bob).await, Overdue::Gone);
    }
}
