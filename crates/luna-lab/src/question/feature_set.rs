//! The features that a ranker reads.

/// The features that a ranker reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureSet {
    /// Those of a file.
    Given,
    /// Those of the question's text.
    Text,
    /// Both.
    Both,
}

impl FeatureSet {
    pub const ALL: [FeatureSet; 3] = [FeatureSet::Given, FeatureSet::Text, FeatureSet::Both];

    pub fn name(self) -> &'static str {
        match self {
            FeatureSet::Given => "given",
            FeatureSet::Text => "text",
            FeatureSet::Both => "both",
        }
    }
}
