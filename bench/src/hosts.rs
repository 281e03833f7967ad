//! Whoever can host sandbox games: Luna, and the peers that it is measured
//! against, which lie in `bench/peers`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use serde_json::{Value, json};

use crate::http::Client;
use crate::server::{Server, free_address};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Host {
    Luna,
    Express,
    Fastapi,
}

/// How SQLite flushes: for each commit, or now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Synchronous {
    Full,
    Normal,
}

/// Who plays: a name, and the token that goes with it.
pub struct Machine {
    pub name: String,
    pub token: String,
}

/// Where `bench/peers/install` puts what the peers run on.
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

    /// Starts it on a new database in `directory`, with so many machines.
    /// `workers` are the processes of a peer; Luna is always one.
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

/// Registers machines where anybody may, which is only so at the peers.
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

/// Makes a database of Luna's with machines in it.
fn luna_machines(_database: &Path, _names: Vec<String>) -> Result<Vec<Machine>> {
    bail!("this Luna has no machines from outside yet: --only express,fastapi")
}
