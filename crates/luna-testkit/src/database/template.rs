//! Databases that were migrated once, for tests to start from copies of them: to make some
//! eighty tables takes ten times as long as to copy them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::OnceLock;

use luna_store::Db;
use postgres::{Client, NoTls};

use super::{LIMITS, Location, database_url, open_file};

pub(super) fn copy_file(path: &Path) {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    let file = FILE.get_or_init(|| {
        let (place, whole) = (Location::file(), Location::file());
        let _db = Db::open_with(&place.url(), LIMITS).unwrap();
        let (Location::File(path), Location::File(whole)) = (&place, &whole) else {
            unreachable!()
        };
        // Part of it is in the log, and SQLite's threads move it into the file at a time of theirs.
        open_file(path).execute("VACUUM INTO $1", [whole.to_str()]).unwrap();
        std::fs::read(whole).unwrap()
    });
    std::fs::write(path, file).unwrap();
}

/// A template stays on the server: the next process finds it there.
pub(super) fn copy_database(server: &str, name: &str) {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| make_template(server));
    locked(server, "SELECT pg_advisory_lock_shared(1950)", |client| {
        client.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).unwrap();
    });
}

fn make_template(server: &str) -> String {
    let name = format!("luna_template_{:x}", hash_of_migrations());
    locked(server, "SELECT pg_advisory_lock(1950)", |client| {
        let same = "SELECT FROM pg_database WHERE datname = $1";
        if client.query_opt(same, &[&name]).unwrap().is_none() {
            client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        }
        drop(Db::open_with(&database_url(server, &name), LIMITS).unwrap());
        let sessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
        client.query(sessions, &[&name]).unwrap();
    });
    name
}

/// Nobody may be connected to a template while it is copied.
fn locked(server: &str, lock: &str, work: impl FnOnce(&mut Client) + Send) {
    // The driver may not wait inside another runtime.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut client = Client::connect(server, NoTls).unwrap();
            client.batch_execute(lock).unwrap();
            work(&mut client);
        });
    });
}

fn hash_of_migrations() -> u64 {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut hasher = DefaultHasher::new();
    for path in paths {
        (path.file_name(), std::fs::read(&path).unwrap()).hash(&mut hasher);
    }
    hasher.finish()
}
