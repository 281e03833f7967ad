//! Distributions of probability.

pub(crate) mod multinomial;
pub mod normal;
pub mod student;
