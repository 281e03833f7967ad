//! `AnalogySpace` (Speer, Havasi and Lieberman 2008): concepts as points in a space of few
//! dimensions, found by decomposing the matrix of concepts and their features.
//!
//! A feature is an assertion with one side left open: *… can bark*, *a dog is …*. Concepts with
//! similar features come close to each other, and then a concept's place predicts features that
//! nobody has stated. Concepts and relations are numbers here.

mod concept_vectors;
mod features;
mod prediction;
mod space;

#[cfg(test)]
mod tests;

pub use self::concept_vectors::ConceptVectors;
pub use self::features::{Feature, FeatureMatrix, Link, OpenSide};
pub use self::prediction::{Prediction, Reconstruction};
pub use self::space::{AnalogySpace, Weighting};
