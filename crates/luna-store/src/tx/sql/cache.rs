//! Statements that a connection has prepared, and the writes that wait to be sent.

use std::collections::HashMap;

use postgres::error::SqlState;
use postgres::types::ToSql;

use crate::tx::error::{Error, Result};

pub(super) type Parameter = Box<dyn ToSql + Sync + Send>;

/// The statements that one connection has prepared.
#[derive(Default)]
pub(crate) struct StatementCache {
    pub(super) prepared: HashMap<&'static str, postgres::Statement>,
    pub(super) deferred: Deferred,
    /// The work under way and others waited for each other, and it had to give way.
    pub(crate) gave_way: bool,
}

impl StatementCache {
    pub(crate) fn noted(&mut self, error: postgres::Error) -> Error {
        self.gave_way |= matches!(
            error.code(),
            Some(&SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE)
        );
        error.into()
    }
}

#[derive(Default)]
pub(super) struct Deferred {
    pub(super) writes: Vec<Write>,
    pub(super) prepared: HashMap<Vec<&'static str>, postgres::Statement>,
}

pub(super) struct Write {
    pub(super) sql: &'static str,
    /// The row it writes, within its table.
    pub(super) row: String,
    pub(super) parameters: Vec<Parameter>,
}

impl Write {
    /// The table that it writes to.
    pub(super) fn table(&self) -> &str {
        let after = |verb| self.sql.trim_start().strip_prefix(verb);
        let rest = ["INSERT INTO ", "UPDATE ", "DELETE FROM "].into_iter().find_map(after);
        rest.and_then(|rest| rest.split_whitespace().next()).unwrap_or_default()
    }
}

pub(super) fn prepared(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    sql: &'static str,
) -> Result<postgres::Statement> {
    if let Some(statement) = known.prepared.get(sql) {
        return Ok(statement.clone());
    }
    let statement = tx.prepare(sql)?;
    known.prepared.insert(sql, statement.clone());
    Ok(statement)
}
