//! Times and counts as people say them.

use jiff::Timestamp;
use jiff::tz::TimeZone;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// "2 hours": one unit, the largest that fits.
pub fn span(ms: i64) -> String {
    match ms {
        DAY.. => many(ms / DAY, "day"),
        HOUR.. => many(ms / HOUR, "hour"),
        MINUTE.. => many(ms / MINUTE, "minute"),
        _ => many((ms / 1000).max(1), "second"),
    }
}

/// "2 minutes": never less than it takes.
pub fn wait(seconds: i64) -> String {
    match seconds {
        ..60 => many(seconds, "second"),
        60..=3_600 => many((seconds + 59) / 60, "minute"),
        _ => many((seconds + 3_599) / 3_600, "hour"),
    }
}

/// "1 game", "2 games", "1,000 games".
pub fn many(count: i64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{} {what}s", thousands(count)) }
}

/// "one question", "five questions".
pub fn questions(count: usize) -> String {
    in_words(count, "question")
}

/// "one game", "five games", "11 games".
pub fn in_words(count: usize, what: &str) -> String {
    const WORDS: [&str; 10] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = count.checked_sub(1).and_then(|nth| WORDS.get(nth));
    let number = number.map_or_else(|| count.to_string(), |&word| word.to_owned());
    format!("{number} {what}{}", if count == 1 { "" } else { "s" })
}

/// "Five questions" of "five questions".
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The beginning of a text, on one line of so many characters.
pub fn beginning(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(most).collect();
    if cut.len() < line.len() { format!("{cut}…") } else { cut }
}

/// Bytes as "1 MB" or "1.5 MB", rounded up.
pub fn megabytes(bytes: i64) -> String {
    let tenths = (bytes + 99_999) / 100_000;
    match tenths % 10 {
        0 => format!("{} MB", thousands(tenths / 10)),
        rest => format!("{}.{rest} MB", thousands(tenths / 10)),
    }
}

/// "1 guess", "2 guesses".
pub fn guesses(count: i64) -> String {
    if count == 1 { "1 guess".to_owned() } else { format!("{} guesses", thousands(count)) }
}

/// Cents as dollars; parts of a cent are shown, as a question may cost 27.5 cents.
pub fn dollars(cents: f64) -> String {
    let whole = format!("${:.2}", cents / 100.0);
    let tenths = format!("${:.3}", cents / 100.0);
    if tenths.ends_with('0') { whole } else { tenths }
}

/// A date, in UTC.
pub fn date(at: i64) -> String {
    Timestamp::from_millisecond(at)
        .map(|time| time.to_zoned(TimeZone::UTC).strftime("%-d %B %Y").to_string())
        .unwrap_or_default()
}

/// The end of a day written as 2026-11-24, in UTC; none for anything else.
pub fn end_of_day(text: &str) -> Option<i64> {
    let day: jiff::civil::Date = text.parse().ok()?;
    let next = day.tomorrow().ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(next.timestamp().as_millisecond())
}

/// A time for people, in UTC.
pub fn minute(at: i64) -> String {
    Timestamp::from_millisecond(at)
        .map(|time| time.to_zoned(TimeZone::UTC).strftime("%-d %B %Y at %H:%M UTC").to_string())
        .unwrap_or_default()
}

/// A time for machines and the operator, in UTC.
pub fn stamp(at: i64) -> String {
    Timestamp::from_millisecond(at)
        .map(|time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        .unwrap_or_default()
}

/// 12345 as 12,345.
pub fn thousands(count: i64) -> String {
    let digits = count.abs().to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    if count < 0 { format!("-{shown}") } else { shown }
}

/// A distance or a spread, to a tenth.
pub fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// "31 %", or "nothing".
pub fn percent(share: f64) -> String {
    match format!("{:.0}", 100.0 * share).as_str() {
        "0" => "nothing".to_owned(),
        whole => format!("{whole} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_question_keeps_its_half_cent() {
        let cents = [27.5, 33_000.0, 11.0, 0.0, 1_309.0, 801.0];
        let found = cents.map(dollars);
        assert_eq!(found, ["$0.275", "$330.00", "$0.11", "$0.00", "$13.09", "$8.01"]);
    }

    #[test]
    fn a_beginning_is_one_line_and_says_that_more_follows() {
        assert_eq!(beginning(" Why \n do  leaves fall?", 60), "Why do leaves fall?");
        assert_eq!(beginning("Ärgernis", 3), "Ärg…");
    }

    #[test]
    fn times_are_said_in_one_unit() {
        let said = [500, 61_000, 2 * HOUR + 5, 3 * DAY + HOUR].map(span);
        assert_eq!(said, ["1 second", "1 minute", "2 hours", "3 days"]);
        assert_eq!(date(0), "1 January 1970");
        assert_eq!([1, 59, 60, 61].map(wait), ["1 second", "59 seconds", "1 minute", "2 minutes"]);
        let long = [3_600, 3_601, 7_201].map(wait);
        assert_eq!(long, ["60 minutes", "2 hours", "3 hours"]);
    }

    #[test]
    fn bytes_are_said_in_megabytes() {
        let said = [0, 1, 100_000, 900_001, 1_000_000_000].map(megabytes);
        assert_eq!(said, ["0 MB", "0.1 MB", "0.1 MB", "1 MB", "1,000 MB"]);
    }

    #[test]
    fn a_day_ends_when_the_next_one_begins() {
        for (text, expected) in [
            ("1970-01-01", Some("1970-01-02T00:00:00Z")),
            ("2028-02-29", Some("2028-03-01T00:00:00Z")),
            ("2026-12-31", Some("2027-01-01T00:00:00Z")),
            ("2026-13-01", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(end_of_day(text).map(stamp).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn numbers_line_up() {
        assert_eq!([0, 999, 1_000, -1_234_567].map(thousands), ["0", "999", "1,000", "-1,234,567"]);
        assert_eq!([3.0, 3.04, 2.96, 0.25].map(tenths), ["3", "3", "3", "0.2"]);
    }
}
