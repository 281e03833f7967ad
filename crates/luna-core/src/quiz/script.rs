//! A tossup as it is read: its words, one by one, and the power mark.

/// The power mark: a right answer before it is worth more.
pub const POWER_MARK: &str = "(*)";

/// The words of a tossup in the order in which they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    words: Vec<String>,
    power: Option<usize>,
}

impl Script {
    /// Splits a tossup into words. The power mark is no word, also where it touches one.
    pub fn new(text: &str) -> Script {
        let (mut words, mut power) = (Vec::new(), None);
        for (nth, part) in text.split(POWER_MARK).enumerate() {
            if nth > 0 && power.is_none() {
                power = Some(words.len());
            }
            words.extend(part.split_whitespace().map(str::to_owned));
        }
        Script { words, power }
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of words before the power mark; none without a mark.
    pub fn power(&self) -> Option<usize> {
        self.power
    }

    /// The text of the first so many words.
    pub fn heard(&self, words: usize) -> String {
        self.words.get(..words).unwrap_or(&self.words).join(" ")
    }

    /// The numbers of words after which a sentence ends; the last one is that of all words.
    pub fn sentence_ends(&self) -> Vec<usize> {
        let count = self.len();
        let ends =
            (1..).zip(&self.words).filter(|(nth, word)| *nth == count || ends_sentence(word));
        ends.map(|(nth, _)| nth).collect()
    }

    /// The whole text without the power mark.
    pub fn text(&self) -> String {
        self.heard(self.len())
    }

    /// The share of the question that the first so many words are, from 0 to 1.
    pub fn share(&self, words: usize) -> f64 {
        let float = |n: usize| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from);
        if self.is_empty() { 0.0 } else { float(words.min(self.len())) / float(self.len()) }
    }

    /// The milliseconds from the start until a word is shown, at so many for each word. A reader
    /// pauses after a sentence as long as one word takes.
    pub fn shown_after(&self, nth: usize, word_ms: i64) -> i64 {
        let before = self.words.get(..nth).unwrap_or(&self.words);
        let beats = before.iter().map(|word| if ends_sentence(word) { 2 } else { 1 });
        beats.sum::<i64>().saturating_mul(word_ms)
    }

    /// The number of words that are shown so many milliseconds after the start.
    pub fn shown(&self, elapsed_ms: i64, word_ms: i64) -> usize {
        let (mut at, mut shown) = (0_i64, 0);
        for word in &self.words {
            if at > elapsed_ms {
                break;
            }
            shown += 1;
            at = at.saturating_add(word_ms.saturating_mul(if ends_sentence(word) { 2 } else { 1 }));
        }
        shown
    }
}

fn ends_sentence(word: &str) -> bool {
    let word = word.trim_end_matches(['"', '”', '’', '\'', ')', ']']);
    // An initial or an abbreviation such as “B.” or “Dr.” ends no sentence.
    word.ends_with(['?', '!']) || word.ends_with('.') && word.chars().count() > 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_mark_is_no_word() {
        for (text, words, power) in [
            ("One two (*) three.", &["One", "two", "three."][..], Some(2)),
            ("One two(*)three", &["One", "two", "three"], Some(2)),
            ("(*) One", &["One"], Some(0)),
            ("One (*)", &["One"], Some(1)),
            ("One (*) two (*) three", &["One", "two", "three"], Some(1)),
            ("One\n two", &["One", "two"], None),
            ("", &[], None),
        ] {
            let script = Script::new(text);
            assert_eq!(script.words(), words, "{text}");
            assert_eq!(script.power(), power, "{text}");
        }
    }

    #[test]
    fn words_are_shown_at_an_even_pace_with_a_pause_after_a_sentence() {
        let script = Script::new("It was written. By B. Franklin (*) in Paris.");
        let at: Vec<i64> = (0..script.len()).map(|nth| script.shown_after(nth, 100)).collect();
        assert_eq!(at, [0, 100, 200, 400, 500, 600, 700, 800]);
        for (nth, at) in at.iter().enumerate() {
            assert_eq!(script.shown(*at, 100), nth + 1);
            assert_eq!(script.shown(at - 1, 100), nth, "just before word {nth}");
        }
        assert_eq!(script.shown(1_000_000, 100), script.len());
        assert_eq!(script.shown(-1, 100), 0);
    }

    #[test]
    fn sentences_end_where_a_reader_pauses_and_at_the_end() {
        for (text, ends) in [
            ("It was written. By B. Franklin (*) in Paris.", &[3, 8][..]),
            ("Who? Nobody knows", &[1, 3]),
            ("One", &[1]),
            ("", &[]),
        ] {
            assert_eq!(Script::new(text).sentence_ends(), ends, "{text}");
        }
    }

    #[test]
    fn what_was_heard_is_a_prefix() {
        let script = Script::new("One (*) two");
        assert_eq!(script.heard(0), "");
        assert_eq!(script.heard(1), "One");
        assert_eq!(script.heard(9), "One two");
        assert_eq!(script.text(), "One two");
        assert!((script.share(1) - 0.5).abs() < 1e-12);
        assert!((script.share(5) - 1.0).abs() < 1e-12);
        assert!(Script::new("").share(3).abs() < 1e-12);
    }
}
