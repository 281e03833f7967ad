//! The download: every column of the schema is in one class, and what is said to be in it is.

use std::collections::BTreeMap;

use luna_core::game::{Guess, Move};
use luna_core::rating::Points;
use luna_store::Tx;
use luna_store::disciplines::ALL;
use luna_store::export::{self, Response, withheld};
use luna_store::table::{Class, Erasure};
use luna_store::tables;

use crate::house::{House, answers, questions};
use crate::schema;

#[test]
fn every_column_is_exported_or_withheld_with_a_reason_or_not_personal() {
    let mut classes: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for table in tables::all(ALL) {
        for column in table.columns.iter().flat_map(|(_, columns)| *columns) {
            *classes.entry((table.name, column)).or_default() += 1;
        }
    }
    let twice: Vec<_> = classes.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "in two classes: {twice:?}");
    let tables = schema::tables();
    let there: Vec<(&str, &str)> = tables
        .iter()
        .flat_map(|table| table.columns.iter().map(|column| (table.name.as_str(), column.as_str())))
        .collect();
    let missing: Vec<_> = there.iter().filter(|it| !classes.contains_key(*it)).collect();
    assert!(missing.is_empty(), "in no class of its table: {missing:?}");
    let unknown: Vec<_> = classes.keys().filter(|it| !there.contains(it)).collect();
    assert!(unknown.is_empty(), "not in the schema: {unknown:?}");
}

#[test]
fn what_is_withheld_says_why_in_a_sentence() {
    assert!(!withheld(ALL).is_empty());
    for reason in withheld(ALL) {
        assert!(reason.ends_with('.') && reason.len() > 40, "{reason}");
    }
    assert!(
        tables::all(ALL)
            .any(|table| table.columns.iter().any(|(class, _)| *class == Class::Exported))
    );
}

/// Ann marks the first of Bob's responses, and he marks none of hers.
async fn marked_game(house: &House) {
    house.people(&["ann", "bob"]).await;
    let [ann, bob] = [house.opens_and_asks("ann").await, house.opens_and_asks("bob").await];
    house.answer("ann", &ann).await.unwrap();
    house.answer("bob", &bob).await.unwrap();
    let points = |text| Points::parse(text).unwrap();
    let guess = Guess { points: points("40"), sliders: vec![Some(points("72.5")), None] };
    house.play("ann", &ann, Move::Guess(guess)).await.unwrap();
    house.guess("bob", &bob, "60").await.unwrap();
}

#[tokio::test]
async fn marks_are_only_in_the_download_of_the_player_who_gave_them() {
    for house in House::each() {
        marked_game(&house).await;
        let data = async |id: &'static str| {
            house.db.read(move |tx| export::of(tx, ALL, id)).await.unwrap()["games"][0].clone()
        };
        let (anns, bobs) = (data("ann").await, data("bob").await);
        assert_eq!(anns["my_marks"], serde_json::json!([72_500_000, null]));
        assert_eq!(anns["their_answers"], serde_json::json!(answers("bob")));
        assert_eq!(bobs["my_marks"], serde_json::json!([null, null]));
        assert!(!bobs.to_string().contains("72500000"), "{bobs}");
        assert!(withheld(ALL).iter().any(|why| why.contains("The marks that your partners gave")));
    }
}

#[tokio::test]
async fn operators_get_every_response_with_its_mark_and_nobodys_name() {
    for house in House::each() {
        marked_game(&house).await;
        // Practice and games that go on are not among them.
        house.opens_and_asks("ann").await;
        let read = async |after: (i64, String), games| {
            let read = move |tx: &mut Tx<'_>| export::responses(tx, (after.0, &after.1), games);
            house.db.read(read).await.unwrap()
        };
        let (all, more) = read((i64::MIN, String::new()), 9).await;
        assert_eq!(more, None);
        let shown = |it: &Response| {
            let mark = it.mark.map_or("none".to_owned(), |mark| mark.to_string());
            format!("{} of {} {}: {mark}, {}", it.judge.id, it.player.id, it.part, it.guess)
        };
        let lines: Vec<String> = all.iter().map(shown).collect();
        let expected =
            ["ann of bob 1: 72.5, 40", "ann of bob 2: none, 40", "bob of ann 1: none, 60"];
        assert_eq!(lines[..3], expected);
        assert_eq!(all.len(), 4);
        assert_eq!(
            (&all[1].question, &all[1].response),
            (&questions("ann")[1], &answers("bob")[1])
        );
        assert!(all.iter().all(|it| it.counts && !it.inherited && it.typing.is_empty()));
        house.db.raw(
            "INSERT INTO typing_mark (game_id, seq, part, at, chars, took_ms, is_pasted, is_fast)
             SELECT game_id, seq, 2, at, 60, 9000, TRUE, FALSE FROM game_move
             WHERE player_id = 'bob' AND body LIKE '%answer%'",
        );
        let typed: Vec<usize> =
            read((i64::MIN, String::new()), 9).await.0.iter().map(|it| it.typing.len()).collect();
        assert_eq!(typed, [0, 1, 0, 0]);
        let all = read((i64::MIN, String::new()), 9).await.0;
        let (first, more) = read((i64::MIN, String::new()), 1).await;
        assert_eq!(first, all);
        assert_eq!(read(more.unwrap(), 1).await, (Vec::new(), None));
    }
}

#[test]
fn a_table_about_people_says_what_their_erasure_does_with_it() {
    for table in tables::all(ALL) {
        let is_personal = table.columns.iter().any(|(class, _)| *class != Class::NotPersonal);
        let is_left_out = matches!(table.erasure, Erasure::NotPersonal);
        assert!(!(is_personal && is_left_out), "{}", table.name);
    }
}
