//! Rated questions with all features that rankers read.

use luna_core::question_rating::is_acceptable;
use luna_learn::design::{Design, Refusal};
use luna_learn::quantile::median;
use luna_machines::question_ranker::{Feature, derivation_features, text_features};

use super::feature_set::FeatureSet;
use super::read::{FeatureTable, RatedQuestion};

pub struct Material {
    /// The label of each question, which is the mean of its ratings unless it is its informativeness.
    pub ratings: Vec<f64>,
    pub is_good: Vec<bool>,
    /// The number of the article of each question.
    pub articles: Vec<usize>,
    /// The number of different articles.
    pub article_count: usize,
    text: Features,
    given: Option<QuestionFeatures>,
}

struct QuestionFeatures {
    alone: Features,
    with_text: Features,
}

/// The features of all questions, in both forms that rankers take.
pub(super) struct Features {
    pub(super) design: Design,
    pub(super) rows: Vec<Vec<f64>>,
}

impl Features {
    fn new(rows: Vec<Vec<f64>>) -> Result<Features, Refusal> {
        Ok(Features { design: Design::dense(&rows)?, rows })
    }
}

impl Material {
    /// Computes the features of the text. `given` has a row for each question.
    pub fn new(rated: &[RatedQuestion], given: Option<FeatureTable>) -> Result<Material, Refusal> {
        let text = |it: &RatedQuestion| {
            let all = text_features(&it.question, it.sentence.as_deref());
            all.into_iter().map(|it| it.value).collect()
        };
        let text: Vec<Vec<f64>> = rated.iter().map(text).collect();
        let with_text = |table: &FeatureTable| {
            let both = table.rows.iter().zip(&text).map(|(one, other)| [&one[..], other].concat());
            Features::new(both.collect())
        };
        let given = match given {
            Some(table) => Some(QuestionFeatures {
                with_text: with_text(&table)?,
                alone: Features::new(table.rows)?,
            }),
            None => None,
        };
        let mut names: Vec<&str> = rated.iter().map(|it| &*it.article).collect();
        names.sort_unstable();
        names.dedup();
        let number = |it: &RatedQuestion| names.binary_search(&&*it.article).unwrap_or(0);
        Ok(Material {
            ratings: rated.iter().map(|it| it.rating).collect(),
            is_good: rated.iter().map(|it| is_acceptable(it.rating)).collect(),
            articles: rated.iter().map(number).collect(),
            article_count: names.len(),
            text: Features::new(text)?,
            given,
        })
    }

    /// As `new`, with the features of what the generator tells of every question.
    pub fn derived(rated: &[RatedQuestion]) -> Result<Material, Refusal> {
        let features = |it: &RatedQuestion| {
            let derivation = it.derivation.as_ref()?;
            Some(derivation_features(&it.question, it.sentence.as_deref(), derivation))
        };
        let all = rated.iter().map(features).collect::<Option<Vec<Vec<Feature>>>>();
        let given = all.map(|rows| {
            let first = rows.first().map(|row| row.iter().map(|it| it.name.clone()).collect());
            let rows = rows.iter().map(|row| row.iter().map(|it| it.value).collect()).collect();
            FeatureTable { names: first.unwrap_or_default(), rows }
        });
        Material::new(rated, given)
    }

    /// Calls those questions good whose label is above the median, where no threshold has a meaning.
    #[must_use]
    pub fn good_above_median(mut self) -> Material {
        let middle = median(&self.ratings).unwrap_or(f64::NAN);
        self.is_good = self.ratings.iter().map(|&label| label > middle).collect();
        self
    }

    pub fn questions(&self) -> usize {
        self.ratings.len()
    }

    /// The feature sets that there are.
    pub fn sets(&self) -> &'static [FeatureSet] {
        match self.given {
            Some(_) => &FeatureSet::ALL,
            None => &[FeatureSet::Text],
        }
    }

    /// The set that the paper's ranker reads: the given one, or that of the text.
    pub fn first_set(&self) -> FeatureSet {
        if self.given.is_some() { FeatureSet::Given } else { FeatureSet::Text }
    }

    /// The number of features in a set.
    pub fn width(&self, set: FeatureSet) -> usize {
        self.features(set).design.columns()
    }

    /// Without given features, every set is that of the text.
    pub(super) fn features(&self, set: FeatureSet) -> &Features {
        match (set, &self.given) {
            (FeatureSet::Given, Some(given)) => &given.alone,
            (FeatureSet::Both, Some(given)) => &given.with_text,
            (FeatureSet::Text, _) | (_, None) => &self.text,
        }
    }

    pub(super) fn good(&self, rows: &[usize]) -> Vec<bool> {
        rows.iter().map(|&row| self.is_good[row]).collect()
    }

    pub(super) fn ratings_of(&self, rows: &[usize]) -> Vec<f64> {
        rows.iter().map(|&row| self.ratings[row]).collect()
    }
}
