//! Files that an import skips, since they were imported earlier.

use std::io::Write as _;

use crate::failure::Failure;

/// Prints a sentence for each known file. An import of known files alone is refused.
pub(crate) fn report_known(known: &[String], total: usize) -> Result<(), Failure> {
    if known.len() == total {
        return Err(Failure::Refused(known.join("\nluna: ")));
    }
    let mut words = std::io::stderr();
    known.iter().try_for_each(|sentence| writeln!(words, "luna: {sentence}"))?;
    Ok(())
}
