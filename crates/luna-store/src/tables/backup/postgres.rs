//! Backup out of and into PostgreSQL.

use std::io::Write as _;

use postgres::fallible_iterator::FallibleIterator as _;
use postgres::{Client, IsolationLevel, NoTls, Transaction};

use super::database::{EachRow, RestoreSummary, Rows, Schema, Source, Target};
use super::error::{Error, Result};
use super::file::{Entry, Reader};
use super::value::{Kind, Value};
use crate::db::postgres_db;
use crate::tx::table::Table;

/// The bytes of rows that are sent at once.
const CHUNK: usize = 64 * 1024;

/// Reads a database as it is now, whatever is written to it meanwhile.
pub(super) fn reading(url: &str, work: impl FnOnce(&mut dyn Source) -> Result<()>) -> Result<()> {
    let mut client = Client::connect(url, NoTls)?;
    let tx = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()?;
    work(&mut Postgres(tx))
}

/// Fills a database in one transaction.
pub(super) fn filling(
    url: &str,
    tables: &[&Table],
    work: impl FnOnce(&mut dyn Target) -> Result<RestoreSummary>,
) -> Result<RestoreSummary> {
    let mut client = Client::connect(url, NoTls)?;
    let mut target = Postgres(client.transaction()?);
    let restored = work(&mut target)?;
    let mut tx = target.0;
    for table in tables.iter().map(|table| table.name) {
        // Until it is known how much there is, plans are made for next to nothing.
        tx.batch_execute(&format!("ANALYZE {table}"))?;
    }
    tx.commit()?;
    Ok(restored)
}

struct Postgres<'c>(Transaction<'c>);

impl Postgres<'_> {
    fn names(&mut self) -> Result<Vec<String>> {
        let rows = self.0.query("SELECT name FROM migration ORDER BY name", &[])?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }
}

impl Schema for Postgres<'_> {
    fn columns(&mut self, table: &str) -> Result<Vec<(String, Kind)>> {
        let rows = self.0.query(
            "SELECT column_name::TEXT, data_type::TEXT FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
            &[&table],
        )?;
        let mut columns = Vec::new();
        for row in rows {
            let declared: String = row.try_get(1)?;
            columns.push((row.try_get(0)?, Kind::from_sql(&declared)?));
        }
        Ok(columns)
    }
}

impl Source for Postgres<'_> {
    fn migrations(&mut self) -> Result<Vec<String>> {
        self.names()
    }

    fn rows(&mut self, of: &Rows<'_>, each: &mut EachRow<'_>) -> Result<()> {
        let text = |name: &str| of.columns.contains(&(name.to_owned(), Kind::Text));
        // By bytes, as SQLite sorts, whatever language the database is set to.
        let bytes = |name: &&str| {
            if text(name) { format!("{name} COLLATE \"C\"") } else { (*name).to_owned() }
        };
        let order: Vec<String> = of.key.iter().map(bytes).collect();
        // Rows come as they are asked for, not all at once.
        let mut rows =
            self.0.query_raw(&of.select(&order.join(", ")), std::iter::empty::<i64>())?;
        let mut values = Vec::new();
        while let Some(row) = rows.next()? {
            values.clear();
            for (at, (_, kind)) in of.columns.iter().enumerate() {
                values.push(value(&row, at, *kind)?);
            }
            each(&values)?;
        }
        Ok(())
    }
}

fn value(row: &postgres::Row, at: usize, kind: Kind) -> Result<Value, postgres::Error> {
    Ok(match kind {
        Kind::Text => row.try_get::<_, Option<String>>(at)?.map(Value::Text),
        Kind::Whole => row.try_get::<_, Option<i64>>(at)?.map(Value::Whole),
        Kind::Bool => row.try_get::<_, Option<bool>>(at)?.map(Value::Bool),
        Kind::Real => row.try_get::<_, Option<f64>>(at)?.map(Value::Real),
    }
    .unwrap_or(Value::Null))
}

