//! Intervals, and the quantiles that they are read from.

pub mod bootstrap;
pub mod conformal;
pub mod proportion;
pub mod quantile;
pub mod stratified;
