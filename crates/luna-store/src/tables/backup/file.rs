//! The lines of a backup, written and read, with a checksum over all of them.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use super::error::{Error, Result};
use super::value::{Kind, Value};
use crate::db::migration::{MIGRATIONS, check_known};

/// A reader refuses a file with a higher one.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    luna: String,
    version: u32,
    migrations: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Marker {
    Table { table: String, columns: Vec<String> },
    End { end: bool, rows: u64, fnv1a64: String },
}

/// FNV-1a: notices what happens to files, not what an enemy does to them.
struct Sum(u64);

impl Sum {
    fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
    sum: Sum,
    rows: u64,
    bytes: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Writer<'a> {
        Writer { out, line: Vec::new(), sum: Sum::new(), rows: 0, bytes: 0 }
    }

    pub(super) fn header(&mut self, migrations: &[String]) -> Result<()> {
        let migrations = migrations.to_vec();
        self.json(&Header { luna: "backup".to_owned(), version: VERSION, migrations })
    }

    pub(super) fn table(&mut self, name: &str, columns: &[(String, Kind)]) -> Result<()> {
        let columns = columns.iter().map(|(name, _)| name.clone()).collect();
        self.json(&Marker::Table { table: name.to_owned(), columns })
    }

    pub(super) fn row(&mut self, row: &[Value]) -> Result<()> {
        self.line.push(b'[');
        for (nth, value) in row.iter().enumerate() {
            if nth > 0 {
                self.line.push(b',');
            }
            value.write(&mut self.line)?;
        }
        self.line.push(b']');
        self.rows += 1;
        self.end_line()
    }

    /// Gives the number of rows and of bytes.
    pub(super) fn finish(mut self) -> Result<(u64, u64)> {
        let (rows, fnv1a64) = (self.rows, self.sum.text());
        self.json(&Marker::End { end: true, rows, fnv1a64 })?;
        self.out.flush()?;
        Ok((self.rows, self.bytes))
    }

    fn json(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.line, value).map_err(std::io::Error::from)?;
        self.end_line()
    }

    fn end_line(&mut self) -> Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.sum.add(&self.line);
        self.bytes += u64::try_from(self.line.len()).unwrap_or(0);
        self.line.clear();
        Ok(())
    }
}

pub(super) enum Entry {
    Table {
        name: String,
        columns: Vec<String>,
    },
    Row(Vec<serde_json::Value>),
    /// The file is whole; nothing follows.
    End {
        rows: u64,
    },
}

pub(super) struct Reader<'a> {
    input: &'a mut dyn BufRead,
    bytes: Vec<u8>,
    sum: Sum,
    rows: u64,
    pub(super) line: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Reader<'a> {
        Reader { input, bytes: Vec::new(), sum: Sum::new(), rows: 0, line: 0 }
    }

    /// The line read last, and what is wrong with it.
    pub(super) fn problem(&self, problem: &str) -> Error {
        Error::Entry { line: self.line, problem: problem.to_owned() }
    }

    fn read(&mut self) -> Result<()> {
        self.bytes.clear();
        self.line += 1;
        self.input.read_until(b'\n', &mut self.bytes)?;
        match self.bytes.last() {
            None => Err(self.problem("the file ends here, although its end is missing")),
            Some(b'\n') => Ok(()),
            Some(_) => Err(self.problem("the file ends within this line; its end is missing")),
        }
    }

    /// The migrations of the database that was backed up: the first few of ours.
    pub(super) fn header(&mut self) -> Result<Vec<String>> {
        self.read()?;
        let header: Header = serde_json::from_slice(&self.bytes)
            .ok()
            .filter(|header: &Header| header.luna == "backup")
            .ok_or_else(|| self.problem("this file is not a backup made by Luna"))?;
        if header.version > VERSION {
            let version = header.version;
            let newer = format!("this backup was made by a newer Luna (version {version} of it)");
            return Err(self.problem(&newer));
        }
        check_known(&header.migrations).map_err(|_| {
            self.problem(
                "this backup was made by a newer Luna; restore it with that or a later one",
            )
        })?;
        let ours = MIGRATIONS.iter().map(|(name, _)| *name);
        if !ours.take(header.migrations.len()).eq(header.migrations.iter().map(String::as_str)) {
            return Err(self.problem("no Luna has had these migrations in this order"));
        }
        self.sum.add(&self.bytes);
        Ok(header.migrations)
    }

    pub(super) fn next(&mut self) -> Result<Entry> {
        self.read()?;
        let altered = "this is not a line of a backup; the file has been altered";
        if self.bytes.first() == Some(&b'[') {
            let row = serde_json::from_slice(&self.bytes).map_err(|_| self.problem(altered))?;
            self.sum.add(&self.bytes);
            self.rows += 1;
            return Ok(Entry::Row(row));
        }
        match serde_json::from_slice(&self.bytes).map_err(|_| self.problem(altered))? {
            Marker::Table { table, columns } => {
                self.sum.add(&self.bytes);
                Ok(Entry::Table { name: table, columns })
            }
            Marker::End { rows, fnv1a64, .. } => {
                if (rows, &fnv1a64) != (self.rows, &self.sum.text()) {
                    let wrong = "the checksum does not match the lines before it; the file has been altered";
                    return Err(self.problem(wrong));
                }
                self.bytes.clear();
                if self.input.read_until(b'\n', &mut self.bytes)? > 0 {
                    self.line += 1;
                    return Err(self.problem("there is something after the last line"));
                }
                Ok(Entry::End { rows })
            }
        }
    }

    /// The values of a row for the columns of its table.
    pub(super) fn values(
        &self,
        row: Vec<serde_json::Value>,
        columns: &[(String, Kind)],
    ) -> Result<Vec<Value>> {
        if row.len() != columns.len() {
            let (has, needs) = (row.len(), columns.len());
            return Err(self.problem(&format!("{has} values for {needs} columns")));
        }
        let each = row.into_iter().zip(columns);
        each.map(|(json, (name, kind))| {
            kind.read(json).map_err(|needed| self.problem(&format!("{name:?} must be {needed}")))
        })
        .collect()
    }
}
