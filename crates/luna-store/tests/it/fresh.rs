//! Databases that a test has to itself: a new file, and a new schema where
//! PostgreSQL is offered.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use luna_store::{Db, Limits};
use postgres::Client;

/// Few connections: many tests run at once.
pub(crate) const LIMITS: Limits = Limits {
    sqlite_readers: 2,
    postgres_connections: 4,
    busy: Duration::from_secs(10),
    sqlite_normal: false,
};

/// A place for a database that goes away with this value.
pub(crate) enum SeatRecord {
    /// In a folder of its own.
    File(PathBuf),
    Schema {
        server: String,
        name: String,
    },
}

impl SeatRecord {
    pub(crate) fn file() -> SeatRecord {
        let folder = tempfile::Builder::new().prefix("luna-store-").tempdir().unwrap();
        SeatRecord::File(folder.keep().join("luna.db"))
    }

    #[expect(clippy::disallowed_methods, reason = "tests take their database from the environment")]
    pub(crate) fn schema() -> Option<SeatRecord> {
        let server = std::env::var("LUNA_TEST_POSTGRES").ok()?;
        let name = unique();
        on_postgres(&server, format!("CREATE SCHEMA {name}"));
        Some(SeatRecord::Schema { server, name })
    }

    pub(crate) fn all() -> Vec<SeatRecord> {
        std::iter::once(SeatRecord::file()).chain(SeatRecord::schema()).collect()
    }

    pub(crate) fn url(&self) -> String {
        match self {
            SeatRecord::File(path) => format!("sqlite:{}", path.display()),
            SeatRecord::Schema { server, name } => {
                let mark = if server.contains('?') { '&' } else { '?' };
                format!("{server}{mark}options=-c%20search_path%3D{name}&application_name={name}")
            }
        }
    }
}

impl Drop for SeatRecord {
    fn drop(&mut self) {
        match self {
            SeatRecord::File(path) => {
                remove(path.parent().unwrap());
            }
            SeatRecord::Schema { server, name } => {
                on_postgres(server, format!("DROP SCHEMA {name} CASCADE"));
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

pub(crate) fn unique() -> String {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    format!("t{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed))
}

/// An open database in a place of its own.
pub(crate) struct Fresh {
    db: Db,
    /// Where [`Fresh::raw`] asks PostgreSQL.
    client: Mutex<Option<Client>>,
    pub(crate) place: SeatRecord,
}

impl Deref for Fresh {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.db
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let client = self.client.lock().unwrap().take();
        std::thread::spawn(move || drop(client)).join().unwrap();
    }
}

impl Fresh {
    pub(crate) fn open(place: SeatRecord) -> Fresh {
        let db = Db::open_with(&place.url(), LIMITS).unwrap();
        Fresh { db, client: Mutex::new(None), place }
    }

    pub(crate) fn url(&self) -> String {
        self.place.url()
    }

    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self.place, SeatRecord::Schema { .. })
    }

    /// What is in the tables, as text, past the store.
    pub(crate) fn raw(&self, sql: &str) -> Vec<Vec<String>> {
        match &self.place {
            SeatRecord::File(path) => on_sqlite(path, sql),
            SeatRecord::Schema { .. } => self.on_my_postgres(sql),
        }
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

    /// The first column of [`Fresh::raw`].
    pub(crate) fn column(&self, sql: &str) -> Vec<String> {
        self.raw(sql).into_iter().map(|mut row| row.remove(0)).collect()
    }
}

/// The databases to test on: SQLite, and PostgreSQL where one is offered.
pub(crate) fn databases() -> Vec<Fresh> {
    SeatRecord::all().into_iter().map(Fresh::open).collect()
}

pub(crate) fn on_sqlite(path: &PathBuf, sql: &str) -> Vec<Vec<String>> {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.busy_timeout(Duration::from_secs(10)).unwrap();
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
pub(crate) fn on_postgres(url: &str, sql: String) -> Vec<Vec<String>> {
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
