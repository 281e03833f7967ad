//! Common sense: experiments with knowledge bases and what they predict.

pub mod judgments;
pub mod sitting;
