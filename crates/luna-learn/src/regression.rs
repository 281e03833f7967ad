//! Regression and choice: designs, models fitted to them, and how well these predict.

pub mod boost;
pub(crate) mod columns;
pub mod conditional_logit;
pub mod design;
pub mod folds;
pub mod kernel_ridge;
pub mod linear;
pub mod metrics;
