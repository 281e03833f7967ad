//! Files that an import skips, since they were imported earlier.

use std::io::Write as _;
use std::path::Path;

use luna_app::format::date;

use crate::failure::Failure;

/// The sentence about a file with the name and the time of its import.
pub(crate) fn sentence(path: &Path, name: &str, imported_at: i64) -> String {
    let (path, at) = (path.display(), date(imported_at));
    format!("{path} was already imported on {at}, as {name}, and is skipped")
}

/// Prints a sentence for each known file. An import of known files alone is refused.
pub(crate) fn report_known(known: &[String], total: usize) -> Result<(), Failure> {
    if known.len() == total {
        return Err(Failure::Refused(known.join("\nluna: ")));
    }
    let mut words = std::io::stderr();
    known.iter().try_for_each(|sentence| writeln!(words, "luna: {sentence}"))?;
    Ok(())
}
