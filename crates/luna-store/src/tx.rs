//! A unit of work under way.
//!
//! On PostgreSQL several go on at once and hold the rows they have written.
//! They never wait for each other in a circle because all take them in one
//! order: the machines of an owner, games (by id), players (by id), then, last
//! of all, what many write to: news, counts, bins and topics. Those are
//! gathered here and written when the work is done. The queue comes before the
//! games that wait in it, and a job after the game, the machine or the player it
//! is about, also where it is being done ([`crate::job::begin`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::erase::list::ErasureList;
use crate::error::Result;
use crate::news::{About, When};
use crate::sql::{Driver, postgres_run};

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
    pub(crate) erasures: Option<ErasureList>,
    pub(crate) erased: Vec<(String, i64)>,
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
            erasures: None,
            erased: Vec::new(),
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

    /// Returns true if nobody else writes meanwhile, so that earlier reads hold.
    pub(crate) fn alone(&self) -> bool {
        matches!(self.driver, Driver::Sqlite(_))
    }

    /// Has a player told something when the work is done.
    pub(crate) fn tell(&mut self, about: About, when: When) {
        self.news.insert(about, when);
    }

    pub(crate) fn untell(&mut self, player_id: &str, subject_id: &str) {
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

    /// Sets the list that erasures of this work go to.
    pub(crate) fn set_erasures(&mut self, list: Option<ErasureList>) {
        self.erasures = list;
    }

    /// Adds somebody to the list of erasures when the work is done.
    pub(crate) fn list_erasure(&mut self, player_id: &str, at: i64) {
        self.erased.push((player_id.to_owned(), at));
    }

    /// Holds a row, or whatever the statement locks, until this work is done.
    /// SQLite has one writer, so there is nothing to hold there.
    pub(crate) fn hold(&mut self, sql: &'static str, id: &str) -> Result<()> {
        self.held(sql, id).map(drop)
    }

    /// Like [`Tx::hold`]; says whether the statement found anything to hold.
    pub(crate) fn held(&mut self, sql: &'static str, id: &str) -> Result<bool> {
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
