//! A whole instance in one file, out of either database and into either.
//!
//! The file is lines of JSON: a header, then each table with its columns and
//! rows, then a last line with a checksum of all before it. A file that was
//! cut short or altered is refused before anything of it is kept. These
//! functions block: in asynchronous code they belong on a thread of their own.

use std::io::{BufRead, Write};

use crate::db::migration::{MIGRATIONS, check_known};
use crate::discipline::Discipline;
use crate::tables;
use crate::tx::table::Table;

mod database;
mod error;
mod file;
mod postgres;
mod sqlite;
mod value;

pub use database::RestoreSummary;
use database::{Rows, Source, Target};
pub use error::{Error, Result};
use file::{Entry, Reader, Writer};
use value::Kind;

/// Tables of older backups, which a later migration has put into others.
const FORMER: [&str; 1] = ["typing"];

/// The size of a backup just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    pub tables: usize,
    pub rows: u64,
    pub bytes: u64,
}

/// Writes everything in a database into a file, while it is in use.
pub fn save(
    db_url: &str,
    disciplines: &[&'static Discipline],
    out: &mut dyn Write,
) -> Result<BackupSummary> {
    let tables: Vec<&Table> = tables::all(disciplines).collect();
    let mut file = Writer::new(out);
    match db_url.strip_prefix("sqlite:") {
        Some(path) => sqlite::reading(path, |source| save_from(source, &tables, &mut file))?,
        None => postgres::reading(db_url, |source| save_from(source, &tables, &mut file))?,
    }
    let (rows, bytes) = file.finish()?;
    Ok(BackupSummary { tables: tables.len(), rows, bytes })
}

fn save_from(source: &mut dyn Source, tables: &[&Table], file: &mut Writer<'_>) -> Result<()> {
    let migrations = source.migrations()?;
    check_known(&migrations)?;
    if let Some((missing, _)) =
        MIGRATIONS.iter().find(|(name, _)| !migrations.iter().any(|m| m == name))
    {
        return Err(Error::Outdated(missing));
    }
    file.header(&migrations)?;
    for table in tables {
        let columns = source.columns(table.name)?;
        file.table(table.name, &columns)?;
        let rows = Rows { table: table.name, columns: &columns, key: table.key };
        source.rows(&rows, &mut |row| file.row(row))?;
    }
    Ok(())
}

/// Fills a new database from a backup: all of it or nothing.
pub fn restore(
    db_url: &str,
    disciplines: &[&'static Discipline],
    input: &mut dyn BufRead,
) -> Result<RestoreSummary> {
    let tables: Vec<&Table> = tables::all(disciplines).collect();
    let mut file = Reader::new(input);
    // Nothing is touched for a file that is no backup.
    let migrations = file.header()?;
    match db_url.strip_prefix("sqlite:") {
        Some(path) => {
            sqlite::filling(path, |target| restore_into(target, &tables, &mut file, &migrations))
        }
        None => postgres::filling(db_url, &tables, |target| {
            restore_into(target, &tables, &mut file, &migrations)
        }),
    }
}

fn restore_into(
    target: &mut dyn Target,
    tables: &[&Table],
    file: &mut Reader<'_>,
    migrations: &[String],
) -> Result<RestoreSummary> {
    let there = target.migrations()?;
    check_known(&there)?;
    if !migrations.starts_with(&there) {
        return Err(Error::AheadOfBackup);
    }
    // The tables as they were when the backup was made; later migrations then
    // do to its rows what they would have done to them in place.
    let (then, later) = MIGRATIONS.split_at(migrations.len());
    for (name, sql) in then.iter().skip(there.len()) {
        target.apply(name, sql)?;
    }
    for table in tables.iter().map(|table| table.name) {
        let exists = !target.columns(table)?.is_empty();
        if exists && !target.is_empty(table)? {
            return Err(Error::InUse { table });
        }
    }
    let mut filled = 0;
    let mut line = file.next()?;
    loop {
        match line {
            Entry::Table { name, columns } => {
                if !tables.iter().any(|known| known.name == name) && !FORMER.contains(&&*name) {
                    return Err(file.problem(&format!("there is no table {name:?}")));
                }
                let columns = known_columns(target, file, &name, &columns)?;
                line = target.fill(&name, &columns, file)?;
                filled += 1;
            }
            Entry::Row(_) => return Err(file.problem("a row that belongs to no table")),
            Entry::End { rows } => {
                for (name, sql) in later {
                    target.apply(name, sql)?;
                }
                return Ok(RestoreSummary { tables: filled, rows });
            }
        }
    }
}

/// The columns a backup names, with their kinds in this database.
fn known_columns(
    target: &mut dyn Target,
    file: &Reader<'_>,
    table: &str,
    names: &[String],
) -> Result<Vec<(String, Kind)>> {
    let known = target.columns(table)?;
    names
        .iter()
        .map(|name| {
            let column = known.iter().find(|(known, _)| known == name).cloned();
            column.ok_or_else(|| file.problem(&format!("{table:?} has no column {name:?}")))
        })
        .collect()
}
