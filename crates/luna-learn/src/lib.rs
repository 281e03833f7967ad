//! Fitting and statistics: ratings from comparisons and from guesses, detection of careless judges,
//! and regression. Pure functions of data and seed.

pub mod analogy_space;
pub mod clusters;
mod comparison;
mod distribution;
mod guess;
mod interval;
pub mod item_response;
mod judge;
mod matrix;
mod mean_test;
mod number;
mod rater;
mod regression;
mod rng;

pub use comparison::{bradley_terry, elo, glicko, match_log, rank, trueskill};
pub use distribution::{normal, student};
pub use guess::{adaptive, additive, calibrated, equal_length, theme_rating};
pub use interval::{bootstrap, conformal, proportion, quantile, stratified};
pub use judge::{judge_accuracy, judge_review, reliability};
pub use matrix::sparse_svd;
pub use mean_test::{paired_test, welch};
pub use number::float;
pub use rater::{careless_raters, kappa, krippendorff};
pub use regression::{boost, conditional_logit, design, folds, kernel_ridge, linear, metrics};
