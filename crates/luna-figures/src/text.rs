//! Numbers and words as they stand in SVG.

/// At most two decimals, and never `-0`.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Safe between tags and inside quotes. What XML has no place for becomes �.
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

/// The beginning of words that are too long for their place.
pub(crate) fn cut(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_decimals_at_most_and_no_negative_nothing() {
        let shown = [0.0, -0.0, -0.004, 1.0, 100.0, 0.1 + 0.2, -1.5, 2.345_6, 1200.0].map(number);
        assert_eq!(shown, ["0", "0", "0", "1", "100", "0.3", "-1.5", "2.35", "1200"]);
    }

    #[test]
    fn words_cannot_leave_their_place() {
        assert_eq!(escape("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
        assert_eq!(escape("a\u{0}b\u{b}c\nd é 月"), "a\u{fffd}b\u{fffd}c d é 月");
    }

    #[test]
    fn long_words_are_cut_by_letters_not_bytes() {
        assert_eq!(cut("月月月月", 4), "月月月月");
        assert_eq!(cut("月月 月月", 4), "月月…");
        assert_eq!(cut("", 0), "");
    }
}
