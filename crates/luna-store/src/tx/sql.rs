//! One statement, two drivers.

mod cache;
mod deferred;

pub(crate) use self::cache::StatementCache;
use self::cache::prepared;
pub(crate) use self::deferred::flush;
use crate::tx::error::Result;

/// Sends a statement to whichever driver there is. A failure is remembered:
/// work that carries on after one must not be taken for done.
macro_rules! send {
    ($sqlite:ident, $postgres:ident, $tx:expr, $sql:literal $(, $arg:expr)* $(,)?) => {{
        $tx.statements += 1;
        match &mut $tx.driver {
            $crate::tx::sql::Driver::Sqlite(c) =>
                $crate::tx::sql::$sqlite(c, $sql, &[$(&$arg as &dyn rusqlite::ToSql),*]),
            $crate::tx::sql::Driver::Postgres(c, known) =>
                $crate::tx::sql::$postgres(c, known, $sql, &[$(&$arg as &(dyn postgres::types::ToSql + Sync)),*]),
        }
        .inspect_err(|_| $tx.failed = true)?
    }};
}

/// Runs a statement; gives the number of rows it touched.
macro_rules! run {
    ($($call:tt)*) => { send!(sqlite_run, postgres_run, $($call)*) };
}

/// Runs a statement whose outcome nobody waits for. PostgreSQL is sent several of these as one
/// statement, at the latest before the next that is waited for. `row` names the row it writes in
/// its table: PostgreSQL does not write a row twice in one statement.
macro_rules! defer {
    ($tx:expr, $sql:literal, row = $row:expr $(, $arg:expr)* $(,)?) => {{
        $tx.statements += 1;
        match &mut $tx.driver {
            $crate::tx::sql::Driver::Sqlite(c) =>
                $crate::tx::sql::sqlite_run(c, $sql, &[$(&$arg as &dyn rusqlite::ToSql),*]).map(drop),
            $crate::tx::sql::Driver::Postgres(c, known) =>
                known.defer(c, $sql, $row.to_string(), vec![$(Box::new($arg.to_owned())),*]),
        }
        .inspect_err(|_| $tx.failed = true)?
    }};
}

/// Reads every row.
macro_rules! rows {
    ($($call:tt)*) => { send!(sqlite_rows, postgres_rows, $($call)*) };
}

/// Reads the first row, if there is one.
macro_rules! row {
    ($($call:tt)*) => { rows!($($call)*).into_iter().next() };
}

/// Reads every row. On PostgreSQL `lock`, which ends the statement, locks the rows that it names
/// until the transaction ends, and waits for them.
macro_rules! rows_locked {
    ($tx:expr, $sql:literal, lock = $lock:literal $(, $arg:expr)* $(,)?) => {{
        $tx.statements += 1;
        match &mut $tx.driver {
            $crate::tx::sql::Driver::Sqlite(c) =>
                $crate::tx::sql::sqlite_rows(c, $sql, &[$(&$arg as &dyn rusqlite::ToSql),*]),
            $crate::tx::sql::Driver::Postgres(c, known) =>
                $crate::tx::sql::postgres_rows(
                    c,
                    known,
                    concat!($sql, " ", $lock),
                    &[$(&$arg as &(dyn postgres::types::ToSql + Sync)),*],
                ),
        }
        .inspect_err(|_| $tx.failed = true)?
    }};
}

/// Like `rows_locked!`, for the first row, if there is one.
macro_rules! row_locked {
    ($($call:tt)*) => { rows_locked!($($call)*).into_iter().next() };
}

pub(crate) enum Driver<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(postgres::Transaction<'c>, &'c mut StatementCache),
}

/// A row as a tuple of a few columns, or as a struct of `record!`.
pub(crate) trait FromRow: Sized {
    fn from_sqlite(row: &rusqlite::Row<'_>, columns: &mut Columns) -> rusqlite::Result<Self>;
    fn from_postgres(row: &postgres::Row, columns: &mut Columns) -> Result<Self, postgres::Error>;
}

/// The columns of a row that are still to be read.
#[derive(Default)]
pub(crate) struct Columns(usize);

impl Columns {
    pub(crate) fn next(&mut self) -> usize {
        self.0 += 1;
        self.0 - 1
    }
}

/// Two records of one row, the columns of the first before those of the second.
#[derive(PartialEq)]
pub(crate) struct RowPair<A, B>(pub(crate) A, pub(crate) B);

impl<A: FromRow, B: FromRow> FromRow for RowPair<A, B> {
    fn from_sqlite(row: &rusqlite::Row<'_>, columns: &mut Columns) -> rusqlite::Result<Self> {
        Ok(RowPair(A::from_sqlite(row, columns)?, B::from_sqlite(row, columns)?))
    }

    fn from_postgres(row: &postgres::Row, columns: &mut Columns) -> Result<Self, postgres::Error> {
        Ok(RowPair(A::from_postgres(row, columns)?, B::from_postgres(row, columns)?))
    }
}

macro_rules! tuples {
    ($(($($column:ident),+))+) => {$(
        impl<$($column),+> FromRow for ($($column,)+)
        where
            $($column: rusqlite::types::FromSql + for<'a> postgres::types::FromSql<'a>),+
        {
            fn from_sqlite(
                row: &rusqlite::Row<'_>,
                columns: &mut Columns,
            ) -> rusqlite::Result<Self> {
                Ok(($(row.get::<usize, $column>(columns.next())?,)+))
            }

            fn from_postgres(
                row: &postgres::Row,
                columns: &mut Columns,
            ) -> Result<Self, postgres::Error> {
                Ok(($(row.try_get::<usize, $column>(columns.next())?,)+))
            }
        }
    )+};
}

tuples! {
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, F)
}

/// A struct that a row is read into, its fields in the order of the columns.
macro_rules! record {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $column:ty),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name { $($(#[$field_attribute])* $field_visibility $field: $column),+ }

        impl $crate::tx::sql::FromRow for $name {
            fn from_sqlite(
                row: &rusqlite::Row<'_>,
                columns: &mut $crate::tx::sql::Columns,
            ) -> rusqlite::Result<Self> {
                $(let $field = row.get(columns.next())?;)+
                Ok($name { $($field),+ })
            }

            fn from_postgres(
                row: &postgres::Row,
                columns: &mut $crate::tx::sql::Columns,
            ) -> Result<Self, postgres::Error> {
                $(let $field = row.try_get(columns.next())?;)+
                Ok($name { $($field),+ })
            }
        }
    };
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

const NAMES: [&str; 16] = [
    "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15",
    "$16",
];

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
        all.push(R::from_sqlite(row, &mut Columns::default())?);
    }
    Ok(all)
}

pub(crate) fn postgres_run(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    sql: &'static str,
    args: &[&(dyn postgres::types::ToSql + Sync)],
) -> Result<u64> {
    flush(tx, known)?;
    let statement = prepared(tx, known, sql)?;
    tx.execute(&statement, args).map_err(|error| known.noted(error))
}

pub(crate) fn postgres_rows<R: FromRow>(
    tx: &mut postgres::Transaction<'_>,
    known: &mut StatementCache,
    sql: &'static str,
    args: &[&(dyn postgres::types::ToSql + Sync)],
) -> Result<Vec<R>> {
    flush(tx, known)?;
    let statement = prepared(tx, known, sql)?;
    let rows = tx.query(&statement, args).map_err(|error| known.noted(error))?;
    rows.iter().map(|row| Ok(R::from_postgres(row, &mut Columns::default())?)).collect()
}
