//! Skills: the tasks that a machine declares it takes.

use std::fmt;

/// A kind of task that machines can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skill {
    /// Writing questions for a partner.
    Ask,
    /// Answering questions, in a game or outside one.
    Answer,
    /// Guessing the rating of a partner.
    Guess,
    /// Taking part in a conversation.
    Converse,
}

impl Skill {
    pub const ALL: [Skill; 4] = [Skill::Ask, Skill::Answer, Skill::Guess, Skill::Converse];
    /// The skills that the Luna Game needs.
    pub const GAME: [Skill; 3] = [Skill::Ask, Skill::Answer, Skill::Guess];

    /// Its name in the database, on the wire and in forms.
    pub fn name(self) -> &'static str {
        match self {
            Skill::Ask => "ask",
            Skill::Answer => "answer",
            Skill::Guess => "guess",
            Skill::Converse => "converse",
        }
    }

    pub fn from_name(name: &str) -> Option<Skill> {
        Skill::ALL.into_iter().find(|skill| skill.name() == name)
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
