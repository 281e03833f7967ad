//! The steps of a player in a game.

/// A step of a player in a game.
#[derive(Clone, Copy)]
pub enum Step {
    Open,
    Ask,
    Answer,
    Guess,
}

impl Step {
    /// All steps, in the order of a game.
    pub const ALL: [Step; 4] = [Step::Open, Step::Ask, Step::Answer, Step::Guess];
}
