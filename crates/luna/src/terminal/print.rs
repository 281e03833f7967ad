//! Standard output: sentences for people or, with `--json`, lines of JSON for programs.

use std::fmt::Display;
use std::io::{Result, Write, stderr, stdout};

use serde_json::Value;

use crate::failure::Failure;

/// The printer of a command's results. Text goes to standard output, or to standard error with
/// `--json`.
pub(crate) struct Printer {
    out: Box<dyn Write>,
    json: bool,
}

impl Printer {
    pub(crate) fn new(json: bool) -> Printer {
        Printer { out: Box::new(stdout().lock()), json }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Standard output itself, for code that writes lines of JSON.
    pub(crate) fn results(&mut self) -> &mut Box<dyn Write> {
        &mut self.out
    }

    /// Prints one result in either form.
    pub(crate) fn result(&mut self, value: &Value, words: impl Display) -> Result<()> {
        match self.json {
            true => self.line(value),
            false => writeln!(self.out, "{words}"),
        }
    }

    pub(crate) fn line(&mut self, value: &Value) -> Result<()> {
        writeln!(self.out, "{value}")
    }

    /// Prints a JSON document on one line.
    pub(crate) fn document(&mut self, text: &str) -> std::result::Result<(), Failure> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| Failure::Other(error.into()))?;
        Ok(writeln!(self.out, "{value}")?)
    }
}

impl Write for Printer {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.json { stderr().write(bytes) } else { self.out.write(bytes) }
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()
    }
}
