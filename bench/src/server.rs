//! A real `luna serve`, started for a measurement, and what the kernel knows
//! about it.
#![expect(clippy::disallowed_methods, reason = "a measurement reads the clock and waits")]

use std::env;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::http::Client;

pub struct Server {
    child: Child,
    address: String,
    log: PathBuf,
}

/// A directory that is gone when the measurement is over.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch> {
        let path = env::temp_dir().join(format!("luna-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The URL of a database in it.
    pub fn database(&self, name: &str) -> String {
        format!("sqlite:{}", self.0.join(name).display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The variables that load and configure `bench/peers/slow_flush.c`.
const SLOWER_DISK: [&str; 2] = ["LD_PRELOAD", "FLUSH_US"];

/// Nobody's time runs out, no machine joins, and guests may come as they like.
const SETTINGS: [&str; 14] = [
    "--machine-wait-seconds=31536000",
    "--machine-percent=0",
    "--machines-fill-in",
    "--silence-seconds=31536000",
    "--neighbours-meet",
    "--phase-seconds=31536000",
    "--mail-quiet-seconds=31536000",
    "--guests-per-hour=100000000",
    "--games-per-hour=100000000",
    "--work-per-address=1000000",
    "--connections=100000",
    "--connections-per-address=100000",
    "--public-url=http://localhost",
    "--log=info",
];

impl Server {
    /// Starts the `luna` that lies beside the running program, and waits until
    /// it answers. It keeps its log in `directory`.
    pub fn start(directory: &Path, database: &str) -> Result<Server> {
        Server::start_with(directory, database, &[])
    }

    /// With flags of its own.
    pub fn start_with(directory: &Path, database: &str, flags: &[&str]) -> Result<Server> {
        Server::spawn_with(directory, database, flags)?.ready()
    }

    pub fn spawn(directory: &Path, database: &str) -> Result<Server> {
        Server::spawn_with(directory, database, &[])
    }

    fn spawn_with(directory: &Path, database: &str, flags: &[&str]) -> Result<Server> {
        let program = env::current_exe()?.with_file_name("luna");
        ensure!(
            program.exists(),
            "{} is missing: cargo build --profile dist -p luna -p luna-bench",
            program.display()
        );
        let address = free_address()?;
        let mut command = Command::new(program);
        command
            .args(["serve", "--listen", &address, "--database", database])
            .args(SETTINGS)
            .args(flags)
            .env_clear()
            .envs(SLOWER_DISK.iter().filter_map(|&name| Some((name, env::var_os(name)?))))
            .current_dir(directory);
        Server::spawn_other(&mut command, directory, address)
    }

    /// Any program that is going to listen to this address, and answers GET
    /// /healthz. It keeps its log in `directory`.
    pub fn start_other(command: &mut Command, directory: &Path, address: String) -> Result<Server> {
        Server::spawn_other(command, directory, address)?.ready()
    }

    fn spawn_other(command: &mut Command, directory: &Path, address: String) -> Result<Server> {
        let log = directory.join("server.log");
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log)?)
            .spawn()
            .with_context(|| format!("{} cannot be run", command.get_program().display()))?;
        Ok(Server { child, address, log })
    }

    fn ready(mut self) -> Result<Server> {
        self.wait_for("/healthz")?;
        Ok(self)
    }

    /// Waits until a page is there.
    pub fn wait_for(&mut self, path: &str) -> Result<()> {
        let mut client = Client::new(&self.address);
        let begun = Instant::now();
        loop {
            match client.get(path) {
                Ok(answer) if answer.status == 200 => return Ok(()),
                Ok(answer) => bail!("{path} answers {}", answer.status),
                Err(_) => std::thread::sleep(Duration::from_micros(200)),
            }
            let ended = self.child.try_wait()?.is_some();
            if ended || begun.elapsed() > Duration::from_mins(1) {
                let log = std::fs::read_to_string(&self.log).unwrap_or_default();
                bail!("the server does not answer:\n{log}");
            }
        }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Asks it to stop, and waits until it has. Whatever failed meanwhile makes
    /// what was measured worth nothing.
    pub fn stop(mut self) -> Result<()> {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status()?;
        ensure!(asked.success(), "the server had ended before its time");
        let ended = self.child.wait()?;
        // Some end by the signal that asked them to.
        ensure!(ended.success() || ended.signal() == Some(15), "the server ended with {ended}");
        let log = std::fs::read_to_string(&self.log)?;
        ensure!(!log.contains(" ERROR "), "the server had failures:\n{log}");
        Ok(())
    }

    /// Processor time so far, with that of the processes it has started.
    pub fn cpu(&self) -> Result<Duration> {
        family(self.child.id())?.iter().map(|process| cpu(&process.to_string())).sum()
    }

    /// Memory in use, in megabytes.
    pub fn rss_mb(&self) -> Result<u64> {
        rss_mb(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// An address that was free a moment ago, and has hardly been taken since.
pub fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// A process and all that descend from it.
fn family(eldest: u32) -> Result<Vec<u32>> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // The process may have ended in the meantime.
        if let Ok(parent) = parent(process) {
            parents.push((process, parent));
        }
    }
    let mut family = vec![eldest];
    let mut met = 0;
    while let Some(&member) = family.get(met) {
        family.extend(parents.iter().filter(|(_, parent)| *parent == member).map(|(own, _)| own));
        met += 1;
    }
    Ok(family)
}

fn parent(process: u32) -> Result<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').context("no name in /proc/…/stat")?;
    Ok(fields.split_whitespace().nth(1).context("no parent in /proc/…/stat")?.parse()?)
}

/// Memory of a process that is in use, in megabytes; `self` is this one.
pub fn rss_mb(process: &str) -> Result<u64> {
    memory_mb(process, "VmRSS:")
}

/// The most memory that a process has used so far, in megabytes.
pub fn peak_rss_mb(process: &str) -> Result<u64> {
    memory_mb(process, "VmHWM:")
}

fn memory_mb(process: &str, field: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: u64 = kilobytes.with_context(|| format!("no {field} in /proc"))?.parse()?;
    Ok(kilobytes * 1024 / 1_000_000)
}

/// Processor time of a process, by its id or `self`, in user and kernel.
pub fn cpu(process: &str) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name of the program, in parentheses, may hold anything.
    let (_, fields) = stat.rsplit_once(')').context("no name in /proc/…/stat")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    // Linux counts a hundred to the second on every machine we build for.
    Ok(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_of_the_family() {
        let us = std::process::id();
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let family = family(us).unwrap();
        // It ends with its input.
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
        assert!(family.contains(&us) && family.contains(&child.id()), "{family:?}");
        assert!(!family.contains(&std::os::unix::process::parent_id()));
    }
}
