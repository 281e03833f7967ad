//! Databases that a test has to itself: a new file, and a new database where
//! PostgreSQL is offered.

mod template;

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use luna_store::{Db, EventLog, Limits};
use postgres::Client;

use crate::control::{costs, offered};

/// Few connections: many tests run at once.
pub const LIMITS: Limits = Limits {
    sqlite_readers: 2,
    postgres_connections: 4,
    busy: Duration::from_secs(10),
    sqlite_normal: false,
};

const POSTGRES: &str = "PostgreSQL databases";

/// A place for a database that goes away with this value.
pub enum Location {
    /// In a folder of its own.
    File(PathBuf),
    /// A database of its own on a PostgreSQL server.
    Postgres { server: String, name: String },
}

impl Location {
    /// A path where no file is yet.
    pub fn file() -> Location {
        costs("SQLite databases");
        let folder = tempfile::Builder::new().prefix("luna-store-").tempdir().unwrap();
        Location::File(folder.keep().join("luna.db"))
    }

    /// An empty database of the PostgreSQL that is offered to tests, if one is.
    pub fn postgres() -> Option<Location> {
        let server = offered("LUNA_TEST_POSTGRES")?;
        let name = unique();
        costs(POSTGRES);
        on_postgres(&server, format!("CREATE DATABASE {name}"));
        Some(Location::Postgres { server, name })
    }

    /// One of each kind, empty.
    pub fn all() -> Vec<Location> {
        std::iter::once(Location::file()).chain(Location::postgres()).collect()
    }

    /// A file with Luna's tables.
    pub fn migrated_file() -> Location {
        let place = Location::file();
        if let Location::File(path) = &place {
            template::copy_file(path);
        }
        place
    }

    /// A database with Luna's tables on the PostgreSQL that is offered to tests, if one is.
    pub fn migrated_postgres() -> Option<Location> {
        let server = offered("LUNA_TEST_POSTGRES")?;
        let name = unique();
        costs(POSTGRES);
        template::copy_database(&server, &name);
        Some(Location::Postgres { server, name })
    }

    pub fn url(&self) -> String {
        match self {
            Location::File(path) => format!("sqlite:{}", path.display()),
            Location::Postgres { server, name } => database_url(server, name),
        }
    }
}

/// The address of another database on the same server.
fn database_url(server: &str, name: &str) -> String {
    let mark = if server.contains('?') { '&' } else { '?' };
    format!("{server}{mark}dbname={name}&application_name={name}")
}

impl Drop for Location {
    fn drop(&mut self) {
        match self {
            Location::File(path) => {
                remove(path.parent().unwrap());
            }
            Location::Postgres { server, name } => {
                let (server, drops) =
                    (server.clone(), format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
                // A panic here, when a thread ends, would end the process.
                let dropping = std::thread::spawn(move || on_postgres(&server, drops));
                drop(dropping.join());
            }
        }
    }
}

/// Removes a folder, also while SQLite's threads still take their own files out of it.
fn remove(folder: &Path) {
    for _ in 0..1000 {
        match std::fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => std::thread::yield_now(),
            _ => return,
        }
    }
}

pub fn unique() -> String {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    format!("t{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed))
}

/// An open database in a place of its own.
pub struct Database {
    db: Db,
    /// The connection on which [`Database::raw`] asks SQLite. A new one would read the schema first.
    file: Mutex<Option<rusqlite::Connection>>,
    /// The connection on which [`Database::raw`] asks PostgreSQL.
    client: Mutex<Option<Client>>,
    pub place: Location,
}

impl Deref for Database {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.db
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let client = self.client.lock().unwrap().take();
        std::thread::spawn(move || drop(client)).join().unwrap();
    }
}

impl Database {
    pub fn open(place: Location) -> Database {
        let db = Db::open_with(&place.url(), LIMITS).unwrap();
        Database { db, file: Mutex::new(None), client: Mutex::new(None), place }
    }

    /// From now on events of this database go to a log.
    pub fn logs_to(&mut self, log: EventLog) {
        self.db = self.db.clone().with_log(log);
    }

    /// One in a file, with Luna's tables.
    pub fn in_file() -> Database {
        Database::open(Location::migrated_file())
    }

    pub fn url(&self) -> String {
        self.place.url()
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.place, Location::Postgres { .. })
    }

    /// The rows that a statement gives, as text, past the store.
    pub fn raw(&self, sql: &str) -> Vec<Vec<String>> {
        match &self.place {
            Location::File(path) => self.on_my_file(path, sql),
            Location::Postgres { .. } => self.on_my_postgres(sql),
        }
    }

    fn on_my_file(&self, path: &Path, sql: &str) -> Vec<Vec<String>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        rows_of(file.get_or_insert_with(|| open_file(path)), sql)
    }

    fn on_my_postgres(&self, sql: &str) -> Vec<Vec<String>> {
        let work = || {
            let mut client = self.client.lock().unwrap();
            let client = client
                .get_or_insert_with(|| Client::connect(&self.url(), postgres::NoTls).unwrap());
            ask(client, sql)
        };
        std::thread::scope(|scope| scope.spawn(work).join().unwrap())
    }

    /// The first column of [`Database::raw`].
    pub fn column(&self, sql: &str) -> Vec<String> {
        self.raw(sql).into_iter().map(|mut row| row.remove(0)).collect()
    }
}

/// The databases to test on: SQLite, and PostgreSQL where one is offered.
pub fn databases() -> Vec<Database> {
    let places = std::iter::once(Location::migrated_file()).chain(Location::migrated_postgres());
    places.map(Database::open).collect()
}

pub fn on_sqlite(path: &Path, sql: &str) -> Vec<Vec<String>> {
    rows_of(&open_file(path), sql)
}

fn open_file(path: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(10)).unwrap();
    connection
}

fn rows_of(connection: &rusqlite::Connection, sql: &str) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    let mut all = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let text = |at| match row.get_ref(at).unwrap() {
            rusqlite::types::ValueRef::Null => "NULL".to_owned(),
            rusqlite::types::ValueRef::Integer(whole) => whole.to_string(),
            rusqlite::types::ValueRef::Real(real) => real.to_string(),
            rusqlite::types::ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
            rusqlite::types::ValueRef::Blob(_) => panic!("no column holds bytes"),
        };
        all.push((0..columns).map(text).collect());
    }
    all
}

/// On a thread of its own: the driver may not wait inside another runtime.
pub fn on_postgres(url: &str, sql: String) -> Vec<Vec<String>> {
    let url = url.to_owned();
    let work = move || ask(&mut Client::connect(&url, postgres::NoTls).unwrap(), &sql);
    std::thread::spawn(work).join().unwrap()
}

fn ask(client: &mut Client, sql: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for message in client.simple_query(sql).unwrap() {
        if let postgres::SimpleQueryMessage::Row(row) = message {
            let text = |at| row.get(at).unwrap_or("NULL").to_owned();
            all.push((0..row.len()).map(text).collect());
        }
    }
    all
}
