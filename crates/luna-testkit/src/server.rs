//! `luna serve` as a child process, on a port and a database of its own.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use tempfile::TempDir;

use crate::control::{costs, goes_without, offered};
use crate::database::Location;

pub struct Server {
    child: Child,
    pub address: String,
    /// The server's log from its start on.
    pub log: mpsc::Receiver<String>,
}

/// The command, with no settings but those given. Cargo tells tests of `luna` where it is.
pub fn luna() -> Command {
    costs("commands");
    program(&offered("CARGO_BIN_EXE_luna").unwrap())
}

/// Makes `boss@example.org` an administrator; gives the password.
pub fn boss_of(database: &str) -> String {
    let made = luna()
        .args(["admin", "create", "boss@example.org", "--database", database])
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    made.split("Password: ").nth(1).unwrap().trim().to_owned()
}

/// A program that starts in an empty home of its own. It sees nothing of our environment
/// (settings, proxies, locale, time zone) except where programs and temporary files are.
pub fn program(name: &str) -> Command {
    let home = HOME.with(|home| home.path().to_owned());
    let mut command = Command::new(name);
    command.env_clear().current_dir(&home).env("HOME", &home).env("TMPDIR", std::env::temp_dir());
    command.envs(offered("PATH").map(|path| ("PATH", path)));
    command
}

/// Settings with which no machine joins a game.
pub const PATIENT: [&str; 4] = ["--machine-wait-seconds", "600", "--machine-percent", "0"];
/// Settings with which a machine plays with everybody, and at once.
pub const QUICK: [&str; 8] = [
    "--machine-percent",
    "100",
    "--machine-wait-seconds",
    "1",
    "--machine-pace-seconds",
    "0",
    "--log",
    "warn,luna=info",
];

impl Server {
    /// Starts and waits until it is open.
    pub fn start(database: &str, settings: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", database, settings)
    }

    pub fn start_at(listen: &str, database: &str, settings: &[&str]) -> Server {
        Server::start_as(luna(), listen, database, settings)
    }

    /// Starts it by a command to which the arguments are added.
    pub fn start_as(
        mut command: Command,
        listen: &str,
        database: &str,
        settings: &[&str],
    ) -> Server {
        costs("servers");
        let mut child = command
            .args(["serve", "--listen", listen, "--database", database])
            .args(settings)
            // All who play in tests come from one address.
            .env("LUNA_NEIGHBOURS_MEET", "true")
            // A game at a time, and machines that come within seconds.
            .env("LUNA_MACHINES_FILL_IN", "true")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let (tell, log) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // Nobody may be listening any more; the pipe is to be emptied all the same.
                drop(tell.send(line));
            }
        });
        let mut seen = Vec::new();
        let address = loop {
            let line = log.recv_timeout(Duration::from_secs(60));
            let Ok(line) = line else { panic!("the server did not open: {seen:#?}") };
            if line.contains("Luna is open") {
                let port = line.rsplit(':').next().unwrap().trim_end_matches('"').to_owned();
                break if listen.ends_with(":0") {
                    format!("127.0.0.1:{port}")
                } else {
                    listen.to_owned()
                };
            }
            seen.push(line);
        };
        Server { child, address, log }
    }

    /// The id of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Resident memory, in MB.
    pub fn resident_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// As when the machine loses power, but for the disk.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, as a service manager does, and waits; gives the exit code.
    pub fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

// Each test has a thread of its own. What it made goes when the thread ends, also by a panic.
thread_local! {
    static FOLDERS: RefCell<Vec<TempDir>> = const { RefCell::new(Vec::new()) };
    static DATABASES: RefCell<Vec<Location>> = const { RefCell::new(Vec::new()) };
    static HOME: TempDir = temporary("home");
}

fn temporary(name: &str) -> TempDir {
    tempfile::Builder::new().prefix(&format!("luna-it-{name}-")).tempdir().unwrap()
}

/// An empty folder, which is removed at the end of the test.
pub fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    let path = folder.path().to_owned();
    FOLDERS.with_borrow_mut(|all| all.push(folder));
    path
}

/// A fresh SQLite database with Luna's tables.
pub fn sqlite() -> String {
    kept(Location::migrated_file())
}

/// A fresh database with Luna's tables on the PostgreSQL server offered to the tests, if one is.
pub fn postgres() -> Option<String> {
    let place = Location::migrated_postgres();
    if place.is_none() {
        goes_without("PostgreSQL");
    }
    place.map(kept)
}

/// Databases without tables, one of each kind.
pub fn empty_databases() -> Vec<String> {
    Location::all().into_iter().map(kept).collect()
}

/// The address of a database that goes away at the end of the test.
fn kept(location: Location) -> String {
    let url = location.url();
    DATABASES.with_borrow_mut(|all| all.push(location));
    url
}