impl Target for Postgres<'_> {
    fn migrations(&mut self) -> Result<Vec<String>> {
        postgres_db::lock_migrations(&mut self.0)?;
        self.names()
    }

    fn apply(&mut self, name: &str, sql: &str) -> Result<()> {
        Ok(postgres_db::apply(&mut self.0, name, sql)?)
    }

    fn is_empty(&mut self, table: &str) -> Result<bool> {
        // Nobody begins to use the database while it is being filled.
        self.0.batch_execute(&format!("LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE"))?;
        let first = self.0.query_opt(&format!("SELECT 1 FROM {table} LIMIT 1"), &[])?;
        Ok(first.is_none())
    }

    fn fill(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        lines: &mut Reader<'_>,
    ) -> Result<Entry> {
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let sql = format!("COPY {table} ({}) FROM STDIN", names.join(", "));
        let started_at = lines.line;
        let mut copy = self.0.copy_in(&sql)?;
        let mut chunk = Vec::with_capacity(2 * CHUNK);
        let next = loop {
            let line = lines.next()?;
            let Entry::Row(row) = line else { break Some(line) };
            for (nth, value) in lines.values(row, columns)?.iter().enumerate() {
                if nth > 0 {
                    chunk.push(b'\t');
                }
                copy_text(value, &mut chunk).map_err(|problem| lines.problem(problem))?;
            }
            chunk.push(b'\n');
            if chunk.len() >= CHUNK {
                if copy.write_all(&chunk).is_err() {
                    break None;
                }
                chunk.clear();
            }
        };
        // What went wrong while rows were sent, the end of the copy tells.
        let sent = copy.write_all(&chunk).and_then(|()| copy.flush());
        copy.finish().map_err(|error| refused(&error, table, started_at, lines.line))?;
        match (next, sent) {
            (Some(next), Ok(())) => Ok(next),
            (_, sent) => Err(sent
                .err()
                .map_or_else(|| lines.problem("the database stopped taking rows"), Error::File)),
        }
    }
}

/// A value as COPY reads it.
fn copy_text(value: &Value, out: &mut Vec<u8>) -> Result<(), &'static str> {
    match value {
        Value::Null => out.extend_from_slice(b"\\N"),
        Value::Whole(whole) => out.extend_from_slice(whole.to_string().as_bytes()),
        Value::Bool(yes) => out.push(if *yes { b't' } else { b'f' }),
        Value::Real(real) => out.extend_from_slice(format!("{real:?}").as_bytes()),
        Value::Text(text) => {
            for byte in text.bytes() {
                match byte {
                    0 => return Err("a NUL character, which PostgreSQL cannot store"),
                    b'\\' => out.extend_from_slice(b"\\\\"),
                    b'\n' => out.extend_from_slice(b"\\n"),
                    b'\r' => out.extend_from_slice(b"\\r"),
                    b'\t' => out.extend_from_slice(b"\\t"),
                    byte => out.push(byte),
                }
            }
        }
    }
    Ok(())
}

/// Why PostgreSQL did not take the rows. It counts lines from the first row;
/// where it names none, the fault lies between two lines.
fn refused(error: &postgres::Error, table: &str, started_at: u64, ended_at: u64) -> Error {
    let Some(told) = error.as_db_error() else {
        return Error::Entry { line: ended_at, problem: error.to_string() };
    };
    let nth = told.where_().and_then(|place| {
        let digits = place.split("line ").nth(1)?;
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
    });
    let why = [Some(told.message()), told.detail()];
    let why = why.into_iter().flatten().collect::<Vec<_>>().join(": ");
    match nth {
        Some(nth) => Error::Entry {
            line: started_at + nth,
            problem: format!("{table:?} does not accept this row: {why}"),
        },
        None => Error::Entry {
            line: started_at,
            problem: format!(
                "{table:?} does not accept the rows from here to line {ended_at}: {why}"
            ),
        },
    }
}
