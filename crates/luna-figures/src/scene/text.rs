//! Numbers and text as they stand in SVG.

use crate::scene::font::room;

/// Formats a number with at most two decimals, and never as `-0`.
pub(crate) fn number(value: f64) -> String {
    trimmed(&format!("{value:.2}"))
}

/// Formats a tick with at most six decimals, for small steps along an axis.
pub(crate) fn tick(value: f64) -> String {
    trimmed(&format!("{value:.6}"))
}

fn trimmed(text: &str) -> String {
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Escapes text for elements and attributes. Characters that XML forbids become �.
pub(crate) fn escape(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            plain => safe.push(plain),
        }
    }
    safe
}

/// Shortens text that is too long for its place.
pub(crate) fn cut(text: &str, most: f64) -> String {
    if text.is_empty() || room(text) <= most {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() && room(&kept) + room(" …") > most {}
    format!("{}…", kept.trim_end())
}

/// Converts a count to a coordinate. Nothing that is drawn goes past four thousand million.
pub(crate) fn count(number: impl TryInto<u32>) -> f64 {
    f64::from(number.try_into().unwrap_or(u32::MAX))
}

/// Breaks text into lines; a word longer than a line stays whole.
pub(crate) fn wrapped(text: &str, most: f64, width: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}")) <= most => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most_and_no_negative_nothing() {
        let shown = [0.0, -0.0, -0.004, 1.0, 100.0, 0.1 + 0.2, -1.5, 2.345_6, 1200.0].map(number);
        assert_eq!(shown, ["0", "0", "0", "1", "100", "0.3", "-1.5", "2.35", "1200"]);
        assert_eq!([0.1 + 0.2, 2.5e-4, -1e-7].map(tick), ["0.3", "0.00025", "0"]);
    }

    #[test]
    fn words_cannot_leave_their_place() {
        assert_eq!(escape("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
        assert_eq!(escape("a\u{0}b\u{b}c\nd é 月"), "a\u{fffd}b\u{fffd}c d é 月");
    }

    #[test]
    fn long_words_are_cut_by_letters_not_bytes() {
        let four = room("月月月月");
        assert_eq!(cut("月月月月", four), "月月月月");
        assert_eq!(cut("月月月月月", four), "月月…");
        assert_eq!(cut("月月 月月月月", four), "月月…");
        assert_eq!(cut("", 0.0), "");
        assert_eq!(cut("ab", 0.0), "…");
    }

    #[test]
    fn words_wrap_between_words() {
        let letters = |words: &str| if words.len() > 8 { 9.0 } else { 1.0 };
        assert_eq!(wrapped("one two  three", 8.0, letters), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable a", 8.0, letters), ["unbreakable", "a"]);
        assert!(wrapped(" ", 8.0, letters).is_empty());
    }
}
