//! Tests whether two means differ.

pub mod paired_test;
pub mod welch;
