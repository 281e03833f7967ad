//! What goes wrong with a backup.

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("line {line}: {problem}")]
    Entry { line: u64, problem: String },
    #[error(
        "the database is in use: there is something in its table {table:?}. A backup is restored \
         into a new database; nothing has been changed"
    )]
    InUse { table: &'static str },
    #[error("the database lacks {0}; start this Luna on it once, which brings it up to date")]
    Outdated(&'static str),
    #[error(
        "the database was set up by a newer Luna than the one that made this backup; restore into \
         a database with nothing in it yet, not even tables"
    )]
    AheadOfBackup,
    #[error("the backup file cannot be read or written: {0}")]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] crate::error::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Store(error.into())
    }
}

impl From<::postgres::Error> for Error {
    fn from(error: ::postgres::Error) -> Error {
        Error::Store(error.into())
    }
}
