//! PostgreSQL: a few connections, each on a thread of its own, and two that
//! listen for what other processes change and tell them.

mod notifications;

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Sender, unbounded};
use postgres::{Client, Config, IsolationLevel, NoTls, Transaction};
use tokio::sync::oneshot;

use self::notifications::Signals;
use super::limits::Limits;
use super::watch::Waiters;
use super::work::{Undone, Work};
use crate::db::migration::{MIGRATIONS, check_current, check_known};
use crate::tx::Tx;
use crate::tx::error::{Error, Result, WorkError};
use crate::tx::sql::{Driver, StatementCache};

/// Each statement is prepared once and its plan kept. A plan that is made while a table is small would
/// read all of it ever after, where there is an index; and a plan that avoids that in vain seems so
/// costly that PostgreSQL would compile it.
const SETTINGS: [&str; 3] =
    ["SET plan_cache_mode = force_generic_plan", "SET enable_seqscan = off", "SET jit = off"];

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

struct Connection {
    config: Config,
    client: Client,
    known: StatementCache,
}

#[derive(Clone, Debug)]
pub(crate) struct PostgresDb {
    jobs: Sender<Job>,
    waiters: Waiters,
    signals: Signals,
    /// True if the database itself is to refuse changes.
    only_reads: bool,
}

/// Opens on a thread of its own: the driver waits in its own runtime and must
/// not do so inside another.
pub(crate) fn open(url: &str, limits: Limits, waiters: Waiters) -> Result<PostgresDb> {
    let url = url.to_owned();
    aside(move || connect_all(&url, limits, waiters))
}

/// The same with one connection, which nothing is written by.
pub(crate) fn open_to_read(url: &str, waiters: Waiters) -> Result<PostgresDb> {
    let url = url.to_owned();
    aside(move || {
        let config = configured(&url)?;
        check_current(&names(&mut config.connect(NoTls)?)?)?;
        let signals = Signals::to_nobody();
        Ok(PostgresDb { jobs: spawn(&config, 1)?, waiters, signals, only_reads: true })
    })
}

fn aside(open: impl FnOnce() -> Result<PostgresDb> + Send + 'static) -> Result<PostgresDb> {
    let opened = thread::spawn(open).join();
    opened.unwrap_or_else(|_| Err(Error::Database("could not start the database threads".into())))
}

fn configured(url: &str) -> Result<Config> {
    let mut config: Config = url.parse()?;
    config.connect_timeout(Duration::from_secs(5));
    if config.get_application_name().is_none() {
        config.application_name("luna");
    }
    Ok(config)
}

fn spawn(config: &Config, connections: usize) -> Result<Sender<Job>> {
    let (jobs, work) = unbounded::<Job>();
    for _ in 0..connections {
        let mut connection = Connection::open(config)?;
        let work = work.clone();
        let body = move || work.iter().for_each(|job| job(&mut connection));
        drop(thread::Builder::new().name("postgres".to_owned()).spawn(body));
    }
    Ok(jobs)
}

fn connect_all(url: &str, limits: Limits, waiters: Waiters) -> Result<PostgresDb> {
    let config = configured(url)?;
    migrate(&mut config.connect(NoTls)?)?;
    let jobs = spawn(&config, limits.postgres_connections.max(1))?;
    // Before anybody can be waiting: what is changed from now on is heard of.
    let signals = notifications::start(&config, &waiters)?;
    Ok(PostgresDb { jobs, waiters, signals, only_reads: false })
}

impl Connection {
    fn open(config: &Config) -> Result<Connection> {
        let mut client = config.connect(NoTls)?;
        for setting in SETTINGS {
            // A database that only speaks PostgreSQL's protocol may not know it, and does without.
            drop(client.batch_execute(setting));
        }
        Ok(Connection { config: config.clone(), client, known: StatementCache::default() })
    }

    /// Runs the work; on a new connection where the old one turns out to be
    /// gone before anything was done.
    fn transact(&mut self, read_only: bool, work: &mut Work) -> Result<BTreeSet<String>, Undone> {
        let mut begun = false;
        let result = in_transaction(self, read_only, work, &mut begun);
        if !begun && let Ok(fresh) = Connection::open(&self.config) {
            *self = fresh;
            return in_transaction(self, read_only, work, &mut begun);
        }
        result
    }

