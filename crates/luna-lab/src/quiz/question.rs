//! Questions to evaluate on, and tossups to learn from.

use luna_machines::search_guesser::{Tossup, folded, normalise};

/// A question with its right answer, the title of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    pub id: String,
    pub text: String,
    pub page: String,
    /// Empty if unknown.
    pub category: String,
    /// Who wrote it; empty if unknown.
    pub writer: String,
}

/// A tossup to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson(pub Tossup);

impl Question {
    /// The bytes of the text after each word.
    pub fn word_ends(&self) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut inside = false;
        for (at, letter) in self.text.char_indices() {
            if inside && letter.is_whitespace() {
                ends.push(at);
            }
            inside = !letter.is_whitespace();
        }
        if inside {
            ends.push(self.text.len());
        }
        ends
    }

    /// The number of words up to the end of each sentence.
    pub fn sentence_ends(&self) -> Vec<usize> {
        let ends = self.word_ends();
        let words = |end: usize| ends.partition_point(|&at| at <= end);
        luna_text::sentences(&self.text).into_iter().map(|range| words(range.end)).collect()
    }
}

/// Tells if a guess names the page: by its title in any spelling or, as guessers name answers
/// without a page, by the title's words before a bracket.
pub fn is_same(guess: &str, page: &str) -> bool {
    let guess = guess.replace('_', " ");
    folded(&guess) == folded(page) || guess == normalise(&page.replace('_', " "))
}
