//! Models that add up: so much for each column, and so much to start with.

mod downdate;
mod gram;
mod lasso;
mod model;
mod ols;
mod regularization_path;
mod ridge;

pub use lasso::{Penalty, elastic_net, lasso};
pub use model::Linear;
pub use ols::{LeastSquares, ols};
pub use regularization_path::{Path, cross_validated, path, strengths};
pub use ridge::{Ridge, ridge};

#[cfg(test)]
mod tests;
