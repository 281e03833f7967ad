//! A database, whichever it is.

mod finish;
pub(crate) mod limits;
pub(crate) mod migration;
pub(crate) mod postgres_db;
pub mod setting;
pub(crate) mod sqlite_db;
pub mod topic;
mod watch;
mod work;

use std::path::PathBuf;

use crate::tx::Tx;
use crate::tx::erasure_list::ErasureList;
use crate::tx::error::{Result, WorkError};
use crate::tx::event::EventLog;
use limits::Limits;
use work::{Undone, Work};

/// The number of attempts of a transaction that gives way to others.
const MOST_TRIES: usize = 3;

#[derive(Clone, Debug)]
pub struct Db {
    driver: Backend,
    waiters: watch::Waiters,
    erasures: Option<ErasureList>,
    log: Option<EventLog>,
}

#[derive(Clone, Debug)]
enum Backend {
    Sqlite(sqlite_db::SqliteDb),
    Postgres(postgres_db::PostgresDb),
}

impl Db {
    /// Opens a `sqlite:PATH` or `postgres:` URL and brings the schema up to date.
    pub fn open(url: &str) -> Result<Db> {
        Db::open_with(url, Limits::default())
    }

    pub fn open_with(url: &str, limits: Limits) -> Result<Db> {
        let waiters = watch::Waiters::default();
        let driver = match url.strip_prefix("sqlite:") {
            Some(path) => sqlite_db::open(path, limits, waiters.clone()).map(Backend::Sqlite)?,
            None => postgres_db::open(url, limits, waiters.clone()).map(Backend::Postgres)?,
        };
        let erasures = url.strip_prefix("sqlite:").map(ErasureList::beside);
        Ok(Db { driver, waiters, erasures, log: None })
    }

    /// Keeps the list of erasures in this file. Without this, a SQLite database has it
    /// beside itself, in `PATH.erased`, and a PostgreSQL database has none.
    #[must_use]
    pub fn with_erasures(self, path: PathBuf) -> Db {
        Db { erasures: Some(ErasureList::new(path)), ..self }
    }

    /// Has events logged. Without this nobody hears of them.
    #[must_use]
    pub fn with_log(self, log: EventLog) -> Db {
        Db { log: Some(log), ..self }
    }

    pub fn erasures(&self) -> Option<&ErasureList> {
        self.erasures.as_ref()
    }

    /// Opens one that is there and up to date, to read and nothing else: it is left as it is.
    pub fn open_to_read(url: &str) -> Result<Db> {
        let waiters = watch::Waiters::default();
        let driver = match url.strip_prefix("sqlite:") {
            Some(path) => sqlite_db::open_to_read(path, waiters.clone()).map(Backend::Sqlite)?,
            None => postgres_db::open_to_read(url, waiters.clone()).map(Backend::Postgres)?,
        };
        Ok(Db { driver, waiters, erasures: None, log: None })
    }

    /// Copies SQLite's log into the file, so that the file is whole; called when a process has finished
    /// with it.
    pub fn checkpoint(url: &str) -> Result<()> {
        url.strip_prefix("sqlite:").map_or(Ok(()), sqlite_db::checkpoint)
    }

    /// Reads from a steady view.
    pub async fn read<T: Send + 'static, E: WorkError>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, returned) = Work::once(work);
        let ended = match &self.driver {
            Backend::Sqlite(db) => db.read(work).await,
            Backend::Postgres(db) => db.read(work).await,
        };
        returned.after(ended)
    }

    /// The clock of a database that has one of its own, in Unix milliseconds.
    pub async fn clock(&self) -> Result<Option<i64>> {
        match &self.driver {
            Backend::Sqlite(_) => Ok(None),
            Backend::Postgres(db) => db.clock().await.map(Some),
        }
    }

    /// Does all of the work or, where it fails, none. What it returns is on disk.
    pub async fn write<T: Send + 'static, E: WorkError>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, returned) = Work::once(work);
        returned.after(self.perform(work, 1).await)
    }

    /// Like [`Db::write`], for work that can be done again from the start: it
    /// is where others waited for it as it waited for them, and it gave way.
    pub async fn write_retrying<T: Send + 'static, E: WorkError>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E> {
        let (work, returned) = Work::repeatable(work);
        returned.after(self.perform(work, MOST_TRIES).await)
    }

    async fn perform(&self, work: Work, tries: usize) -> Result<(), Undone> {
        let work = work.with_erasures(self.erasures.clone()).with_log(self.log.clone());
        match &self.driver {
            // There is one writer, which waits for nobody.
            Backend::Sqlite(db) => db.write(work).await,
            Backend::Postgres(db) => db.write(work, tries).await,
        }
    }

    /// Changes of a topic from now on, soon after they are durable.
    pub fn watch(&self, topic: &str) -> tokio::sync::watch::Receiver<u64> {
        self.waiters.wait_for(topic)
    }
}
