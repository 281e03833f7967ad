//! Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT`.

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Seconds since 1970.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let (_, rest) = text.trim().split_once(", ")?;
    let parts: Vec<&str> = rest.split(' ').collect();
    let [day, month, year, time, "GMT"] = parts[..] else { return None };
    let month = MONTHS.iter().position(|name| *name == month)?;
    let (day, year) = (number(day, 2)?, number(year, 4)?);
    let times: Vec<&str> = time.split(':').collect();
    let [hours, minutes, seconds] = times[..] else { return None };
    let (hours, minutes, seconds) = (number(hours, 2)?, number(minutes, 2)?, number(seconds, 2)?);
    // 60 is a leap second.
    if !(1..=31).contains(&day) || year < 1970 || hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let days = days(year, u64::try_from(month).ok()? + 1, day);
    Some(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

fn number(text: &str, digits: usize) -> Option<u64> {
    let fits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| fits)
}

/// Days since 1970, by years that begin in March: then the leap day is the last of one.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let year = if month < 3 { year - 1 } else { year };
    let before = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + before - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_seconds() {
        for (text, expected) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
            ("Sun, 01 Mar 2026 00:00:00 GMT", 1_772_323_200),
            (" Fri, 31 Dec 2100 23:59:59 GMT", 4_133_980_799),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "77",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Moo 1994 08:49:37 GMT",
            "Sun, 06 Nov 0000 08:49:37 GMT",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
