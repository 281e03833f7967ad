//! The log as a file: a line of JSON about the measurement, then one for each task.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use luna_lab::measure::{Entry, Log};
use serde::{Deserialize, Serialize};

use super::inputs::SourceFile;
use super::subject::Description;
use crate::failure::Failure;

/// The first line: all that the results depend on besides the replies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) luna: String,
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) quick: bool,
    pub(super) machines: Vec<Description>,
    pub(super) judge: Option<Description>,
    pub(super) inputs: Vec<SourceFile>,
}

/// A log that is written to.
pub(super) struct LogFile {
    file: File,
}

impl LogFile {
    /// Begins a log, or goes on with one of the same measurement.
    pub(super) fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(LogFile, Log), Failure> {
        let shown = path.display();
        match (path.exists(), resume) {
            (true, false) => Err(Failure::Refused(format!(
                "{shown} is the log of a measurement: go on with it by --resume, or choose another folder with --out"
            ))),
            (false, true) => Err(Failure::Refused(format!(
                "there is no {shown} to go on with: leave out --resume to begin"
            ))),
            (true, true) => {
                let (known, log) = LogFile::read(path)?;
                header.check_same(&known)?;
                let whole = whole_lines(path)?;
                let file = OpenOptions::new().write(true).open(path);
                let file = file.map_err(|error| Failure::writing(path, &error))?;
                // A line that was being written when the run was interrupted is dropped.
                file.set_len(whole).map_err(|error| Failure::writing(path, &error))?;
                let file = OpenOptions::new().append(true).open(path);
                let file = file.map_err(|error| Failure::writing(path, &error))?;
                Ok((LogFile { file }, log))
            }
            (false, false) => {
                let file = OpenOptions::new().append(true).create_new(true).open(path);
                let file = file.map_err(|error| Failure::writing(path, &error))?;
                let mut log = LogFile { file };
                log.line(header).map_err(|error| Failure::writing(path, &error))?;
                Ok((log, Log::default()))
            }
        }
    }

    /// The header and the entries of a log. Its last line may be cut off.
    pub(super) fn read(path: &Path) -> Result<(Header, Log), Failure> {
        let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
        let wrong = |line: usize, why: &dyn std::fmt::Display| {
            Failure::Refused(format!("{}, line {line}: {why}", path.display()))
        };
        let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate();
        let header = lines.next().ok_or_else(|| wrong(1, &"the log is empty"))?.1;
        let header = serde_json::from_slice(header).map_err(|why| wrong(1, &why))?;
        let mut log = Log::default();
        for (nth, line) in lines.filter(|(_, line)| line.ends_with(b"\n")) {
            let entry: Entry = serde_json::from_slice(line).map_err(|why| wrong(nth + 1, &why))?;
            log.add(entry);
        }
        Ok((header, log))
    }

    /// Adds an entry. When this returns, the entry survives the end of this program.
    pub(super) fn add(&mut self, entry: &Entry) -> std::io::Result<()> {
        self.line(entry)
    }

    fn line(&mut self, value: &impl Serialize) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// The length of a file up to the end of its last whole line.
fn whole_lines(path: &Path) -> Result<u64, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    Ok(u64::try_from(end).unwrap_or(u64::MAX))
}

impl Header {
    /// Refuses a log of another measurement.
    fn check_same(&self, known: &Header) -> Result<(), Failure> {
        let other = match () {
            () if self.seed != known.seed => "seed",
            () if self.quick != known.quick => "extent (--quick)",
            () if self.machines != known.machines => "machines",
            () if self.judge != known.judge => "judge",
            () if self.inputs != known.inputs => "inputs",
            () => return Ok(()),
        };
        Err(Failure::Refused(format!(
            "the log is of a measurement with another {other}; it was begun with: {}",
            known.command
        )))
    }

    /// Refuses inputs that are not those of the log.
    pub(super) fn check_inputs(&self, inputs: &[SourceFile]) -> Result<(), Failure> {
        let sums = |all: &[SourceFile]| all.iter().map(|it| it.sha256.clone()).collect::<Vec<_>>();
        if sums(&self.inputs) == sums(inputs) {
            return Ok(());
        }
        let names: Vec<&str> = self.inputs.iter().map(|it| it.name.as_str()).collect();
        Err(Failure::Refused(format!(
            "the log is about other inputs, or about those of another version of Luna ({}): {}; give the \
             files again, with --tossups, --challenge and --predict",
            self.luna,
            names.join(", ")
        )))
    }
}
