//! Data sets from files: Powergrading's, Mohler's, and plain CSV.

mod mohler;
mod plain;
mod powergrading;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use super::problem::Problem;

/// What cannot be read, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    file: String,
    line: Option<usize>,
    why: String,
}

impl Unreadable {
    fn at(file: &str, line: usize, why: impl Into<String>) -> Unreadable {
        Unreadable { file: file.to_owned(), line: Some(line), why: why.into() }
    }

    pub(super) fn of(file: &str, why: impl Into<String>) -> Unreadable {
        Unreadable { file: file.to_owned(), line: None, why: why.into() }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}, line {line}: {}.", self.file, self.why),
            None => write!(out, "{}: {}.", self.file, self.why),
        }
    }
}

/// Whom Mohler's data are read as, since they name no person beyond one
/// assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// The paper's reading: the n-th line of every question is one person, for
    /// all questions that have such a line. So there are 24, who answered 87.
    #[default]
    Complete,
    /// The n-th line within one assignment: each assignment is a problem of its
    /// own.
    Assignments,
}

/// What a folder or a file holds. A CSV wants a key, which may be left out.
pub fn read(path: &Path, key: Option<&Path>, who: Who) -> Result<Vec<Problem>, Unreadable> {
    let name = path.display().to_string();
    if path.is_file() {
        return Ok(vec![plain::read(path, key)?]);
    }
    if !path.is_dir() {
        return Err(Unreadable::of(&name, "there is no such file or folder"));
    }
    if path.join(powergrading::ANSWERS).is_file() {
        return Ok(vec![powergrading::read(path)?]);
    }
    if path.join(mohler::ANSWERS).is_file() {
        return mohler::tables(path, who);
    }
    let below = [path.to_owned(), path.join("data"), path.join("ShortAnswerGrading_v2.0/data")];
    if let Some(tree) = below.iter().find(|tree| tree.join("raw").is_dir()) {
        return mohler::tree(tree, who);
    }
    Err(Unreadable::of(
        &name,
        "this is neither Powergrading's folder (student_answers_698.tsv), nor Mohler's \
         (answers.tsv, or the tree with raw/ and scores/), nor a CSV file",
    ))
}

/// The bytes of a file.
fn bytes(path: &Path) -> Result<Vec<u8>, Unreadable> {
    std::fs::read(path)
        .map_err(|error| Unreadable::of(&path.display().to_string(), error.to_string()))
}
