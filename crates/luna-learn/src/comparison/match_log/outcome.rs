//! Outcome of a comparison.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Left,
    Right,
    Tie,
}

impl Outcome {
    /// Score of the left player: 1, 0 or a half.
    pub fn score(self) -> f64 {
        match self {
            Outcome::Left => 1.0,
            Outcome::Right => 0.0,
            Outcome::Tie => 0.5,
        }
    }

    /// The outcome seen from the other side.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            Outcome::Tie => Outcome::Tie,
        }
    }
}
