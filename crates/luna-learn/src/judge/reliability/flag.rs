//! Flags of suspicious judges.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Constant,
    Minimum,
    Random,
    Copying,
    Ring,
    Inattentive,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Constant => "always the same",
            Kind::Minimum => "always the minimum",
            Kind::Random => "unrelated to the player",
            Kind::Copying => "copied",
            Kind::Ring => "mutual favours",
            Kind::Inattentive => "does not look at the player",
        })
    }
}

/// A reason to look at a judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    pub kind: Kind,
    /// Negative decimal logarithm of the probability under honesty: 4 is at most one in ten
    /// thousand.
    pub strength: f64,
    pub reason: String,
}
