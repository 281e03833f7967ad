//! What goes wrong in a database.

use luna_core::game::Refusal;
use postgres::error::SqlState;
use rusqlite::ErrorCode;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("not found")]
    NotFound,
    /// The rules say no, and why.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Someone else wrote first. Read again and decide again.
    #[error("changed by someone else")]
    Conflict,
    #[error("stored data makes no sense")]
    Corrupt(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the database was made by a newer Luna (it has {0}); run that version or a later one")]
    Newer(String),
    #[error("the database lacks {0}; to bring it up to date, start this Luna on it once")]
    Older(&'static str),
    #[error("database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It cannot be reached, or nothing can be written to it now. Nothing is wrong with the
    /// work, which may be tried again later.
    #[error("database failed")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The error of a piece of work, which can also be one of the database.
pub trait WorkError: From<Error> + Send + 'static {}

impl<E: From<Error> + Send + 'static> WorkError for E {}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Something stored that cannot be read, or something that cannot be stored.
    pub fn corrupt(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::Corrupt(source.into())
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error() {
            // Primary keys and unique indexes; other constraints are faults of ours.
            Some(e) if matches!(e.extended_code, 1555 | 2067) => Error::Conflict,
            Some(rusqlite::ffi::Error {
                code:
                    ErrorCode::DatabaseBusy
                    | ErrorCode::ReadOnly
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::DiskFull
                    | ErrorCode::CannotOpen,
                ..
            }) => Error::Unavailable(error.into()),
            _ => Error::Database(error.into()),
        }
    }
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Error {
        match error.code() {
            // Two writers who waited for each other count as one who came late.
            Some(
                &SqlState::UNIQUE_VIOLATION
                | &SqlState::T_R_DEADLOCK_DETECTED
                | &SqlState::T_R_SERIALIZATION_FAILURE,
            ) => Error::Conflict,
            Some(code) if is_passing(code) => Error::Unavailable(error.into()),
            // Not from the database: its connection, unless this program misread something.
            None if error.is_closed() || is_io(&error) => Error::Unavailable(error.into()),
            Some(_) | None => Error::Database(error.into()),
        }
    }
}

/// Returns whether PostgreSQL says that it stops, starts, is full or may not write.
fn is_passing(code: &SqlState) -> bool {
    code.code().starts_with("08")
        || [
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::DISK_FULL,
            SqlState::READ_ONLY_SQL_TRANSACTION,
        ]
        .contains(code)
}

fn is_io(error: &postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}
