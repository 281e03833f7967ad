//! Answers with everything behind them, in words.

use luna_text::knowledge::{Assertion, Concept, KnowledgeBase};

use super::answer::{Answerer, Question};
use super::space::KnowledgeSpace;

/// Concepts that are shown for a category.
const SHOWN: usize = 5;

/// A question as it was understood, and its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The concepts of the question.
    pub concepts: Vec<String>,
    /// The concepts nearest to all of them together.
    pub category: Vec<String>,
    /// The best first; none means "I don't know".
    pub answers: Vec<ExplainedAnswer>,
}

/// An answer and the assertions that it stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedAnswer {
    pub text: String,
    pub score: f64,
    /// Such as "`IsA(dog, pet)`, score 20"; none if the answer is inferred.
    pub assertions: Vec<String>,
}

impl Explanation {
    pub fn new(
        space: &KnowledgeSpace<'_>,
        answerer: &dyn Answerer,
        question: &Question,
    ) -> Explanation {
        let base = space.base();
        let names = |concepts: &[Concept]| -> Vec<String> {
            concepts.iter().map(|&it| base.display(it).into_owned()).collect()
        };
        let found = answerer.answer(question);
        let answers = found.answers.iter().map(|answer| ExplainedAnswer {
            text: answer.text.clone(),
            score: answer.score,
            assertions: answer.assertions.iter().map(|it| shown(base, it)).collect(),
        });
        Explanation {
            concepts: names(&found.concepts),
            category: names(&space.near_category(&found.concepts, SHOWN)),
            answers: answers.collect(),
        }
    }

    /// No word of the question was understood.
    pub fn is_strange(&self) -> bool {
        self.concepts.is_empty() && self.answers.is_empty()
    }
}

fn shown(base: &KnowledgeBase, assertion: &Assertion) -> String {
    let Assertion { left, relation, right, score, .. } = *assertion;
    let [left, right] = [left, right].map(|it| base.name(it));
    format!("{}({left}, {right}), score {score}", relation.name())
}
