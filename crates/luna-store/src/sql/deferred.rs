//! Writes to PostgreSQL that nobody waits for. They travel together, as the parts of one statement,
//! because each statement costs a round trip between two processes.

use std::fmt::Write as _;

use postgres::types::ToSql;

use super::cache::{Parameter, StatementCache, Write, prepared};
use crate::error::Result;

/// Combinations of statements that are kept prepared; beyond them each is sent by itself.
const MOST_PREPARED: usize = 500;
/// `PostgreSQL` numbers parameters with 16 bits; this is far below.
const MOST_PARAMETERS: usize = 1_000;

impl StatementCache {
    /// Forgets what an earlier transaction, which failed, has left.
    pub(crate) fn forget_deferred(&mut self) {
        self.deferred.writes.clear();
    }

    pub(crate) fn defer(
        &mut self,
        tx: &mut postgres::Transaction<'_>,
        sql: &'static str,
        row: String,
        parameters: Vec<Parameter>,
    ) -> Result<()> {
        let write = Write { sql, row, parameters };
        let writes = &self.deferred.writes;
        let is_written = writes.iter().any(|it| it.row == write.row && it.table() == write.table());
        let count: usize = writes.iter().map(|it| it.parameters.len()).sum();
        if is_written || count > MOST_PARAMETERS {
            flush(tx, self)?;
        }
        self.deferred.writes.push(write);
        Ok(())
    }
}

/// Sends the writes that were deferred, before a statement that is waited for.
pub(super) fn flush(tx: &mut postgres::Transaction<'_>, known: &mut StatementCache) -> Result<()> {
    if known.deferred.writes.is_empty() { Ok(()) } else { send(tx, known, "SELECT 1", Vec::new()) }
}

/// Sends the last writes of a transaction, and these topics to whichever process listens.
pub(crate) fn finish(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    topics: Vec<String>,
) -> Result<()> {
    const NOTIFY: &str = "SELECT pg_notify('luna', name) FROM unnest($1::TEXT[]) AS topic (name)";
    if topics.is_empty() {
        flush(tx, known)
    } else {
        send(tx, known, NOTIFY, vec![Box::new(topics)])
    }
}

/// Sends the writes that were deferred, and a statement that writes nothing after them.
fn send(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    last: &'static str,
    parameters: Vec<Parameter>,
) -> Result<()> {
    let mut writes = std::mem::take(&mut known.deferred.writes);
    writes.push(Write { sql: last, row: String::new(), parameters });
    let key: Vec<&'static str> = writes.iter().map(|write| write.sql).collect();
    let statement = match known.deferred.prepared.get(&key) {
        Some(statement) => statement.clone(),
        None if known.deferred.prepared.len() < MOST_PREPARED => {
            let statement = tx.prepare(&combined(&writes)).map_err(|error| known.noted(error))?;
            known.deferred.prepared.insert(key, statement.clone());
            statement
        }
        None => return send_each(tx, known, &writes),
    };
    let parameters: Vec<_> = writes.iter().flat_map(|it| &it.parameters).map(borrowed).collect();
    tx.execute(&statement, &parameters).map_err(|error| known.noted(error))?;
    Ok(())
}

fn send_each(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    writes: &[Write],
) -> Result<()> {
    for write in writes {
        let statement = prepared(tx, known, write.sql)?;
        let parameters: Vec<_> = write.parameters.iter().map(borrowed).collect();
        tx.execute(&statement, &parameters).map_err(|error| known.noted(error))?;
    }
    Ok(())
}

fn borrowed(parameter: &Parameter) -> &(dyn ToSql + Sync) {
    parameter.as_ref()
}

/// One statement that does all of these; the last one writes nothing. PostgreSQL carries out the
/// last part first, and rows are to be locked in the order in which they were written.
fn combined(writes: &[Write]) -> String {
    let mut parts = Vec::new();
    let mut before = 0;
    for (nth, write) in writes.iter().enumerate() {
        let sql = renumbered(write.sql, before);
        parts.push(if nth + 1 < writes.len() { format!("w{nth} AS ({sql})") } else { sql });
        before += write.parameters.len();
    }
    let last = parts.pop().unwrap_or_default();
    parts.reverse();
    if parts.is_empty() { last } else { format!("WITH {} {last}", parts.join(", ")) }
}

/// A statement whose parameters come after so many others.
fn renumbered(sql: &str, before: usize) -> String {
    let mut pieces = sql.split('$');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = piece.split_at(digits);
        let number = number.parse::<usize>().unwrap_or_default() + before;
        // Writing to a string does not fail.
        let _ = write!(whole, "${number}{rest}");
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_on() {
        let sql = "UPDATE seat SET place = $2, due_at = $10 WHERE id = $1";
        assert_eq!(renumbered(sql, 4), "UPDATE seat SET place = $6, due_at = $14 WHERE id = $5");
        assert_eq!(renumbered("DELETE FROM held", 4), "DELETE FROM held");
    }

    #[test]
    fn the_first_write_is_the_last_part() {
        let write = |sql, parameters: Vec<Parameter>| Write { sql, row: String::new(), parameters };
        let writes = [
            write("INSERT INTO job (id) VALUES ($1)", vec![Box::new(1_i64)]),
            write("DELETE FROM pool WHERE game_id = $1", vec![Box::new(1_i64)]),
            write("SELECT 1", Vec::new()),
        ];
        assert_eq!(
            combined(&writes),
            "WITH w1 AS (DELETE FROM pool WHERE game_id = $2), \
             w0 AS (INSERT INTO job (id) VALUES ($1)) SELECT 1"
        );
        assert_eq!(writes.map(|it| it.table().to_owned()), ["job", "pool", ""]);
    }
}
