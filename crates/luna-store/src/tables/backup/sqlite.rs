//! Backup out of and into SQLite.

use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};

use super::database::{EachRow, RestoreSummary, Rows, Schema, Source, Target};
use super::error::{Error, Result};
use super::file::{Entry, Reader};
use super::value::{Kind, Value};
use crate::db::sqlite_db;

const BUSY: Duration = Duration::from_secs(10);

/// Reads a database as it is now, whatever is written to it meanwhile.
pub(super) fn reading(path: &str, work: impl FnOnce(&mut dyn Source) -> Result<()>) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.execute_batch("BEGIN")?;
    work(&mut Sqlite(&connection))
}

/// Fills a database in one transaction.
pub(super) fn filling(
    path: &str,
    work: impl FnOnce(&mut dyn Target) -> Result<RestoreSummary>,
) -> Result<RestoreSummary> {
    let connection = sqlite_db::connect(path, BUSY)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    // Closing the connection undoes what was not committed.
    let restored = work(&mut Sqlite(&connection))?;
    connection.execute_batch("COMMIT")?;
    Ok(restored)
}

struct Sqlite<'c>(&'c Connection);

impl Sqlite<'_> {
    fn names(&self) -> Result<Vec<String>> {
        let mut statement = self.0.prepare("SELECT name FROM migration ORDER BY name")?;
        let names = statement.query_map([], |row| row.get(0))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }
}

impl Schema for Sqlite<'_> {
    fn columns(&mut self, table: &str) -> Result<Vec<(String, Kind)>> {
        let mut statement = self.0.prepare("SELECT name, type FROM pragma_table_info(?1)")?;
        let mut rows = statement.query([table])?;
        let mut columns = Vec::new();
        while let Some(row) = rows.next()? {
            let declared: String = row.get(1)?;
            columns.push((row.get(0)?, Kind::from_sql(&declared)?));
        }
        Ok(columns)
    }
}

impl Source for Sqlite<'_> {
    fn migrations(&mut self) -> Result<Vec<String>> {
        self.names()
    }

    fn rows(&mut self, of: &Rows<'_>, each: &mut EachRow<'_>) -> Result<()> {
        let mut statement = self.0.prepare(&of.select(&of.key.join(", ")))?;
        let table = of.table;
        let mut rows = statement.query([])?;
        let mut values = Vec::new();
        while let Some(row) = rows.next()? {
            values.clear();
            for (at, (name, kind)) in of.columns.iter().enumerate() {
                let value = value(row.get_ref(at)?, *kind);
                let wrong = || {
                    crate::tx::error::Error::corrupt(format!("{table}.{name} holds another type"))
                };
                values.push(value.ok_or_else(wrong)?);
            }
            each(&values)?;
        }
        Ok(())
    }
}

fn value(stored: ValueRef<'_>, kind: Kind) -> Option<Value> {
    match (kind, stored) {
        (_, ValueRef::Null) => Some(Value::Null),
        (Kind::Text, ValueRef::Text(bytes)) => {
            String::from_utf8(bytes.to_vec()).ok().map(Value::Text)
        }
        (Kind::Whole, ValueRef::Integer(whole)) => Some(Value::Whole(whole)),
        (Kind::Bool, ValueRef::Integer(bit)) => Some(Value::Bool(bit != 0)),
        (Kind::Real, ValueRef::Real(real)) => Some(Value::Real(real)),
        (_, _) => None,
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Whole(whole) => ValueRef::Integer(*whole),
            Value::Bool(yes) => ValueRef::Integer(i64::from(*yes)),
            Value::Real(real) => ValueRef::Real(*real),
        }))
    }
}

impl Target for Sqlite<'_> {
    fn migrations(&mut self) -> Result<Vec<String>> {
        self.0.execute_batch(sqlite_db::MIGRATION_TABLE)?;
        self.names()
    }

    fn apply(&mut self, name: &str, sql: &str) -> Result<()> {
        Ok(sqlite_db::apply(self.0, name, sql)?)
    }

    fn is_empty(&mut self, table: &str) -> Result<bool> {
        let mut statement = self.0.prepare(&format!("SELECT 1 FROM {table} LIMIT 1"))?;
        Ok(!statement.exists([])?)
    }

    fn fill(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        lines: &mut Reader<'_>,
    ) -> Result<Entry> {
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let places: Vec<String> = (1..=columns.len()).map(|nth| format!("?{nth}")).collect();
        let (names, places) = (names.join(", "), places.join(", "));
        let sql = format!("INSERT INTO {table} ({names}) VALUES ({places})");
        let mut insert = self.0.prepare(&sql)?;
        loop {
            match lines.next()? {
                Entry::Row(row) => {
                    let values = lines.values(row, columns)?;
                    let inserted = insert.execute(rusqlite::params_from_iter(&values));
                    inserted.map_err(|error| Error::Entry {
                        line: lines.line,
                        problem: format!("{table:?} does not accept this row: {error}"),
                    })?;
                }
                other => return Ok(other),
            }
        }
    }
}
