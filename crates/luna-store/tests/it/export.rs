//! The download: every column of the schema is in one class, and what is said to be in it is.

use std::collections::BTreeMap;

use luna_store::export::{COLUMNS, Class, withheld};

use crate::schema;

#[test]
fn every_column_is_exported_or_withheld_with_a_reason_or_not_personal() {
    let mut classes: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (table, _, columns) in COLUMNS {
        for column in *columns {
            *classes.entry((table, column)).or_default() += 1;
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
    assert!(missing.is_empty(), "in no class of export/columns.rs: {missing:?}");
    let unknown: Vec<_> = classes.keys().filter(|it| !there.contains(it)).collect();
    assert!(unknown.is_empty(), "not in the schema: {unknown:?}");
}

#[test]
fn what_is_withheld_says_why_in_a_sentence() {
    assert!(!withheld().is_empty());
    for reason in withheld() {
        assert!(reason.ends_with('.') && reason.len() > 40, "{reason}");
    }
    assert!(COLUMNS.iter().any(|(_, class, _)| *class == Class::Exported));
}
