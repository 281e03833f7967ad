//! The configured database with its list of erasures.

use luna_store::{Db, Limits, erase};

use crate::config::Config;
use crate::environment;
use crate::failure::Failure;

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
