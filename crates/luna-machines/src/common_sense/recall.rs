//! Recall as an answerer: the replies to the remembered prompts that are most like the question.

use luna_core::answer::Limits;

use super::answer::{Answer, Answerer, Answers, MOST_ANSWERS, Question};
use crate::house::recall::Recall;

/// Answers by the surface of words alone, without a knowledge base.
pub struct RecallAnswerer<'a> {
    pub recall: &'a Recall,
}

impl Answerer for RecallAnswerer<'_> {
    fn answer(&self, question: &Question) -> Answers {
        let most = Limits::USUAL.answer;
        let ranked = self.recall.ranked(&question.text(), most, &mut |_| true);
        let answer = |(score, text)| Answer { text, concept: None, score, assertions: Vec::new() };
        Answers {
            concepts: Vec::new(),
            answers: ranked.into_iter().take(MOST_ANSWERS).map(answer).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::recall::{CorpusLine, LineSource};

    #[test]
    fn replies_to_similar_prompts_are_answers() {
        let recall = Recall::default();
        let line = |prompt: &str, reply: &str| CorpusLine {
            source: LineSource::Luna,
            prompt: prompt.to_owned(),
            reply: reply.to_owned(),
        };
        recall.add(vec![line("What is a dog?", "A pet."), line("Why sleep?", "I am tired.")]);
        let answers =
            RecallAnswerer { recall: &recall }.answer(&Question::Vocabulary("a dog".to_owned()));
        assert_eq!(answers.answers.first().map(|it| it.text.as_str()), Some("A pet."));
        let none = Question::Information("Qqq zzz?".to_owned());
        assert_eq!(RecallAnswerer { recall: &recall }.answer(&none), Answers::default());
    }
}
