//! Output that several commands share.

use std::path::Path;

use luna_lab::claims::{Check, Counts};
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints a line for each claim, and one for all.
pub(super) fn claims(checks: &[Check], out: &mut Printer) -> Result<(), Failure> {
    for check in checks {
        let (word, measured) = (check.verdict().word(), check.measured.format(4));
        let (bounds, source) = (check.wanted.words(), check.source);
        let line = json!({
            "claim": check.claim, "verdict": word, "bounds": bounds, "source": source,
            "measured": check.measured.value, "error": check.measured.error(),
            "interval": [check.measured.from, check.measured.to],
        });
        let claim = format_args!("{word:<12} {measured:>16}  {} ({bounds}; {source})", check.claim);
        out.result(&line, claim)?;
    }
    let counts = Counts::of(checks);
    if counts.all() > 0 {
        let Counts { consistent, contradicted, undecided } = counts;
        let line = json!({
            "consistent": consistent, "contradicted": contradicted, "undecided": undecided,
        });
        out.result(&json!({ "claims": line }), format_args!("{}.", counts.words()))?;
    }
    Ok(())
}

/// Prints a line about the resources used with a data set.
pub(super) fn resources(name: &str, used: &[String], out: &mut Printer) -> Result<(), Failure> {
    let line = json!({ "data": name, "used": used });
    Ok(out.result(&line, format_args!("{name}: {}", used.join(" ")))?)
}

/// Prints the last line: the duration and the path of the report.
pub(super) fn end(folder: &Path, seconds: f64, out: &mut Printer) -> Result<(), Failure> {
    let report = folder.join("report.html").display().to_string();
    let line = json!({ "seconds": seconds, "report": report });
    Ok(out.result(&line, format_args!("{seconds:.2} s, see {report}"))?)
}
