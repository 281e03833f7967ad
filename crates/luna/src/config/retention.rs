//! The ages after which data is deleted.

use luna_store::retention::Retention;

use super::options::Options;
use crate::failure::Failure;

/// Reads the ages from flags and file.
pub(super) fn read(flags: &Options, file: &Options) -> Result<Retention, Failure> {
    let days = |name, flag: Option<i64>, file, default| {
        age(name, flag.or(file).unwrap_or(default), DAY_MS)
    };
    let months = |name, flag: Option<i64>, file, default| {
        age(name, flag.or(file).unwrap_or(default), YEAR_MS / 12)
    };
    let (mail, mail_file) = (flags.mail_retention_days, file.mail_retention_days);
    let (question, question_file) = (flags.question_retention_days, file.question_retention_days);
    let (address, address_file) = (flags.unconfirmed_days, file.unconfirmed_days);
    let (guest, guest_file) = (flags.idle_guest_months, file.idle_guest_months);
    let (report, report_file) = (flags.report_retention_months, file.report_retention_months);
    let (reading, reading_file) = (flags.reading_retention_months, file.reading_retention_months);
    Ok(Retention {
        mail_ms: days("mail_retention_days", mail, mail_file, 30)?,
        question_ms: days("question_retention_days", question, question_file, 7)?,
        unconfirmed_ms: days("unconfirmed_days", address, address_file, 30)?,
        idle_guest_ms: months("idle_guest_months", guest, guest_file, 12)?,
        report_ms: months("report_retention_months", report, report_file, 24)?,
        reading_ms: months("reading_retention_months", reading, reading_file, 24)?,
    })
}

const DAY_MS: i64 = 86_400_000;
const YEAR_MS: i64 = 365 * DAY_MS;

/// An age in units of `unit_ms`; 0 means that nothing is deleted.
fn age(name: &str, given: i64, unit_ms: i64) -> Result<Option<i64>, Failure> {
    match given {
        0 => Ok(None),
        1..=1_200 => Ok(Some(given * unit_ms)),
        _ => Err(Failure::Settings(format!(
            "{name} must be a number from 1 to 1200, or 0 to keep everything, not {given}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_those_that_are_set_or_the_defaults() {
        let ages = |file: &str| {
            let file: Options = toml::from_str(file).unwrap();
            read(&Options::default(), &file).map_err(|error| error.to_string())
        };
        let all = Retention {
            mail_ms: Some(30 * DAY_MS),
            question_ms: Some(7 * DAY_MS),
            unconfirmed_ms: Some(30 * DAY_MS),
            idle_guest_ms: Some(YEAR_MS),
            report_ms: Some(2 * YEAR_MS),
            reading_ms: Some(2 * YEAR_MS),
        };
        assert_eq!(ages(""), Ok(all));
        let set = "report_retention_months = 12\nreading_retention_months = 0\n\
                   question_retention_days = 3";
        let some = Retention {
            question_ms: Some(3 * DAY_MS),
            report_ms: Some(YEAR_MS),
            reading_ms: None,
            ..all
        };
        assert_eq!(ages(set), Ok(some));
        let wrong = ages("report_retention_months = -1").unwrap_err();
        assert!(
            wrong.contains("report_retention_months must be a number from 1 to 1200"),
            "{wrong}"
        );
    }
}
