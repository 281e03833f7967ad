//! Servers that host sandbox games: Luna and its peers in `bench/peers`.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::token::{self, Scope, Token};
use luna_store::{Db, Error, Tx, player};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::http::Client;
use crate::server::{Server, free_address};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Host {
    Luna,
    Express,
    Fastapi,
}

/// The durability of SQLite: a flush for each commit, or one now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Synchronous {
    Full,
    Normal,
}

/// A registered machine with its token.
#[derive(Clone)]
pub struct Machine {
    pub name: String,
    pub token: String,
}

/// The folder into which `bench/peers/install` puts the peers' packages.
const INSTALLED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/peers");
const PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers");

impl Host {
    pub fn name(self) -> &'static str {
        match self {
            Host::Luna => "Luna",
            Host::Express => "Express",
            Host::Fastapi => "FastAPI",
        }
    }

    /// Starts the server on a new database in `directory` with registered machines.
    /// `workers` is the number of processes of a peer; Luna is always one.
    pub fn start(
        self,
        directory: &Path,
        synchronous: Synchronous,
        workers: usize,
        machines: usize,
    ) -> Result<(Server, Vec<Machine>)> {
        let names = (0..machines).map(|nth| format!("Machine{nth}")).collect();
        let file = directory.join(format!("{self:?}-{synchronous:?}.db"));
        match self {
            Host::Luna => {
                let machines = luna_machines(&file, names)?;
                let flags = [
                    format!("--sqlite-synchronous={}", synchronous.name()),
                    "--machine-requests-per-minute=100000000".to_owned(),
                    "--sandbox-games-per-hour=100000000".to_owned(),
                ];
                let database = format!("sqlite:{}", file.display());
                let flags = flags.each_ref().map(String::as_str);
                Ok((Server::start_with(directory, &database, &flags)?, machines))
            }
            Host::Express | Host::Fastapi => {
                let address = free_address()?;
                let (_, port) = address.split_once(':').context("an address has a port")?;
                let mut command = self.command()?;
                command
                    .env("PORT", port)
                    .env("DATABASE", &file)
                    .env("SYNCHRONOUS", synchronous.name().to_uppercase())
                    .env("WORKERS", workers.to_string());
                let server = Server::start_other(&mut command, directory, address)?;
                let machines = registered(server.address(), names)?;
                Ok((server, machines))
            }
        }
    }

    fn command(self) -> Result<Command> {
        let installed = Path::new(INSTALLED);
        ensure!(installed.is_dir(), "bench/peers/install has not been run");
        let (program, folder) = match self {
            Host::Luna => bail!("Luna is no peer of itself"),
            Host::Express => ("node".into(), "express"),
            Host::Fastapi => (installed.join("fastapi/bin/python"), "fastapi"),
        };
        let mut command = Command::new(program);
        command
            .arg(if self == Host::Express { "server.js" } else { "server.py" })
            .current_dir(Path::new(PEERS).join(folder))
            .env("NODE_ENV", "production")
            .env("NODE_PATH", installed.join("express/node_modules"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        Ok(command)
    }
}

impl Synchronous {
    pub fn name(self) -> &'static str {
        match self {
            Synchronous::Full => "full",
            Synchronous::Normal => "normal",
        }
    }
}

/// Registers machines through the API, which only the peers allow.
fn registered(address: &str, names: Vec<String>) -> Result<Vec<Machine>> {
    let mut client = Client::new(address);
    let register = |name: String| {
        let body = json!({ "name": name }).to_string();
        let answer = client.post_json("/api/v1/machines", &body)?;
        ensure!(answer.status == 201, "no machine was made: {} {}", answer.status, answer.text());
        let answer: Value = serde_json::from_slice(&answer.body)?;
        let token = answer.get("token").and_then(Value::as_str).context("no token")?.to_owned();
        Ok(Machine { name, token })
    };
    names.into_iter().map(register).collect()
}

/// Creates a Luna database with machines of one owner and no limits on their games.
fn luna_machines(database: &Path, names: Vec<String>) -> Result<Vec<Machine>> {
    let now = i64::try_from(UNIX_EPOCH.elapsed()?.as_millis())?;
    let machines = (0..).zip(names).map(|(nth, name): (u64, _)| {
        let token = format!("luna_{nth:026}");
        Machine { name, token }
    });
    let machines: Arc<[Machine]> = machines.collect();
    let db = Db::open(&format!("sqlite:{}", database.display()))?;
    let written = Arc::clone(&machines);
    let write = db.write(move |tx| {
        player::create(tx, OWNER, false, OWNER, now)?;
        written.iter().try_for_each(|machine| register(tx, now, machine))
    });
    tokio::runtime::Builder::new_current_thread().build()?.block_on(write)?;
    Ok(machines.to_vec())
}

const OWNER: &str = "owner";

fn register(tx: &mut Tx<'_>, now: i64, own: &Machine) -> Result<(), Error> {
    let declared = MachineConfig {
        about: String::new(),
        model: "bench".to_owned(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: String::new(),
        way: Transport::Pull,
        setup: "{}".to_owned(),
        most_open: 1_000_000_000,
        most_daily: 1_000_000_000,
        skills: Skills::all(),
    };
    machine::register(tx, now, &own.name, &own.name, Some(OWNER), &declared)?;
    let token = Token {
        id: hash(&own.token),
        name: "bench".to_owned(),
        tail: own.token.chars().skip(own.token.len() - 4).collect(),
        scope: Scope::Play,
        created_at: now,
        used_at: None,
        revoked_at: None,
    };
    token::create(tx, &own.name, &token)
}

/// The stored form of a token.
fn hash(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Scratch;

    #[test]
    fn machines_of_a_new_luna_are_known_by_their_tokens() {
        let scratch = Scratch::new().unwrap();
        let file = scratch.path().join("luna.db");
        let names = vec!["Machine0".to_owned(), "Machine1".to_owned()];
        let machines = luna_machines(&file, names).unwrap();
        let db = Db::open(&format!("sqlite:{}", file.display())).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let second = hash(&machines[1].token);
        let bearer = runtime.block_on(db.read(move |tx| token::bearer(tx, &second))).unwrap();
        let bearer = bearer.unwrap();
        assert_eq!((bearer.player_id.as_str(), bearer.scope), ("Machine1", Scope::Play));
        assert!(bearer.killed_why.is_none());
    }
}
