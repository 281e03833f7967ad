//! SQLite files that are read and left as they are: none beside them is made or goes away.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};

use crate::tx::error::{Error, Result};

/// A file that nobody has open, and its state when it was found. Reading it takes no lock, so
/// another process may begin to write to it.
#[derive(Clone, Debug)]
pub(super) struct UnchangedFile {
    file: PathBuf,
    found: (u64, Option<SystemTime>),
}

/// Opens a file that exists.
pub(super) fn connect(path: &str, busy: Duration) -> Result<(Connection, Option<UnchangedFile>)> {
    let there = Path::new(path);
    if !there.is_file() {
        return Err(lost("there is no such file"));
    }
    // SQLite's own files stand beside the file itself, not beside a link to it.
    let file = fs::canonicalize(there).map_err(|error| lost(&error.to_string()))?;
    if !beside(&file, "-wal").exists() {
        if fs::metadata(beside(&file, "-journal")).is_ok_and(|journal| journal.len() > 0) {
            return Err(lost(
                "a write to it is in progress or was interrupted (-journal): try again, or start Luna on \
                 it once",
            ));
        }
        let still = UnchangedFile { found: state(&file)?, file };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        return Ok((open(path, "?immutable=1", flags, busy)?, Some(still)));
    }
    // Where another process writes, readers too have to note in its index what they read.
    let connection = open(path, "", OpenFlags::SQLITE_OPEN_READ_WRITE, busy)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    if !beside(&file, "-shm").exists() {
        if connection.is_readonly(MAIN_DB)? {
            return Err(lost(
                "the log beside it (-wal) can only be read in a folder where you may write: copy both \
                 files to such a folder, or start Luna on it once",
            ));
        }
        // The index is then kept in memory.
        connection.pragma_update(None, "locking_mode", "exclusive")?;
    }
    Ok((connection, None))
}

fn open(path: &str, how: &str, flags: OpenFlags, busy: Duration) -> Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("{}{how}", uri(path)), flags)?;
    connection.busy_timeout(busy)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// The result of a read, if the file has not changed since it was found.
pub(super) fn checked<T, E: From<Error>>(
    still: Option<&UnchangedFile>,
    read: Result<T, E>,
) -> Result<T, E> {
    match still {
        Some(still) if !still.is_as_found() => {
            Err(lost("Luna has been started on it in the meantime; try again").into())
        }
        _ => read,
    }
}

impl UnchangedFile {
    fn is_as_found(&self) -> bool {
        !beside(&self.file, "-wal").exists()
            && state(&self.file).is_ok_and(|state| state == self.found)
    }
}

fn state(file: &Path) -> Result<(u64, Option<SystemTime>)> {
    let about = fs::metadata(file).map_err(|error| lost(&error.to_string()))?;
    Ok((about.len(), about.modified().ok()))
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// With whatever means something in a URI spelt out.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://" } else { "file:" }.to_owned();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

pub(super) fn lost(what: &str) -> Error {
    Error::Unavailable(what.into())
}
