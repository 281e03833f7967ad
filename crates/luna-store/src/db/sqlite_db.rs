//! SQLite: one thread writes, a few read.
//!
//! The writer takes whatever work is waiting, runs each piece in a savepoint,
//! and flushes to disk once for all of it. Under load a flush is shared by many
//! callers; alone, a caller waits for its own and no longer. Where nobody waits
//! for flushes (`sqlite_normal`), a caller who is alone does its work itself,
//! rather than waking the writer.
//!
//! What has been written is copied from the log into the database by a thread
//! of its own, so that no writer has to wait while it is.

mod read_only;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use self::read_only::{UnchangedFile, lost};
use super::limits::Limits;
use super::watch::Waiters;
use super::work::{Undone, Work};
use crate::db::migration::{MIGRATIONS, check_current, check_known};
use crate::tx::Tx;
use crate::tx::erasure_list::TOPIC;
use crate::tx::error::Result;
use crate::tx::sql::Driver;

/// The most transactions that share a flush.
const BATCH: usize = 256;
/// The same where nobody waits for flushes: the first are answered while the
/// next are done.
const SMALL_BATCH: usize = 24;

/// Runs the work and returns how to tell its caller once the flush is known.
/// Without a connection no transaction could be begun, and nothing may run.
type Write = Box<dyn FnOnce(Option<&Connection>) -> Tell + Send>;
type Tell = Box<dyn FnOnce(bool) + Send>;
type ReadJob = Box<dyn FnOnce(&Connection) + Send>;

#[derive(Clone, Debug)]
pub(crate) struct SqliteDb {
    reads: Sender<ReadJob>,
    writes: Sender<Write>,
    waiters: Waiters,
    /// The writer's connection, for callers who are alone.
    direct: Option<Arc<Mutex<Connection>>>,
    /// Says that there is something to copy.
    written: Sender<()>,
    /// Somebody has been erased, and the log still holds pages from before.
    residue: Arc<AtomicBool>,
    /// The number of callers with transactions that are not done.
    callers: Arc<AtomicUsize>,
    /// A file that is read without locks.
    still: Option<UnchangedFile>,
}

pub(crate) fn open(path: &str, limits: Limits, waiters: Waiters) -> Result<SqliteDb> {
    let connection = connect(path, limits.busy)?;
    if limits.sqlite_normal {
        connection.pragma_update(None, "synchronous", "normal")?;
    }
    migrate(&connection)?;
    let connection = Arc::new(Mutex::new(connection));
    let direct = limits.sqlite_normal.then(|| Arc::clone(&connection));
    let (writes, waiting) = unbounded();
    let (written, copy) = bounded(1);
    let say = written.clone();
    let most = if limits.sqlite_normal { SMALL_BATCH } else { BATCH };
    spawn("sqlite-write", move || write_loop(&connection, &waiting, &say, most));
    let copier = connect(path, SHORT)?;
    let residue = Arc::new(AtomicBool::new(false));
    let left = Arc::clone(&residue);
    spawn("sqlite-copy", move || copy_loop(&copier, &copy, &left));

    let (reads, work) = unbounded::<ReadJob>();
    for _ in 0..limits.sqlite_readers.max(1) {
        let reader = connect(path, limits.busy)?;
        reader.pragma_update(None, "query_only", true)?;
        // The system caches the file too, once for all readers.
        reader.pragma_update(None, "cache_size", -2_000)?;
        spawn_reader(reader, work.clone());
    }
    let callers = Arc::default();
    Ok(SqliteDb { reads, writes, waiters, direct, written, residue, callers, still: None })
}

