//! `luna backup` and `luna restore`: everything, in one file that either kind
//! of database can read.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use crate::config::Config;
use crate::failure::Failure;

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
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<(), Failure> {
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
        Ok(writeln!(out, "{} rows are in {}.", saved.rows, self.file.display())?)
    }
}

impl Restore {
    pub(crate) fn run(self, config: &Config, out: &mut impl Write) -> Result<(), Failure> {
        let name = self.file.display();
        let file = File::open(&self.file)
            .map_err(|error| Failure::Refused(format!("cannot read {name}: {error}")))?;
        let restored = luna_store::backup::restore(&config.database, &mut BufReader::new(file))
            .map_err(|error| told(config, &error))?;
        let url = crate::failure::without_password(&config.database);
        Ok(writeln!(out, "{} rows are in {url} now.", restored.rows)?)
    }
}

/// A database that cannot be used has its own exit code; anything else is said.
fn told(config: &Config, error: &luna_store::backup::Error) -> Failure {
    match error {
        luna_store::backup::Error::Store(error) => Failure::opening(&config.database, error),
        other => Failure::Refused(other.to_string()),
    }
}
