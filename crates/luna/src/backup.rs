//! `luna backup` and `luna restore`: everything, in one file that either kind
//! of database can read.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use luna_store::{Db, setting};
use serde_json::json;

use crate::config::Config;
use crate::failure::Failure;
use crate::outside;
use crate::print::Printer;

/// The setting with the time of the last backup.
pub(crate) const LAST_BACKUP: &str = "last_backup";

#[derive(Args)]
pub(crate) struct Backup {
    /// Where to write it; must not exist yet
    file: PathBuf,
}

#[derive(Args)]
pub(crate) struct Restore {
    file: PathBuf,
}

impl Backup {
    pub(crate) fn run(self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let file = File::create_new(&self.file).map_err(|error| {
            Failure::Refused(format!("cannot write {}: {error}", self.file.display()))
        })?;
        let mut writer = BufWriter::new(file);
        let saved = luna_store::backup::save(&config.database, &mut writer);
        let done = saved.map_err(|error| told(config, &error)).and_then(|saved| {
            writer.flush()?;
            writer.get_ref().sync_all()?;
            Ok(saved)
        });
        // Half a backup is none.
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
        let restored = luna_store::backup::restore(&config.database, &mut BufReader::new(file))
            .map_err(|error| told(config, &error))?;
        let url = crate::failure::without_password(&config.database);
        let rows = restored.rows;
        let line = json!({ "database": url, "rows": rows });
        Ok(out.result(&line, format_args!("{rows} rows are in {url} now."))?)
    }
}

/// Keeps the time of the backup for `luna doctor`. The file is good without it.
fn note(config: &Config) {
    let at = outside::now().to_string();
    let keep = || -> Result<(), Failure> {
        let db = Db::open(&config.database)?;
        let write = db.write(move |tx| setting::set(tx, LAST_BACKUP, &at));
        Ok(tokio::runtime::Runtime::new()?.block_on(write)?)
    };
    if let Err(error) = keep() {
        tracing::warn!(%error, "the time of this backup could not be kept for luna doctor");
    }
}

/// A database that cannot be used has its own exit code; anything else is said.
fn told(config: &Config, error: &luna_store::backup::Error) -> Failure {
    match error {
        luna_store::backup::Error::Store(error) => Failure::opening(&config.database, error),
        other => Failure::Refused(other.to_string()),
    }
}
