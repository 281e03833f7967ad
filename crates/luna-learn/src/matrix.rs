//! Dense linear algebra: the factorisations that the models share.

mod centring;
mod cholesky;
mod dot;
mod pivoted_cholesky;
mod qr;
pub mod sparse_svd;
mod tridiagonal;
mod tridiagonal_eigen;

pub(crate) use centring::centre;
pub(crate) use cholesky::Cholesky;
pub(crate) use dot::{add, combine, dot};
pub(crate) use pivoted_cholesky::PivotedCholesky;
pub(crate) use qr::CompleteOrthogonal;
pub(crate) use tridiagonal::Tridiagonal;
pub(crate) use tridiagonal_eigen::eigen;
