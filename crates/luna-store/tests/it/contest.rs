//! Contests: what is typed, who is in a seat, and what is left of somebody who is erased.

use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::typing::stroke::Stroke;
use luna_store::contest::keystroke::{self, ConversationPlace, StrokeBatch};
use luna_store::contest::record::{self, Contest};
use luna_store::contest::seat::{self, Kind, Seat};
use luna_store::contest::turn;
use luna_store::{Error, Tx, erase};

use crate::house::House;

const J1: Participant = Participant::Judge(1);

fn contest(id: &str) -> Contest {
    Contest {
        id: id.to_owned(),
        name: "The Prize".to_owned(),
        rules: "{}".to_owned(),
        rules_hash: "sum".to_owned(),
        source: "name = \"The Prize\"".to_owned(),
        schedule: "{}".to_owned(),
        words_per_minute: 40,
        organiser_id: Some("ann".to_owned()),
        is_rehearsal: false,
        created_at: 1,
        version: 0,
    }
}

fn seat(contest_id: &str, player_id: &str) -> Seat {
    Seat {
        contest_id: contest_id.to_owned(),
        participant: J1,
        kind: Kind::Person,
        label: "Professor Bob".to_owned(),
        player_id: Some(player_id.to_owned()),
        joined_at: Some(1),
        briefed_at: None,
        consented_at: None,
        is_public: false,
        folder: None,
    }
}

fn place(contest_id: &str) -> ConversationPlace {
    let contest_id = contest_id.to_owned();
    ConversationPlace { contest_id, round: 1, attempt: 1, judge: 1, side: Side::Left }
}

fn typed(by: Speaker, number: usize, at: i64, text: &str) -> StrokeBatch {
    let strokes = text.chars().map(|c| Stroke::from_char(c).unwrap()).collect();
    StrokeBatch { by, number, at, strokes, is_planned: false }
}

fn set_up(tx: &mut Tx<'_>) -> luna_store::Result<()> {
    record::create(tx, &contest("c"))?;
    seat::add(tx, &seat("c", "bob"), Some("hash"), 1)
}

#[tokio::test]
async fn each_speaker_numbers_its_own_strokes_and_none_arrives_twice() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        house
            .acts(|tx, _| {
                set_up(tx)?;
                let place = place("c");
                let judge = [typed(Speaker::Judge, 0, 5, "Hi"), typed(Speaker::Judge, 2, 6, "\n")];
                keystroke::add(tx, &place, &judge, Some("bob"))?;
                let party = [typed(Speaker::Party, 0, 7, "Oh\u{8}")];
                keystroke::add(tx, &place, &party, None)?;
                let all = [&judge[..], &party].concat();
                assert_eq!(keystroke::since(tx, &place, [0, 0])?, all);
                assert_eq!(keystroke::since(tx, &place, [2, 0])?, all[1..]);
                assert_eq!(keystroke::since(tx, &place, [3, 0])?, party);
                let other = ConversationPlace { side: Side::Right, ..place };
                assert_eq!(keystroke::since(tx, &other, [0, 0])?, []);
                Ok(())
            })
            .await;
        let again = house.db.write(|tx| {
            keystroke::add(tx, &place("c"), &[typed(Speaker::Judge, 0, 9, "x")], Some("bob"))
        });
        assert!(matches!(again.await, Err(Error::Conflict)));
    }
}

