//! Fitting and statistics: ratings from comparisons and from guesses, detection of careless judges,
//! and regression. Pure functions of data and seed.

pub mod adaptive;
pub mod additive;
pub mod analogy_space;
pub mod boost;
pub mod bootstrap;
pub mod bradley_terry;
pub mod calibrated;
pub mod careless_raters;
pub mod clusters;
mod columns;
pub mod conditional_logit;
pub mod conformal;
pub mod design;
pub mod elo;
pub mod equal_length;
pub mod folds;
pub mod glicko;
pub mod item_response;
pub mod judge_accuracy;
pub mod judge_review;
pub mod kappa;
pub mod kernel_ridge;
pub mod krippendorff;
pub mod linear;
pub mod match_log;
mod matrix;
pub mod metrics;
mod multinomial;
pub mod normal;
pub mod paired_test;
pub mod proportion;
pub mod quantile;
pub mod rank;
pub mod reliability;
mod rng;
pub mod sparse_svd;
pub mod stratified;
pub mod student;
pub mod theme_rating;
pub mod trueskill;
pub mod welch;

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn float(n: usize) -> f64 {
    n as f64
}

/// A test log of four players, each pair compared, with ties.
#[cfg(test)]
const SMALL: &str = "left,right,winner\nZoë,Ann,left\nAnn,Bob,left\nBob,Zoë,tie\nCy D,Zoë,left\n\
    Ann,Cy D,tie\nBob,Ann,left\nZoë,Cy D,left\nCy D,Bob,right\nBob,Cy D,left\nAnn,Zoë,right\n\
    Zoë,Bob,left\nAnn,Cy D,left\nBob,Zoë,left\nCy D,Ann,right\nZoë,Ann,tie\nBob,Ann,tie\n";
