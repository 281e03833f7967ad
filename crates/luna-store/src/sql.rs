//! One statement, two drivers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::{Error, Result};

/// Sends a statement to whichever driver there is. A failure is remembered:
/// work that carries on after one must not be taken for done.
macro_rules! send {
    ($sqlite:ident, $postgres:ident, $tx:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        match &mut $tx.driver {
            $crate::sql::Driver::Sqlite(c) =>
                $crate::sql::$sqlite(c, $sql, &[$(&$arg as &dyn rusqlite::ToSql),*]),
            $crate::sql::Driver::Postgres(c, known) =>
                $crate::sql::$postgres(c, known, $sql, &[$(&$arg as &(dyn postgres::types::ToSql + Sync)),*]),
        }
        .inspect_err(|_| $tx.failed = true)?
    };
}

/// Runs a statement; gives the number of rows it touched.
macro_rules! run {
    ($($call:tt)*) => { send!(sqlite_run, postgres_run, $($call)*) };
}

/// Reads every row.
macro_rules! rows {
    ($($call:tt)*) => { send!(sqlite_rows, postgres_rows, $($call)*) };
}

/// Reads the first row, if there is one.
macro_rules! row {
    ($($call:tt)*) => { rows!($($call)*).into_iter().next() };
}

/// A unit of work under way. Statements go through the macros above.
pub struct Tx<'c> {
    pub(crate) driver: Driver<'c>,
    /// A statement has failed. PostgreSQL would take a commit for a rollback
    /// then, and say nothing.
    pub(crate) failed: bool,
    touched: BTreeSet<String>,
    counted: BTreeMap<(i64, String, i64), i64>,
    binned: BTreeMap<(String, i64, i64), i64>,
}

pub(crate) enum Driver<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(postgres::Transaction<'c>, &'c mut Known),
}

/// Statements prepared on one connection.
pub(crate) type Known = HashMap<&'static str, postgres::Statement>;

impl<'c> Tx<'c> {
    pub(crate) fn new(driver: Driver<'c>) -> Tx<'c> {
        Tx {
            driver,
            failed: false,
            touched: BTreeSet::new(),
            counted: BTreeMap::new(),
            binned: BTreeMap::new(),
        }
    }

    /// Says that something about a topic has changed. Whoever waits for it
    /// hears once this work is durable.
    pub fn touch(&mut self, topic: &str) {
        self.touched.insert(topic.to_owned());
    }

    /// Adds to a count when the work is done.
    pub(crate) fn count(&mut self, day: i64, what: &str, slot: i64, many: i64) {
        *self.counted.entry((day, what.to_owned(), slot)).or_default() += many;
    }

    /// Adds to a bin of ratings when the work is done.
    pub(crate) fn bin(&mut self, kind: &str, bin: i64, slot: i64, change: i64) {
        *self.binned.entry((kind.to_owned(), bin, slot)).or_default() += change;
    }

    /// Ends a piece of work: writes down what many pieces write to (counts,
    /// bins, topics), last of all and in order, so that writers never wait for
    /// each other in a circle. Gives the topics.
    pub(crate) fn finish(&mut self) -> Result<BTreeSet<String>> {
        if self.failed {
            return Err(Error::Database("the work went on after a statement had failed".into()));
        }
        let tx = &mut *self;
        for ((day, what, slot), many) in std::mem::take(&mut tx.counted) {
            run!(
                tx,
                "INSERT INTO tally (day, what, slot, count) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (day, what, slot) DO UPDATE SET count = tally.count + excluded.count",
                day,
                what,
                slot,
                many,
            );
        }
        for ((kind, bin, slot), change) in std::mem::take(&mut tx.binned) {
            if change == 0 {
                continue;
            }
            run!(
                tx,
                "INSERT INTO rating_bin (kind, bin, slot, count) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (kind, bin, slot) DO UPDATE SET count = rating_bin.count + excluded.count",
                kind,
                bin,
                slot,
                change,
            );
        }
        let touched = std::mem::take(&mut tx.touched);
        for name in &touched {
            run!(
                tx,
                "INSERT INTO topic (name, seq) VALUES ($1, 1)
                 ON CONFLICT (name) DO UPDATE SET seq = topic.seq + 1",
                name,
            );
            if let Driver::Postgres(c, known) = &mut tx.driver {
                postgres_run(c, known, "SELECT pg_notify('luna', $1)", &[name])?;
            }
        }
        Ok(touched)
    }

    /// Holds a row, or whatever the statement locks, until this work is done.
    /// SQLite has one writer, so there is nothing to hold there.
    pub(crate) fn hold(&mut self, sql: &'static str, id: &str) -> Result<()> {
        self.held(sql, id).map(drop)
    }

    /// Like [`Tx::hold`]; says whether the statement found anything to hold.
    pub(crate) fn held(&mut self, sql: &'static str, id: &str) -> Result<bool> {
        match &mut self.driver {
            Driver::Sqlite(_) => Ok(true),
            Driver::Postgres(c, known) => postgres_run(c, known, sql, &[&id])
                .inspect_err(|_| self.failed = true)
                .map(|found| found > 0),
        }
    }

    /// Whether the database understands a statement, without running it.
    pub fn accepts(&mut self, sql: &str) -> Result<()> {
        match &mut self.driver {
            Driver::Sqlite(c) => drop(c.prepare(sql)?),
            Driver::Postgres(c, _) => drop(c.prepare(sql)?),
        }
        Ok(())
    }
}

/// A row as a tuple of columns.
pub(crate) trait FromRow: Sized {
    fn from_sqlite(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self>;
    fn from_postgres(row: &postgres::Row) -> Result<Self, postgres::Error>;
}

macro_rules! tuples {
    ($(($($column:ident $at:literal),+))+) => {$(
        impl<$($column),+> FromRow for ($($column,)+)
        where
            $($column: rusqlite::types::FromSql + for<'a> postgres::types::FromSql<'a>),+
        {
            fn from_sqlite(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
                Ok(($(row.get::<usize, $column>($at)?,)+))
            }

            fn from_postgres(row: &postgres::Row) -> Result<Self, postgres::Error> {
                Ok(($(row.try_get::<usize, $column>($at)?,)+))
            }
        }
    )+};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, F 4)
    (A 0, B 1, C 2, D 3, F 4, G 5)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10)
    (A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11)
}

