//! Words as vectors: words that are used alike lie near each other. Read from
//! a file of somebody's, or learnt from the texts at hand.

mod eigen;
mod learn;
mod read;
mod table;

#[cfg(test)]
mod tests;

pub use self::read::Error;
pub use self::table::Vectors;
