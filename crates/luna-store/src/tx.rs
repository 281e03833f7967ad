//! A unit of work under way.
//!
//! On PostgreSQL several go on at once and lock the rows they have written.
//! They never wait for each other in a circle because all take them in one
//! order: the machines of an owner, games (by id), players (by id), then, last
//! of all, what many write to: news, counts, bins and topics. Those are
//! gathered here and written when the work is done. The queue comes before the
//! games that wait in it, except for a player who asks: they take a game that
//! nobody has locked, and wait for none. A job comes after the game, the
//! machine or the player it is about, also where it is being done
//! ([`crate::job::lock_and_complete`]).

#[macro_use]
pub(crate) mod sql;
pub(crate) mod erasure_list;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod locks;
pub(crate) mod news;
pub mod table;

use std::collections::{BTreeMap, BTreeSet};

use erasure_list::ErasureList;
use error::Result;
use event::Event;
use news::{About, When};
use sql::{Driver, postgres_run};

/// A unit of work. Statements go through `run!`, `row!` and `rows!`.
pub struct Tx<'c> {
    pub(crate) driver: Driver<'c>,
    /// A statement has failed. PostgreSQL would take a commit for a rollback
    /// then, and say nothing.
    pub(crate) failed: bool,
    pub(crate) news: BTreeMap<About, When>,
    pub(crate) counted: BTreeMap<(i64, String, i64), i64>,
    pub(crate) binned: BTreeMap<(String, i64, i64), i64>,
    pub(crate) touched: BTreeSet<String>,
    pub(crate) woken: BTreeSet<String>,
    /// The statements that have been sent, also those that follow together.
    pub(crate) statements: u64,
    pub(crate) erasures: Option<ErasureList>,
    pub(crate) erased: Vec<(String, i64)>,
    pub(crate) events: Vec<Event>,
}

impl<'c> Tx<'c> {
    pub(crate) fn new(driver: Driver<'c>) -> Tx<'c> {
        Tx {
            driver,
            failed: false,
            news: BTreeMap::new(),
            counted: BTreeMap::new(),
            binned: BTreeMap::new(),
            touched: BTreeSet::new(),
            woken: BTreeSet::new(),
            statements: 0,
            erasures: None,
            erased: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Notes that something about a topic has changed. Waiters are told once this transaction is
    /// durable.
    pub fn touch(&mut self, topic: &str) {
        self.touched.insert(topic.to_owned());
    }

    /// Like [`Tx::touch`], for current waiters only: nothing is counted, so later ones must look for
    /// themselves.
    pub fn wake(&mut self, topic: &str) {
        self.woken.insert(topic.to_owned());
    }

    /// The statements that this work has sent so far; locks are not counted.
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// Returns the size of the whole database, which each driver is asked for in its own words.
    pub(crate) fn database_bytes(&mut self) -> Result<i64> {
        Ok(match &mut self.driver {
            Driver::Sqlite(connection) => {
                let pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
                let size: i64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
                pages * size
            }
            Driver::Postgres(client, _) => {
                let size = "SELECT pg_database_size(current_database())";
                client.query_one(size, &[])?.try_get(0)?
            }
        })
    }

    /// Returns true if nobody else writes meanwhile, so that earlier reads stay true.
    pub(crate) fn is_exclusive(&self) -> bool {
        matches!(self.driver, Driver::Sqlite(_))
    }

    /// Notifies a player when the work is done.
    pub(crate) fn queue_notice(&mut self, about: About, when: When) {
        self.news.insert(about, when);
    }

    pub(crate) fn drop_notice(&mut self, player_id: &str, subject_id: &str) {
        self.news
            .retain(|about, _| (&*about.player_id, &*about.subject_id) != (player_id, subject_id));
    }

    /// Adds to a count when the work is done.
    pub(crate) fn count(&mut self, day: i64, what: &str, slot: i64, many: i64) {
        *self.counted.entry((day, what.to_owned(), slot)).or_default() += many;
    }

    /// Adds to a bin of ratings when the work is done.
    pub(crate) fn bin(&mut self, kind: &str, bin: i64, slot: i64, change: i64) {
        *self.binned.entry((kind.to_owned(), bin, slot)).or_default() += change;
    }

    /// Adds somebody to the list of erasures when the work is done.
    pub(crate) fn list_erasure(&mut self, player_id: &str, at: i64) {
        self.erased.push((player_id.to_owned(), at));
    }

    /// Has an event logged once this transaction is durable.
    pub(crate) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Locks what the statement selects until this work is done. SQLite has one writer, so there is
    /// nothing to lock. An advisory lock is named after the schema as well: all of a database share
    /// them, and two instances in one database must not wait for each other.
    pub(crate) fn lock(&mut self, sql: &'static str, id: &str) -> Result<()> {
        self.try_lock(sql, id).map(drop)
    }

    /// Like [`Tx::lock`]; returns true if the statement found anything to lock.
    pub(crate) fn try_lock(&mut self, sql: &'static str, id: &str) -> Result<bool> {
        match &mut self.driver {
            Driver::Sqlite(_) => Ok(true),
            Driver::Postgres(c, known) => postgres_run(c, known, sql, &[&id])
                .inspect_err(|_| self.failed = true)
                .map(|found| found > 0),
        }
    }

    /// Returns true if the database understands a statement, without running it.
    pub fn accepts(&mut self, sql: &str) -> Result<()> {
        match &mut self.driver {
            Driver::Sqlite(c) => drop(c.prepare(sql)?),
            Driver::Postgres(c, _) => drop(c.prepare(sql)?),
        }
        Ok(())
    }
}
