//! The list of erasures, a file outside of the database: a backup that is restored
//! brings back everybody who was erased after it was made, and this says who that is.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Woken by each erasure: SQLite then empties its log, which still holds the old pages.
pub(crate) const TOPIC: &str = "erased";

/// A file to which each erasure adds a line: the time, in Unix milliseconds, and the id.
#[derive(Clone, Debug)]
pub struct ErasureList(Arc<Path>);

impl ErasureList {
    pub fn new(path: PathBuf) -> ErasureList {
        ErasureList(path.into())
    }

    /// The list of a SQLite database.
    pub(crate) fn beside(database: &str) -> ErasureList {
        ErasureList::new(PathBuf::from(format!("{database}.erased")))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Reads the ids, oldest first; none where there is no file. A line that was cut
    /// short by a crash names nobody.
    pub fn ids(&self) -> io::Result<Vec<String>> {
        let text = match std::fs::read(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            read => String::from_utf8_lossy(&read?).into_owned(),
        };
        let id = |line: &str| line.split_once(' ').map(|(_, id)| id.trim_end().to_owned());
        Ok(text.lines().filter_map(id).collect())
    }

    /// Adds lines and waits until they are on disk, the file's name included.
    pub(crate) fn add(&self, erased: &[(String, i64)]) -> io::Result<()> {
        let mut file = self.open()?;
        let mut lines = String::new();
        if is_torn(&mut file)? {
            lines.push('\n');
        }
        for (id, at) in erased {
            lines.push_str(&format!("{at} {id}\n"));
        }
        file.write_all(lines.as_bytes())?;
        file.sync_all()?;
        let folder = self.0.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }

    /// For its owner's eyes only, like the database.
    fn open(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.0)
    }
}

/// Returns whether the last line lacks its end.
fn is_torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
