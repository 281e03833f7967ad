//! The folder of a run's reports and charts.
//!
//! A list in it names each file that a run has written, with a checksum. The next run removes those
//! files before it writes its own; a file that is not on the list, or that somebody has changed
//! since, stays as it is.

use std::cell::Cell;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use luna_figures::Chart;

use crate::failure::Failure;

/// The name of the list.
const LIST: &str = ".luna-files";

pub(crate) struct Folder<'a> {
    path: &'a Path,
    /// The files of an earlier run have been removed.
    cleared: Cell<bool>,
}

impl Folder<'_> {
    pub(crate) fn new(path: &Path) -> Result<Folder<'_>, Failure> {
        std::fs::create_dir_all(path).map_err(|error| {
            Failure::Refused(format!("cannot create {}: {error}", path.display()))
        })?;
        Ok(Folder { path, cleared: Cell::new(false) })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file. The first one of a run removes the files of the run before.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        if !self.cleared.replace(true) {
            self.clear()?;
        }
        let (path, bytes) = (self.path(name), bytes.as_ref());
        self.list(&format!("{}  {name}\n", checksum(bytes)))?;
        std::fs::write(&path, bytes).map_err(|error| Failure::writing(&path, &error))
    }

    /// Writes a chart as SVG and as PNG.
    pub(crate) fn chart(&self, name: &str, chart: &Chart) -> Result<(), Failure> {
        self.write(&format!("{name}.svg"), chart.svg())?;
        let png = chart.png().map_err(|error| Failure::Refused(format!("{name}.png: {error}")))?;
        self.write(&format!("{name}.png"), png)
    }

    /// Lists a file before it is written, so that an interrupted run leaves none unlisted.
    fn list(&self, line: &str) -> Result<(), Failure> {
        let path = self.path(LIST);
        let list = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        list.and_then(|mut list| list.write_all(line.as_bytes()))
            .map_err(|error| Failure::writing(&path, &error))
    }

    /// Removes the listed files and the list.
    fn clear(&self) -> Result<(), Failure> {
        let list = self.path(LIST);
        let Ok(lines) = std::fs::read_to_string(&list) else { return Ok(()) };
        for (sum, name) in lines.lines().filter_map(|line| line.split_once("  ")) {
            let path = self.path(name);
            let is_plain = Path::new(name).file_name().is_some_and(|it| it == name);
            let is_unchanged = || std::fs::read(&path).is_ok_and(|bytes| checksum(&bytes) == sum);
            if is_plain && path.is_file() && is_unchanged() {
                remove(&path)?;
            }
        }
        remove(&list)
    }
}

fn remove(path: &Path) -> Result<(), Failure> {
    std::fs::remove_file(path)
        .map_err(|error| Failure::Refused(format!("cannot remove {}: {error}", path.display())))
}

/// The FNV-1a hash, which tells an edited file from the written one.
fn checksum(bytes: &[u8]) -> String {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(path).unwrap();
        let mut names: Vec<String> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_takes_the_place_of_the_one_before_and_of_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path();
        let write = |all: &[&str]| {
            let folder = Folder::new(path).unwrap();
            for name in all {
                folder.write(name, format!("of {name}")).unwrap();
            }
        };
        std::fs::write(path.join("own.svg"), "mine").unwrap();
        write(&["report.html", "one.svg", "two.svg"]);
        assert_eq!(names(path), [".luna-files", "one.svg", "own.svg", "report.html", "two.svg"]);
        std::fs::write(path.join("two.svg"), "of two.svg, and more").unwrap();
        std::fs::remove_file(path.join("one.svg")).unwrap();
        // A run that has written nothing yet removes nothing.
        write(&[]);
        assert!(path.join("report.html").exists());
        write(&["three.svg", "three.svg"]);
        assert_eq!(names(path), [".luna-files", "own.svg", "three.svg", "two.svg"]);
        assert_eq!(std::fs::read(path.join("two.svg")).unwrap(), b"of two.svg, and more");
        write(&["four.svg"]);
        assert_eq!(names(path), [".luna-files", "four.svg", "own.svg", "two.svg"]);
    }

    #[test]
    fn a_list_cannot_name_a_file_elsewhere() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("out");
        let folder = Folder::new(&path).unwrap();
        let outside = place.path().join("outside");
        std::fs::write(&outside, "kept").unwrap();
        let whole = outside.display().to_string();
        let lines = ["../outside", &whole].map(|name| format!("{}  {name}\n", checksum(b"kept")));
        std::fs::write(path.join(LIST), lines.concat() + "no list at all\n").unwrap();
        folder.write("report.html", "new").unwrap();
        assert_eq!(std::fs::read(&outside).unwrap(), b"kept");
        assert_eq!(names(&path), [".luna-files", "report.html"]);
    }
}
