//! Times of comparisons: plain numbers, or dates as seconds.

/// Parses a number, `2026-11-20`, or `2026-11-20T18:30:00Z` with or without seconds and `Z`, in
/// UTC; dates become seconds since 1970.
pub(super) fn parse(text: &str) -> Option<f64> {
    if let Ok(number) = text.parse::<f64>() {
        return number.is_finite().then_some(number + 0.0);
    }
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    let mut parts = date.split('-');
    let (year, month, day) =
        (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let length = *LENGTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = length + u32::from(leap && month == 2);
    if parts.next().is_some() || !(1..=length).contains(&day) {
        return None;
    }
    let before: u32 = LENGTHS.iter().zip(1..month).map(|(length, _)| length).sum();
    let years = f64::from(year) - 1.0;
    let leaps = (years / 4.0).floor() - (years / 100.0).floor() + (years / 400.0).floor();
    let days = 365.0 * years + leaps + f64::from(before + u32::from(leap && month > 2) + day);
    Some((days - DAYS_TO_1970) * 86_400.0 + seconds(time)?)
}

const LENGTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// From the last day before the year 1 to the first of 1970.
const DAYS_TO_1970: f64 = 719_163.0;

fn seconds(time: &str) -> Option<f64> {
    if time.is_empty() {
        return Some(0.0);
    }
    let mut parts = time.strip_suffix('Z').unwrap_or(time).split(':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = match parts.next() {
        None => 0.0,
        Some(text) => {
            let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
            digits(whole, 2).filter(|&second| second <= 60)?;
            digits(decimals, decimals.len())?;
            text.parse().ok()?
        }
    };
    let fits = parts.next().is_none() && hour < 24 && minute < 60;
    fits.then(|| f64::from(hour * 3600 + minute * 60) + second)
}

fn digits(text: &str, count: usize) -> Option<u32> {
    let fits = text.len() == count && text.len() < 10 && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}
