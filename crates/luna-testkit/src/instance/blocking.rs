//! Transactions that hold what others wait for, on PostgreSQL.

use std::time::Duration;

use luna_store::game::{self, Context};
use luna_store::{Db, Error, Result, Tx, setting};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::instance::TestInstance;

/// Somebody holds what is held first. When others do what they do, and wait for
/// it, a look is taken; then the first goes on. Gives what became of it and of
/// the others, and what was seen.
pub async fn amid<T, L>(
    app: &TestInstance,
    first: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    then: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    others: impl Future<Output = T>,
    look: impl FnOnce() -> L,
) -> (Result<()>, T, L) {
    let (tell, told) = oneshot::channel();
    let (go, wait) = std::sync::mpsc::channel();
    let (db, at) = (Db::clone(&app.db), app.moment());
    let work = move |tx: &mut Tx<'_>| {
        first(tx, &at)?;
        // Writes that nobody waits for are sent before a statement that is waited for.
        setting::get(tx, "")?;
        tell.send(()).unwrap();
        wait.recv().unwrap();
        then(tx, &at)
    };
    let meanwhile = async {
        told.await.unwrap();
        let looking = async {
            let waiting = "SELECT pid FROM pg_stat_activity
                           WHERE application_name = current_database() AND wait_event_type = 'Lock'";
            while app.db.raw(waiting).is_empty() {
                tokio::task::yield_now().await;
            }
            let seen = look();
            go.send(()).unwrap();
            seen
        };
        let looking = async { timeout(Duration::from_secs(30), looking).await.unwrap() };
        tokio::join!(others, looking)
    };
    let (first, (others, seen)) = tokio::join!(db.write(work), meanwhile);
    (first, others, seen)
}

/// Takes what moves in a game take after it, then the game, as nothing does.
pub async fn in_a_circle<T>(
    app: &TestInstance,
    first: impl FnOnce(&mut Tx<'_>, &Context) -> Result<()> + Send + 'static,
    others: impl Future<Output = T>,
) -> T {
    let game = app.db.column("SELECT game_id FROM seat WHERE here").remove(0);
    let then = move |tx: &mut Tx<'_>, _: &Context| {
        game::load_locked(tx, &game)?;
        Err(Error::NotFound)
    };
    let (undone, others, ()) = amid(app, first, then, others, || {}).await;
    // A transaction that has waited for a second gives way; on a slow computer it is this one.
    assert!(matches!(undone, Err(Error::NotFound | Error::Conflict)), "{undone:?}");
    others
}
