//! Numbers as text, for tables and files.

pub(crate) mod csv_file;
pub mod fault;
pub(crate) mod json;

/// Formats a number with at most six decimals, which is more than any error
/// allows. Returns nothing for a number that is not finite.
pub(crate) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a count with its noun: "1 trial", "7 trials".
pub(crate) fn counted(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Formats a number, or a dash for one that is not finite, such as a share of nothing.
pub(crate) fn or_dash(value: f64, format: impl Fn(f64) -> String) -> String {
    if value.is_finite() { format(value) } else { "–".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_plainly() {
        assert_eq!([12.5, 100.0, 0.000_000_4, f64::NAN].map(plain), ["12.5", "100", "0", ""]);
        assert_eq!(
            (counted(1, "trial"), counted(2, "trial")),
            ("1 trial".into(), "2 trials".into())
        );
        assert_eq!(or_dash(f64::NAN, plain), "–");
    }
}
