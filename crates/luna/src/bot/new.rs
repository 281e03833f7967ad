//! `luna bot new`: a minimal complete machine as a starting point.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct New {
    #[arg(value_enum)]
    language: Language,
    /// The directory to write to; created if it does not exist
    directory: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    Python,
    Rust,
}

impl Language {
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::Python => &[
                ("machine.py", include_str!("starter/machine.py")),
                ("README.md", include_str!("starter/python.md")),
            ],
            Language::Rust => &[
                ("Cargo.toml", include_str!("starter/Cargo.toml.txt")),
                ("src/main.rs", include_str!("starter/main.rs")),
                ("README.md", include_str!("starter/rust.md")),
            ],
        }
    }

    fn command(self) -> &'static str {
        match self {
            Language::Python => "luna bot check --exec python3 machine.py",
            Language::Rust => {
                "cargo build --release && luna bot check --exec target/release/machine"
            }
        }
    }
}

impl New {
    pub(crate) fn run(self, out: &mut Printer) -> Result<(), Failure> {
        let files = self.language.files();
        // Nothing is written unless all of it can be.
        for (name, _) in files {
            let path = self.directory.join(name);
            if path.exists() {
                return Err(there(&path));
            }
        }
        for (name, text) in files {
            let path = self.directory.join(name);
            let folder = path.parent().unwrap_or(&self.directory);
            let wrong = |error: std::io::Error| match error.kind() {
                ErrorKind::AlreadyExists => there(&path),
                _ => Failure::Refused(format!("cannot write {}: {error}", path.display())),
            };
            std::fs::create_dir_all(folder).map_err(wrong)?;
            let mut file = File::create_new(&path).map_err(wrong)?;
            file.write_all(text.as_bytes()).map_err(wrong)?;
            let line = json!({ "file": path.display().to_string() });
            out.result(&line, path.display())?;
        }
        let directory = self.directory.display();
        Ok(writeln!(out, "Try it: cd {directory} && {}", self.language.command())?)
    }
}

fn there(path: &Path) -> Failure {
    Failure::Refused(format!("{} already exists; nothing was written", path.display()))
}
