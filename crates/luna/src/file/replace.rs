//! New files and folders in the place of old ones: written beside it and moved there, so that nobody reads a part.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Replaces a file, or creates it.
pub(crate) fn replace_file(to: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(to, |new| std::fs::write(new, bytes), |_| Ok(()))
}

/// Lets `write` make a file or a folder and `check` look at it. Only then is the old one removed.
pub(crate) fn replace(
    to: &Path,
    write: impl FnOnce(&Path) -> std::io::Result<()>,
    check: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cannot = |error| Failure::writing(to, &error);
    let within = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    let within = within.unwrap_or(Path::new("."));
    let part = TemporaryFolder(within.join(format!(".luna-{}", std::process::id())));
    let (new, old) = (part.0.join("new"), part.0.join("old"));
    std::fs::create_dir_all(&part.0).and_then(|()| write(&new)).map_err(cannot)?;
    check(&new)?;
    if to.is_dir() {
        std::fs::rename(to, &old).map_err(cannot)?;
    }
    std::fs::rename(new, to).map_err(|error| {
        drop(std::fs::rename(old, to));
        cannot(error)
    })
}

/// A folder that is removed in the end.
struct TemporaryFolder(PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
