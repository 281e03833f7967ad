//! Tab-separated rows read as CSV, line by line, so that line numbers stay.

use std::io::{BufRead, Read, Result};

/// Passes CSV on unchanged. If the first line has tabs, fields of all rows are quoted.
pub(super) struct Tabs<R> {
    rows: R,
    /// The first line has tabs and no comma. None before it has been read.
    quoted: Option<bool>,
    line: Vec<u8>,
    /// The number of bytes of the line that have been passed on.
    passed: usize,
}

impl<R: BufRead> Tabs<R> {
    pub(super) fn new(rows: R) -> Tabs<R> {
        Tabs { rows, quoted: None, line: Vec::new(), passed: 0 }
    }

    fn next_line(&mut self) -> Result<()> {
        self.line.clear();
        self.passed = 0;
        self.rows.read_until(b'\n', &mut self.line)?;
        let line = &self.line;
        let tabs =
            *self.quoted.get_or_insert_with(|| line.contains(&b'\t') && !line.contains(&b','));
        if tabs {
            self.line = as_csv(&self.line);
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Tabs<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        if self.quoted == Some(false) && self.passed == self.line.len() {
            return self.rows.read(into);
        }
        if self.passed == self.line.len() {
            self.next_line()?;
        }
        let read = self.line.get(self.passed..).unwrap_or_default().read(into)?;
        self.passed += read;
        Ok(read)
    }
}

fn as_csv(line: &[u8]) -> Vec<u8> {
    let end = line.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |at| at + 1);
    let (row, ending) = line.split_at(end);
    if row.is_empty() {
        return line.to_vec();
    }
    let mut csv = Vec::with_capacity(line.len() + 8);
    for (nth, field) in row.split(|&byte| byte == b'\t').enumerate() {
        if nth > 0 {
            csv.push(b',');
        }
        if field.iter().any(|byte| b"\",\r".contains(byte)) {
            csv.push(b'"');
            csv.extend(field.iter().flat_map(|&byte| vec![byte; 1 + usize::from(byte == b'"')]));
            csv.push(b'"');
        } else {
            csv.extend_from_slice(field);
        }
    }
    csv.extend_from_slice(ending);
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut all = String::new();
        Tabs::new(text.as_bytes()).read_to_string(&mut all).unwrap();
        all
    }

    #[test]
    fn tabs_become_commas_and_lines_stay() {
        assert_eq!(
            read("left\tright\na, b\tsay \"c\"\r\n\nd\t"),
            "left,right\n\"a, b\",\"say \"\"c\"\"\"\r\n\nd,"
        );
        assert_eq!(read("left,right\nwith\ta tab,b\n"), "left,right\nwith\ta tab,b\n");
        assert_eq!(read(""), "");
    }
}
