//! Everything Luna remembers, in SQLite or PostgreSQL.
//!
//! A unit of work is a closure over a [`Tx`]; [`Db::read`] and [`Db::write`]
//! run it on a database thread and answer when what it wrote is on disk. Each
//! statement is written once, in the SQL both databases share, and sent to
//! either driver by `run!`, `row!` and `rows!`. No driver type leaves this
//! crate.

#[macro_use]
mod sql;
mod postgres_db;
mod sqlite_db;
mod tx;
mod watch;

pub mod backup;
pub mod block;
pub mod consent;
pub mod counters;
pub mod derived;
pub mod draft;
pub mod email_link;
pub mod erase;
pub mod export;
pub mod figures;
pub mod game;
pub mod idempotency;
pub mod job;
pub mod judge;
pub mod machine;
pub mod mail;
pub mod moderation_log;
pub mod paste_detection;
pub mod player;
pub mod predict;
pub mod question;
pub mod rating;
pub mod reading;
pub mod recall;
pub mod recovery;
pub mod report;
pub mod retention;
pub mod search;
pub mod session;
pub mod setting;
pub mod table;
pub mod tables;
pub mod task;
pub mod token;
pub mod topic;
pub mod warning;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use luna_core::game::Refusal;
use postgres::error::SqlState;
use rusqlite::ErrorCode;

pub use tx::Tx;

#[derive(Clone, Debug)]
pub struct Db {
    driver: Opened,
    waiters: watch::Waiters,
    erasures: Option<erase::ErasureList>,
}

/// The share of a database that one process takes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub sqlite_readers: usize,
    pub postgres_connections: usize,
    /// The time that SQLite waits for a writer in another process.
    pub busy: Duration,
    /// SQLite flushes now and then instead of before each answer: a power cut
    /// may take the last of what was acknowledged.
    pub sqlite_normal: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sqlite_readers: 4,
            postgres_connections: 16,
            busy: Duration::from_secs(10),
            sqlite_normal: false,
        }
    }
}

#[derive(Clone, Debug)]
enum Opened {
    Sqlite(sqlite_db::Handle),
    Postgres(postgres_db::Handle),
}

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
    #[error("the database lacks {0}; start this Luna on it once, which brings it up to date")]
    Older(&'static str),
    #[error("database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It cannot be reached, or nothing can be written to it now. Nothing is wrong with the
    /// work, which may be tried again later.
    #[error("database failed")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

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

/// A panic in one caller's work must not take the database thread from all others.
fn caught<T, E: From<Error>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::Database("the work panicked".into()).into()))
}

/// Applied in order, each once.
const MIGRATIONS: [(&str, &str); 22] = [
    ("0001_player", include_str!("../../../migrations/0001_player.sql")),
    ("0002_game", include_str!("../../../migrations/0002_game.sql")),
    ("0003_job", include_str!("../../../migrations/0003_job.sql")),
    ("0004_machine", include_str!("../../../migrations/0004_machine.sql")),
    ("0005_write", include_str!("../../../migrations/0005_write.sql")),
    ("0006_reserve", include_str!("../../../migrations/0006_reserve.sql")),
    ("0007_view", include_str!("../../../migrations/0007_view.sql")),
    ("0008_watch", include_str!("../../../migrations/0008_watch.sql")),
    ("0009_mark", include_str!("../../../migrations/0009_mark.sql")),
    ("0010_predict", include_str!("../../../migrations/0010_predict.sql")),
    ("0011_over", include_str!("../../../migrations/0011_over.sql")),
    ("0012_consent", include_str!("../../../migrations/0012_consent.sql")),
    ("0014_recall", include_str!("../../../migrations/0014_recall.sql")),
    ("0015_report", include_str!("../../../migrations/0015_report.sql")),
    ("0016_account", include_str!("../../../migrations/0016_account.sql")),
    ("0019_erasure", include_str!("../../../migrations/0019_erasure.sql")),
    ("0020_rights", include_str!("../../../migrations/0020_rights.sql")),
    ("0021_retention", include_str!("../../../migrations/0021_retention.sql")),
    ("0022_fair", include_str!("../../../migrations/0022_fair.sql")),
    ("0024_part", include_str!("../../../migrations/0024_part.sql")),
    ("0025_circle", include_str!("../../../migrations/0025_circle.sql")),
    ("0026_task", include_str!("../../../migrations/0026_task.sql")),
];

/// A database with migrations this program does not know is not to be touched.
fn check_known(done: &[String]) -> Result<()> {
    let unknown = done.iter().find(|name| !MIGRATIONS.iter().any(|(ours, _)| ours == name));
    unknown.map_or(Ok(()), |name| Err(Error::Newer(name.clone())))
}

