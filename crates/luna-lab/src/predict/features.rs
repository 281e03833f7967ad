//! The twelve features of the paper, each a matrix with a row for each person.

use luna_learn::design::{Design, Refusal};

use super::bags;
use super::ideal::compared;
use super::language::Language;
use super::neighbours::{Neighbours, Ties};
use super::texts::Texts;

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

/// Features of one data set, computed once for all splits.
pub(super) struct Features {
    texts: Vec<Texts>,
    /// A number for each distinct response, question by question.
    pub(super) ideal: Vec<[Vec<f64>; 6]>,
    /// Those of [`Feature::IDEAL`], then BOW, BIG and SYN.
    pub(super) fixed: Vec<Design>,
    near: Vec<Vec<Neighbours>>,
}

impl Features {
    pub(super) fn of(texts: Vec<Texts>, language: &Language) -> Result<Features, Refusal> {
        let ideal = compared(&texts, language);
        let mut fixed = Vec::new();
        for nth in 0..Feature::IDEAL.len() {
            let spread = texts.iter().zip(&ideal).map(|(texts, of)| texts.spread(&of[nth]));
            fixed.push(columns(&spread.collect::<Vec<_>>())?);
        }
        fixed.push(bags::words(&texts)?);
        fixed.push(bags::pairs(&texts)?);
        fixed.push(bags::synonyms(&texts, language.net.as_deref())?);
        let near = Feature::NEAR
            .map(|feature| texts.iter().map(|texts| Neighbours::of(feature, texts)).collect());
        Ok(Features { texts, ideal, fixed, near: near.into() })
    }

    /// Those of [`Feature::NEAR`], which depend on who is learned from.
    pub(super) fn near(
        &self,
        train: &[usize],
        ratings: &[f64],
        ties: Ties,
    ) -> Result<Vec<Design>, Refusal> {
        let one = |near: &Vec<Neighbours>| {
            let each = near.iter().zip(&self.texts);
            let each = each.map(|(near, texts)| near.ratings(texts, train, ratings, ties));
            columns(&each.collect::<Vec<_>>())
        };
        self.near.iter().map(one).collect()
    }

    pub(super) fn texts(&self) -> &[Texts] {
        &self.texts
    }
}

/// A matrix from its columns.
fn columns(all: &[Vec<f64>]) -> Result<Design, Refusal> {
    let people = all.first().map_or(0, Vec::len);
    let row = |person: usize| all.iter().enumerate().map(move |(at, of)| (at, of[person]));
    Design::sparse(all.len(), (0..people).map(row))
}
