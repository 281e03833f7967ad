//! The answers that a writer picks from: what this instance has imported or named.

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_answer",
    key: &["title"],
    columns: &[(Class::NotPersonal, &["title", "kind", "category", "aliases", "source_id"])],
    erasure: Erasure::NotPersonal,
};

/// An answer with its other names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub title: String,
    pub kind: String,
    pub category: String,
    pub aliases: Vec<String>,
}

record! {
    struct Row {
        title: String,
        kind: String,
        category: String,
        aliases: String,
    }
}

impl Row {
    fn into_answer(self) -> Result<Answer> {
        let aliases = serde_json::from_str(&self.aliases).map_err(Error::corrupt)?;
        Ok(Answer { title: self.title, kind: self.kind, category: self.category, aliases })
    }
}

/// Adds an answer. One that is known already stays as it is.
pub fn add(tx: &mut Tx<'_>, source_id: &str, answer: &Answer) -> Result<bool> {
    let aliases = serde_json::to_string(&answer.aliases).map_err(Error::corrupt)?;
    let added = run!(
        tx,
        "INSERT INTO quiz_answer (title, kind, category, aliases, source_id)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        answer.title,
        answer.kind,
        answer.category,
        aliases,
        source_id,
    );
    Ok(added > 0)
}

/// Updates an answer of a source. One of another source stays as it is.
pub fn update(tx: &mut Tx<'_>, source_id: &str, answer: &Answer) -> Result<()> {
    let aliases = serde_json::to_string(&answer.aliases).map_err(Error::corrupt)?;
    run!(
        tx,
        "UPDATE quiz_answer SET kind = $3, category = $4, aliases = $5
         WHERE title = $1 AND source_id = $2",
        answer.title,
        source_id,
        answer.kind,
        answer.category,
        aliases,
    );
    Ok(())
}

/// Answers in the order of their titles, after a title.
pub fn page(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<Answer>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT title, kind, category, aliases FROM quiz_answer
         WHERE title > $1 ORDER BY title LIMIT $2",
        after,
        limit,
    );
    rows.into_iter().map(Row::into_answer).collect()
}

/// The titles that came from a source, in their order.
pub fn of_source(tx: &mut Tx<'_>, source_id: &str) -> Result<Vec<String>> {
    let rows: Vec<(String,)> =
        rows!(tx, "SELECT title FROM quiz_answer WHERE source_id = $1 ORDER BY title", source_id);
    Ok(rows.into_iter().map(|(title,)| title).collect())
}

/// Removes an answer from the list.
pub fn remove(tx: &mut Tx<'_>, title: &str) -> Result<()> {
    run!(tx, "DELETE FROM quiz_answer WHERE title = $1", title);
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, title: &str) -> Result<Option<Answer>> {
    let row: Option<Row> =
        row!(tx, "SELECT title, kind, category, aliases FROM quiz_answer WHERE title = $1", title,);
    row.map(Row::into_answer).transpose()
}
