//! Dense linear algebra: factorisations that the models share.

mod centring;
mod cholesky;
mod dot;
mod pivoted_cholesky;
mod qr;
mod tridiagonal;

pub(crate) use centring::centre;
pub(crate) use cholesky::Triangle;
pub(crate) use dot::{add, dot};
pub(crate) use pivoted_cholesky::Independent;
pub(crate) use qr::Orthogonal;
pub(crate) use tridiagonal::Tridiagonal;