/// With nobody who writes, whatever is asked for.
pub(crate) fn open_to_read(path: &str, waiters: Waiters) -> Result<SqliteDb> {
    let (reader, still) = read_only::connect(path, Limits::default().busy)?;
    let known = "SELECT count(*) FROM sqlite_master WHERE name = 'migration'";
    let names = || match reader.query_row(known, [], |row| row.get(0))? {
        0 => Ok(Vec::new()),
        _ => names(&reader),
    };
    check_current(&read_only::checked(still.as_ref(), names())?)?;
    let (reads, work) = unbounded();
    spawn_reader(reader, work);
    let ((writes, _), (written, _)) = (unbounded(), bounded(1));
    let (callers, residue) = (Arc::default(), Arc::default());
    Ok(SqliteDb { reads, writes, waiters, direct: None, written, residue, callers, still })
}

fn spawn_reader(reader: Connection, work: Receiver<ReadJob>) {
    spawn("sqlite-read", move || {
        for read in work {
            read(&reader);
        }
    });
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) {
    let started = thread::Builder::new().name(name.to_owned()).spawn(body);
    drop(started);
}

/// Makes a database that is not there yet, for its owner's eyes only. SQLite gives the files
/// beside it the same mode. Where it cannot be made, SQLite says why.
fn make_private(path: &str) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    drop(options.open(path));
}

pub(crate) fn connect(path: &str, busy: Duration) -> Result<Connection> {
    make_private(path);
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(busy)?;
    // Two processes that switch a new file to WAL at once can meet a lock that
    // no busy timeout waits for.
    let mut tries = 0;
    while let Err(error) = connection.pragma_update(None, "journal_mode", "wal") {
        tries += 1;
        if tries == 50 {
            return Err(error.into());
        }
        thread::park_timeout(Duration::from_millis(20));
    }
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted is overwritten with zeros, in freed pages too.
    connection.pragma_update(None, "secure_delete", true)?;
    // The log is copied back by a thread of its own; only if that cannot keep
    // up, at 64 MB, does a writer stop to do it.
    connection.pragma_update(None, "wal_autocheckpoint", 16_000)?;
    connection.pragma_update(None, "cache_size", -8_000)?;
    // What undoes one piece of work in a batch stays in memory, not in a file.
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.set_prepared_statement_cache_capacity(512);
    Ok(connection)
}

fn migrate(connection: &Connection) -> Result<()> {
    // Several processes may start at once; one migrates, the others wait.
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.execute_batch(MIGRATION_TABLE)?;
    let known = names(connection)?;
    check_known(&known)?;
    for (name, sql) in MIGRATIONS {
        if !known.iter().any(|done| done == name) {
            apply(connection, name, sql)?;
        }
    }
    Ok(connection.execute_batch("COMMIT")?)
}

