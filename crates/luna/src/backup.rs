//! `luna backup` and `luna restore`: the whole database in one file, for SQLite and PostgreSQL.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use luna_store::disciplines::ALL;
use luna_store::{Db, setting};
use serde_json::json;

use crate::config::Config;
use crate::config::environment;
use crate::config::scope::{DATABASE, LOG, Scope};
use crate::database;
use crate::failure::Failure;
use crate::file::private;
use crate::terminal::print::Printer;

/// The settings of these commands.
pub(crate) const SCOPES: &[Scope] = &[
    Scope { path: &["backup"], takes: &[LOG, DATABASE] },
    Scope { path: &["restore"], takes: &[LOG, DATABASE, &["erasure_log"]] },
];

/// The stored setting with the time of the last backup.
pub(crate) const LAST_BACKUP: &str = "last_backup";

#[derive(Args)]
pub(crate) struct Backup {
    /// The new file, or - for standard output
    file: PathBuf,
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The backup
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        if self.file.as_os_str() == "-" {
            return to_output(config, out);
        }
        let file = private::options().create_new(true).open(&self.file);
        let file = file.map_err(|error| Failure::writing(&self.file, &error))?;
        let mut writer = BufWriter::new(file);
        let saved = luna_store::backup::save(&config.database, ALL, &mut writer);
        let done = saved.map_err(|error| failure_of(config, &error)).and_then(|saved| {
            writer.flush()?;
            writer.get_ref().sync_all()?;
            Ok(saved)
        });
        // A partial backup is worthless.
        if done.is_err() {
            drop(std::fs::remove_file(&self.file));
        }
        let saved = done?;
        note(config);
        let (rows, file) = (saved.rows, self.file.display().to_string());
        let line = json!({ "file": file, "rows": rows });
        Ok(out.result(&line, format_args!("{rows} rows are in {file}."))?)
    }
}

impl Restore {
    pub(crate) fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let name = self.file.display();
        let file = File::open(&self.file)
            .map_err(|error| Failure::Refused(format!("cannot read {name}: {error}")))?;
        let restored =
            luna_store::backup::restore(&config.database, ALL, &mut BufReader::new(file))
                .map_err(|error| failure_of(config, &error))?;
        let url = crate::failure::without_password(&config.database);
        let rows = restored.rows;
        let (people, words) = erase_again(config)?;
        let line = json!({ "database": url, "rows": rows, "erased_again": people });
        Ok(out.result(&line, format_args!("{rows} rows are now in {url}.\n{words}"))?)
    }
}

/// Stores the time of the backup for `luna doctor`. The backup is valid without it.
fn note(config: &Config) {
    let at = environment::now().to_string();
    let keep = || -> Result<(), Failure> {
        let db = Db::open(&config.database)?;
        let write = db.write(move |tx| setting::set(tx, LAST_BACKUP, &at));
        Ok(tokio::runtime::Runtime::new()?.block_on(write)?)
    };
    if let Err(error) = keep() {
        tracing::warn!(%error, "the time of this backup could not be kept for luna doctor");
    }
}

/// Writes the backup, and nothing else, to standard output.
fn to_output(config: &Config, out: &mut Printer) -> Result<(), Failure> {
    let mut writer = BufWriter::new(out.results());
    let saved = luna_store::backup::save(&config.database, ALL, &mut writer);
    let saved = saved.map_err(|error| failure_of(config, &error))?;
    writer.flush()?;
    note(config);
    let rows = saved.rows;
    Ok(writeln!(std::io::stderr(), "{rows} rows are in the backup on standard output.")?)
}

/// Erases people again who were erased after the backup. Returns their number with a sentence.
fn erase_again(config: &Config) -> Result<(usize, String), Failure> {
    let db = database::open(config)?;
    let again = database::erase_again(config, &db);
    let people = tokio::runtime::Runtime::new()?.block_on(again)?;
    if people > 0 {
        // This process ends before a background task would do it.
        database::empty_log(config);
    }
    let lost = |cure: String| {
        format!(
            "There is no list of erasures, so people who were erased after this backup \
             are back. If you have the list, {cure} and start Luna: it erases them again."
        )
    };
    let words = match db.erasures().map(luna_store::ErasureList::path) {
        None => lost("name it with --erasure-log".to_owned()),
        Some(path) if !path.exists() => lost(format!("put it at {}", path.display())),
        Some(path) => {
            format!("People in the list of erasures, {}, erased again: {people}.", path.display())
        }
    };
    Ok((people, words))
}

/// The failure for an error. An unusable database has an exit code of its own.
fn failure_of(config: &Config, error: &luna_store::backup::Error) -> Failure {
    match error {
        luna_store::backup::Error::Store(error) => Failure::opening(&config.database, error),
        other => Failure::Refused(other.to_string()),
    }
}