#[tokio::test]
async fn only_what_machines_are_still_to_type_is_put_off() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        house
            .acts(|tx, _| {
                set_up(tx)?;
                let planned = |number, at| StrokeBatch {
                    is_planned: true,
                    ..typed(Speaker::Party, number, at, "x")
                };
                let said = typed(Speaker::Judge, 0, 20, "y");
                let all = [planned(0, 10), planned(1, 20), said.clone()];
                keystroke::add(tx, &place("c"), &all, None)?;
                keystroke::delay(tx, "c", (1, 1), 15, 100)?;
                keystroke::delay(tx, "c", (1, 2), 15, 100)?;
                let found = keystroke::since(tx, &place("c"), [0, 0])?;
                assert_eq!(found, [said, planned(0, 10), planned(1, 120)]);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn one_browser_has_a_seat_until_it_is_gone() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        house
            .acts(|tx, _| {
                set_up(tx)?;
                let place = ("c", J1);
                assert!(seat::hold(tx, place, "one", 100, 110)?);
                assert!(seat::hold(tx, place, "one", 105, 115)?);
                let (version, hold) = seat::floor(tx, place, Some("bob"))?;
                assert_eq!(version, 0);
                assert!(hold.is_active(114) && !hold.is_active(115));
                assert!(hold.is_of("one") && !hold.is_of("two"));
                assert!(matches!(seat::floor(tx, place, Some("ann")), Err(Error::NotFound)));
                assert!(matches!(seat::floor(tx, place, None), Err(Error::NotFound)));
                assert!(!seat::hold(tx, place, "two", 114, 124)?);
                assert!(seat::hold(tx, place, "two", 115, 125)?);
                assert!(seat::hold(tx, place, "one", 125, 135)?);
                // A hold from before the clock was set back by a day stops nobody until then.
                let day = 24 * 60 * 60 * 1000;
                assert!(seat::hold(tx, place, "one", day, day + 10)?);
                let (_, hold) = seat::floor(tx, place, Some("bob"))?;
                assert!(hold.is_active(day) && !hold.is_active(200));
                assert!(seat::hold(tx, place, "two", 200, 210)?);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn of_two_turns_of_a_machine_one_comes_first() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        house
            .acts(|tx, _| {
                set_up(tx)?;
                let place = place("c");
                assert_eq!(turn::find(tx, &place, Speaker::Party)?, None);
                assert!(turn::advance(tx, &place, Speaker::Party, None, 1)?);
                assert!(!turn::advance(tx, &place, Speaker::Party, None, 1)?);
                assert!(turn::advance(tx, &place, Speaker::Party, Some(1), 3)?);
                assert!(!turn::advance(tx, &place, Speaker::Party, Some(1), 2)?);
                let heard = turn::Turn { heard: 3, ..turn::Turn::default() };
                assert_eq!(turn::find(tx, &place, Speaker::Party)?, Some(heard));
                assert_eq!(turn::find(tx, &place, Speaker::Judge)?, None);
                assert_eq!(turn::by_conversation(tx, "talk")?, None);
                turn::set_task(tx, &place, Speaker::Party, "talk", Some("task"))?;
                let found = turn::by_conversation(tx, "talk")?;
                assert_eq!(found, Some((place.clone(), Speaker::Party)));
                let asked = turn::find(tx, &place, Speaker::Party)?.unwrap();
                assert_eq!((asked.heard, asked.task_id.as_deref()), (3, Some("task")));
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn somebody_who_is_erased_leaves_their_place_and_none_of_their_words() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        house
            .acts(|tx, at| {
                set_up(tx)?;
                let words = [
                    typed(Speaker::Judge, 0, 5, "I am Bob"),
                    typed(Speaker::Judge, 8, 6, " of Reading\n"),
                ];
                keystroke::add(tx, &place("c"), &words, Some("bob"))?;
                keystroke::add(tx, &place("c"), &[typed(Speaker::Party, 0, 7, "Hi\n")], None)?;
                erase::erase(tx, at, "bob")?;
                let left = keystroke::since(tx, &place("c"), [0, 0])?;
                let text = |typed: &StrokeBatch| -> String {
                    typed.strokes.iter().map(|stroke| stroke.to_char()).collect()
                };
                let left: Vec<String> = left.iter().map(text).collect();
                assert_eq!(left, ["[erased]\n", "Hi\n"]);
                let seats = seat::all(tx, "c")?;
                assert_eq!((seats[0].label.as_str(), seats[0].participant), ("", J1));
                assert!(seat::by_token(tx, "hash")?.is_none());
                assert!(matches!(seat::floor(tx, ("c", J1), Some("bob")), Err(Error::NotFound)));
                erase::erase(tx, at, "ann")?;
                assert_eq!(record::find(tx, "c")?.source, "");
                Ok(())
            })
            .await;
    }
}