fn names(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM migration ORDER BY name")?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

pub(crate) const MIGRATION_TABLE: &str =
    "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)";

/// Applies one migration, with what it says to SQLite alone.
pub(crate) fn apply(connection: &Connection, name: &str, sql: &str) -> Result<()> {
    connection.execute_batch(&sql.replace("-- sqlite: ", ""))?;
    connection.execute("INSERT INTO migration VALUES (?1)", [name])?;
    Ok(())
}

fn write_loop(
    connection: &Mutex<Connection>,
    work: &Receiver<Write>,
    written: &Sender<()>,
    most: usize,
) {
    let mut pacer = FlushPacer::default();
    while let Ok(first) = work.recv() {
        let batch = pacer.gather(first, work, most);
        let connection = &*lock(connection);
        let begun = connection.execute_batch("BEGIN IMMEDIATE").is_ok();
        let tells: Vec<Tell> = batch
            .into_iter()
            .map(|write| {
                // A full disk makes SQLite give up the transaction on its own;
                // what came after would be kept piece by piece.
                let usable = begun && !connection.is_autocommit();
                write(usable.then_some(connection))
            })
            .collect();
        let committing = tick();
        let flushed = begun && connection.execute_batch("COMMIT").is_ok();
        pacer.note(committing.elapsed(), tells.len() + work.len());
        if begun && !flushed {
            drop(connection.execute_batch("ROLLBACK"));
        }
        for tell in tells {
            tell(flushed);
        }
        let _ = written.try_send(());
    }
}

/// The state at the last flush. Where a flush takes long, callers who have just been told are soon
/// back: waiting for them a little lets all share the next flush, where otherwise one half would
/// wait for the flush of the other.
#[derive(Default)]
struct FlushPacer {
    flush: Duration,
    /// Those who had been told, and those who waited.
    callers: usize,
}

/// Flushes that are quicker are not waited for.
const SLOW: Duration = Duration::from_millis(1);
const PATIENCE: Duration = Duration::from_millis(3);

impl FlushPacer {
    fn note(&mut self, flush: Duration, callers: usize) {
        *self = FlushPacer { flush, callers };
    }

    fn gather(&self, first: Write, work: &Receiver<Write>, most: usize) -> Vec<Write> {
        let mut batch = vec![first];
        if self.flush >= SLOW {
            let deadline = tick() + (self.flush / 2).min(PATIENCE);
            while batch.len() < self.callers.min(most) {
                let Ok(write) = work.recv_deadline(deadline) else { break };
                batch.push(write);
            }
        }
        batch.extend(work.try_iter().take(most.saturating_sub(batch.len())));
        batch
    }
}

#[expect(clippy::disallowed_methods, reason = "how long the disk takes is no time of the game")]
fn tick() -> Instant {
    Instant::now()
}

/// A panic in a piece of work is caught in there; the connection is sound.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The time for which the log grows before it is copied back.
const COPY_EVERY: Duration = Duration::from_millis(100);

/// The time for which the copier keeps writers waiting for a reader that is in its way.
const SHORT: Duration = Duration::from_millis(100);

/// Copies what has been written from the log into the database, now and then,
/// until the writer is gone. It waits for nobody and nobody waits for it, but
/// after an erasure: then it empties the log, as soon as no reader needs it.
fn copy_loop(connection: &Connection, written: &Receiver<()>, residue: &AtomicBool) {
    loop {
        let told = match residue.load(Ordering::Acquire) {
            true => written.recv_timeout(Duration::from_secs(1)),
            false => written.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        if told == Err(RecvTimeoutError::Disconnected) {
            return;
        }
        thread::park_timeout(COPY_EVERY);
        if residue.swap(false, Ordering::AcqRel) {
            if !empty(connection) {
                residue.store(true, Ordering::Release);
            }
            continue;
        }
        let copied = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        // Another process may be at it; then there is nothing to do.
        drop(copied);
    }
}

/// Copies all of the log and cuts it to nothing. Says whether it could.
fn empty(connection: &Connection) -> bool {
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    matches!(busy, Ok(0))
}

/// Copies all of the log, and empties it. Another process may still need it; then it stays.
pub(crate) fn checkpoint(path: &str) -> Result<()> {
    let connection = connect(path, Duration::from_secs(2))?;
    Ok(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
}

/// Begins or ends something.
fn control(connection: &Connection, sql: &str) -> Result<()> {
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.execute([]).map(drop)?)
}

fn perform(connection: &Connection, work: &mut Work) -> Result<BTreeSet<String>, Undone> {
    work.perform(&mut Tx::new(Driver::Sqlite(connection)))
}

/// Runs one piece of work so that its failure undoes it alone. Gives the topics.
fn in_savepoint(connection: &Connection, work: &mut Work) -> Result<BTreeSet<String>, Undone> {
    control(connection, "SAVEPOINT piece")?;
    let result = perform(connection, work);
    if result.is_err() {
        control(connection, "ROLLBACK TO piece")?;
    }
    control(connection, "RELEASE piece")?;
    result
}

/// Runs one piece of work in a transaction of its own. Gives the topics.
fn directly(connection: &Connection, work: &mut Work) -> Result<BTreeSet<String>, Undone> {
    control(connection, "BEGIN IMMEDIATE")?;
    let result = perform(connection, work);
    let ended = control(connection, if result.is_ok() { "COMMIT" } else { "ROLLBACK" });
    if result.is_ok() && ended.is_err() {
        drop(control(connection, "ROLLBACK"));
    }
    let touched = result?;
    ended?;
    Ok(touched)
}

/// Somebody with work that is not done.
struct Caller {
    alone: bool,
    all: Arc<AtomicUsize>,
}

impl Caller {
    fn enter(all: &Arc<AtomicUsize>) -> Caller {
        let others = all.fetch_add(1, Ordering::Relaxed);
        Caller { alone: others == 0, all: Arc::clone(all) }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}

impl SqliteDb {
    pub(crate) async fn read(&self, mut work: Work) -> Result<(), Undone> {
        let (tell, told) = oneshot::channel();
        let still = self.still.clone();
        let read: ReadJob = Box::new(move |connection| {
            let ended = in_savepoint(connection, &mut work).map(drop);
            drop(tell.send(read_only::checked(still.as_ref(), ended)));
        });
        self.reads.send(read).map_err(|_| lost("the readers have stopped"))?;
        told.await.map_err(|_| lost("a reader failed"))?
    }

    pub(crate) async fn write(&self, mut work: Work) -> Result<(), Undone> {
        let callers = Caller::enter(&self.callers);
        if callers.alone
            && let Some(connection) = self.direct.as_ref().and_then(|it| it.try_lock().ok())
        {
            announce(&directly(&connection, &mut work)?, &self.residue, &self.waiters);
            work.log_events();
            let _ = self.written.try_send(());
            return Ok(());
        }
        let (tell, told) = oneshot::channel();
        let (waiters, residue) = (self.waiters.clone(), Arc::clone(&self.residue));
        let write: Write = Box::new(move |connection| {
            let ended = match connection {
                Some(connection) => in_savepoint(connection, &mut work),
                None => Err(lost("the database is busy").into()),
            };
            Box::new(move |flushed| {
                let ended = ended.and_then(|touched| {
                    if !flushed {
                        return Err(lost("could not be flushed").into());
                    }
                    announce(&touched, &residue, &waiters);
                    work.log_events();
                    Ok(())
                });
                drop(tell.send(ended));
            })
        });
        self.writes.send(write).map_err(|_| lost("the writer has stopped"))?;
        told.await.map_err(|_| lost("the writer failed"))?
    }
}

/// Tells of the topics of a commit: the copier first, if the log holds pages of somebody erased.
fn announce(touched: &BTreeSet<String>, residue: &AtomicBool, waiters: &Waiters) {
    if touched.contains(TOPIC) {
        residue.store(true, Ordering::Release);
    }
    for topic in touched {
        waiters.notify(topic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write() -> Write {
        Box::new(|_| Box::new(|_| {}))
    }

    #[test]
    fn callers_who_are_about_to_come_are_waited_for_where_flushes_are_slow() {
        let (send, work) = unbounded();
        let gathered = |pacer: &FlushPacer| pacer.gather(write(), &work, 100).len();
        let mut pacer = FlushPacer::default();
        pacer.note(Duration::from_secs(1), 1);
        assert_eq!(gathered(&pacer), 1, "nobody else is expected");
        pacer.note(Duration::from_secs(1), 3);
        let begun = tick();
        assert_eq!(gathered(&pacer), 1, "two were, and have not come");
        assert!(begun.elapsed() >= PATIENCE);
        thread::scope(|scope| {
            scope.spawn(|| (0..2).for_each(|_| send.send(write()).unwrap()));
            let patient = FlushPacer { flush: Duration::from_mins(1), callers: 3 };
            // They may take longer than anybody waits; nobody is lost.
            let first = gathered(&patient);
            let rest = work.iter().take(3 - first).count();
            assert_eq!(first + rest, 3);
        });
        (0..5).for_each(|_| send.send(write()).unwrap());
        assert_eq!(gathered(&FlushPacer::default()), 6, "all who are there go along");
        (0..5).for_each(|_| send.send(write()).unwrap());
        assert_eq!(pacer.gather(write(), &work, 4).len(), 4, "up to so many");
    }
}
