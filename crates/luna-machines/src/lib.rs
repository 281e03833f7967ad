//! What plays without being a person. For now the house machines alone.

pub mod address;
pub mod child;
mod gibberish;
mod hex;
pub mod http;
pub mod openai;
pub mod push;
pub mod sealed;
pub mod task;

use luna_core::chance::Chance;
use luna_core::game::{Duty, Guess, Move, View};

/// A machine that comes with Luna. House machines stay in every pool for ever,
/// so that a drifting crowd can be told from better players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    Gibberish,
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
    pub const ALL: [House; 1] = [House::Gibberish];

    /// The id of its player, the same on every instance.
    pub fn id(self) -> &'static str {
        match self {
            House::Gibberish => "house-gibberish",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            House::Gibberish => "gibberish",
        }
    }

    pub fn from_id(id: &str) -> Option<House> {
        House::ALL.into_iter().find(|house| house.id() == id)
    }

    /// As many questions as the rules ask for.
    pub fn questions(self, many: usize) -> Vec<String> {
        match self {
            House::Gibberish => {
                QUESTIONS.iter().cycle().take(many).map(|&question| question.to_owned()).collect()
            }
        }
    }

    /// Its move, from what its seat may see.
    pub fn turn(self, view: &View, duty: Duty, chance: &mut Chance) -> Move {
        let many = view.rules.questions;
        match (self, duty) {
            (House::Gibberish, Duty::Ask) => Move::Ask(self.questions(many)),
            (House::Gibberish, Duty::Answer) => {
                let longest = view.rules.max_chars.min(gibberish::LONGEST);
                Move::Answer((0..many).map(|_| gibberish::answer(chance, longest)).collect())
            }
            (House::Gibberish, Duty::Guess) => {
                let points = gibberish::guess(chance);
                Move::Guess(Guess { points, sliders: vec![None; many] })
            }
        }
    }
}
