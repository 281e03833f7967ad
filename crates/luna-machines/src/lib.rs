//! What plays without being a person: the house machines, and the ways in by
//! which machines elsewhere are reached.

pub mod address;
pub mod child;
mod eliza;
pub mod fetch;
mod gibberish;
mod guess;
mod hex;
pub mod http;
mod learned;
pub mod openai;
pub mod predict;
pub mod pull;
pub mod push;
mod recall;
pub mod sealed;
pub mod task;

use luna_core::chance::Chance;
use luna_core::game::{Duty, Guess, Move, View};

use crate::task::Task;

pub use crate::learned::Learned;
pub use crate::recall::{Corpus, Line, Recall, RecallError, read_corpus};

/// A machine that comes with Luna. House machines stay in every pool for ever,
/// so that a drifting crowd can be told from better players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    Gibberish,
    Eliza,
    Recall,
}

/// The machines that come with Luna, what they remember, and what they have learned.
pub struct Houses {
    pub recall: Recall,
    pub learned: Learned,
}

/// What the paper's machines asked, always the same, so that what people made
/// of the answers could be compared.
pub const QUESTIONS: [&str; 5] = [
    "What color is the sky?",
    "What is the direct object in this sentence: “The boy threw the ball to the dog”?",
    "Why is 6 afraid of 7?",
    "Why does poverty exist?",
    "What is the capital of New York?",
];

impl House {
    pub const ALL: [House; 3] = [House::Gibberish, House::Eliza, House::Recall];

    /// The id of its player, the same on every instance.
    pub fn id(self) -> &'static str {
        match self {
            House::Gibberish => "house-gibberish",
            House::Eliza => "house-eliza",
            House::Recall => "house-recall",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            House::Gibberish => "gibberish",
            House::Eliza => "eliza",
            House::Recall => "recall",
        }
    }

    /// What people are told about it.
    pub fn about(self) -> &'static str {
        match self {
            House::Gibberish => {
                "Answers anything with capitals, digits and spaces drawn by chance, and guesses by \
                 chance too. A Smarts Rating that means anything has it near the bottom."
            }
            House::Eliza => {
                "Turns questions around and gives them back, from a script of patterns. It \
                 understands nothing."
            }
            House::Recall => {
                "Answers with what somebody once wrote to the most similar question. The words are \
                 a person's; it does not know what they mean."
            }
        }
    }

    pub fn from_id(id: &str) -> Option<House> {
        House::ALL.into_iter().find(|house| house.id() == id)
    }

    /// Whether it guesses by what has been learned. One that draws everything by
    /// chance would not be what it says it is any more.
    pub fn learns(self) -> bool {
        match self {
            House::Gibberish => false,
            House::Eliza | House::Recall => true,
        }
    }

    /// As many questions as the rules ask for.
    pub fn questions(self, many: usize) -> Vec<String> {
        match self {
            House::Gibberish | House::Eliza | House::Recall => {
                QUESTIONS.iter().cycle().take(many).map(|&question| question.to_owned()).collect()
            }
        }
    }
}

impl Houses {
    /// With nothing remembered yet.
    pub fn new() -> Result<Houses, RecallError> {
        Ok(Houses { recall: Recall::empty()?, learned: Learned::default() })
    }

    /// A move of a house machine, from what its seat may see. `allowed` says
    /// which remembered lines may be used: never one of the opponent's, never
    /// one of an erased player's.
    pub fn turn(
        &self,
        house: House,
        view: &View,
        duty: Duty,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Move {
        let many = view.rules.questions;
        match duty {
            Duty::Ask => Move::Ask(house.questions(many)),
            Duty::Answer => Move::Answer(self.answers(house, view, chance, allowed)),
            Duty::Guess => {
                let responses = view.their_answers.as_deref().unwrap_or_default();
                let questions = view.my_questions.as_deref().unwrap_or_default();
                let points = match house {
                    House::Gibberish => gibberish::guess(chance),
                    House::Eliza | House::Recall => (self.learned)
                        .guess(questions, responses)
                        .unwrap_or_else(|| guess::guess(questions, responses, chance)),
                };
                Move::Guess(Guess { points, sliders: vec![None; many] })
            }
        }
    }

    /// The same from a task, which anybody may have sent.
    pub fn play(&self, house: House, task: &Task, chance: &mut Chance) -> Move {
        self.turn(house, &task.view(), task.duty(), chance, &mut |_| true)
    }

    /// One for each question, in order, none of them twice if there is another.
    fn answers(
        &self,
        house: House,
        view: &View,
        chance: &mut Chance,
        allowed: &mut dyn FnMut(&Line) -> bool,
    ) -> Vec<String> {
        let most = view.rules.max_chars;
        let mut given: Vec<String> = Vec::new();
        for question in view.their_questions.iter().flatten().take(view.rules.questions) {
            let answer = match house {
                House::Gibberish => gibberish::answer(chance, most.min(gibberish::LONGEST)),
                House::Eliza => eliza::answer(question, most, &given, chance),
                House::Recall => self
                    .recall
                    .answer(question, most, chance, &mut |line| {
                        !given.contains(&line.reply) && allowed(line)
                    })
                    .or_else(|| self.recall.answer(question, most, chance, allowed))
                    .unwrap_or_else(|| eliza::answer(question, most, &given, chance)),
            };
            given.push(answer);
        }
        given
    }
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
