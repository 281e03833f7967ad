//! Disciplines: one that is added to the list is backed up, downloaded and erased like the others.

use std::collections::BTreeSet;

use luna_store::backup;
use luna_store::discipline::Discipline;
use luna_store::disciplines::ALL;
use luna_store::export::{self, Layout, withheld};
use luna_store::game::Context;
use luna_store::machine::{self, Transport};
use luna_store::section::Section;
use luna_store::table::{Class, Erasure, Table};
use luna_store::{Result, Tx, erase, setting};
use luna_testkit::database::{Database, Location};
use luna_testkit::machine::declared;

use crate::backup::text;
use crate::house::House;

const WHY: &str = "A drawing is shown once, to one person.";

/// It has one table, and notes in the settings what it was asked to do.
static DRAWING: Discipline = Discipline {
    noun: "drawing",
    tables: &[Table {
        name: "drawing",
        key: &["player_id"],
        columns: &[(Class::Exported, &["player_id"]), (Class::Withheld(WHY), &["strokes"])],
        erasure: Erasure::Erased(|tx, id| note(tx, "erased", id)),
    }],
    sections: &[("drawings", Section::Whole(|_, id| Ok(format!("of {id}").into())))],
    end_machine: Some(|tx, id| note(tx, "ended", id)),
    forget_machine: Some(|tx, id| note(tx, "forgotten", id)),
    gauges: &[],
};

fn note(tx: &mut Tx<'_>, what: &str, id: &str) -> Result<()> {
    setting::set(tx, what, id)
}

fn with_drawing() -> &'static [&'static Discipline] {
    [ALL, &[&DRAWING]].concat().leak()
}

fn house_with_drawing(place: Location) -> House {
    let house = House::new(Database::open(place));
    house.db.raw("CREATE TABLE drawing (player_id TEXT PRIMARY KEY, strokes TEXT NOT NULL)");
    house
}

async fn noted(house: &House, what: &'static str) -> Option<String> {
    house.db.read(move |tx| setting::get(tx, what)).await.unwrap()
}

#[test]
fn no_two_disciplines_share_a_name_a_table_or_a_part_of_the_download() {
    let names = |of: fn(&'static Discipline) -> Vec<&'static str>| {
        let all: Vec<&str> = ALL.iter().flat_map(|it| of(it)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    };
    names(|it| vec![it.noun]);
    names(|it| it.tables.iter().map(|table| table.name).collect());
    names(|it| it.sections.iter().map(|(name, _)| *name).collect());
}

#[tokio::test]
async fn the_table_of_an_added_discipline_is_in_backups() {
    for place in Location::all() {
        let house = house_with_drawing(place);
        house.people(&["ann"]).await;
        house.db.raw("INSERT INTO drawing VALUES ('ann', '/\\')");
        let from = house.db.url();
        let save = move || {
            let (mut with, mut without) = (Vec::new(), Vec::new());
            backup::save(&from, with_drawing(), &mut with).unwrap();
            backup::save(&from, ALL, &mut without).unwrap();
            (with, without)
        };
        let (with, without) = std::thread::spawn(save).join().unwrap();
        assert!(text(&with).contains("[\"ann\",\"/\\\\\"]"), "{}", text(&with));
        assert!(!text(&without).contains("drawing"));

        let other = house_with_drawing(Location::file());
        let (to, file) = (other.db.url(), with.clone());
        let restore = move || {
            let refused = backup::restore(&to, ALL, &mut with.as_slice());
            assert!(refused.unwrap_err().to_string().contains("there is no table \"drawing\""));
            backup::restore(&to, with_drawing(), &mut file.as_slice()).unwrap();
        };
        std::thread::spawn(restore).join().unwrap();
        assert_eq!(other.db.column("SELECT strokes FROM drawing"), ["/\\"]);
    }
}

#[tokio::test]
async fn an_added_discipline_has_its_part_of_the_download() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let data = house.db.read(|tx| export::of(tx, with_drawing(), "ann")).await.unwrap();
        assert_eq!(data["drawings"], "of ann");
        assert!(data["not_included"].to_string().contains(WHY));
        assert!(!withheld(ALL).contains(&WHY));

        let mut pieces = export::pieces(with_drawing(), "ann".to_owned(), Layout::OneLine);
        let read = house.db.read(move |tx| pieces.next(tx)).await.unwrap().unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&read).unwrap(), data);
        let at = |part: &str| read.find(&format!("\"{part}\":")).unwrap();
        assert!(at("about") < at("not_included") && at("not_included") < at("player"));
        assert!(at("question_sets") < at("drawings") && at("drawings") < at("reviews"));
    }
}

#[tokio::test]
async fn an_added_discipline_is_told_of_erasures_and_of_machines_that_end() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let at = Context { disciplines: with_drawing(), ..house.at() };
        let stop = at.clone();
        let register = move |tx: &mut Tx<'_>| {
            machine::register(tx, 1, "ours", "Ours", Some("ann"), &declared(Transport::Pull))?;
            machine::kill(tx, &stop, "ours", "no more")
        };
        house.db.write(register).await.unwrap();
        assert_eq!(noted(&house, "ended").await.as_deref(), Some("ours"));
        assert_eq!(noted(&house, "forgotten").await, None);
        house.db.write(move |tx| erase::erase(tx, &at, "ann")).await.unwrap();
        assert_eq!(noted(&house, "erased").await.as_deref(), Some("ann"));
        assert_eq!(noted(&house, "forgotten").await.as_deref(), Some("ours"));
    }
}
