//! The folders among which somebody chooses the one of a program.

use std::fs;
use std::io::Result;
use std::path::Path;

use super::directory::sender;

/// The names of the folders in a folder, sorted, without hidden ones and without keys of the protocol.
pub fn folders(path: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if !name.starts_with('.') && sender(&name).is_none() && entry.path().is_dir() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
