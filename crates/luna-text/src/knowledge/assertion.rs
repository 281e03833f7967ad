//! Concepts and assertions by number.

use super::relation::Relation;

/// A concept's number in one knowledge base, in the order of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Concept(pub u32);

/// The two sides of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Left,
    Right,
}

/// Two concepts in a relation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assertion {
    pub left: Concept,
    pub relation: Relation,
    pub right: Concept,
    /// From -10 (never) over -5 (not) and 5 (in general) to 10 (always).
    pub frequency: i8,
    /// Votes for the assertion less votes against it.
    pub score: u16,
}

impl Assertion {
    /// The assertion states that something is false.
    pub fn is_negative(&self) -> bool {
        self.frequency < 0
    }

    /// A tenth of the frequency times log₂(score + 1): the weight that `AnalogySpace` uses.
    pub fn weight(&self) -> f64 {
        f64::from(self.frequency) / 10.0 * (f64::from(self.score) + 1.0).log2()
    }

    pub fn concept(&self, side: Side) -> Concept {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}
