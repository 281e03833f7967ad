//! The plan of a measurement: its machines, its inputs and its extent.

use luna_core::battery::Form;
use luna_machines::predict;

use super::log::Log;
use super::strand::Strand;
use super::{common_sense, conversations, fresh_items, games, predicted, questions, trivia};

/// How much is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Minutes with a model that replies in a tenth of a second.
    Quick,
    Full,
}

/// A tossup that machines are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tossup {
    pub id: String,
    pub text: String,
    pub answer_line: String,
    /// The title of the page about the answer, or its name.
    pub page: String,
    /// A challenge question: written against machines.
    pub is_challenge: bool,
}

/// What is asked, beside what is drawn.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub forms: Vec<Form>,
    pub tossups: Vec<Tossup>,
    /// Titles and texts to ask questions about.
    pub texts: Vec<(String, String)>,
    pub survey: Option<Survey>,
}

/// Questions that rated people have answered.
#[derive(Clone, Debug)]
pub struct Survey {
    pub questions: Vec<predict::Question>,
    pub people: Vec<predict::Example>,
}

/// A measurement of machines, by name.
#[derive(Clone, Debug)]
pub struct Plan {
    pub machines: Vec<String>,
    /// The name of the machine that judges, if there is one.
    pub judge: Option<String>,
    pub seed: u64,
    pub extent: Extent,
    pub inputs: Inputs,
}

impl Plan {
    /// All that machines are asked. What a judge is asked follows from their replies.
    pub fn strands(&self) -> Vec<Box<dyn Strand>> {
        let parts = [
            common_sense::strands(self),
            fresh_items::strands(self),
            trivia::strands(self),
            games::strands(self),
            predicted::strands(self),
            conversations::strands(self),
            questions::strands(self),
        ];
        parts.into_iter().flatten().collect()
    }

    /// What the judge is asked about complete strands.
    pub fn judgments(&self, log: &Log) -> Vec<Box<dyn Strand>> {
        if self.judge.is_none() {
            return Vec::new();
        }
        let parts = [
            games::judgments(self, log),
            conversations::judgments(self, log),
            questions::judgments(self, log),
        ];
        parts.into_iter().flatten().collect()
    }

    /// The machines with their places.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &str)> {
        self.machines.iter().map(String::as_str).enumerate()
    }

    pub(super) fn is_quick(&self) -> bool {
        self.extent == Extent::Quick
    }
}
