//! Writes to PostgreSQL that nobody waits for. They travel together, as the parts of one statement,
//! because each statement costs a round trip between two processes.

use std::fmt::Write as _;

use postgres::types::ToSql;

use super::cache::{Parameter, StatementCache, Write, prepared};
use crate::tx::error::Result;

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

/// Sends the writes that were deferred: before a statement that is waited for, and at the end.
pub(crate) fn flush(tx: &mut postgres::Transaction<'_>, known: &mut StatementCache) -> Result<()> {
    let mut writes = std::mem::take(&mut known.deferred.writes);
    if writes.is_empty() {
        return Ok(());
    }
    writes.push(Write { sql: "SELECT 1", row: String::new(), parameters: Vec::new() });
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
    for alike in writes.chunk_by(|a, b| a.sql == b.sql && Insert::parse(a.sql).is_some()) {
        let Some(first) = alike.first() else { continue };
        let rows = || (0..alike.len()).map(|nth| before + nth * first.parameters.len());
        parts.push(match Insert::parse(first.sql) {
            Some(insert) => insert.of_rows(rows()),
            None => renumbered(first.sql, before),
        });
        before += alike.iter().map(|write| write.parameters.len()).sum::<usize>();
    }
    let last = parts.pop().unwrap_or_default();
    let name = |(nth, sql)| format!("w{nth} AS ({sql})");
    let parts: Vec<String> = parts.into_iter().enumerate().map(name).rev().collect();
    if parts.is_empty() { last } else { format!("WITH {} {last}", parts.join(", ")) }
}

/// The parts of an `INSERT` of one row, which can insert several.
struct Insert<'s> {
    into: &'s str,
    row: &'s str,
    rest: &'s str,
}

impl<'s> Insert<'s> {
    /// None for other statements, and where what follows the row has parameters.
    fn parse(sql: &'s str) -> Option<Insert<'s>> {
        let (into, values) = sql.split_once("VALUES (")?;
        let mut depth = 1;
        let end = values.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        let (row, rest) = values.split_at(end);
        let insert = Insert { into, row, rest: rest.strip_prefix(')')? };
        (into.starts_with("INSERT INTO ") && !rest.contains('$')).then_some(insert)
    }

    /// The statement for rows whose parameters come after so many others.
    fn of_rows(&self, before: impl Iterator<Item = usize>) -> String {
        let rows: Vec<String> =
            before.map(|it| format!("({})", renumbered(self.row, it))).collect();
        format!("{}VALUES {}{}", self.into, rows.join(", "), self.rest)
    }
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
    #[test]
    fn rows_of_one_table_are_inserted_at_once() {
        const TOPIC: &str = "INSERT INTO topic (name, seq) VALUES ($1, abs($2))
            ON CONFLICT (name) DO UPDATE SET seq = topic.seq + 1";
        const SEAT: &str =
            "INSERT INTO seat (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1";
        let write = |sql, parameters: Vec<Parameter>| Write { sql, row: String::new(), parameters };
        let writes = [
            write(SEAT, vec![Box::new("a")]),
            write(SEAT, vec![Box::new("b")]),
            write(TOPIC, vec![Box::new("x"), Box::new(1_i64)]),
            write(TOPIC, vec![Box::new("y"), Box::new(1_i64)]),
            write("SELECT 1", Vec::new()),
        ];
        assert_eq!(
            combined(&writes),
            "WITH w2 AS (INSERT INTO topic (name, seq) VALUES ($3, abs($4)), ($5, abs($6))
            ON CONFLICT (name) DO UPDATE SET seq = topic.seq + 1), \
             w1 AS (INSERT INTO seat (id) VALUES ($2) ON CONFLICT (id) DO UPDATE SET id = $2), \
             w0 AS (INSERT INTO seat (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1) \
             SELECT 1"
        );
    }
}
