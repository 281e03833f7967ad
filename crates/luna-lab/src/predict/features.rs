//! The twelve features of the paper, each a matrix with a row for each person.

use luna_learn::design::{Design, Refusal};

use super::bag_of_words;
use super::feature::Feature;
use super::key_features::compared;
use super::language::Language;
use super::neighbours::{Neighbours, Ties};
use super::texts::Texts;

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
        fixed.push(bag_of_words::words(&texts)?);
        fixed.push(bag_of_words::pairs(&texts)?);
        fixed.push(bag_of_words::synonyms(&texts, language.net.as_deref())?);
        let near = Feature::NEAR
            .map(|feature| texts.iter().map(|texts| Neighbours::of(feature, texts)).collect());
        Ok(Features { texts, ideal, fixed, near: near.into() })
    }

    /// Returns the features of [`Feature::NEAR`], which depend on the training set.
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