/// SQLite numbers `$1` by first appearance, so each is bound by its name.
fn bind(statement: &mut rusqlite::Statement<'_>, args: &[&dyn rusqlite::ToSql]) -> Result<()> {
    for (name, arg) in NAMES.iter().zip(args) {
        if let Some(index) = statement.parameter_index(name)? {
            statement.raw_bind_parameter(index, arg)?;
        }
    }
    Ok(())
}

const NAMES: [&str; 14] =
    ["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14"];

pub(crate) fn sqlite_run(
    connection: &rusqlite::Connection,
    sql: &'static str,
    args: &[&dyn rusqlite::ToSql],
) -> Result<u64> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, args)?;
    Ok(u64::try_from(statement.raw_execute()?).unwrap_or(u64::MAX))
}

pub(crate) fn sqlite_rows<R: FromRow>(
    connection: &rusqlite::Connection,
    sql: &'static str,
    args: &[&dyn rusqlite::ToSql],
) -> Result<Vec<R>> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, args)?;
    let mut rows = statement.raw_query();
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(R::from_sqlite(row)?);
    }
    Ok(all)
}

fn prepared<'k>(
    tx: &mut postgres::Transaction<'_>,
    known: &'k mut Known,
    sql: &'static str,
) -> Result<&'k postgres::Statement> {
    if !known.contains_key(sql) {
        known.insert(sql, tx.prepare(sql)?);
    }
    Ok(&known[sql])
}

pub(crate) fn postgres_run(
    tx: &mut postgres::Transaction<'_>,
    known: &mut Known,
    sql: &'static str,
    args: &[&(dyn postgres::types::ToSql + Sync)],
) -> Result<u64> {
    let statement = prepared(tx, known, sql)?;
    Ok(tx.execute(statement, args)?)
}

pub(crate) fn postgres_rows<R: FromRow>(
    tx: &mut postgres::Transaction<'_>,
    known: &mut Known,
    sql: &'static str,
    args: &[&(dyn postgres::types::ToSql + Sync)],
) -> Result<Vec<R>> {
    let statement = prepared(tx, known, sql)?;
    tx.query(statement, args)?.iter().map(|row| Ok(R::from_postgres(row)?)).collect()
}
