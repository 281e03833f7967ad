//! What goes wrong with a backup.

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("line {line}: {problem}")]
    Entry { line: u64, problem: String },
    #[error(
        "the database is not empty: its table {table:?} contains rows. Restore a backup \
         into a new database; nothing has been changed"
    )]
    InUse { table: &'static str },
    #[error("the database lacks {0}; to bring it up to date, start this Luna on it once")]
    Outdated(&'static str),
    #[error(
        "the database was set up by a newer Luna than the one that made this backup; restore into \
         an empty database without tables"
    )]
    AheadOfBackup,
    #[error("the backup file cannot be read or written: {0}")]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] crate::tx::error::Error),
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
