//! Hearing of changes, also of those another process makes.

use std::time::Duration;

use luna_store::{Db, Error, topic};
use luna_testkit::database::{LIMITS, databases};

async fn touch(db: &Db, name: &'static str) {
    db.write(move |tx| {
        tx.touch(name);
        tx.touch(name);
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
}

/// Whether a change comes while a person would wait for it.
async fn hears(changes: &mut tokio::sync::watch::Receiver<u64>) -> bool {
    tokio::time::timeout(Duration::from_secs(20), changes.changed()).await.is_ok()
}

#[tokio::test]
async fn watchers_are_told_after_the_write() {
    for db in databases() {
        let mut red = db.watch("red");
        let blue = db.watch("blue");
        touch(&db, "red").await;
        assert!(hears(&mut red).await);
        assert!(!blue.has_changed().unwrap());
        // Several in one piece of work are one change.
        assert_eq!(db.read(|tx| topic::seq(tx, "red")).await.unwrap(), 1);
        assert_eq!(db.read(|tx| topic::seq(tx, "blue")).await.unwrap(), 0);
    }
}

#[tokio::test]
async fn what_another_process_changes_is_heard_of_too() {
    for db in databases().into_iter().filter(luna_testkit::database::Database::is_postgres) {
        let other = Db::open_with(&db.url(), LIMITS).unwrap();
        let mut red = other.watch("red");
        touch(&db, "red").await;
        assert!(hears(&mut red).await);
        let seq = other.read(|tx| topic::seq(tx, "red")).await.unwrap();
        assert_eq!(seq, 1);
    }
}

async fn wake(db: &Db, name: &'static str) {
    let wake = move |tx: &mut luna_store::Tx<'_>| {
        tx.wake(name);
        Ok::<_, Error>(())
    };
    db.write(wake).await.unwrap();
}

#[tokio::test]
async fn a_change_is_heard_once_here_and_in_other_processes() {
    for db in databases() {
        let mut azure = db.watch("azure");
        let others = db.is_postgres().then(|| Db::open_with(&db.url(), LIMITS).unwrap());
        if others.is_some() {
            assert!(hears(&mut azure).await, "a process that begins tells all to look");
        }
        let mut here = db.watch("crimson");
        let mut there = others.iter().map(|other| other.watch("crimson")).collect::<Vec<_>>();
        for _ in 0..3 {
            wake(&db, "crimson").await;
            assert!(hears(&mut here).await);
            for there in &mut there {
                assert!(hears(there).await);
            }
        }
        // What another process says after it comes later, on the connection that hears both.
        azure.mark_unchanged();
        if let Some(other) = &others {
            wake(other, "azure").await;
            assert!(hears(&mut azure).await);
        }
        assert_eq!(*here.borrow(), 3, "the database does not repeat what this process says");
        // Nothing is counted.
        assert_eq!(db.read(|tx| topic::seq(tx, "crimson")).await.unwrap(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_tells_of_its_last_change_before_it_ends() {
    for db in databases().into_iter().filter(luna_testkit::database::Database::is_postgres) {
        let url = db.url();
        let listener = tokio::task::spawn_blocking(move || {
            let mut listener = postgres::Client::connect(&url, postgres::NoTls).unwrap();
            listener.batch_execute("LISTEN luna").unwrap();
            listener
        });
        let mut listener = listener.await.unwrap();
        let command = Db::open_with(&db.url(), LIMITS).unwrap();
        touch(&command, "scarlet").await;
        drop(command);
        let heard = tokio::task::spawn_blocking(move || {
            // Whatever was said before this is here with the reply.
            listener.batch_execute("SELECT 1").unwrap();
            let mut heard = Vec::new();
            let mut notifications = listener.notifications();
            let mut iter = notifications.iter();
            while let Ok(Some(it)) = postgres::fallible_iterator::FallibleIterator::next(&mut iter)
            {
                heard.push(it.payload().to_owned());
            }
            heard
        });
        assert!(heard.await.unwrap().contains(&"scarlet".to_owned()));
    }
}

#[tokio::test]
async fn a_connection_that_tells_and_was_cut_is_made_again() {
    for db in databases().into_iter().filter(luna_testkit::database::Database::is_postgres) {
        let other = Db::open_with(&db.url(), LIMITS).unwrap();
        let mut scarlet = other.watch("scarlet");
        let name = db.column("SELECT current_database()").remove(0);
        let cut = luna_testkit::database::on_postgres(
            &db.url().replace("application_name=", "application_name=other_"),
            format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = '{name}' AND query LIKE 'SELECT pg_notify%'"
            ),
        );
        assert_eq!(cut.len(), 2, "one connection of each process");
        wake(&db, "scarlet").await;
        assert!(hears(&mut scarlet).await);
    }
}

#[tokio::test]
async fn a_listener_that_was_cut_listens_again() {
    for db in databases().into_iter().filter(luna_testkit::database::Database::is_postgres) {
        let other = Db::open_with(&db.url(), LIMITS).unwrap();
        let mut red = other.watch("red");
        let name = db.column("SELECT current_database()").remove(0);
        let cut = luna_testkit::database::on_postgres(
            &db.url().replace("application_name=", "application_name=other_"),
            format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = '{name}' AND query IN ('LISTEN luna', '')"
            ),
        );
        assert_eq!(cut.len(), 2, "one connection of each process");
        // It may have missed something, and says so.
        assert!(hears(&mut red).await);
        red.mark_unchanged();
        touch(&db, "red").await;
        assert!(hears(&mut red).await);
    }
}

#[tokio::test]
async fn topics_that_nobody_watches_any_more_are_forgotten() {
    for db in databases() {
        for nth in 0..2_000 {
            drop(db.watch(&format!("topic{nth}")));
        }
        let mut red = db.watch("red");
        touch(&db, "red").await;
        assert!(hears(&mut red).await);
    }
}
