//! Who won a comparison.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Left,
    Right,
    Tie,
}

impl Outcome {
    /// What it is worth to the left: 1, 0, or a half.
    pub fn score(self) -> f64 {
        match self {
            Outcome::Left => 1.0,
            Outcome::Right => 0.0,
            Outcome::Tie => 0.5,
        }
    }

    /// The same, seen from the other side.
    pub fn turned(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            Outcome::Tie => Outcome::Tie,
        }
    }
}
