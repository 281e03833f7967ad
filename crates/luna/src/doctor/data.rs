//! Checks of the database: version, access, file modes, disk space, last backup and secret.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use luna_store::{self as store, Db, Error, Tx, setting};

use super::finding::Finding;
use crate::backup::LAST_BACKUP;
use crate::config::Config;
use crate::config::environment;
use crate::failure::{Failure, without_password};

const DAY_MS: i64 = 86_400_000;
const MEGABYTE: u64 = 1_000_000;

pub(super) async fn check(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    let file = config.database.strip_prefix("sqlite:").map(PathBuf::from);
    if let Some(file) = &file {
        findings.push(space(file));
        if file.exists() {
            findings.push(modes(file));
        }
    }
    findings.push(erasures(config));
    let url = without_password(&config.database);
    match Db::open_to_read(&config.database) {
        Ok(db) => {
            findings.push(writable(&url, file.as_deref()));
            findings.push(backup(&db).await);
            findings.push(secret(config, &db).await);
            findings.extend(clock(&db).await);
        }
        Err(Error::Older(lacks)) => findings.push(Finding::warning(
            "database",
            format!(
                "{url} lacks the migration {lacks}; luna serve brings it up to date when it starts"
            ),
        )),
        Err(error) => {
            let why = Failure::opening(&config.database, &error);
            let cure = "luna serve creates a new one if there is none";
            findings.push(Finding::wrong("database", format!("{why}; {cure}")));
        }
    }
    findings
}

/// Opens the file for writing and closes it, which does not change it.
fn writable(url: &str, file: Option<&Path>) -> Finding {
    match file.map(|file| OpenOptions::new().append(true).open(file)) {
        Some(Err(error)) => {
            Finding::wrong("database", format!("{url} cannot be written to: {error}"))
        }
        Some(Ok(_)) => {
            Finding::good("database", format!("{url} is up to date and can be written to"))
        }
        None => Finding::good("database", format!("{url} is up to date and can be read")),
    }
}

/// Checks the modes of the files, which contain everything that people wrote.
fn modes(file: &Path) -> Finding {
    let open = ["", "-wal", "-shm"].into_iter().find_map(|ending| {
        let path = format!("{}{ending}", file.display());
        let mode = fs::metadata(&path).ok()?.permissions().mode() & 0o777;
        (mode & 0o077 != 0).then_some((path, mode))
    });
    match open {
        None => Finding::good("files", "only their owner can read the files of the database"),
        Some((path, mode)) => Finding::warning(
            "files",
            format!("others on this machine can read {path} ({mode:o}): chmod 600 {path}"),
        ),
    }
}

/// Checks the list of erasures, without which a restored backup brings erased people back.
fn erasures(config: &Config) -> Finding {
    let check = "erasures";
    let list = match (&config.erasure_log, config.database.strip_prefix("sqlite:")) {
        (Some(list), _) => list.clone(),
        (None, Some(file)) => PathBuf::from(format!("{file}.erased")),
        (None, None) => {
            return Finding::warning(
                check,
                "there is no list of them, so a restored backup brings erased people back: set \
                 erasure_log to a file outside the database",
            );
        }
    };
    let path = list.display();
    match fs::metadata(&list) {
        Ok(about) if about.permissions().mode() & 0o077 != 0 => Finding::warning(
            check,
            format!("others on this machine can read {path}: chmod 600 {path}"),
        ),
        Ok(about) if about.is_file() => Finding::good(check, format!("their list is {path}")),
        Ok(_) => Finding::wrong(check, format!("{path} is not a file: set erasure_log to a file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Finding::good(check, format!("there are none yet; Luna will list them in {path}"))
        }
        Err(error) => Finding::wrong(check, format!("{path} cannot be read: {error}")),
    }
}

fn space(file: &Path) -> Finding {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let (shown, free) = match rustix::fs::statvfs(folder) {
        Ok(about) => (folder.display(), about.f_bavail.saturating_mul(about.f_frsize)),
        Err(error) => {
            let words = format!("{} cannot be examined: {error}", folder.display());
            return Finding::wrong("disk", words);
        }
    };
    let words = format!("{} MB are free in {shown}", free / MEGABYTE);
    match free / MEGABYTE {
        0..100 => Finding::wrong("disk", format!("{words}: games will soon be refused")),
        100..1000 => Finding::warning("disk", format!("{words}: free some space")),
        _ => Finding::good("disk", words),
    }
}

async fn backup(db: &Db) -> Finding {
    let check = "backup";
    let found = db.read(|tx: &mut Tx<'_>| setting::get(tx, LAST_BACKUP)).await;
    let cure = "luna backup FILE makes one, even while the server runs";
    match found.map(|at| at.and_then(|at| at.parse::<i64>().ok())) {
        Err(error) => Finding::wrong(check, unreadable(&error)),
        Ok(None) => Finding::warning(check, format!("there is no backup so far; {cure}")),
        Ok(Some(at)) => match (environment::now() - at) / DAY_MS {
            0 => Finding::good(check, "the last one is less than a day old"),
            days @ 1..8 => Finding::good(check, format!("the last one is {days} days old")),
            days => Finding::warning(check, format!("the last one is {days} days old; {cure}")),
        },
    }
}

/// Checks the secret that encrypts machines' keys.
async fn secret(config: &Config, db: &Db) -> Finding {
    let check = "secret";
    let kept = match db.read(store::machine::count_secrets).await {
        Ok(kept) => kept,
        Err(error) => return Finding::wrong(check, unreadable(&error)),
    };
    match (&config.settings.secret, kept) {
        (None, 0) => Finding::good(check, "none is set, and no machine has a key"),
        (None, kept) => Finding::wrong(
            check,
            format!("{kept} machines have keys that only the secret can decrypt: set secret"),
        ),
        (Some(secret), _) if secret.chars().count() < 32 => Finding::warning(
            check,
            "it has fewer than 32 characters; openssl rand -hex 16 makes a better one for a new \
             instance (another secret cannot decrypt existing keys)",
        ),
        (Some(_), kept) => Finding::good(check, format!("it is set; {kept} machines have keys")),
    }
}

/// Compares the clock of a database server with ours.
async fn clock(db: &Db) -> Option<Finding> {
    let check = "database clock";
    Some(match db.clock().await {
        Ok(None) => return None,
        Ok(Some(theirs)) => match (environment::now() - theirs).abs() / 1000 {
            0..5 => Finding::good(check, "it agrees with the clock of this computer"),
            seconds => Finding::warning(
                check,
                format!(
                    "it differs by {seconds} seconds from the clock of this computer: set both by NTP"
                ),
            ),
        },
        Err(error) => Finding::wrong(check, unreadable(&error)),
    })
}

fn unreadable(error: &Error) -> String {
    format!("the database cannot be read: {error}")
}
