//! Linear models: a weight for each column and an intercept.

mod downdate;
mod gram;
mod lasso;
mod model;
mod ols;
mod ridge;

pub use lasso::{Penalty, elastic_net, lasso};
pub use model::Linear;
pub use ols::{LeastSquares, ols};
pub use ridge::{Ridge, ridge};

#[cfg(test)]
mod tests;
