//! Fitting and statistics: ratings from comparisons, ratings from guesses, who guesses in
//! earnest, and numbers foretold from numbers. Pure functions of data and seed.

pub mod agreement;
mod beta;
pub mod boost;
pub mod bootstrap;
pub mod bradley_terry;
pub mod calibrated;
mod columns;
pub mod compare;
pub mod conformal;
pub mod design;
mod draws;
pub mod elo;
pub mod folds;
mod gamma;
pub mod glicko;
mod hash;
pub mod kernel_ridge;
pub mod linear;
pub mod mark;
pub mod match_log;
mod matrix;
pub mod normal;
pub mod paired;
pub mod quantile;
pub mod reliability;
pub mod stack;
pub mod student;
pub mod trueskill;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(n: usize) -> f64 {
    n as f64
}

/// Four players, each pair compared, with ties, for the tests.
#[cfg(test)]
const SMALL: &str = "left,right,winner\nZoë,Ann,left\nAnn,Bob,left\nBob,Zoë,tie\nCy D,Zoë,left\n\
    Ann,Cy D,tie\nBob,Ann,left\nZoë,Cy D,left\nCy D,Bob,right\nBob,Cy D,left\nAnn,Zoë,right\n\
    Zoë,Bob,left\nAnn,Cy D,left\nBob,Zoë,left\nCy D,Ann,right\nZoë,Ann,tie\nBob,Ann,tie\n";
