//! A page of an encyclopedia that a guesser learns from.

use luna_text::sentences;

/// A page about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub id: String,
    /// The title of the page, which is the name of the answer.
    pub title: String,
    pub text: String,
}

/// A part of a page ends with the sentence that has this word, so that parts are about as long as
/// tossups.
pub(super) const PART_WORDS: usize = 100;

impl Page {
    /// The parts in which a page is indexed.
    pub(super) fn parts(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut words = PART_WORDS;
        for range in sentences(&self.text) {
            let sentence = self.text.get(range).unwrap_or_default();
            if let Some(part) = parts.last_mut().filter(|_| words < PART_WORDS) {
                part.push(' ');
                part.push_str(sentence);
            } else {
                words = 0;
                parts.push(sentence.to_owned());
            }
            words += sentence.split_whitespace().count();
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_parts_of_whole_sentences() {
        let sentence = "Rome has seven hills and one river. ";
        let page = Page { id: "7".to_owned(), title: "Rome".to_owned(), text: sentence.repeat(33) };
        let parts = page.parts();
        let words = |part: &String| part.split_whitespace().count();
        assert_eq!(parts.iter().map(words).collect::<Vec<_>>(), [105, 105, 21]);
        assert!(Page { text: String::new(), ..page }.parts().is_empty());
    }
}
