//! Campaigns of ratings of machine-made questions, and rankers: how many of the questions that they put
//! first are acceptable.

mod articles;
mod campaign_claims;
mod campaign_report;
mod campaigns;
mod candidate;
mod claims;
mod curve;
mod doubts;
mod experiment;
mod feature_set;
mod held_out;
mod material;
mod paper_shares;
mod ratings;
mod read;
mod report;
mod resampling;
mod settings;
mod top;
mod worth;

pub use articles::{ArticleResults, Contender, Gain, Standing};
pub use campaign_report::{campaign_sections, paper_doubts};
pub use campaigns::{Campaigns, CaughtRaters, RatedFile, SimulatedCampaign};
pub use candidate::Candidate;
pub use curve::{Curve, CurvePoint, LearningCurve};
pub use doubts::{Doubts, at_least_so_many};
pub use experiment::{Outcome, Size, run};
pub use feature_set::FeatureSet;
pub use held_out::{HeldOut, held_out};
pub use material::Material;
pub use ratings::{Ratings, ratings};
pub use read::{
    FeatureTable, RatedQuestion, UnratedQuestion, features, rated, unrated, with_informativeness,
    with_ratings,
};
pub use report::{figure, sections};
pub use resampling::Interval;
pub use settings::Settings;
pub use top::{RankOrder, TOP};
pub use worth::Worth;

#[cfg(test)]
mod tests;
