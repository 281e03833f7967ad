//! A folder that reports and charts are written to.

use std::path::{Path, PathBuf};

use luna_figures::Chart;

use crate::failure::Failure;

pub(crate) struct Folder<'a>(&'a Path);

impl Folder<'_> {
    pub(crate) fn new(path: &Path) -> Result<Folder<'_>, Failure> {
        std::fs::create_dir_all(path).map_err(|error| {
            Failure::Refused(format!("cannot make {}: {error}", path.display()))
        })?;
        Ok(Folder(path))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let path = self.path(name);
        std::fs::write(&path, bytes)
            .map_err(|error| Failure::Refused(format!("cannot write {}: {error}", path.display())))
    }

    pub(crate) fn remove(&self, name: &str) -> Result<(), Failure> {
        let path = self.path(name);
        std::fs::remove_file(&path)
            .map_err(|error| Failure::Refused(format!("cannot remove {}: {error}", path.display())))
    }

    /// Both as SVG and as PNG.
    pub(crate) fn chart(&self, name: &str, chart: &Chart) -> Result<(), Failure> {
        self.write(&format!("{name}.svg"), chart.svg())?;
        self.write(&format!("{name}.png"), chart.png())
    }
}
