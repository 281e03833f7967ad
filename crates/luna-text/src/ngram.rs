//! N-grams of words and characters.

/// Each word with the next one.
pub fn bigrams<T: AsRef<str>>(words: &[T]) -> impl Iterator<Item = (&str, &str)> {
    words.windows(2).filter_map(|pair| match pair {
        [one, next] => Some((one.as_ref(), next.as_ref())),
        _ => None,
    })
}

/// Character n-grams; none if the text is shorter or `n` is 0.
pub fn chars(text: &str, n: usize) -> impl Iterator<Item = &str> {
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends = ends.skip(n.saturating_sub(1)).take(if n == 0 { 0 } else { usize::MAX });
    starts.zip(ends).filter_map(|(from, to)| text.get(from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_in_pairs() {
        let pairs: Vec<_> = bigrams(&["bill", "of", "rights"]).collect();
        assert_eq!(pairs, [("bill", "of"), ("of", "rights")]);
        assert_eq!(bigrams(&["bill"]).count() + bigrams::<&str>(&[]).count(), 0);
    }

    #[test]
    fn characters_go_in_runs() {
        let runs = |text, n| chars(text, n).collect::<Vec<_>>();
        assert_eq!(runs("añ本🎉", 2), ["añ", "ñ本", "本🎉"]);
        assert_eq!(runs("añ本", 3), ["añ本"]);
        assert_eq!(runs("añ", 1), ["a", "ñ"]);
        assert!(runs("añ", 3).is_empty() && runs("añ", 0).is_empty() && runs("", 1).is_empty());
    }
}
