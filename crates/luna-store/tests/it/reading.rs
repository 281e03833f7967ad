//! Databases opened to be read alone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use luna_store::{Db, Error, player};
use luna_testkit::database::{Database, Location, databases, on_postgres, on_sqlite};
use tempfile::TempDir;

#[tokio::test]
async fn what_is_opened_to_read_is_read_and_nothing_is_written() {
    for db in databases() {
        let make = |tx: &mut luna_store::Tx<'_>| {
            player::create(tx, "p1", false, "ann", 0)?;
            Ok::<_, Error>(())
        };
        db.write(make).await.unwrap();
        let reading = Db::open_to_read(&db.url()).unwrap();
        let found = reading.read(|tx| player::by_name(tx, "ann")).await.unwrap();
        assert_eq!(found.id, "p1");
        let make = |tx: &mut luna_store::Tx<'_>| {
            player::create(tx, "p2", false, "ben", 0)?;
            Ok::<_, Error>(())
        };
        assert!(matches!(
            reading.write(make).await,
            Err(Error::Database(_) | Error::Unavailable(_))
        ));
        assert_eq!(db.column("SELECT name FROM player"), ["ann"]);
    }
}

#[test]
fn what_is_not_up_to_date_is_not_brought_there() {
    for place in Location::all() {
        let raw = |sql: &str| match &place {
            Location::File(path) => on_sqlite(path, sql),
            Location::Postgres { .. } => on_postgres(&place.url(), sql.to_owned()),
        };
        drop(Db::open(&place.url()).unwrap());
        raw("DELETE FROM migration WHERE name = '0010_predict'");
        let names = raw("SELECT name FROM migration ORDER BY name");
        let opened = Db::open_to_read(&place.url());
        assert!(matches!(opened, Err(Error::Older("0010_predict"))), "{opened:?}");
        assert_eq!(raw("SELECT name FROM migration ORDER BY name"), names);
        raw("INSERT INTO migration VALUES ('9999_from_the_future')");
        let opened = Db::open_to_read(&place.url());
        assert!(matches!(opened, Err(Error::Newer(_))), "{opened:?}");
    }
}

#[test]
fn what_is_not_lunas_stays_as_it_is() {
    for place in Location::all() {
        let why = |place: &Location| match Db::open_to_read(&place.url()).unwrap_err() {
            Error::Database(why) | Error::Unavailable(why) => why.to_string(),
            other => panic!("{other}"),
        };
        if let Location::File(path) = &place {
            assert_eq!(why(&place), "there is no such file");
            assert!(!path.exists());
            fs::write(path, "").unwrap();
        }
        assert_eq!(why(&place), "nothing of Luna's is in it");
        if let Location::File(path) = &place {
            assert_eq!(fs::read(path).unwrap(), b"");
            fs::write(path, "This is no database at all.").unwrap();
            assert!(why(&place).contains("not a database"), "{}", why(&place));
        }
    }
}

/// A folder that goes away with this value.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// What lies in it.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.0.path()).unwrap().map(Result::unwrap);
        let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
        entries.map(|entry| (name(&entry), fs::read(entry.path()).unwrap())).collect()
    }

    /// The same once nothing in it is open here, as far as the system says.
    fn files_left(&self) -> BTreeMap<String, Vec<u8>> {
        let is_open = || {
            let mut all = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
            all.any(|it| fs::read_link(it.path()).is_ok_and(|it| it.starts_with(self.0.path())))
        };
        while is_open() {
            std::thread::yield_now();
        }
        self.files()
    }
}

