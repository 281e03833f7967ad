//! Rankers of machine-made questions: how many of the questions that they put first are acceptable.

mod articles;
mod candidate;
mod claims;
mod curve;
mod doubts;
mod experiment;
mod feature_set;
mod material;
mod read;
mod report;
mod resampling;
mod settings;
mod top;

pub use articles::{ByArticle, Contender, Gain, Standing};
pub use candidate::Candidate;
pub use curve::{Curve, CurvePoint, LearningCurve};
pub use doubts::{Doubts, at_least_so_many};
pub use experiment::{Outcome, Size, run};
pub use feature_set::FeatureSet;
pub use material::Material;
pub use read::{FeatureTable, RatedQuestion, Unrated, features, rated, unrated};
pub use report::{figure, sections};
pub use resampling::Interval;
pub use settings::Settings;
pub use top::{Ordered, TOP};

#[cfg(test)]
mod tests;
