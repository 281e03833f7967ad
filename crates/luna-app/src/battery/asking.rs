//! Questions that visitors ask the answerers, about the knowledge that comes with Luna.

use luna_machines::common_sense::{
    Answerer, Explanation, ImprovedAnswerer, PaperAnswerer, Question, SimilaritiesReading,
    shipped_space,
};

use crate::instance::rate_limit::{Limit, MINUTE};

/// Questions of one network, each some milliseconds of work.
pub const COMMON_SENSE: Limit = Limit { what: "common-sense", burst: 30, window_ms: MINUTE };
/// Characters of a question, at most.
pub const LONGEST_QUESTION: usize = 200;

/// The answers of both answerers.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanations {
    pub improved: Explanation,
    pub paper: Explanation,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskRefusal {
    #[error("The question has no words; please ask something.")]
    Empty,
    #[error("The question is too long; please use at most {LONGEST_QUESTION} characters.")]
    TooLong,
    #[error("I don't know: I have heard none of these words.")]
    Strange,
    #[error("The knowledge that comes with Luna cannot be read.")]
    NoKnowledge,
}

/// Puts a question to both answerers. The first one takes a moment, in which the space is computed.
pub fn ask(text: &str) -> Result<Explanations, AskRefusal> {
    if text.chars().count() > LONGEST_QUESTION {
        return Err(AskRefusal::TooLong);
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(AskRefusal::Empty);
    }
    let space = shipped_space().ok_or(AskRefusal::NoKnowledge)?;
    let question = Question::read(text);
    let by = |answerer: &dyn Answerer| Explanation::new(space, answerer, &question);
    let similarities = SimilaritiesReading::EitherSide;
    let asked = Explanations {
        improved: by(&ImprovedAnswerer { space }),
        paper: by(&PaperAnswerer { space, similarities }),
    };
    if asked.improved.is_strange() && asked.paper.is_strange() {
        return Err(AskRefusal::Strange);
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_answer_from_the_knowledge_that_comes_with_luna() {
        let asked = ask("Where can you find a penguin?").unwrap();
        for found in [&asked.improved, &asked.paper] {
            assert!(found.concepts.contains(&"penguin".to_owned()), "{found:?}");
            assert!(!found.answers.is_empty() && found.answers.len() <= 5, "{found:?}");
            assert!(!found.category.is_empty(), "{found:?}");
        }
        assert!(!asked.improved.answers[0].assertions.is_empty());
    }

    #[test]
    fn bad_questions_have_one_sentence_each() {
        for (text, why) in [
            ("", AskRefusal::Empty),
            (" ?! ", AskRefusal::Empty),
            ("Why do zyzzyvas quonk?", AskRefusal::Strange),
            (&"why ".repeat(60), AskRefusal::TooLong),
        ] {
            assert_eq!(ask(text), Err(why), "{text}");
        }
    }
}
