//! The baseline: random assertions of the knowledge base.

use luna_core::rng::Chance;
use luna_text::knowledge::{Assertion, KnowledgeBase};

use super::answer::{Answer, Answerer, Answers, MOST_ANSWERS, Question};

/// Answers every question with random assertions, always the same ones for the same question.
pub struct RandomAnswerer<'a> {
    pub base: &'a KnowledgeBase,
    pub seed: u64,
}

/// Draws for an answer that is not negative, at most.
const MOST_DRAWS: usize = 100;

impl Answerer for RandomAnswerer<'_> {
    fn answer(&self, question: &Question) -> Answers {
        let (seed, text) = (self.seed.to_string(), format!("{question:?}"));
        let mut chance = Chance::from_words(&["answer", &seed, &text]);
        let all: Vec<Assertion> = self.base.assertions().collect();
        let mut answers = Answers::default();
        for _ in 0..MOST_DRAWS * MOST_ANSWERS {
            let Some(&assertion) = chance.pick(&all) else { break };
            if !assertion.is_negative() {
                answers.add(Answer {
                    text: self.base.sentence(&assertion),
                    concept: Some(assertion.right),
                    score: assertion.weight(),
                    assertions: vec![assertion],
                });
            }
        }
        answers
    }
}
