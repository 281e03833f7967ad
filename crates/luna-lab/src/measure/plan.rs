//! The plan of a measurement: its machines, its inputs and its extent.

use luna_core::battery::Form;
use luna_machines::predict;

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
    /// The machines with their places.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &str)> {
        self.machines.iter().map(String::as_str).enumerate()
    }

    pub(super) fn is_quick(&self) -> bool {
        self.extent == Extent::Quick
    }
}
