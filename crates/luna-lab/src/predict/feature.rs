//! The names of the twelve features of the paper.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// 1 if the response contains any word of the key.
    Bwo,
    /// Words in both by words in either.
    Fwo,
    /// 1 less the edit distance of characters by the longer's length.
    Ced,
    /// The same of words.
    Wed,
    /// The cosine of the mean word vectors.
    Wcs,
    /// The similarity of Li and others (2006), by WordNet and word frequencies.
    Snl,
    /// Each word that is there.
    Bow,
    /// Each two words in a row that are there.
    Big,
    /// Each word of which a synonym is there.
    Syn,
    /// The rating of whose response has most words in common.
    Nno,
    /// The rating of whose response takes the fewest changes of characters.
    Nnc,
    /// The rating of whose response takes the fewest changes of words.
    Nnw,
}

impl Feature {
    pub const ALL: [Feature; 12] = [
        Feature::Bwo,
        Feature::Fwo,
        Feature::Ced,
        Feature::Wed,
        Feature::Wcs,
        Feature::Snl,
        Feature::Bow,
        Feature::Big,
        Feature::Syn,
        Feature::Nno,
        Feature::Nnc,
        Feature::Nnw,
    ];
    /// Those that look at the key.
    pub const IDEAL: [Feature; 6] =
        [Feature::Bwo, Feature::Fwo, Feature::Ced, Feature::Wed, Feature::Wcs, Feature::Snl];
    /// Those that look at the ratings of others.
    pub(super) const NEAR: [Feature; 3] = [Feature::Nno, Feature::Nnc, Feature::Nnw];

    pub fn name(self) -> &'static str {
        match self {
            Feature::Bwo => "BWO",
            Feature::Fwo => "FWO",
            Feature::Ced => "CED",
            Feature::Wed => "WED",
            Feature::Wcs => "WCS",
            Feature::Snl => "SNL",
            Feature::Bow => "BOW",
            Feature::Big => "BIG",
            Feature::Syn => "SYN",
            Feature::Nno => "NNO",
            Feature::Nnc => "NNC",
            Feature::Nnw => "NNW",
        }
    }
}
