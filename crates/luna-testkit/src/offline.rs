//! The database of a server, opened past the server.

use std::sync::Arc;

use luna_store::disciplines::ALL;
use luna_store::game::{Context, Timing};
use luna_store::machine::{self, Transport};
use luna_store::token::{self, Scope};
use luna_store::{Db, Random, Tx, player};

use crate::machine::{declared, token as key};

pub const ONE: &str = "luna_oneoneoneoneoneoneoneoneon";
pub const TWO: &str = "luna_twotwotwotwotwotwotwotwotw";

/// Ann's machines `one` and `two`, each with its token.
pub fn register(database: &str) {
    write(database, |tx| {
        player::create(tx, "ann", false, "ann", 1)?;
        for (name, secret) in [("one", ONE), ("two", TWO)] {
            machine::register(tx, 1, name, name, Some("ann"), &declared(Transport::Pull))?;
            token::create(tx, name, &key(secret, Scope::Play, 1))?;
        }
        Ok(())
    });
}

/// The context of a write whose time does not matter.
pub fn moment() -> Context {
    let timing = Timing {
        phase_ms: 1,
        silence_ms: 31_536_000_000,
        machine_wait_ms: 1,
        machine_pace_ms: 0,
        mail_quiet_ms: 0,
        machine_percent: 100,
        machines_fill_in: true,
        interview_games: 1,
    };
    Context { now: 1, random: Random(Arc::new(|| [0; 16])), timing, disciplines: ALL }
}

pub fn write(
    database: &str,
    work: impl FnOnce(&mut Tx<'_>) -> luna_store::Result<()> + Send + 'static,
) {
    let db = Db::open(database).unwrap();
    runtime().block_on(db.write(work)).unwrap();
}

pub fn read<T: Send + 'static>(
    database: &str,
    work: impl FnOnce(&mut Tx<'_>) -> luna_store::Result<T> + Send + 'static,
) -> T {
    let db = Db::open(database).unwrap();
    runtime().block_on(db.read(work)).unwrap()
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}