    /// The same; again from the start where it gave way to others.
    fn transact_retrying(
        &mut self,
        read_only: bool,
        work: &mut Work,
        tries: usize,
    ) -> Result<BTreeSet<String>, Undone> {
        for _ in 1..tries {
            let result = self.transact(read_only, work);
            if !self.known.gave_way {
                return result;
            }
            // Those who have waited come first.
            thread::park_timeout(Duration::from_millis(20));
        }
        self.transact(read_only, work)
    }
}

/// The migrations that have been applied; none in an empty database.
fn names(client: &mut Client) -> Result<Vec<String>> {
    let table = client.query_one("SELECT to_regclass('migration') IS NOT NULL", &[])?;
    if !table.try_get(0)? {
        return Ok(Vec::new());
    }
    let rows = client.query("SELECT name FROM migration ORDER BY name", &[])?;
    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
}

fn migrate(client: &mut Client) -> Result<()> {
    let mut tx = client.transaction()?;
    lock_migrations(&mut tx)?;
    let known: Vec<String> = tx
        .query("SELECT name FROM migration ORDER BY name", &[])?
        .iter()
        .map(|row| row.get(0))
        .collect();
    check_known(&known)?;
    for (name, sql) in MIGRATIONS {
        if !known.iter().any(|done| done == name) {
            apply(&mut tx, name, sql)?;
        }
    }
    Ok(tx.commit()?)
}

/// Several processes may start at once; one migrates, the others wait.
pub(crate) fn lock_migrations(tx: &mut Transaction<'_>) -> Result<()> {
    tx.batch_execute("SELECT pg_advisory_xact_lock(1950, hashtext(current_schema()::TEXT))")?;
    tx.batch_execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")?;
    Ok(())
}

pub(crate) fn apply(tx: &mut Transaction<'_>, name: &str, sql: &str) -> Result<()> {
    tx.batch_execute(sql)?;
    tx.execute("INSERT INTO migration VALUES ($1)", &[&name])?;
    Ok(())
}

impl PostgresDb {
    pub(crate) async fn read(&self, mut work: Work) -> Result<(), Undone> {
        self.on_any(move |connection| connection.transact(true, &mut work)).await?;
        Ok(())
    }

    pub(crate) async fn write(&self, mut work: Work, tries: usize) -> Result<(), Undone> {
        let (waiters, signals) = (self.waiters.clone(), self.signals.clone());
        let read_only = self.only_reads;
        self.on_any(move |connection| {
            let changed = connection.transact_retrying(read_only, &mut work, tries)?;
            for topic in &changed {
                waiters.notify(topic);
            }
            signals.send(changed);
            work.log_events();
            Ok(())
        })
        .await
    }

    pub(crate) async fn clock(&self) -> Result<i64> {
        self.on_any(|connection| {
            let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
            Ok(connection.client.query_one(sql, &[])?.try_get(0)?)
        })
        .await
    }

    async fn on_any<T: Send + 'static, E: WorkError>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |connection| drop(tell.send(work(connection))));
        self.jobs
            .send(job)
            .map_err(|_| Error::Database("the database threads have stopped".into()))?;
        told.await.map_err(|_| Error::Database("a database thread failed".into()))?
    }
}

/// Runs the work in a transaction, and notes that one has begun. Gives what it has changed.
fn in_transaction(
    connection: &mut Connection,
    read_only: bool,
    work: &mut Work,
    has_begun: &mut bool,
) -> Result<BTreeSet<String>, Undone> {
    let Connection { client, known, .. } = connection;
    known.gave_way = false;
    known.forget_deferred();
    let level =
        if read_only { IsolationLevel::RepeatableRead } else { IsolationLevel::ReadCommitted };
    let begun = client
        .build_transaction()
        .read_only(read_only)
        .isolation_level(level)
        .start()
        .map_err(Error::from)?;
    *has_begun = true;
    let mut tx = Tx::new(Driver::Postgres(begun, known));
    let changes = work.perform(&mut tx)?;
    if let Driver::Postgres(begun, known) = tx.driver {
        begun.commit().map_err(|error| known.noted(error))?;
    }
    Ok(changes)
}
