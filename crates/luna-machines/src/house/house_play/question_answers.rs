//! Answers of the house machines to one question outside a game.

use luna_core::answer::Answer;
use luna_core::rng::Chance;
use luna_learn::float;

use super::HouseMachines;
use crate::house::house_machine::HouseMachine;
use crate::house::recall::CorpusLine;
use crate::house::wording::Pool;
use crate::house::{eliza, gibberish};
use crate::task::QuestionTask;

/// Draws to find Eliza's answers, some of which are too long or come twice.
const DRAWS: usize = 60;

impl HouseMachines {
    /// Up to five answers, best first. `allowed` says which remembered lines may be used.
    pub fn answers_to(
        &self,
        house: HouseMachine,
        task: &QuestionTask,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&CorpusLine) -> bool,
    ) -> Vec<Answer> {
        match house {
            HouseMachine::Gibberish => gibberish_answers(task, chance),
            HouseMachine::Eliza => eliza_answers(task, chance),
            HouseMachine::Recall => self.recalled_answers(task, chance, allowed),
        }
    }

    /// Replies to similar prompts, with their likeness as confidence. A choice counts as much as it is
    /// like one of those replies.
    fn recalled_answers(
        &self,
        task: &QuestionTask,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&CorpusLine) -> bool,
    ) -> Vec<Answer> {
        let mut answers: Vec<Answer> = if task.choices.is_empty() {
            let found = self.recall.ranked(&task.question, task.max_chars, allowed);
            found.into_iter().map(|(confidence, text)| Answer { text, confidence }).collect()
        } else {
            let found = self.recall.rank_choices(&task.question, &task.choices, allowed);
            let choices = task.choices.iter().cloned().zip(found);
            choices.map(|(text, confidence)| Answer { text, confidence }).collect()
        };
        answers.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        answers.truncate(task.max_answers);
        if answers.is_empty() {
            let text = crate::house::recall::vague(task.max_chars, &[], chance);
            answers.push(Answer { text, confidence: 0.0 });
        }
        answers
    }
}

/// Anything, each with a confidence drawn by chance.
fn gibberish_answers(task: &QuestionTask, chance: &mut Chance) -> Vec<Answer> {
    let mut texts: Vec<String> = Vec::new();
    let mut left = task.choices.clone();
    if left.is_empty() {
        let longest = task.max_chars.min(gibberish::LONGEST);
        for _ in 0..task.max_answers {
            let text = gibberish::answer(chance, longest).trim_end().to_owned();
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    while !left.is_empty() && texts.len() < task.max_answers {
        texts.push(left.swap_remove(chance.below(left.len())));
    }
    let mut confidences: Vec<f64> = texts.iter().map(|_| chance.unit()).collect();
    confidences.sort_by(|a, b| b.total_cmp(a));
    let answers = texts.into_iter().zip(confidences);
    answers.map(|(text, confidence)| Answer { text, confidence }).collect()
}

/// The question turned around, with no confidence: it understands nothing. To it all choices are
/// the same.
fn eliza_answers(task: &QuestionTask, chance: &mut Chance) -> Vec<Answer> {
    if !task.choices.is_empty() {
        let confidence = 1.0 / float(task.choices.len());
        let choices = task.choices.iter().take(task.max_answers).cloned();
        return choices.map(|text| Answer { text, confidence }).collect();
    }
    let mut given: Vec<String> = Vec::new();
    for _ in 0..DRAWS {
        if given.len() == task.max_answers {
            break;
        }
        let text = eliza::answer(&task.question, Pool::Practice, chance).text;
        if !given.contains(&text) && luna_core::text::check(&text, task.max_chars).is_ok() {
            given.push(text);
        }
    }
    if given.is_empty() {
        given.push("?".to_owned());
    }
    given.into_iter().map(|text| Answer { text, confidence: 0.0 }).collect()
}
