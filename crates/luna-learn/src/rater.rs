//! Raters of questions: how far they agree, and who does not look.

pub mod careless_raters;
pub mod kappa;
pub mod krippendorff;
