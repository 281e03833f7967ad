//! Sets of questions that somebody keeps for interviews, or for a machine to ask.

use serde_json::{Value, json};

use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_set",
    key: &["id"],
    columns: &[(Class::Exported, &["id", "player_id", "name", "created_at", "machine"])],
    erasure: Erasure::Erased(forget),
};

pub(crate) const ITEM: Table = Table {
    name: "question_set_item",
    key: &["set_id", "place"],
    columns: &[(
        Class::Exported,
        &["set_id", "place", "question", "answer", "sentence", "is_vague"],
    )],
    erasure: Erasure::With("question_set"),
};

record! {
    /// A set, without its questions.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct QuestionSet {
        pub id: String,
        pub player_id: String,
        pub name: String,
        pub created_at: i64,
        /// The line of the machine that asks these questions in its games.
        pub machine: Option<String>,
    }
}

record! {
    /// A question of a set.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Item {
        pub question: String,
        pub answer: String,
        /// The sentence that it is about.
        pub sentence: String,
        /// It has a pronoun of which nothing tells what it stands for.
        pub is_vague: bool,
    }
}

/// Keeps a set of a player who is still here.
pub fn add(tx: &mut Tx<'_>, new: &QuestionSet, items: &[Item]) -> Result<()> {
    player::require_here(tx, &new.player_id)?;
    run!(
        tx,
        "INSERT INTO question_set (id, player_id, name, created_at, machine)
         VALUES ($1, $2, $3, $4, $5)",
        new.id,
        new.player_id,
        new.name,
        new.created_at,
        new.machine,
    );
    for (item, place) in items.iter().zip(1_i64..) {
        run!(
            tx,
            "INSERT INTO question_set_item (set_id, place, question, answer, sentence, is_vague)
             VALUES ($1, $2, $3, $4, $5, $6)",
            new.id,
            place,
            item.question,
            item.answer,
            item.sentence,
            item.is_vague,
        );
    }
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<QuestionSet> {
    let found: Option<QuestionSet> = row!(
        tx,
        "SELECT id, player_id, name, created_at, machine FROM question_set WHERE id = $1",
        id
    );
    found.ok_or(Error::NotFound)
}

/// The set that a line of machines asks from.
pub fn of_machine(tx: &mut Tx<'_>, line: &str) -> Result<Option<QuestionSet>> {
    Ok(row!(
        tx,
        "SELECT id, player_id, name, created_at, machine FROM question_set WHERE machine = $1",
        line
    ))
}

/// The sets of a player, the latest first.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<QuestionSet>> {
    Ok(rows!(
        tx,
        "SELECT id, player_id, name, created_at, machine FROM question_set WHERE player_id = $1
         ORDER BY created_at DESC, id DESC",
        player_id,
    ))
}

/// The questions of a set, in their order.
pub fn items(tx: &mut Tx<'_>, set_id: &str) -> Result<Vec<Item>> {
    Ok(rows!(
        tx,
        "SELECT question, answer, sentence, is_vague FROM question_set_item WHERE set_id = $1
         ORDER BY place",
        set_id,
    ))
}

pub fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "DELETE FROM question_set_item WHERE set_id = $1", id);
    run!(tx, "DELETE FROM question_set WHERE id = $1", id);
    Ok(())
}

/// The ids of a player's sets.
pub(crate) fn ids(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<String>> {
    Ok(of_player(tx, player_id)?.into_iter().map(|set| set.id).collect())
}

/// A set of a player, for their download.
pub(crate) fn data(tx: &mut Tx<'_>, _: &str, id: &str) -> Result<Value> {
    let set = find(tx, id)?;
    let items: Vec<RowPair<(i64,), Item>> = rows!(
        tx,
        "SELECT place, question, answer, sentence, is_vague FROM question_set_item
         WHERE set_id = $1 ORDER BY place",
        set.id,
    );
    let item = |RowPair((place,), it): RowPair<(i64,), Item>| {
        json!({
            "set": set.id, "place": place, "question": it.question, "answer": it.answer,
            "sentence": it.sentence, "is_vague": it.is_vague,
        })
    };
    Ok(json!({
        "id": set.id, "player": set.player_id, "name": set.name, "at": set.created_at,
        "machine": set.machine, "questions": items.into_iter().map(item).collect::<Vec<_>>(),
    }))
}

fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    for set in of_player(tx, player_id)? {
        delete(tx, &set.id)?;
    }
    Ok(())
}