fn url(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// An instance that nobody has open, with one player.
async fn closed(folder: &Folder, name: &str) -> PathBuf {
    let db = Database::in_file();
    let make = |tx: &mut luna_store::Tx<'_>| player::create(tx, "p1", false, "ann", 0).map(drop);
    db.write(make).await.unwrap();
    while db.column("PRAGMA wal_checkpoint(TRUNCATE)") != ["0"] {}
    let Location::File(from) = &db.place else { panic!("a file") };
    let to = folder.0.path().join(name);
    fs::copy(from, &to).unwrap();
    assert_eq!(fs::read(&to).unwrap()[18..20], [2, 2], "it keeps a log");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    File::options().write(true).open(&to).unwrap().set_modified(long_ago).unwrap();
    to
}

const RENAMED: &str = "UPDATE player SET name = 'bea'";

/// What a kill leaves of one: her new name is in the log alone.
async fn killed(folder: &Folder, name: &str, endings: &[&str]) -> PathBuf {
    let elsewhere = Folder::new();
    let live = closed(&elsewhere, "live.db").await;
    let connection = rusqlite::Connection::open(&live).unwrap();
    connection.execute_batch(&format!("PRAGMA wal_autocheckpoint = 0; {RENAMED}")).unwrap();
    for ending in endings {
        let of = |file: &Path| format!("{}{ending}", file.display());
        fs::copy(of(&live), of(&folder.0.path().join(name))).unwrap();
    }
    folder.0.path().join(name)
}

async fn name(db: &Db) -> Result<String, String> {
    match db.read(|tx| player::find(tx, "p1")).await {
        Ok(player) => Ok(player.name),
        Err(Error::Database(why) | Error::Unavailable(why)) => Err(why.to_string()),
        Err(other) => panic!("{other}"),
    }
}

const ODD: [&str; 5] =
    ["plain.db", "a b?mode=rw&c.db", "100 %#1.db", "%41.db", "\u{fc}ber+\u{6771}\\:'\".db"];

#[tokio::test]
async fn a_closed_database_is_read_and_nothing_is_made_beside_it() {
    for odd in ODD {
        let folder = Folder::new();
        let file = closed(&folder, odd).await;
        let before = folder.files();
        assert_eq!(before.len(), 1);
        let reading = Db::open_to_read(&url(&file)).unwrap();
        assert_eq!(name(&reading).await.unwrap(), "ann");
        assert!(folder.files() == before, "{odd} while it is open");
        drop(reading);
        assert!(folder.files_left() == before, "{odd} afterwards");
    }
}

#[tokio::test]
async fn what_was_written_after_a_closed_database_was_opened_makes_a_read_fail() {
    let why = "Luna has been started on it in the meantime; try again";
    let folder = Folder::new();
    let file = closed(&folder, "started.db").await;
    let reading = Db::open_to_read(&url(&file)).unwrap();
    let started = Db::open(&url(&file)).unwrap();
    assert_eq!(name(&reading).await.unwrap_err(), why);
    let again = Db::open_to_read(&url(&file)).unwrap();
    assert_eq!(name(&again).await.unwrap(), "ann");
    drop((again, started));

    let file = closed(&folder, "started and stopped.db").await;
    let reading = Db::open_to_read(&url(&file)).unwrap();
    assert_eq!(name(&reading).await.unwrap(), "ann");
    on_sqlite(&file, RENAMED);
    assert!(!folder.files().contains_key("started and stopped.db-wal"));
    assert_eq!(name(&reading).await.unwrap_err(), why);
}

#[tokio::test]
async fn beside_a_server_nothing_is_made_and_nothing_goes_away() {
    let folder = Folder::new();
    let file = closed(&folder, "live.db").await;
    let server = Db::open(&url(&file)).unwrap();
    let rename = |tx: &mut luna_store::Tx<'_>| player::rename(tx, "p1", "bea");
    let names = || folder.files().into_keys().collect::<Vec<_>>();
    let expected = ["live.db", "live.db-shm", "live.db-wal"];
    let reading = Db::open_to_read(&url(&file)).unwrap();
    assert_eq!(name(&reading).await.unwrap(), "ann");
    server.write(rename).await.unwrap();
    assert_eq!(name(&reading).await.unwrap(), "bea");
    assert_eq!(names(), expected);
    drop(reading);
    assert_eq!(name(&Db::open_to_read(&url(&file)).unwrap()).await.unwrap(), "bea");
    assert_eq!(names(), expected);
    assert_eq!(name(&server).await.unwrap(), "bea");
}

#[tokio::test]
async fn what_a_kill_has_left_stays_as_it_is() {
    for odd in ODD {
        for endings in [&["", "-wal"][..], &["", "-wal", "-shm"]] {
            let (folder, elsewhere) = (Folder::new(), Folder::new());
            let file = killed(&folder, odd, endings).await;
            let link = elsewhere.0.path().join("link.db");
            std::os::unix::fs::symlink(&file, &link).unwrap();
            // Readers note in the index what they read.
            let but_for_the_index = |mut files: BTreeMap<String, Vec<u8>>| {
                if let Some(index) = files.get_mut(&format!("{odd}-shm")) {
                    index.clear();
                }
                files
            };
            let before = but_for_the_index(folder.files());
            assert_eq!(before.len(), endings.len());
            for path in [&file, &link] {
                let reading = Db::open_to_read(&url(path)).unwrap();
                assert_eq!(name(&reading).await.unwrap(), "bea");
                assert!(but_for_the_index(folder.files()) == before, "{odd} {endings:?}");
                drop(reading);
                assert!(but_for_the_index(folder.files_left()) == before, "{odd} {endings:?}");
            }
            assert_eq!(elsewhere.files().len(), 1);
        }
    }
}

#[tokio::test]
async fn what_was_broken_off_without_a_log_is_not_read() {
    let folder = Folder::new();
    let file = closed(&folder, "broken.db").await;
    fs::write(folder.0.path().join("broken.db-journal"), "What was there before.").unwrap();
    let Err(Error::Database(why) | Error::Unavailable(why)) = Db::open_to_read(&url(&file)) else {
        panic!("it was opened")
    };
    assert!(why.to_string().ends_with("try again, or start Luna on it once"), "{why}");
}
