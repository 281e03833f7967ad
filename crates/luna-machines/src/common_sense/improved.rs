//! Luna's own answerer: what is stated comes first, the space helps to choose, and the kind of the
//! question decides which assertions may answer it. `docs/battery.md` describes it.

mod clues;
mod comparison;
mod judgment;
mod question;
mod shared;
mod stems;
mod verdict;
mod word;

#[cfg(test)]
mod tests;

use super::answer::{Answerer, Answers, Question};
use super::space::KnowledgeSpace;

/// Answers from the assertions and the space together.
pub struct ImprovedAnswerer<'a> {
    pub space: &'a KnowledgeSpace<'a>,
}

impl Answerer for ImprovedAnswerer<'_> {
    fn answer(&self, question: &Question) -> Answers {
        match question {
            Question::Vocabulary(word) => word::answer(self.space, word),
            Question::Information(text) | Question::Comprehension(text) => {
                question::answer(self.space, text)
            }
            Question::Similarities(words) => shared::answer(self.space, words),
            Question::WordReasoning(clues) => clues::answer(self.space, clues),
        }
    }
}
