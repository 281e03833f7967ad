//! The command line that repeats a run.

use std::path::Path;

use clap::ValueEnum;

/// The name of a value on the command line.
pub(super) fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
}

/// A path as one word of a shell.
pub(crate) fn as_typed(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@%".contains(letter);
    if !path.is_empty() && path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', "'\\''"))
}
