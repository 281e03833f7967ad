//! What a piece of work may rely on, and opening databases.

use std::time::Duration;

use luna_core::game::Move;
use luna_store::{Db, Error, Limits, Result, game, player, session, setting};
use luna_testkit::database::{Database, LIMITS, Location, databases, on_postgres};

use crate::house::{House, questions};

async fn get(db: &Db, name: &'static str) -> Option<String> {
    db.read(move |tx| setting::get(tx, name)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_writers_one_wins() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let seat = house.open("ann").await;
        let (place, seen) = house.load_for_update("ann", &seat).await;
        let tasks: Vec<_> = (0..20)
            .map(|_| {
                let (db, at, mut seen) = (Db::clone(&house.db), house.at(), seen.clone());
                let ask = Move::Ask(questions("ann"));
                tokio::spawn(async move {
                    db.write(move |tx| game::play(tx, &at, &mut seen, place.seat, &ask, None)).await
                })
            })
            .collect();
        let (mut won, mut lost) = (0, 0);
        for task in tasks {
            match task.await.unwrap() {
                Ok(_) => won += 1,
                Err(Error::Conflict) => lost += 1,
                Err(other) => panic!("{other:?}"),
            }
        }
        assert_eq!((won, lost), (1, 19));
    }
}

#[tokio::test]
async fn work_that_fails_never_happened() {
    for db in databases() {
        let failed: Result<()> = db
            .write(|tx| {
                setting::set(tx, "colour", "blue")?;
                tx.touch("colour");
                Err(Error::NotFound)
            })
            .await;
        assert!(matches!(failed, Err(Error::NotFound)));
        assert_eq!(get(&db, "colour").await, None);
        assert!(db.raw("SELECT name FROM topic").is_empty());
    }
}

