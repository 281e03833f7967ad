//! `luna serve` as a child process, on a port and a database of its own.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use postgres::{Client, NoTls};
use tempfile::TempDir;

pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// What the server has logged so far and from now on.
    pub(crate) log: mpsc::Receiver<String>,
}

/// The command, with no settings but those given.
pub(crate) fn luna() -> Command {
    program(env!("CARGO_BIN_EXE_luna"))
}

/// A program that starts in an empty home of its own. It sees nothing of our environment
/// (settings, proxies, locale, time zone) except where programs and temporary files are.
pub(crate) fn program(name: &str) -> Command {
    let home = HOME.with(|home| home.path().to_owned());
    let mut command = Command::new(name);
    command.env_clear().current_dir(&home).env("HOME", &home).env("TMPDIR", std::env::temp_dir());
    command.envs(offered("PATH").map(|path| ("PATH", path)));
    command
}

impl Server {
    /// Starts and waits until it is open.
    pub(crate) fn start(database: &str, settings: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", database, settings)
    }

    pub(crate) fn start_at(listen: &str, database: &str, settings: &[&str]) -> Server {
        Server::start_as(luna(), listen, database, settings)
    }

    /// Starts it by a command to which the arguments are added.
    pub(crate) fn start_as(
        mut command: Command,
        listen: &str,
        database: &str,
        settings: &[&str],
    ) -> Server {
        let mut child = command
            .args(["serve", "--listen", listen, "--database", database])
            .args(settings)
            // All who play in tests come from one address.
            .env("LUNA_NEIGHBOURS_MEET", "true")
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
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Resident memory, in MB.
    pub(crate) fn resident_mb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// As when the machine loses power, but for the disk.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, as a service manager does, and waits; gives the exit code.
    pub(crate) fn stop(&mut self) -> Option<i32> {
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
    static SCHEMAS: RefCell<Vec<Schema>> = const { RefCell::new(Vec::new()) };
    static HOME: TempDir = temporary("home");
}

struct Schema {
    url: String,
    name: String,
}

impl Drop for Schema {
    fn drop(&mut self) {
        let (url, name) = (self.url.clone(), self.name.clone());
        // The driver cannot run on a thread that is ending.
        let dropping = std::thread::spawn(move || {
            let mut client = Client::connect(&url, NoTls)?;
            client.batch_execute(&format!("DROP SCHEMA {name} CASCADE"))
        });
        drop(dropping.join());
    }
}

fn temporary(name: &str) -> TempDir {
    tempfile::Builder::new().prefix(&format!("luna-it-{name}-")).tempdir().unwrap()
}

/// An empty folder, which is removed at the end of the test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    let path = folder.path().to_owned();
    FOLDERS.with_borrow_mut(|all| all.push(folder));
    path
}

/// A fresh SQLite database.
pub(crate) fn sqlite() -> String {
    format!("sqlite:{}", folder("db").join("luna.db").display())
}

/// A fresh schema of the PostgreSQL database offered to the tests, if one is.
pub(crate) fn postgres() -> Option<String> {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let url = offered("LUNA_TEST_POSTGRES")?;
    let schema = format!("it_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let mut client = Client::connect(&url, NoTls).unwrap();
    client.batch_execute(&format!("CREATE SCHEMA {schema}")).unwrap();
    let in_it = format!("{url}?options=-csearch_path%3D{schema}");
    SCHEMAS.with_borrow_mut(|all| all.push(Schema { url, name: schema }));
    Some(in_it)
}

/// What the environment offers to tests: a database, a browser, a mail server.
#[expect(clippy::disallowed_methods, reason = "tests take from the environment what is there")]
pub(crate) fn offered(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
