//! Files of data that may lie beside the project.

use std::path::{Path, PathBuf};

/// A file of the data that may lie beside the project. Says so if it does not.
pub(crate) fn file(name: &str) -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(2);
    let paths = above.map(|folder| folder.join("shared/data").join(name));
    let found = paths.into_iter().find(|path| path.exists());
    if found.is_none() {
        println!("{name} is not here: nothing to compare with.");
    }
    found
}