/// A database that is only read has all that this program keeps in one.
fn check_current(done: &[String]) -> Result<()> {
    check_known(done)?;
    if done.is_empty() {
        return Err(Error::Database("nothing of Luna's is in it".into()));
    }
    let lacks = MIGRATIONS.iter().find(|(ours, _)| !done.iter().any(|name| name == ours));
    lacks.map_or(Ok(()), |(name, _)| Err(Error::Older(name)))
}

impl Db {
    /// Opens a `sqlite:PATH` or `postgres:` URL and brings the schema up to date.
    pub fn open(url: &str) -> Result<Db> {
        Db::open_with(url, Limits::default())
    }

    pub fn open_with(url: &str, limits: Limits) -> Result<Db> {
        let waiters = watch::Waiters::default();
        let driver = match url.strip_prefix("sqlite:") {
            Some(path) => sqlite_db::open(path, limits, waiters.clone()).map(Opened::Sqlite)?,
            None => postgres_db::open(url, limits, waiters.clone()).map(Opened::Postgres)?,
        };
        let erasures = url.strip_prefix("sqlite:").map(erase::ErasureList::beside);
        Ok(Db { driver, waiters, erasures })
    }

    /// Keeps the list of erasures in this file. Without this, a SQLite database has it
    /// beside itself, in `PATH.erased`, and a PostgreSQL database has none.
    #[must_use]
    pub fn with_erasures(self, path: PathBuf) -> Db {
        Db { erasures: Some(erase::ErasureList::new(path)), ..self }
    }

    pub fn erasures(&self) -> Option<&erase::ErasureList> {
        self.erasures.as_ref()
    }

    /// Opens one that is there and up to date, to read and nothing else: it is left as it is.
    pub fn open_to_read(url: &str) -> Result<Db> {
        let waiters = watch::Waiters::default();
        let driver = match url.strip_prefix("sqlite:") {
            Some(path) => sqlite_db::open_to_read(path, waiters.clone()).map(Opened::Sqlite)?,
            None => postgres_db::open_to_read(url, waiters.clone()).map(Opened::Postgres)?,
        };
        Ok(Db { driver, waiters, erasures: None })
    }

    /// Copies SQLite's log into the file, so that the file is whole; called when a process has finished
    /// with it.
    pub fn settle(url: &str) -> Result<()> {
        url.strip_prefix("sqlite:").map_or(Ok(()), sqlite_db::settle)
    }

    /// Reads from a steady view.
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        match &self.driver {
            Opened::Sqlite(db) => db.read(work).await,
            Opened::Postgres(db) => db.read(work).await,
        }
    }

    /// The clock of a database that has one of its own, in Unix milliseconds.
    pub async fn clock(&self) -> Result<Option<i64>> {
        match &self.driver {
            Opened::Sqlite(_) => Ok(None),
            Opened::Postgres(db) => db.clock().await.map(Some),
        }
    }

    /// Does all of the work or, where it fails, none. What it returns is on disk.
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let list = self.erasures.clone();
        let work = move |tx: &mut Tx<'_>| {
            tx.set_erasures(list);
            work(tx)
        };
        match &self.driver {
            Opened::Sqlite(db) => db.write(work).await,
            Opened::Postgres(db) => db.write(work).await,
        }
    }

    /// Like [`Db::write`], for work that can be done again from the start: it
    /// is where others waited for it as it waited for them, and it gave way.
    pub async fn write_again<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let list = self.erasures.clone();
        let work = move |tx: &mut Tx<'_>| {
            tx.set_erasures(list);
            work(tx)
        };
        match &self.driver {
            // There is one writer.
            Opened::Sqlite(db) => db.write(work).await,
            Opened::Postgres(db) => db.write_again(work).await,
        }
    }

    /// Changes of a topic from now on, soon after they are durable.
    pub fn watch(&self, topic: &str) -> tokio::sync::watch::Receiver<u64> {
        self.waiters.wait_for(topic)
    }
}

/// The source of fresh ids.
#[derive(Clone)]
pub struct Random(pub Arc<dyn Fn() -> [u8; 16] + Send + Sync>);

impl Random {
    /// 128 bits that nobody can guess, in URL-safe letters.
    pub fn secret(&self) -> String {
        spell(u128::from_be_bytes((self.0)()))
    }

    /// An id that sorts by time: 48 bits of milliseconds, 80 of chance.
    pub fn id(&self, now: i64) -> String {
        let time = u128::try_from(now).unwrap_or(0) << 80;
        spell(time | (u128::from_be_bytes((self.0)()) >> 48))
    }
}

/// 26 letters and digits, five bits each, in an order that keeps numbers sorted.
fn spell(bits: u128) -> String {
    const LETTERS: [char; 32] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
        'j', 'k', 'm', 'n', 'p', 'q', 'r', 's', 't', 'v', 'w', 'x', 'y', 'z',
    ];
    let letter = |at: u32| LETTERS[usize::try_from((bits >> (5 * at)) & 31).unwrap_or(0)];
    (0..26).rev().map(letter).collect()
}
