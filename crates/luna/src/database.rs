//! The configured database with its list of erasures.

use std::fs::{File, TryLockError};
use std::path::Path;

use luna_store::{Db, Limits, erase};

use crate::config::Config;
use crate::config::environment;
use crate::failure::Failure;
use crate::file::private;

/// The lock that only one server has on a file of SQLite. It ends with the process.
#[derive(Debug)]
pub(crate) struct ServerLock(
    #[expect(dead_code, reason = "unlocks the file when it is dropped")] Option<File>,
);

/// Locks the database for one server, if it is a file: another server would not hear of what this
/// one changes. The lock is on a file beside it, so that other commands use the database freely.
pub(crate) fn lock(config: &Config) -> Result<ServerLock, Failure> {
    let Some(path) = config.database.strip_prefix("sqlite:") else { return Ok(ServerLock(None)) };
    let refused = |why: String| Failure::Database { url: config.database.clone(), why };
    // The same for every name of the database, if it is there.
    let path = Path::new(path).canonicalize().unwrap_or_else(|_| path.into());
    let mut name = path.into_os_string();
    name.push(".lock");
    let file = private::options().create(true).truncate(false).open(&name);
    let file = file.map_err(|error| refused(format!("{}: {error}", name.display())))?;
    match file.try_lock() {
        Ok(()) => Ok(ServerLock(Some(file))),
        Err(TryLockError::WouldBlock) => Err(refused(
            "another luna serve uses it; a SQLite file has one server, and PostgreSQL any number"
                .to_owned(),
        )),
        Err(TryLockError::Error(error)) => Err(refused(format!("{}: {error}", name.display()))),
    }
}

/// Opens the database to read and write.
pub(crate) fn open(config: &Config) -> Result<Db, Failure> {
    let limits = Limits { sqlite_normal: config.sqlite_normal, ..Limits::default() };
    let db = Db::open_with(&config.database, limits)
        .map_err(|error| Failure::opening(&config.database, &error))?;
    Ok(match &config.erasure_log {
        Some(path) => db.with_erasures(path.clone()),
        None => db,
    })
}

/// Erases people again who are in the list of erasures and back in the database.
pub(crate) async fn erase_again(config: &Config, db: &Db) -> Result<usize, Failure> {
    if let Some(list) = db.erasures() {
        let path = list.path().display();
        list.ids().map_err(|error| {
            Failure::Settings(format!(
                        "cannot read the list of erasures {path}: {error}; without it, a backup could bring \
         erased people back"
            ))
        })?;
    }
    Ok(erase::replay(db, &environment::context(config)).await?)
}

/// Empties SQLite's log, which holds pages from before an erasure, unless somebody reads it.
pub(crate) fn empty_log(config: &Config) {
    if let Err(error) = Db::checkpoint(&config.database) {
        tracing::warn!(%error, "the database's log could not be emptied; stopping the server empties it");
    }
}