#[tokio::test]
async fn work_that_goes_on_after_a_failed_statement_never_happened_either() {
    for db in databases() {
        let created = |tx: &mut luna_store::Tx<'_>, id: &str| player::create(tx, id, false, id, 0);
        let opened = |tx: &mut luna_store::Tx<'_>| session::open(tx, "hash", "ann", "", 0);
        db.write(move |tx| created(tx, "ann").and_then(|()| opened(tx))).await.unwrap();
        let carried_on = db
            .write(move |tx| {
                // The same session once more: only the statement can tell.
                assert!(matches!(opened(tx), Err(Error::Conflict)));
                setting::set(tx, "colour", "blue").ok();
                Ok::<_, Error>(())
            })
            .await;
        assert!(
            carried_on.is_err(),
            "PostgreSQL has rolled back, and must not say that it was done"
        );
        assert_eq!(get(&db, "colour").await, None);
        // A name that is taken is seen before any statement fails.
        db.write(move |tx| {
            assert!(matches!(created(tx, "ANN"), Err(Error::Conflict)));
            created(tx, "bob")
        })
        .await
        .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_one_piece_of_work_harms_no_other() {
    for db in databases() {
        let tasks: Vec<_> = (0..60)
            .map(|nth| {
                let db = Db::clone(&db);
                tokio::spawn(async move {
                    db.write(move |tx| {
                        setting::set(tx, &format!("n{nth}"), "x")?;
                        assert!(nth % 3 != 0, "a fault in one piece of work");
                        Ok::<_, Error>(())
                    })
                    .await
                })
            })
            .collect();
        for (nth, task) in tasks.into_iter().enumerate() {
            assert_eq!(task.await.unwrap().is_ok(), nth % 3 != 0);
        }
        assert_eq!(db.raw("SELECT name FROM setting").len(), 40);
        let read: Result<()> = db.read(|_| panic!("a fault while reading")).await;
        assert!(matches!(read, Err(Error::Database(_) | Error::Unavailable(_))));
        assert_eq!(get(&db, "n1").await.as_deref(), Some("x"));
    }
}

#[tokio::test]
async fn reading_cannot_write() {
    for db in databases() {
        let wrote = db.read(|tx| setting::set(tx, "colour", "blue")).await;
        assert!(matches!(wrote, Err(Error::Database(_) | Error::Unavailable(_))));
        assert_eq!(get(&db, "colour").await, None);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_luna_is_left_alone() {
    for db in databases() {
        db.raw("INSERT INTO migration VALUES ('9999_from_the_future')");
        let opened = Db::open_with(&db.url(), LIMITS);
        assert!(matches!(opened, Err(Error::Newer(name)) if name == "9999_from_the_future"));
    }
}

#[tokio::test]
async fn opening_again_finds_everything() {
    for db in databases() {
        db.write(|tx| setting::set(tx, "colour", "blue")).await.unwrap();
        let again = Db::open_with(&db.url(), LIMITS).unwrap();
        assert_eq!(get(&again, "colour").await.as_deref(), Some("blue"));
    }
}

#[test]
fn a_new_database_may_be_opened_by_many_at_once() {
    for place in Location::all() {
        let url = place.url();
        let one = Limits { sqlite_readers: 1, postgres_connections: 1, ..LIMITS };
        let open = || {
            let url = url.clone();
            std::thread::spawn(move || Db::open_with(&url, one).map(drop))
        };
        let opened: Vec<_> = (0..8).map(|_| open()).collect();
        for thread in opened {
            thread.join().unwrap().unwrap();
        }
    }
}

#[test]
fn what_cannot_be_opened_is_an_error() {
    for url in ["sqlite:/no/such/folder/luna.db", "postgres://luna@127.0.0.1:1/luna", "nonsense"] {
        assert!(matches!(Db::open(url), Err(Error::Database(_) | Error::Unavailable(_))), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_another_process_keeps_out_is_reported_and_not_done() {
    let place = Location::file();
    let Location::File(path) = &place else { panic!("a file") };
    let soon = Limits { busy: Duration::from_millis(50), ..LIMITS };
    let db = Db::open_with(&place.url(), soon).unwrap();
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; INSERT INTO setting VALUES ('theirs', 'x')").unwrap();
    let tasks: Vec<_> = (0..5)
        .map(|nth| {
            let db = db.clone();
            let set = move |tx: &mut luna_store::Tx<'_>| setting::set(tx, &format!("n{nth}"), "x");
            tokio::spawn(async move { db.write(set).await })
        })
        .collect();
    for task in tasks {
        assert!(matches!(task.await.unwrap(), Err(Error::Database(_) | Error::Unavailable(_))));
    }
    assert_eq!(get(&db, "theirs").await, None, "readers see what is committed");
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(get(&db, "n0").await, None);
    db.write(|tx| setting::set(tx, "ours", "x")).await.unwrap();
    let names = luna_testkit::database::on_sqlite(path, "SELECT name FROM setting ORDER BY name");
    assert_eq!(names, [["ours"], ["theirs"]]);
}

#[tokio::test]
async fn a_connection_that_was_cut_is_made_again() {
    let Some(place) = Location::postgres() else { return };
    let db = Database::open(place);
    let name = db.column("SELECT current_database()").remove(0);
    let watched = db.watch("colour");
    db.write(|tx| setting::set(tx, "colour", "blue")).await.unwrap();
    on_postgres(
        &db.url().replace("application_name=", "application_name=other_"),
        format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'"
        ),
    );
    // Every connection has been cut; no work fails for it.
    for _ in 0..10 {
        assert_eq!(get(&db, "colour").await.as_deref(), Some("blue"));
    }
    db.write(|tx| setting::set(tx, "colour", "red")).await.unwrap();
    drop(watched);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_waiting_for_flushes_work_is_all_or_nothing_too() {
    let place = Location::file();
    let db = Db::open_with(&place.url(), Limits { sqlite_normal: true, ..LIMITS }).unwrap();
    let mut news = db.watch("colour");
    // Alone, one after the other; then many at once.
    for nth in 0..20 {
        let set = move |tx: &mut luna_store::Tx<'_>| {
            tx.touch("colour");
            setting::set(tx, &format!("alone{nth}"), "x")
        };
        db.write(set).await.unwrap();
    }
    news.changed().await.unwrap();
    let failing = |tx: &mut luna_store::Tx<'_>| {
        setting::set(tx, "lost", "x")?;
        Err::<(), _>(Error::NotFound)
    };
    assert!(matches!(db.write(failing).await, Err(Error::NotFound)));
    let panicking = |tx: &mut luna_store::Tx<'_>| {
        setting::set(tx, "lost", "x")?;
        panic!("on purpose")
    };
    assert!(matches!(
        db.write::<(), Error>(panicking).await,
        Err(Error::Database(_) | Error::Unavailable(_))
    ));
    let tasks: Vec<_> = (0..200)
        .map(|nth| {
            let db = db.clone();
            let set = move |tx: &mut luna_store::Tx<'_>| {
                setting::set(tx, &format!("many{nth}"), "x")?;
                if nth % 10 == 0 { Err(Error::NotFound) } else { Ok(()) }
            };
            tokio::spawn(async move { db.write(set).await })
        })
        .collect();
    for task in tasks {
        drop(task.await.unwrap());
    }
    let Location::File(path) = &place else { panic!("a file") };
    let count = |like: &str| {
        let sql = format!("SELECT count(*) FROM setting WHERE name LIKE '{like}%'");
        luna_testkit::database::on_sqlite(path, &sql)
    };
    assert_eq!([count("alone"), count("many"), count("lost")], [[["20"]], [["180"]], [["0"]]]);
}

/// The log is copied back while nobody waits for it.
#[tokio::test]
async fn what_is_written_ends_up_in_the_database_itself() {
    let place = Location::file();
    let db = Db::open_with(&place.url(), LIMITS).unwrap();
    let Location::File(path) = &place else { panic!("a file") };
    let empty = std::fs::metadata(path).unwrap().len();
    let long = "x".repeat(100_000);
    db.write(move |tx| setting::set(tx, "long", &long)).await.unwrap();
    let copied = || std::fs::metadata(path).unwrap().len() >= empty + 100_000;
    while !copied() {
        tokio::task::yield_now().await;
    }
}
