//! Data sets from files: Powergrading's, Mohler's, plain CSV, and what players
//! download of Luna.

mod download;
mod error;
mod mohler;
mod plain;
mod powergrading;
mod rows;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

pub use self::error::ReadError;
use self::rows::{Fields, Rows};
use super::dataset::{Problem, Question};

/// Interpretations of persons in Mohler's data, which identify nobody beyond one assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Persons {
    /// The paper's reading: the n-th line of every question is one person, for
    /// all questions that have such a line. So there are 24, who answered 87.
    #[default]
    Complete,
    /// The n-th line within one assignment: each assignment is a problem of its
    /// own.
    Assignments,
}

/// The file layout of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A folder with `student_answers_698.tsv`.
    Powergrading,
    /// A folder with `answers.tsv`.
    MohlerTables,
    /// A folder with `raw` and `scores`.
    MohlerTree,
    /// A CSV, or JSON that a player has downloaded.
    File,
}

/// Reads a file.
pub type Bytes<'a> = &'a dyn Fn(&Path) -> io::Result<Vec<u8>>;

/// Reads the data sets of a folder or a file. A file may have a key.
pub fn read(path: &Path, key: Option<&Path>, who: Persons) -> Result<Vec<Problem>, ReadError> {
    let (form, path) = form(path)?;
    read_as(form, &path, key, who, &|path| std::fs::read(path))
}

/// Adds the answers of a key, a CSV of question and answer, to questions from elsewhere.
pub fn add_key(questions: &mut [Question], key: &Path) -> Result<(), ReadError> {
    let source = Source { folder: key, bytes: &|path| std::fs::read(path) };
    let rows = Rows::read(&key.display().to_string(), &source.bytes(key)?, Fields::Commas)?;
    plain::answer(questions, &rows)
}

/// The same where the form is known, with files from anywhere.
pub fn read_as(
    form: Layout,
    path: &Path,
    key: Option<&Path>,
    who: Persons,
    bytes: Bytes<'_>,
) -> Result<Vec<Problem>, ReadError> {
    let source = Source { folder: path, bytes };
    if let Some(key) = key.filter(|_| form != Layout::File) {
        let why = "a key goes with a file of responses, and a folder has its own";
        return Err(ReadError::of(&key.display().to_string(), why));
    }
    match form {
        Layout::Powergrading => Ok(vec![powergrading::read(&source)?]),
        Layout::MohlerTables => mohler::tables(&source, who),
        Layout::MohlerTree => mohler::tree(&source, who),
        Layout::File => Ok(vec![file(path, key, &source)?]),
    }
}

/// Detects the layout, and the folder below the path that has it.
fn form(path: &Path) -> Result<(Layout, PathBuf), ReadError> {
    let here = |form| Ok((form, path.to_owned()));
    if path.is_file() {
        return here(Layout::File);
    }
    let wrong = |why| ReadError::of(&path.display().to_string(), why);
    if !path.is_dir() {
        return Err(wrong("there is no such file or folder"));
    }
    if path.join(powergrading::ANSWERS).is_file() {
        return here(Layout::Powergrading);
    }
    if path.join(mohler::ANSWERS).is_file() {
        return here(Layout::MohlerTables);
    }
    let below = [path.to_owned(), path.join("data"), path.join("ShortAnswerGrading_v2.0/data")];
    let tree = below.into_iter().find(|tree| tree.join("raw").is_dir());
    tree.map(|tree| (Layout::MohlerTree, tree)).ok_or_else(|| {
        wrong(
            "this is neither Powergrading's folder (student_answers_698.tsv), nor Mohler's \
             (answers.tsv, or the tree with raw/ and scores/), nor a file",
        )
    })
}

fn file(path: &Path, key: Option<&Path>, source: &Source<'_>) -> Result<Problem, ReadError> {
    let read = |path: &Path| Ok((path.display().to_string(), source.bytes(path)?));
    let (name, said) = read(path)?;
    let key = key.map(read).transpose()?;
    let key = key.map(|(name, bytes)| Rows::read(&name, &bytes, Fields::Commas)).transpose()?;
    let stem = path.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let (questions, people) = if download::is(&said) {
        download::read(&name, &said)?
    } else {
        plain::read(&Rows::read(&name, &said, Fields::Commas)?)?
    };
    let mut problem = Problem { name: stem, questions, people };
    if let Some(key) = key {
        plain::answer(&mut problem.questions, &key)?;
    }
    Ok(problem)
}

/// A folder and the function that reads its files.
struct Source<'a> {
    folder: &'a Path,
    bytes: Bytes<'a>,
}

impl Source<'_> {
    fn bytes(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        (self.bytes)(path)
            .map_err(|error| ReadError::of(&path.display().to_string(), error.to_string()))
    }

    /// A file below the folder, under the name that is shown.
    fn below(&self, path: &str) -> Result<(String, Vec<u8>), ReadError> {
        let path = self.folder.join(path);
        Ok((path.display().to_string(), self.bytes(&path)?))
    }

    fn rows(&self, path: &str) -> Result<Rows, ReadError> {
        let (name, bytes) = self.below(path)?;
        Rows::read(&name, &bytes, Fields::Tabs)
    }
}
